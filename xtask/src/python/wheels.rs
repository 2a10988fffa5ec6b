//! Wheels for other systems, linked by zig, which includes the libraries of all of them, and for Windows by MinGW.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout;
use crate::compiler::Compiler;
use crate::failure::{Failure, Result};
use crate::process::{self, answers, skip};

/// The systems for which wheels are published.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    WINDOWS,
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
];

const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The linker for Windows: with zig, maturin exports another name than that of the module.
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// What zig needs to know of Apple's framework CoreFoundation, which it does not include: where the system has it. `arrow-array`
/// asks for it to know the time zone; nothing here calls it, and Python's modules find all they call when they are loaded.
const CORE_FOUNDATION: &str = "\
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation'
...
";

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
    maturin.args(["-m", "maturin", "build", "--quiet", "--release", "--locked", "--target", target]);
    maturin
        .args(["--strip", "--target-dir"])
        .arg(checkout::target().join("python/systems"))
        .arg("--out")
        .arg(folder);
    if target != WINDOWS {
        // zig refuses the date of the build, which the allocator's code prints in its banner.
        maturin.arg("--zig").env("CFLAGS", "-Wno-date-time");
    }
    if target.contains("apple") {
        // Stripping takes a tool of Apple's or of LLVM's: the names of functions stay in.
        maturin
            .env("SDKROOT", apple_sdk()?)
            .env("MATURIN_STRIP", "false")
            .env("CARGO_PROFILE_RELEASE_STRIP", "none");
    }
    if target == WINDOWS && !answers(MINGW, &["--version"]) {
        return skip(&format!("no {MINGW}: `apt-get install gcc-mingw-w64-x86-64`"));
    }
    // maturin finds zig next to its own interpreter.
    process::run(compiler.lend(&mut maturin).env("PATH", path_with(python)?).current_dir(super::package()))
}

/// A folder laid out as Apple's SDK, with the one framework that is needed.
fn apple_sdk() -> Result<PathBuf> {
    let sdk = checkout::target().join("python/apple-sdk");
    let framework = sdk.join("System/Library/Frameworks/CoreFoundation.framework");
    fs::create_dir_all(&framework)?;
    fs::write(framework.join("CoreFoundation.tbd"), CORE_FOUNDATION)?;
    Ok(sdk)
}

/// The search path of programs, with those of the interpreter's environment first.
fn path_with(python: &Path) -> Result<OsString> {
    let own = python.parent().map(Path::to_owned);
    let others = env::var_os("PATH").unwrap_or_default();
    let joined = env::join_paths(own.into_iter().chain(env::split_paths(&others)));
    joined.map_err(|error| Failure::broken(error.to_string()))
}
