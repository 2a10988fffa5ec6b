//! Files damaged at random, endlessly: no panic, no hang, no memory beyond the law.

mod dictionary;
mod keep;
mod mutate;

mod trial;

use std::collections::BTreeMap;
use std::panic;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anim_formats::{Entry, Registry};

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use crate::random::Random;
use crate::tree;
use mutate::Mutator;

/// The default duration in seconds.
const SECONDS: u64 = 60;

/// The number of inputs of a format before the next format's turn.
const TURN: u32 = 256;

/// After this many failures there is nothing more to learn.
const ENOUGH: usize = 20;

/// Runs for some seconds. `--here` runs in this build, and is how the build with all checks calls itself.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let Some(("--here", arguments)) = arguments.split_first().map(|(first, rest)| (*first, rest)) else {
        let run = cargo("run --quiet --profile soak --package xtask -- soak --here");
        return process::run({ run }.args(arguments));
    };
    let (formats, seconds) = match arguments {
        [formats @ .., "--seconds", seconds] => (formats, seconds.parse().map_err(|_| Failure::Usage)?),
        formats => (formats, SECONDS),
    };
    let formats = formats_of(formats)?;
    let mutators = formats.iter().map(|entry| mutator(entry)).collect::<Result<Vec<_>>>()?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    println!("seed {seed}");
    let tally = Mutex::new(Tally::default());
    // A panic is reported once its input is small.
    panic::set_hook(Box::new(|_| {}));
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    thread::scope(|scope| {
        for core in 0..cores {
            let (formats, mutators, tally) = (&formats, &mutators, &tally);
            scope.spawn(move || work(formats, mutators, Random::new(seed ^ core << 56), end, tally));
        }
    });
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.report(seconds)
}

/// The formats of these names, or all.
fn formats_of(names: &[&str]) -> Result<Vec<&'static Entry>> {
    let registry = Registry::builtin();
    if names.is_empty() {
        return Ok(registry.formats().iter().collect());
    }
    let by_name = |name: &&str| registry.by_id(name).map_err(|error| Failure::broken(error.to_string()));
    names.iter().map(by_name).collect()
}

/// The mutator damages fixtures and earlier failures.
fn mutator(entry: &Entry) -> Result<Mutator> {
    let id = entry.info().id;
    let mut seeds = Vec::new();
    for dir in
        [checkout::root().join("fixtures").join(id), checkout::root().join("fuzz/regressions").join(id)]
    {
        for folder in tree::folders(&dir)? {
            seeds.extend(folder.files.into_iter().map(|(_, bytes)| bytes));
        }
    }
    // Files next to fixtures, for other programs, are large and of other formats.
    seeds.retain(|bytes| bytes.len() <= 1 << 16);
    Ok(Mutator::new(seeds, dictionary::read(id)?))
}

/// The results so far.
#[derive(Default)]
struct Tally {
    /// By format: the number of inputs, the number of them that were read, and nanoseconds.
    counts: BTreeMap<&'static str, [u64; 3]>,
    failures: Vec<(&'static str, String, PathBuf)>,
}

impl Tally {
    fn report(&self, seconds: u64) -> Result {
        for (id, [tried, read, nanoseconds]) in &self.counts {
            let a_second = *tried as f64 / (*nanoseconds as f64 / 1e9).max(1e-9);
            println!("{id}: {tried} inputs, {read} of them were read, {a_second:.0} a second on each core");
        }
        for (id, failure, path) in &self.failures {
            println!("{id}: {failure}: {}", path.display());
        }
        let all: u64 = self.counts.values().map(|[tried, ..]| tried).sum();
        println!("{all} inputs in {seconds} s, {} failures", self.failures.len());
        if self.failures.is_empty() { Ok(()) } else { Err(Failure::broken("inputs failed")) }
    }
}

/// The work of one core: each format in turn.
fn work(
    formats: &[&'static Entry],
    mutators: &[Mutator],
    mut random: Random,
    end: Instant,
    tally: &Mutex<Tally>,
) {
    let turns = formats.iter().zip(mutators).cycle();
    for (entry, mutator) in turns {
        let start = Instant::now();
        if start >= end {
            return;
        }
        let (mut tried, mut was_read) = (0, 0);
        let mut failed = None;
        while tried < TURN && failed.is_none() && Instant::now() < end {
            let bytes = mutator.input(&mut random);
            tried += 1;
            let plan = trial::Plan::new(&mut random);
            match trial::run(entry, &bytes, plan) {
                Ok(read) => was_read += u64::from(read),
                Err(failure) => failed = Some((failure, bytes, plan)),
            }
        }
        let kept = failed.map(|(failure, bytes, plan)| keep::smallest(entry, bytes, plan, failure));
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = tally.counts.entry(entry.info().id).or_default();
        counts[0] += u64::from(tried);
        counts[1] += was_read;
        counts[2] += start.elapsed().as_nanos() as u64;
        if let Some((failure, path)) = kept
            && tally.failures.iter().all(|(.., known)| *known != path)
        {
            println!("{}: {failure}: {}", entry.info().id, path.display());
            tally.failures.push((entry.info().id, failure, path));
        }
        if tally.failures.len() >= ENOUGH {
            return;
        }
    }
}
