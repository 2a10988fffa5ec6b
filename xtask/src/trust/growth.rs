//! How the time grows with the size of a file.

use std::hint::black_box;
use std::time::Duration;

use super::generators::Generator;
use super::{clock, heap, law};
use crate::failure::Result;

/// The minimum number of pairs of times for a ratio, measured alternately.
const PAIRS: usize = 3;

/// The maximum number while the ratio exceeds the law: other programs use the caches, during one measurement more than during
/// the other.
const MOST_PAIRS: usize = 9;

/// The number of runs of which one time is the minimum.
const RUNS: usize = 5;

/// The total duration after which there are no more runs.
const ENOUGH: Duration = Duration::from_millis(8);

/// The bytes of memory that are read between two runs: more than the caches of most processors hold.
const OTHER_MEMORY: usize = 128 << 20;

/// The size of a cache line in bytes.
const CACHE_LINE: usize = 64;

/// How the time grows when the size of a file doubles.
pub(crate) struct Growth {
    /// The measured step.
    pub(crate) step: &'static str,
    /// The ratio of times for a doubling, on average from the smallest size to the largest.
    pub(crate) mean: f64,
    /// The largest of these ratios.
    pub(crate) largest: f64,
    /// The size with the largest ratio.
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

/// The ratio of the times of a file and of one twice as large, and the minimum time of the latter in nanoseconds. Two smaller files
/// are read for each larger one, and both are kept: caches and memory are filled equally on both sides, whatever the size. The sides
/// alternate, each time elsewhere in memory, and the ratio is the median, because other programs affect both about equally.
fn ratio(generator: &Generator, half: &[u8], double: &[u8], lower: bool) -> Result<(f64, f64)> {
    // Files do not have exactly the requested size.
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

/// The nanoseconds for reading and checking files, or for making their clips.
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

/// Nanoseconds of processor time, the minimum of several runs. Each begins with empty caches, as is the case anyway for a file
/// larger than they are. The time includes dropping the results.
fn least_time<T>(run: impl Fn() -> T) -> f64 {
    let (mut least, mut all) = (Duration::MAX, Duration::ZERO);
    let other = vec![1_u8; OTHER_MEMORY];
    for _ in 0..RUNS {
        if all > ENOUGH {
            break;
        }
        // Reads the memory, because writes may bypass the caches.
        black_box(other.iter().step_by(CACHE_LINE).map(|byte| usize::from(*byte)).sum::<usize>());
        let start = clock::start();
        drop(run());
        let taken = start.taken().max(Duration::from_nanos(1));
        (least, all) = (least.min(taken), all + taken);
    }
    least.as_nanos() as f64
}
