//! Fuzzing a reader.

use std::fs;
use std::path::PathBuf;

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo, skip};

const VERSION: &str = "0.13.2";

/// Fuzzes for a time; the fixtures and earlier failures are the seeds. A failing input is left under `fuzz/artifacts`.
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
    if !answers("cargo", &["+nightly", "--version"]) {
        return skip("fuzzing needs a nightly toolchain: rustup toolchain install nightly");
    }
    if !answers("cargo", &["fuzz", "--version"]) {
        process::run(&mut cargo(&format!("install --locked cargo-fuzz --version {VERSION}")))?;
    }
    let seconds: u32 = seconds;
    let mut fuzz = cargo(&format!("+nightly fuzz run --fuzz-dir fuzz {target}"));
    fuzz.args(seeds(target)?);
    process::run(fuzz.args([
        "--",
        &format!("-max_total_time={seconds}"),
        "-timeout=10",
        "-rss_limit_mb=1024",
    ]))
}

/// What can be fuzzed: a format, or a part of one, whose name begins with the format's.
fn targets() -> Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(checkout::root().join("fuzz/fuzz_targets"))? {
        let name = entry?.file_name().to_string_lossy().replace('_', "-");
        targets.extend(name.strip_suffix(".rs").map(str::to_owned));
    }
    targets.sort();
    Ok(targets)
}

/// The folders of inputs to start from. The fuzzer adds what it learns to the first.
fn seeds(target: &str) -> Result<Vec<PathBuf>> {
    let root = checkout::root();
    let learned = root.join("fuzz/corpus").join(target);
    fs::create_dir_all(&learned)?;
    let ids = anim_formats::Registry::builtin().ids();
    let format = ids.filter(|id| target.starts_with(id)).max_by_key(|id| id.len()).unwrap_or(target);
    let given = ["valid", "invalid"].map(|kind| root.join("fixtures").join(format).join(kind));
    let failed = root.join("fuzz/regressions").join(format);
    let given = given.into_iter().chain([failed]).filter(|path| path.is_dir());
    Ok(std::iter::once(learned).chain(given).collect())
}
