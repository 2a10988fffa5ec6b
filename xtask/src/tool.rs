//! Programs for cargo, installed under the target folder if they are missing.

use std::path::PathBuf;
use std::process::Command;

use crate::checkout;
use crate::failure::Result;
use crate::process::{self, cargo};

/// A certain version of a program, in the checkout: the one on the path, or one that is installed.
pub(crate) fn find(name: &str, version: &str) -> Result<Command> {
    let root = checkout::target().join("tools");
    let installed = root.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let candidates = [PathBuf::from(name), installed.clone()];
    let is_right = |program: &PathBuf| is_right(program, name, version);
    let program = if let Some(found) = candidates.into_iter().find(is_right) {
        found
    } else {
        // Without optimisation and debug information it builds in less than half the time, and our graph is small.
        let install = format!("install --locked --debug {name} --version {version} --root");
        process::run(cargo(&install).arg(&root).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
        installed
    };
    let mut command = Command::new(program);
    command.current_dir(checkout::root());
    Ok(command)
}

/// Called as cargo does, with the name of the subcommand first, because some programs reject anything else.
fn is_right(program: &PathBuf, name: &str, version: &str) -> bool {
    let subcommand = name.strip_prefix("cargo-").unwrap_or(name);
    let output = Command::new(program).args([subcommand, "--version"]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(version))
}
