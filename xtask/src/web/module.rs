//! The WebAssembly module.

use std::fs;
use std::path::PathBuf;

use crate::checkout;
use crate::compiler::{self, Compiler};
use crate::failure::Result;
use crate::process;

const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler for browsers; `None` where there is none.
pub(super) fn find_compiler() -> Result<Option<Compiler>> {
    Compiler::find(TARGET, "std,panic_abort")
}

/// Builds a library of a package in a profile, and answers where the module is.
pub(super) fn build(compiler: &Compiler, library: &str, package: &str, profile: &str) -> Result<PathBuf> {
    let dir = checkout::target().join("web/build");
    let arguments = format!("build --quiet --locked --profile {profile} --package {package}");
    let mut build = compiler.cargo(&arguments, &dir);
    if let Some(linker) = linker()? {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    process::run(&mut build)?;
    Ok(dir.join(TARGET).join(profile).join(format!("{library}.wasm")))
}

/// The linker that the toolchain brings along, which Debian's compiler does not.
fn linker() -> Result<Option<PathBuf>> {
    for entry in fs::read_dir(compiler::sysroot()?.join("lib/rustlib"))? {
        let linker = entry?.path().join("bin/rust-lld");
        if linker.is_file() {
            return Ok(Some(linker));
        }
    }
    Ok(None)
}
