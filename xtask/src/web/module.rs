//! The WebAssembly module.

use std::fs;
use std::path::PathBuf;

use crate::checkout;
use crate::compiler::{self, Compiler};
use crate::failure::Result;
use crate::process;

const TARGET: &str = "wasm32-unknown-unknown";

/// Makes the standard library as small as possible, if it is built anyway: a panic ends the module without a message, which no
/// browser would show, and data that is only printed for debugging has no fields.
const SMALL_FLAGS: &str =
    "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=shallow";
const SMALL_STD: &str = "-Zbuild-std-features=optimize_for_size";

/// The compiler for browsers; `None` if there is none.
pub(super) fn find_compiler() -> Result<Option<Compiler>> {
    Compiler::find(TARGET, "std,panic_abort")
}

/// Builds a library of a package in a profile, and returns the path of the module.
pub(super) fn build(compiler: &Compiler, library: &str, package: &str, profile: &str) -> Result<PathBuf> {
    let dir = checkout::target().join("web/build");
    let arguments = format!("build --quiet --locked --profile {profile} --package {package}");
    let mut build = compiler.cargo(&arguments, &dir);
    if let Some(linker) = linker()? {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    if compiler.builds_library() && profile == "web" {
        build.arg(SMALL_STD).env("RUSTFLAGS", SMALL_FLAGS);
    }
    process::run(&mut build)?;
    Ok(dir.join(TARGET).join(profile).join(format!("{library}.wasm")))
}

/// The linker of the toolchain, which Debian's compiler lacks.
fn linker() -> Result<Option<PathBuf>> {
    for entry in fs::read_dir(compiler::sysroot()?.join("lib/rustlib"))? {
        let linker = entry?.path().join("bin/rust-lld");
        if linker.is_file() {
            return Ok(Some(linker));
        }
    }
    Ok(None)
}
