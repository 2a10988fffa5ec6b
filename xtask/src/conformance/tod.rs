//! TOD against an independent evaluator and three.js.

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use super::receive;
use super::tolerance::ROUNDING;
use crate::failure::Result;

/// The number of random TODs. Together they contain every rule of the evaluation.
const RANDOM: usize = 4;

/// The two ways to evaluate a TOD.
const MODES: [&str; 2] = ["hardware", "ideal"];

pub(super) fn run(bench: &Bench) -> Result {
    let given = files("tod", "tod")?;
    let drawn = (0..RANDOM).map(|seed| random(bench, seed)).collect::<Result<Vec<_>>>()?;
    let wild: Vec<_> =
        given.iter().map(|file| (file, false)).chain(drawn.iter().map(|file| (file, true))).collect();
    let each = || wild.iter().flat_map(|(file, is_wild)| MODES.map(|mode| (*file, mode, *is_wild)));
    println!("TOD as its rules give it");
    each().try_for_each(|(file, mode, _)| reference(bench, file, mode))?;
    println!("TOD for other programs");
    each().try_for_each(|(file, mode, is_wild)| {
        let times = list(bench, file, "between")?;
        // Matrices of the console are not quite orthogonal, and random ones can be anything: the loss report states the error
        // of each node. A BVH cannot hold numbers of any size, because its readers use single precision.
        let case = in_mode(file, mode);
        let receive = if is_wild { receive::glb } else { receive::made };
        receive(bench, &case, &times, is_wild || mode == "hardware")
    })
}

/// A random TOD, the same for each seed.
fn random(bench: &Bench, seed: usize) -> Result<Case> {
    let case = Case::new(format!("random-{seed}.tod"), bench.folder(&format!("random-{seed}.tod")));
    bench.python("tod_random.py", [OsStr::new(&seed.to_string()), case.path.as_os_str()])?;
    Ok(case)
}

fn in_mode(file: &Case, mode: &str) -> Case {
    file.with(format!("mode={mode}")).called(format!("{} {mode}", file.label))
}

/// Compares `anim pose` with the reference at every frame: local maps exactly in hardware mode.
fn reference(bench: &Bench, file: &Case, mode: &str) -> Result {
    let frames = list(bench, file, "frames")?;
    let case = in_mode(file, mode);
    let arguments = [file.path.as_os_str(), OsStr::new("--mode"), OsStr::new(mode)];
    let expected = bench.keep(&case, "expected.jsonl", &bench.python("tod_reference.py", arguments)?)?;
    let found = bench.pose(&case, Some(&frames))?;
    let local = if mode == "hardware" { "0" } else { ROUNDING };
    bench.compare(&case, &expected, &found, &["--local", local, "--world", ROUNDING])
}

/// The times of a file's frames, or times just after and between them, in the form that `anim pose --times` takes.
fn list(bench: &Bench, file: &Case, which: &str) -> Result<String> {
    let arguments = [file.path.as_os_str(), OsStr::new("--list"), OsStr::new(which)];
    Ok(bench.python("tod_reference.py", arguments)?.trim().to_owned())
}
