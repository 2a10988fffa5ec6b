//! What is known of the dependencies: licences, sources, versions, vulnerabilities.

use crate::failure::{Failure, Result};
use crate::{process, tool};

/// The version of cargo-deny that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// Checks everything that needs no database.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    process::run(tool::find("cargo-deny", VERSION)?.args(["check", "bans", "licenses", "sources"]))
}

/// Checks the dependencies against the advisory database. It is a matter of the network whether that can be had, so its
/// absence is no failure.
pub(crate) fn advisories(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let output = process::output(tool::find("cargo-deny", VERSION)?.args(["check", "advisories"]))?;
    let said = String::from_utf8_lossy(&output.stderr);
    print!("{said}");
    if !output.status.success() && said.contains("failed to fetch advisory database") {
        println!("skipped: the advisory database cannot be reached");
    } else if !output.status.success() {
        return Err(Failure::broken("there are advisories"));
    }
    Ok(())
}
