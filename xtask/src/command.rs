//! The command `anim`, and examples, as tasks run them.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use std::process::Command;

use crate::checkout;
use crate::failure::Result;
use crate::process::{self, cargo};

/// The command with which cargo builds for the tests of the workspace: a program with the same features shares all of it.
const BUILD: &str = "build --quiet --locked --profile task --workspace --all-features";

/// The path of the command once it is built.
pub(crate) fn path() -> PathBuf {
    checkout::target().join("task").join(format!("anim{EXE_SUFFIX}"))
}

/// Builds the command.
pub(crate) fn build() -> Result<PathBuf> {
    process::run(&mut cargo(&format!("{BUILD} --bin anim")))?;
    Ok(path())
}

/// Builds an example of any crate.
pub(crate) fn example(name: &str) -> Result<Command> {
    process::run(&mut cargo(&format!("{BUILD} --example {name}")))?;
    Ok(Command::new(checkout::target().join("task/examples").join(format!("{name}{EXE_SUFFIX}"))))
}
