//! Wheels for other systems, linked by zig, which includes the libraries of all of them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout;
use crate::compiler::Compiler;
use crate::failure::{Failure, Result};
use crate::process::{self, skip};

/// The systems for which wheels are published.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
];

/// Builds the wheels for some targets, or for all. They are not run here; each is checked to contain its library.
pub(super) fn run(python: &Path, names: &[&str]) -> Result {
    if let Some(name) = names.iter().find(|name| !TARGETS.contains(name)) {
        return Err(Failure::broken(format!("there are no wheels for `{name}`: {}", TARGETS.join(", "))));
    }
    let folder = checkout::target().join("python/published");
    fs::create_dir_all(&folder)?;
    let wanted = |target: &&str| names.is_empty() || names.contains(target);
    TARGETS.into_iter().filter(wanted).try_for_each(|target| build(python, target, &folder))?;
    for entry in fs::read_dir(&folder)? {
        println!("{}", entry?.path().display());
    }
    Ok(())
}

fn build(python: &Path, target: &'static str, folder: &Path) -> Result {
    let Some(compiler) = Compiler::find(target, "std,panic_unwind")? else {
        return skip(&format!("no compiler for {target}: `rustup target add {target}`"));
    };
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", "build", "--quiet", "--release", "--locked", "--zig", "--target", target]);
    maturin.arg("--target-dir").arg(checkout::target().join("python/systems")).arg("--out").arg(folder);
    if target.contains("windows") && compiler.builds_library() {
        maturin.args(["--", "-L"]).arg(no_stack_protector()?);
    }
    // zig refuses the date of the build, which the allocator's code prints in its banner.
    maturin.env("CFLAGS", "-Wno-date-time");
    // maturin finds zig next to its own interpreter.
    process::run(compiler.lend(&mut maturin).env("PATH", path_with(python)?).current_dir(super::package()))
}

/// A folder with empty libraries in place of those that protect stacks. Debian's compiler links them on Windows, but zig has none,
/// and nothing calls them.
fn no_stack_protector() -> Result<PathBuf> {
    let folder = checkout::target().join("python/empty");
    fs::create_dir_all(&folder)?;
    for name in ["libssp.a", "libssp_nonshared.a"] {
        fs::write(folder.join(name), "!<arch>\n")?;
    }
    Ok(folder)
}

/// The search path of programs, with those of the interpreter's environment first.
fn path_with(python: &Path) -> Result<OsString> {
    let own = python.parent().map(Path::to_owned);
    let others = env::var_os("PATH").unwrap_or_default();
    let joined = env::join_paths(own.into_iter().chain(env::split_paths(&others)));
    joined.map_err(|error| Failure::broken(error.to_string()))
}
