//! Running other programs.

use std::io;
use std::process::{Child, Command, Output, Stdio};

use crate::checkout;
use crate::failure::{Failure, Result};

/// A cargo command that runs in the checkout, its arguments separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments.split_whitespace()).current_dir(checkout::root());
    builds_once(&mut command);
    command
}

/// Under `CI=true` everything is built once: incremental data would cost time and half of the disk.
fn builds_once(command: &mut Command) {
    if is_ci() {
        command.env("CARGO_INCREMENTAL", "0");
    }
}

fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// Runs a command and shows its output.
pub(crate) fn run(command: &mut Command) -> Result {
    println!("$ {}", line(command));
    let status = command.status().map_err(|error| cannot_run(command, &error))?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Runs a command and returns its stdout; its stderr is shown.
pub(crate) fn stdout(command: &mut Command) -> Result<String> {
    let output = output(command.stderr(Stdio::inherit()))?;
    if output.status.success() {
        String::from_utf8(output.stdout)
            .map_err(|_| Failure::broken(format!("`{}` does not print UTF-8", line(command))))
    } else {
        print!("{}", String::from_utf8_lossy(&output.stdout));
        Err(failed(command, output.status))
    }
}

/// A running command.
pub(crate) struct Running {
    line: String,
    child: Child,
}

/// Starts a command whose stdout is ignored.
pub(crate) fn start(command: &mut Command) -> Result<Running> {
    let child = command.stdout(Stdio::null()).spawn().map_err(|error| cannot_run(command, &error))?;
    Ok(Running { line: line(command), child })
}

/// Waits until a command ends.
pub(crate) fn finish(mut running: Running) -> Result {
    let status = running.child.wait()?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::broken(format!("`{}` failed: {status}", running.line)))
    }
}

/// Runs a command and returns all of its output, whether it succeeds or not.
pub(crate) fn output(command: &mut Command) -> Result<Output> {
    command.output().map_err(|error| cannot_run(command, &error))
}

/// Whether a program is installed and accepts these arguments.
pub(crate) fn answers(program: &str, arguments: &[&str]) -> bool {
    let quiet = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Skips something because a tool is missing. Under `CI=true` nothing may be skipped.
pub(crate) fn skip(reason: &str) -> Result {
    if is_ci() {
        return Err(Failure::broken(format!("{reason}, and nothing is skipped under CI=true")));
    }
    println!("skipped: {reason}");
    Ok(())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_run(command: &Command, error: &io::Error) -> Failure {
    Failure::broken(format!("cannot run `{}`: {error}", line(command)))
}

fn failed(command: &Command, status: std::process::ExitStatus) -> Failure {
    Failure::broken(format!("`{}` failed: {status}", line(command)))
}
