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

/// Memory in bytes that is written between two runs: more than the caches of any processor at hand hold.
const OTHER_MEMORY: usize = 64 << 20;

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
    /// What the law does not allow: of single doublings that which takes most.
    pub(crate) broken: Option<f64>,
    /// Nanoseconds for each byte of the largest file.
    pub(crate) pace: f64,
}

/// One doubling.
struct Doubling {
    /// How many times the time it takes.
    ratio: f64,
    /// The same of a copy of the bytes.
    copy: f64,
    /// The least time of the larger file in nanoseconds.
    time: f64,
}

impl Doubling {
    fn is_lawful(&self) -> bool {
        self.ratio <= law::GROWTH.max(law::GROWTH / 2.0 * self.copy)
    }
}

/// The growth of reading and checking, and of making clips, from one size to another by doubling.
pub(crate) fn of(generator: &Generator, from: usize, to: usize) -> Result<Vec<Growth>> {
    let steps = [("read and check", false), ("clips", true)];
    steps.into_iter().map(|(step, lower)| of_step(generator, step, lower, [from, to])).collect()
}

fn of_step(generator: &Generator, step: &'static str, lower: bool, [from, to]: [usize; 2]) -> Result<Growth> {
    let mut growth = Growth { step, mean: 0.0, largest: 0.0, size: from, broken: None, pace: 0.0 };
    let (mut size, mut half) = (from, (generator.file)(from));
    let (mut all, mut doublings) = (1.0_f64, 0);
    while size < to {
        size *= 2;
        let double = (generator.file)(size);
        let measured = doubling(generator, &half, &double, lower)?;
        if measured.ratio > growth.largest {
            (growth.largest, growth.size) = (measured.ratio, size);
        }
        if !measured.is_lawful() {
            growth.broken = Some(measured.ratio.max(growth.broken.unwrap_or(0.0)));
        }
        growth.pace = measured.time / double.len() as f64;
        (all, doublings, half) = (all * measured.ratio, doublings + 1, double);
    }
    growth.mean = all.powf(1.0 / f64::from(doublings));
    if growth.pace < law::SPEED_OF_MEMORY {
        growth.broken = Some(growth.mean).filter(|mean| *mean > law::GROWTH);
    }
    Ok(growth)
}

/// Both files in turns: the medians count, when other programs took about as much from both. They are elsewhere in memory each time.
fn doubling(generator: &Generator, half: &[u8], double: &[u8], lower: bool) -> Result<Doubling> {
    // Files are not of exactly the size that was asked for.
    let exactly = 2.0 * half.len() as f64 / double.len() as f64;
    let (mut ratios, mut copies, mut least) = (Vec::new(), Vec::new(), f64::INFINITY);
    loop {
        let [half, double] = [half.to_vec(), double.to_vec()];
        let time = taken(generator, &double, lower)?;
        ratios.push(exactly * time / taken(generator, &half, lower)?);
        copies.push(
            exactly * least_time(|| black_box(double.clone())) / least_time(|| black_box(half.clone())),
        );
        least = least.min(time);
        let measured = Doubling { ratio: median(&mut ratios), copy: median(&mut copies), time: least };
        if ratios.len() >= MOST_PAIRS || ratios.len() >= PAIRS && measured.is_lawful() {
            return Ok(measured);
        }
    }
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Nanoseconds that reading and checking take, or making clips.
fn taken(generator: &Generator, bytes: &[u8], lower: bool) -> Result<f64> {
    let entry = heap::entry(generator)?;
    if lower {
        let document = entry.read(bytes, &entry.options(), &(), &mut ()).ok();
        return Ok(least_time(|| {
            black_box(document.as_deref().map(|document| heap::clips(entry, document)))
        }));
    }
    Ok(least_time(|| {
        let document = entry.read(bytes, &entry.options(), &(), &mut ());
        if let Ok(document) = &document {
            document.check_with(&mut ());
        }
        black_box(document)
    }))
}

/// Nanoseconds of the processor, the least of several runs, each with caches that have nothing of the file or of an earlier run: of a
/// large file they could not hold it. What was made is dropped within the time.
fn least_time<T>(run: impl Fn() -> T) -> f64 {
    let (mut least, mut all) = (Duration::MAX, Duration::ZERO);
    let mut other = vec![0; OTHER_MEMORY];
    for index in 0..RUNS {
        if all > ENOUGH {
            break;
        }
        other.fill(index as u8);
        black_box(&mut other);
        let start = clock::start();
        drop(run());
        let taken = start.taken().max(Duration::from_nanos(1));
        (least, all) = (least.min(taken), all + taken);
    }
    least.as_nanos() as f64
}
