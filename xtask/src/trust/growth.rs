//! How the time grows with the size of a file.

use std::hint::black_box;
use std::time::Duration;

use super::generators::Generator;
use super::{clock, heap, law};
use crate::failure::Result;

/// How often both times of a ratio are taken at least, one after the other.
const PAIRS: usize = 3;

/// How often while the ratio is above the law: other programs take caches, from one time more than from the other.
const MOST_PAIRS: usize = 9;

/// How many runs one time is the least of.
const RUNS: usize = 5;

/// How long they take together, after which there are no more.
const ENOUGH: Duration = Duration::from_millis(8);

/// Memory in bytes that is read between two runs: more than the caches of most processors hold.
const OTHER_MEMORY: usize = 128 << 20;

/// What a cache takes at once, in bytes.
const CACHE_LINE: usize = 64;

/// How the time grows when the size of a file doubles.
pub(crate) struct Growth {
    /// What was done.
    pub(crate) step: &'static str,
    /// How many times the time a doubling takes, on average from the least size to the largest.
    pub(crate) mean: f64,
    /// The same of the doubling that takes most.
    pub(crate) largest: f64,
    /// The size that takes most.
    pub(crate) size: usize,
    /// Nanoseconds for each byte of the largest file.
    pub(crate) pace: f64,
}

/// The growth of reading and checking, and of making clips, from one size to another by doubling.
pub(crate) fn of(generator: &Generator, from: usize, to: usize) -> Result<Vec<Growth>> {
    let steps = [("read and check", false), ("clips", true)];
    steps.into_iter().map(|(step, lower)| of_step(generator, step, lower, [from, to])).collect()
}

fn of_step(generator: &Generator, step: &'static str, lower: bool, [from, to]: [usize; 2]) -> Result<Growth> {
    let mut growth = Growth { step, mean: 0.0, largest: 0.0, size: from, pace: 0.0 };
    let (mut size, mut half) = (from, (generator.file)(from));
    let (mut all, mut doublings) = (1.0_f64, 0);
    while size < to {
        size *= 2;
        let double = (generator.file)(size);
        let (ratio, time) = ratio(generator, &half, &double, lower)?;
        if ratio > growth.largest {
            (growth.largest, growth.size) = (ratio, size);
        }
        growth.pace = time / double.len() as f64;
        (all, doublings, half) = (all * ratio, doublings + 1, double);
    }
    growth.mean = all.powf(1.0 / f64::from(doublings));
    Ok(growth)
}

/// How many times the time of one file another takes that is twice as large, and its least time in nanoseconds. Two of the smaller are
/// read against one of the larger, and both are kept: caches and memory are filled alike on both sides, whatever the size. The sides
/// take turns, elsewhere in memory each time, and the ratio is the median: other programs took about as much from both.
fn ratio(generator: &Generator, half: &[u8], double: &[u8], lower: bool) -> Result<(f64, f64)> {
    // Files are not of exactly the size that was asked for.
    let exactly = 2.0 * half.len() as f64 / double.len() as f64;
    let (mut ratios, mut least) = (Vec::new(), f64::INFINITY);
    loop {
        let time = taken(generator, &[double.to_vec()], lower)?;
        let of_two = taken(generator, &[half.to_vec(), half.to_vec()], lower)?;
        ratios.push(exactly * time / (of_two / 2.0));
        least = least.min(time);
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        if ratios.len() >= MOST_PAIRS || ratios.len() >= PAIRS && median <= law::GROWTH {
            return Ok((median, least));
        }
    }
}

/// Nanoseconds that reading and checking files take, or making their clips.
fn taken(generator: &Generator, files: &[Vec<u8>], lower: bool) -> Result<f64> {
    let entry = heap::entry(generator)?;
    let read = |bytes: &Vec<u8>| entry.read(bytes, &entry.options(), &(), &mut ()).ok();
    if lower {
        let documents: Vec<_> = files.iter().filter_map(read).collect();
        let clips = || documents.iter().map(|document| heap::clips(entry, &**document)).collect::<Vec<_>>();
        return Ok(least_time(|| black_box(clips())));
    }
    let checked = |bytes: &Vec<u8>| read(bytes).inspect(|document| document.check_with(&mut ()));
    Ok(least_time(|| black_box(files.iter().map(checked).collect::<Vec<_>>())))
}

/// Nanoseconds of the processor, the least of several runs. Each begins with empty caches, as that of a file larger than they are
/// does in any case. The time includes dropping what was made.
fn least_time<T>(run: impl Fn() -> T) -> f64 {
    let (mut least, mut all) = (Duration::MAX, Duration::ZERO);
    let other = vec![1_u8; OTHER_MEMORY];
    for _ in 0..RUNS {
        if all > ENOUGH {
            break;
        }
        // Read, because what is written may pass the caches.
        black_box(other.iter().step_by(CACHE_LINE).map(|byte| usize::from(*byte)).sum::<usize>());
        let start = clock::start();
        drop(run());
        let taken = start.taken().max(Duration::from_nanos(1));
        (least, all) = (least.min(taken), all + taken);
    }
    least.as_nanos() as f64
}
