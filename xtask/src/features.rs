//! Whether each crate builds by itself, whatever features are chosen.

use crate::checkout::{self, Crate};
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};

/// Checks each crate alone, of which the compiler may say nothing: with default features, without features, and with each feature
/// alone. The other tasks build all features together.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    for each in checkout::crates()? {
        check(&each, "")?;
        let features = features(&each);
        if features.contains(&"default") {
            check(&each, "--no-default-features")?;
        }
        for feature in features.iter().filter(|feature| **feature != "default") {
            check(&each, &format!("--no-default-features --features {feature}"))?;
        }
    }
    Ok(())
}

fn check(each: &Crate, flags: &str) -> Result {
    let command = format!("check --quiet --locked --profile task --package {} {flags}", each.name);
    println!("$ cargo {command}");
    let output = process::output(&mut cargo(&command))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let is_clean = output.status.success() && !said.contains("warning: ");
    if is_clean { Ok(()) } else { Err(Failure::broken(format!("`cargo {command}`:\n{said}"))) }
}

/// The features that a manifest lists.
fn features(each: &Crate) -> Vec<&str> {
    let section = each.manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let entries = section.take_while(|line| !line.starts_with('['));
    entries.filter_map(|line| Some(line.split_once(" = [")?.0)).collect()
}
