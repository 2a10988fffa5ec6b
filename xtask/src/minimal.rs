//! Checks that everything builds, and all tests pass, with the oldest dependencies that the manifests allow.

use std::fs;
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo, skip};
use crate::{checkout, compiler};

/// Resolves the dependencies to their lower bounds, in a lock file under the target folder, and tests the published crates with
/// them.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    if !answers("cargo", &["+nightly", "--version"]) {
        return skip(
            "no nightly toolchain, whose cargo resolves lower bounds: `rustup toolchain install nightly`",
        );
    }
    let dir = checkout::target().join("minimal");
    let lock = dir.join("Cargo.lock");
    fs::create_dir_all(&dir)?;
    if lock.exists() {
        fs::remove_file(&lock)?;
    }
    // The current compiler is used, also for the examples in documentation, and the lock file of the checkout is not changed.
    let bin = compiler::sysroot()?.join("bin");
    let tool = |name: &str| bin.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let run = |mut command: Command| {
        let command = command.env("RUSTC", tool("rustc")).env("RUSTDOC", tool("rustdoc"));
        process::run(command.env("CARGO_RESOLVER_LOCKFILE_PATH", &lock))
    };
    run(cargo("+nightly update --quiet -Zdirect-minimal-versions"))?;
    let mut test =
        cargo("+nightly test --quiet --locked --workspace --exclude xtask --all-features --target-dir");
    test.arg(&dir);
    run(test)
}
