//! Whether everything compiles for other systems, and works on a processor of the other byte order.

use std::path::Path;

use anim_formats::Registry;

use crate::checkout;
use crate::compiler::Compiler;
use crate::failure::{Failure, Result};
use crate::process::{self, answers, skip};

/// The systems that everything is compiled for.
const TARGETS: [&str; 3] = [WINDOWS, "aarch64-apple-darwin", BIG_ENDIAN];

const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// What the standard library of Windows is built with where the toolchain does not have it.
const IMPORTS: &str = "x86_64-w64-mingw32-dlltool";

/// A processor whose integers begin with their highest byte.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// What links for it, and what runs its programs here with the libraries of Debian's package.
const LINKER: &str = "s390x-linux-gnu-gcc";
const EMULATOR: &str = "qemu-s390x";
const EMULATED: &str = "qemu-s390x -L /usr/s390x-linux-gnu";

/// The number of cases that a property test draws in the emulator, unless `PROPTEST_CASES` is set.
const CASES: &str = "16";

/// Checks every crate for each target, and runs tests in an emulator; `--check` only checks.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let is_checked_only = match arguments {
        [] => false,
        ["--check"] => true,
        _ => return Err(Failure::Usage),
    };
    // One folder, in which cargo keeps targets apart.
    let dir = checkout::target().join("targets");
    TARGETS.iter().try_for_each(|target| check(target, &dir))?;
    if is_checked_only { Ok(()) } else { test(&dir) }
}

fn check(target: &'static str, dir: &Path) -> Result {
    let Some(compiler) = Compiler::find(target, "std,panic_unwind")? else {
        return skip(&format!("no compiler for {target}: `rustup target add {target}`"));
    };
    if target == WINDOWS && compiler.builds_library() && !answers(IMPORTS, &["--version"]) {
        return skip(&format!("no {IMPORTS}: `apt-get install binutils-mingw-w64-x86-64`"));
    }
    let crates = checkout::crates()?;
    let packages: Vec<_> = crates.iter().map(|each| format!("--package {}", each.name)).collect();
    process::run(&mut compiler.cargo(&format!("check --quiet --locked {}", packages.join(" ")), dir))
}

fn test(dir: &Path) -> Result {
    if !(answers(LINKER, &["--version"]) && answers(EMULATOR, &["--version"])) {
        let packages = "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user";
        return skip(&format!("no {LINKER} or no {EMULATOR}: `apt-get install {packages}`"));
    }
    let Some(compiler) = Compiler::find(BIG_ENDIAN, "std,test,panic_unwind")? else {
        return skip(&format!("no compiler for {BIG_ENDIAN}"));
    };
    // The model, numbers in text, and all that reads and writes bytes.
    let formats = Registry::builtin().ids().map(|id| format!("--package anim-{id}"));
    let packages: Vec<_> = formats.collect();
    let arguments = format!(
        "test --locked --all-features --lib --tests --package anim-core --package anim-number {}",
        packages.join(" ")
    );
    let mut test = compiler.cargo(&arguments, dir);
    test.env("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER", LINKER);
    test.env("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER", EMULATED);
    if std::env::var_os("PROPTEST_CASES").is_none() {
        test.env("PROPTEST_CASES", CASES);
    }
    process::run(&mut test)
}
