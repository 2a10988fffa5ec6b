//! How the time grows with the size of a file.

use std::hint::black_box;
use std::time::Instant;

use super::generators::Generator;
use super::{clock, heap, law};
use crate::failure::Result;

/// How often a ratio above the law is measured again: other programs take caches and time, but never give any.
const ATTEMPTS: usize = 5;

/// The largest ratio between the times of a size and of half the size.
pub(crate) struct Growth {
    /// What was done.
    pub(crate) step: &'static str,
    /// The larger size.
    pub(crate) size: usize,
    /// How many times the time.
    pub(crate) ratio: f64,
    /// Nanoseconds for each byte of the largest file.
    pub(crate) pace: f64,
}

/// The growth of reading and checking, and of making clips, from one size to another by doubling.
pub(crate) fn of(generator: &Generator, from: usize, to: usize) -> Result<Vec<Growth>> {
    let steps = [("read and check", false), ("clips", true)];
    let mut found = Vec::new();
    for (step, lower) in steps {
        let mut growth = Growth { step, size: from, ratio: 0.0, pace: 0.0 };
        let mut size = from;
        let mut half = taken(generator, &(generator.file)(size), lower)?;
        let mut half_len = (generator.file)(size).len();
        while size < to {
            size *= 2;
            let bytes = (generator.file)(size);
            // Files are not of exactly the size that was asked for.
            let scale = 2.0 * half_len as f64 / bytes.len() as f64;
            let mut double = taken(generator, &bytes, lower)?;
            for _ in 0..ATTEMPTS {
                if double * scale <= half * law::GROWTH {
                    break;
                }
                double = double.min(taken(generator, &bytes, lower)?);
            }
            let ratio = double * scale / half;
            if ratio > growth.ratio {
                (growth.ratio, growth.size) = (ratio, size);
            }
            growth.pace = double / bytes.len() as f64;
            (half, half_len) = (double, bytes.len());
        }
        found.push(growth);
    }
    Ok(found)
}

/// Nanoseconds of the processor, the least of several runs.
fn taken(generator: &Generator, bytes: &[u8], lower: bool) -> Result<f64> {
    let entry = heap::entry(generator)?;
    let mut least = f64::INFINITY;
    let begin = Instant::now();
    for run in 0.. {
        if run >= 3 && begin.elapsed().as_millis() > 60 {
            break;
        }
        let document = entry.read(bytes, &entry.options(), &(), &mut ()).ok();
        let start = clock::start();
        if lower {
            black_box(document.as_deref().map(|document| heap::clips(entry, document)));
        } else {
            let again = entry.read(bytes, &entry.options(), &(), &mut ());
            if let Ok(document) = &again {
                document.check_with(&mut ());
            }
            let _ = black_box(again);
        }
        least = least.min(start.taken().as_nanos() as f64);
    }
    Ok(least.max(1.0))
}
