//! Fuzzing one format's reader.

use std::fs;
use std::path::PathBuf;

use crate::checkout;
use crate::process::{self, Failure, Result, answers, cargo, skip};

const VERSION: &str = "0.13.2";

/// Fuzzes for a time; the fixtures and earlier failures are the seeds. A failing input is left under `fuzz/artifacts`.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let (format, seconds) = match arguments {
        [format] => (*format, 60),
        [format, "--seconds", seconds] => (*format, seconds.parse().map_err(|_| Failure::Usage)?),
        _ => return Err(Failure::Usage),
    };
    let known = anim_formats::all().iter().map(|entry| entry.row.info.id).collect::<Vec<_>>();
    if !known.contains(&format) {
        return Err(Failure::broken(format!(
            "there is no format `{format}`: expected one of {}",
            known.join(", ")
        )));
    }
    if !answers("cargo", &["+nightly", "--version"]) {
        return skip("fuzzing needs a nightly toolchain: rustup toolchain install nightly");
    }
    if !answers("cargo", &["fuzz", "--version"]) {
        process::run(&mut cargo(&format!("install --locked cargo-fuzz --version {VERSION}")))?;
    }
    let seconds: u32 = seconds;
    let mut fuzz = cargo(&format!("+nightly fuzz run --fuzz-dir fuzz {format}"));
    fuzz.args(seeds(format)?);
    process::run(fuzz.args([
        "--",
        &format!("-max_total_time={seconds}"),
        "-timeout=10",
        "-rss_limit_mb=1024",
    ]))
}

/// The folders of inputs to start from. The fuzzer adds what it learns to the first.
fn seeds(format: &str) -> Result<Vec<PathBuf>> {
    let root = checkout::root();
    let learned = root.join("fuzz/corpus").join(format);
    fs::create_dir_all(&learned)?;
    let given = ["valid", "invalid"].map(|kind| root.join("fixtures").join(format).join(kind));
    let failed = root.join("fuzz/regressions").join(format);
    let given = given.into_iter().chain([failed]).filter(|path| path.is_dir());
    Ok(std::iter::once(learned).chain(given).collect())
}
