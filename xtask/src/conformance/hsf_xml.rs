//! HSF animation XML against an independent evaluator and three.js.

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use super::receive;
use crate::failure::{Failure, Result};

/// The tolerance of baking, so fine that almost only the evaluation is compared with the evaluator.
const FINE: [&str; 2] = ["tolerance=1e-6", "tolerance-angle=1e-6"];

/// The largest error of curves baked with this tolerance, down a hierarchy.
const BAKED: &str = "1e-5";

/// The number of random documents, in which animations without names drive targets in succession.
const RANDOM: usize = 8;

pub(super) fn run(bench: &Bench) -> Result {
    let drawn = (0..RANDOM).map(|seed| random(bench, seed)).collect::<Result<Vec<_>>>()?;
    // The evaluator uses an XML parser, so it reads only well-formed files, which the fixtures are.
    let fixtures = files("hsf-xml", "xml")?.into_iter().filter(|case| case.label.starts_with("fixture"));
    // The evaluator also plays the complete file.
    let given: Vec<_> = fixtures.map(|case| case.with("whole=always")).collect();
    println!("HSF as its specification gives it");
    given.iter().chain(&drawn).try_for_each(|case| reference(bench, case))?;
    println!("HSF for other programs");
    given.iter().try_for_each(|case| {
        (0..clips(bench, case)?).try_for_each(|clip| {
            let part = case.clip(clip).called(format!("{} clip {clip}", case.label));
            let number = clip.to_string();
            // Players of glTF do not repeat.
            let during = [case.path.as_os_str(), OsStr::new("--during"), OsStr::new(&number)];
            let times = bench.python("hsf_reference.py", during)?;
            receive::made(bench, &part, times.trim(), true)
        })
    })
}

/// A random document, the same for each seed, and its clip of all animations.
fn random(bench: &Bench, seed: usize) -> Result<Case> {
    let name = format!("random-{seed}.xml");
    let case = Case::new(name.clone(), bench.folder(&name)).with("whole=always");
    bench.python("hsf_random.py", [OsStr::new(&seed.to_string()), case.path.as_os_str()])?;
    Ok(case)
}

/// Compares `anim pose` with the reference: every clip at every time.
fn reference(bench: &Bench, file: &Case) -> Result {
    let case = file.with(FINE[0]).with(FINE[1]);
    let times = times(bench, file)?;
    let arguments = [file.path.as_os_str(), OsStr::new("--times"), OsStr::new(&times)];
    let expected = bench.keep(&case, "expected.jsonl", &bench.python("hsf_reference.py", arguments)?)?;
    let found = bench.pose(&case, Some(&times))?;
    bench.compare(&case, &expected, &found, &["--local", BAKED, "--world", BAKED])
}

/// The number of clips that the reference finds in a file.
fn clips(bench: &Bench, file: &Case) -> Result<usize> {
    let counted = bench.python("hsf_reference.py", [file.path.as_os_str(), OsStr::new("--count")])?;
    counted.trim().parse().map_err(|_| Failure::broken("hsf_reference.py counts no clips"))
}

/// Times that are not keyframes, in the form that `anim pose --times` takes.
fn times(bench: &Bench, file: &Case) -> Result<String> {
    let listed = bench.python("hsf_reference.py", [file.path.as_os_str(), OsStr::new("--list")])?;
    Ok(listed.trim().to_owned())
}
