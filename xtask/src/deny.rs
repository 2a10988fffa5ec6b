//! What is known of the dependencies: licences, sources, versions, vulnerabilities.

use std::path::PathBuf;
use std::process::Command;

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};

/// The version of cargo-deny that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// The Python package, which has its own lock file.
const PACKAGE: &str = "bindings/python/Cargo.toml";

/// What cargo-deny calls an exception for a crate that is not among the dependencies: it may be among the others'.
const EXCEPTIONS: &str = "license-exception-not-encountered";

/// Checks everything that needs no database: of the crates, and of the Python package, which needs less than `deny.toml` allows.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let crates = [
        ("Cargo.toml", &[EXCEPTIONS][..]),
        (PACKAGE, &[EXCEPTIONS, "license-not-encountered", "unmatched-skip"]),
    ];
    for (manifest, unused) in crates {
        let mut deny = tool()?;
        deny.args(["--config", "deny.toml", "--manifest-path", manifest, "check"]);
        deny.args(unused.iter().flat_map(|allowed| ["--allow", allowed]));
        process::run(deny.args(["bans", "licenses", "sources"]))?;
    }
    Ok(())
}

/// Checks the dependencies against the advisory database. It is a matter of the network whether that can be had, so its
/// absence is no failure.
pub(crate) fn advisories(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let output = process::output(tool()?.args(["check", "advisories"]))?;
    let said = String::from_utf8_lossy(&output.stderr);
    print!("{said}");
    if !output.status.success() && said.contains("failed to fetch advisory database") {
        println!("skipped: the advisory database cannot be reached");
    } else if !output.status.success() {
        return Err(Failure::broken("there are advisories"));
    }
    Ok(())
}

/// cargo-deny of the right version; installed under `target/` where it is missing.
fn tool() -> Result<Command> {
    let root = checkout::target().join("tools");
    let installed = root.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let candidates = [PathBuf::from("cargo-deny"), installed.clone()];
    let program = if let Some(found) = candidates.into_iter().find(is_right) {
        found
    } else {
        // Without optimisation it builds in half the time, and our graph is small.
        let install = format!("install --locked --debug cargo-deny --version {VERSION} --root");
        process::run(cargo(&install).arg(&root))?;
        installed
    };
    let mut command = Command::new(program);
    command.current_dir(checkout::root());
    Ok(command)
}

fn is_right(program: &PathBuf) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(VERSION))
}
