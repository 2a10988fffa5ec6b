//! HSF animation XML against an independent evaluator and three.js.

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use crate::process::{Failure, Result};

/// The tolerance that what takes baking is baked with, so that the evaluator is compared with little but the evaluation.
const FINE: &str = "tolerance=1e-6";

/// How far off what is baked that finely may be: halving ends at a thousandth of the time between two keys.
const BAKED: &str = "1e-5";

pub(super) fn run(bench: &Bench) -> Result {
    // The evaluator reads with an XML parser: well-formed files alone, which the fixtures are.
    let given: Vec<_> =
        files("hsf-xml", "xml")?.into_iter().filter(|case| case.label.starts_with("fixture")).collect();
    println!("HSF as its specification gives it");
    given.iter().try_for_each(|case| reference(bench, case))?;
    println!("HSF as three.js plays it");
    given.iter().try_for_each(|case| {
        (0..clips(bench, case)?).try_for_each(|clip| {
            let part = case.clip(clip).called(format!("{} clip {clip}", case.label));
            let number = clip.to_string();
            // Players of glTF do not repeat.
            let during = [case.path.as_os_str(), OsStr::new("--during"), OsStr::new(&number)];
            let times = bench.python("hsf_reference.py", during)?;
            bench.three(&part, times.trim(), false)
        })
    })
}

/// Compares `anim pose` with the reference: every clip at every time.
fn reference(bench: &Bench, file: &Case) -> Result {
    let case = file.with(FINE);
    let times = times(bench, file)?;
    let arguments = [file.path.as_os_str(), OsStr::new("--times"), OsStr::new(&times)];
    let expected = bench.keep(&case, "expected.jsonl", &bench.python("hsf_reference.py", arguments)?)?;
    let found = bench.pose(&case, Some(&times))?;
    bench.compare(&case, &expected, &found, &["--local", BAKED, "--world", BAKED])
}

/// How many clips the reference finds in a file.
fn clips(bench: &Bench, file: &Case) -> Result<usize> {
    let counted = bench.python("hsf_reference.py", [file.path.as_os_str(), OsStr::new("--count")])?;
    counted.trim().parse().map_err(|_| Failure::broken("hsf_reference.py counts no clips"))
}

/// Times that are no keyframes, as `anim pose --times` takes them.
fn times(bench: &Bench, file: &Case) -> Result<String> {
    let listed = bench.python("hsf_reference.py", [file.path.as_os_str(), OsStr::new("--list")])?;
    Ok(listed.trim().to_owned())
}
