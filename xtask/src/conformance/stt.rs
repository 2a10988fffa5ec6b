//! STT against an independent evaluator and three.js.

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use super::receive;
use super::tolerance::ROUNDING;
use crate::failure::{Failure, Result};

/// How many STTs are drawn at random. Together they hold every type of channel and sequence.
const RANDOM: usize = 4;

/// How far off cubic pieces may be, beside values of a hundred.
const FITTED: &str = "1e-5";

/// What the format leaves open, each way to take it.
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

/// An STT drawn at random, always the same for a seed.
fn random(bench: &Bench, seed: usize) -> Result<Case> {
    let case = Case::new(format!("random-{seed}.stt"), bench.folder(&format!("random-{seed}.stt")));
    bench.python("stt_random.py", [OsStr::new(&seed.to_string()), case.path.as_os_str()])?;
    Ok(case)
}

/// Calls with each state of a file as a case of its own.
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
    // On one clock a cycle does not come again: the clip is the first.
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

/// Times to look at, as `anim pose --times` takes them.
fn list(bench: &Bench, case: &Case, state: usize, flags: &[&str]) -> Result<String> {
    let state = state.to_string();
    let mut arguments =
        vec![case.path.as_os_str(), OsStr::new("--list"), OsStr::new("--clip"), OsStr::new(&state)];
    arguments.extend(flags.iter().map(OsStr::new));
    Ok(bench.python("stt_reference.py", arguments)?.trim().to_owned())
}
