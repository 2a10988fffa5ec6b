//! Random 64-bit numbers through every conversion of numbers, compared with another computation: 128-bit integers for fixed
//! point and sizes, the standard library for decimals.

mod decimal;
mod fixed;
mod layout;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use crate::random::Random;

/// The default number of values.
const COUNT: u64 = 1_000_000_000;

/// The number of values that a core takes before it checks whether another core has failed.
const TURN: u64 = 1 << 16;

/// A conversion of numbers: its name, and a function that returns what is wrong with its result for 64 bits.
struct Helper {
    name: &'static str,
    check: fn(u64, &mut Scratch) -> Option<String>,
}

/// Memory that is reused for each number.
#[derive(Default)]
struct Scratch {
    text: Vec<u8>,
    other: Vec<u8>,
}

impl Scratch {
    fn cleared(&mut self) -> &mut Self {
        self.text.clear();
        self.other.clear();
        self
    }
}

#[rustfmt::skip]
const HELPERS: &[Helper] = &[
    Helper { name: "angles", check: fixed::angle },
    Helper { name: "factors", check: fixed::factor },
    Helper { name: "matrices", check: fixed::scaled },
    Helper { name: "headers", check: layout::header },
    Helper { name: "digits", check: decimal::digits },
    Helper { name: "shortest", check: decimal::shortest },
    Helper { name: "six-decimals", check: decimal::six },
];

/// Checks all helpers, or those named, in the build with optimisation and all checks. `--here` checks in this build.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let Some(("--here", arguments)) = arguments.split_first().map(|(first, rest)| (*first, rest)) else {
        let run = cargo("run --quiet --profile soak --package xtask -- exhaust --here");
        return process::run({ run }.args(arguments));
    };
    let mut names = Vec::new();
    let (mut count, mut seed) = (COUNT, None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse().ok()).ok_or(Failure::Usage);
        match *argument {
            "--count" => count = number()?,
            "--seed" => seed = Some(number()?),
            name if HELPERS.iter().any(|helper| helper.name == name) => names.push(name),
            _ => return Err(Failure::Usage),
        }
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.unwrap_or_else(|| since.map_or(0, |since| since.as_nanos() as u64));
    println!("seed {seed}");
    let chosen = HELPERS.iter().filter(|helper| names.is_empty() || names.contains(&helper.name));
    for helper in chosen {
        let begin = Instant::now();
        check(helper, seed, count)?;
        println!("{}: {count} numbers in {:.0} s", helper.name, begin.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Gives a helper `count` values, on all cores, in turns that each have a separate generator: the values do not depend on the
/// number of cores.
fn check(helper: &Helper, seed: u64, count: u64) -> Result {
    let turns = AtomicU64::new(0);
    let failure = Mutex::new(None);
    let work = || {
        let mut scratch = Scratch::default();
        loop {
            let turn = turns.fetch_add(1, Ordering::Relaxed);
            let left = count.saturating_sub(turn.saturating_mul(TURN)).min(TURN);
            let Ok(found) = failure.lock().map(|failure| failure.is_some()) else { return };
            if left == 0 || found {
                return;
            }
            let mut random = Random::new(seed ^ turn << 20);
            for _ in 0..left {
                let bits = random.next();
                if let Some(wrong) = (helper.check)(bits, &mut scratch) {
                    let message = format!("{}: {bits:#018x}: {wrong}", helper.name);
                    let _ = failure.lock().map(|mut failure| failure.get_or_insert(message).len());
                    return;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    match failure.into_inner() {
        Ok(None) => Ok(()),
        Ok(Some(message)) => Err(Failure::broken(message)),
        Err(_) => Err(Failure::broken(format!("{} panics with seed {seed}", helper.name))),
    }
}

/// The difference between two values, if they are not equal.
fn differ<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Option<String> {
    (found != expected).then(|| format!("found {found:?}, expected {expected:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_helper_holds_for_the_first_numbers() {
        for helper in HELPERS {
            check(helper, 1, 20_000).unwrap();
        }
    }

    #[test]
    fn a_number_that_is_wrong_is_named() {
        let odd = |bits: u64, _: &mut Scratch| (bits % 1000 == 1).then(|| "odd".to_owned());
        let failure = check(&Helper { name: "toy", check: odd }, 1, 100_000).unwrap_err().to_string();
        assert!(failure.starts_with("toy: 0x") && failure.ends_with(": odd"), "{failure}");
    }
}
