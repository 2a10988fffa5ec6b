//! STT against an independent evaluator and three.js.

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use super::receive;
use super::tolerance::ROUNDING;
use crate::failure::{Failure, Result};

/// The number of random STTs. Together they contain every type of channel and sequence.
const RANDOM: usize = 4;

/// The tolerance of cubic pieces, for values of about a hundred.
const FITTED: &str = "1e-5";

/// The choices that the format leaves open, one at a time.
const OPTIONS: [&[&str]; 4] = [&[], &["sine=sin"], &["clock=global"], &["order=zyx"]];

pub(super) fn run(bench: &Bench) -> Result {
    let drawn = (0..RANDOM).map(|seed| random(bench, seed)).collect::<Result<Vec<_>>>()?;
    let given = files("stt", "stt")?;
    println!("STT as its page gives it");
    for case in &given {
        each_state(bench, case, |state, index| reference(bench, &state, index, &[]))?;
    }
    for (case, options) in drawn.iter().flat_map(|case| OPTIONS.map(|options| (case, options))) {
        each_state(bench, case, |state, index| reference(bench, &state, index, options))?;
    }
    println!("STT for other programs");
    for case in given.iter().chain(&drawn) {
        each_state(bench, case, |state, index| {
            // Players of glTF do not repeat.
            let times = list(bench, &state, index, &["--once"])?;
            receive::made(bench, &state, &times, false)
        })?;
    }
    Ok(())
}

/// A random STT, the same for each seed.
fn random(bench: &Bench, seed: usize) -> Result<Case> {
    let case = Case::new(format!("random-{seed}.stt"), bench.folder(&format!("random-{seed}.stt")));
    bench.python("stt_random.py", [OsStr::new(&seed.to_string()), case.path.as_os_str()])?;
    Ok(case)
}

/// Calls `compare` with each state of a file as a separate case.
fn each_state(bench: &Bench, file: &Case, mut compare: impl FnMut(Case, usize) -> Result) -> Result {
    let count = bench.python("stt_reference.py", [file.path.as_os_str(), OsStr::new("--count")])?;
    let count: usize =
        count.trim().parse().map_err(|_| Failure::broken("stt_reference.py counts no states"))?;
    (0..count).try_for_each(|state| {
        compare(file.clip(state).called(format!("{} state {state}", file.label)), state)
    })
}

/// Compares `anim pose` with the reference.
fn reference(bench: &Bench, case: &Case, state: usize, options: &[&str]) -> Result {
    let case = options.iter().fold(case.clip(state), |case, option| {
        let label = format!("{} {option}", case.label);
        case.with(*option).called(label)
    });
    // On a global clock a cycle does not recur: the clip is the first cycle.
    let times = list(bench, &case, state, if options.contains(&"clock=global") { &["--once"] } else { &[] })?;
    let state = state.to_string();
    let mut arguments = vec![case.path.as_os_str(), OsStr::new("--clip"), OsStr::new(&state)];
    arguments.extend(["--times", &times].map(OsStr::new));
    let flags: Vec<String> = options.iter().map(|option| format!("--{option}")).collect();
    arguments.extend(flags.iter().map(OsStr::new));
    let expected = bench.keep(&case, "expected.jsonl", &bench.python("stt_reference.py", arguments)?)?;
    let found = bench.pose(&case, Some(&times))?;
    let sequences = std::fs::read(&case.path)?.windows(8).any(|word| word.eq_ignore_ascii_case(b"KEYFRAME"));
    let tolerance = if sequences { FITTED } else { ROUNDING };
    bench.compare(&case, &expected, &found, &["--local", tolerance, "--world", tolerance])
}

/// Times to compare, in the form that `anim pose --times` takes.
fn list(bench: &Bench, case: &Case, state: usize, flags: &[&str]) -> Result<String> {
    let state = state.to_string();
    let mut arguments =
        vec![case.path.as_os_str(), OsStr::new("--list"), OsStr::new("--clip"), OsStr::new(&state)];
    arguments.extend(flags.iter().map(OsStr::new));
    Ok(bench.python("stt_reference.py", arguments)?.trim().to_owned())
}
