//! Fuzzing a target.

mod seeds;

use std::fs;
use std::process::Command;

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo};

const VERSION: &str = "0.13.2";

/// Fuzzes for some seconds; the fixtures and earlier failures are the seeds. A failing input is left under `fuzz/artifacts`.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let (target, seconds) = match arguments {
        [target] => (*target, 60),
        [target, "--seconds", seconds] => (*target, seconds.parse().map_err(|_| Failure::Usage)?),
        _ => return Err(Failure::Usage),
    };
    let known = targets()?;
    if !known.iter().any(|known| known == target) {
        let known = known.join(", ");
        return Err(Failure::broken(format!("there is no target `{target}`: expected one of {known}")));
    }
    if !answers("cargo", &["fuzz", "--version"]) {
        process::run(&mut cargo(&format!("install --locked cargo-fuzz --version {VERSION}")))?;
    }
    let seconds: u32 = seconds;
    let target_dir = checkout::target().join("fuzz");
    let mut fuzz = compiler();
    // None of our code is unsafe, so there is nothing for a sanitizer to find; ClusterFuzzLite runs with one. Tracing comparisons
    // only finds words that the dictionaries already have, and takes half of the time.
    let how = ["--sanitizer", "none", "--no-trace-compares"];
    fuzz.args(["fuzz", "run", "--fuzz-dir", "fuzz"]).args(how).args([target, "--target-dir"]).arg(target_dir);
    fuzz.args(seeds::folders(target)?).arg("--");
    if let Some(words) = seeds::dictionary(target) {
        fuzz.arg(format!("-dict={}", words.display()));
    }
    process::run(fuzz.args([
        &format!("-max_total_time={seconds}"),
        &format!("-max_len={}", seeds::largest(target)),
        "-timeout=10",
        // Weighing inputs by the rarity of their coverage, and searching for shorter ones, takes several times as long as running a
        // target with much coverage.
        "-entropic=0",
        "-reduce_inputs=0",
        "-rss_limit_mb=1024",
        "-print_final_stats=1",
    ]))
}

/// A cargo that instruments code: a nightly one, or else the current one with nightly features enabled.
fn compiler() -> Command {
    if answers("cargo", &["+nightly", "--version"]) {
        cargo("+nightly")
    } else {
        let mut command = cargo("");
        command.env("RUSTC_BOOTSTRAP", "1");
        command
    }
}

/// The fuzz targets: for a format, for a part of one, or for all formats.
fn targets() -> Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(checkout::root().join("fuzz/fuzz_targets"))? {
        let name = entry?.file_name().to_string_lossy().replace('_', "-");
        targets.extend(name.strip_suffix(".rs").map(str::to_owned));
    }
    targets.sort();
    Ok(targets)
}
