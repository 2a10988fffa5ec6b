//! Where the keys of a curve that is baked must be: at the ends of a span, and at the keys of its sources.

use crate::{ClipError, Curve, Wrap};

/// The most keys that the sources of a curve may have together.
pub const MAX_KEYS: usize = 1 << 20;

/// The gaps that stand for jumps: several steps of single precision.
pub(crate) struct Gaps {
    /// The times of the first and the last key of each source.
    ends: Vec<[f64; 2]>,
}

impl Gaps {
    pub(crate) fn of(sources: &[&Curve]) -> Self {
        Self { ends: sources.iter().map(|source| [source.start(), source.end()]).collect() }
    }

    /// The gap at a time. Beyond its keys, a curve is as precise as they are.
    pub(crate) fn at(&self, time: f64) -> f64 {
        let reach = |&[start, end]: &[f64; 2]| {
            if (start..=end).contains(&time) { 0.0 } else { start.abs().max(end.abs()) }
        };
        self.ends.iter().map(reach).fold(time.abs().max(1.0), f64::max) / f64::from(1 << 21)
    }
}

/// The ends of a span and the times of all keys between them, repeats included, and the end. That is earlier than the end of the
/// span where keys repeat more often than `most` allows.
pub(crate) fn breaks(
    sources: &[&Curve],
    [from, to]: [f64; 2],
    most: usize,
) -> Result<(Vec<f64>, f64), ClipError> {
    let end = sources.iter().map(|source| reach(source, [from, to], most)).fold(to, f64::min);
    let mut breaks = Vec::new();
    for source in sources {
        breaks.extend(source.unrolled_times([from, end], MAX_KEYS).ok_or(ClipError::TooManyKeys)?);
        if breaks.len() > MAX_KEYS {
            return Err(ClipError::TooManyKeys);
        }
    }
    if sources.len() > 1 {
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
    }
    Ok((breaks, end))
}

/// Leaves the last of several ascending times that are together no longer than the room before them. Of keys that are so near, the
/// last has the value that counts from then on: a jump is over at its time. Where the next time would then be too near, the first of
/// them is left instead.
pub(crate) fn merge(times: &mut Vec<f64>, room: impl Fn(f64) -> f64) {
    let Some(&(mut first)) = times.first() else { return };
    times.dedup_by(|later, kept| {
        let is_near = *later - first < room(*later);
        if is_near {
            *kept = *later;
        } else {
            if *later - *kept < room(*later) {
                *kept = first;
            }
            first = *later;
        }
        is_near
    });
}

/// Up to where in a span a curve has about as many keys as allowed.
fn reach(source: &Curve, [from, to]: [f64; 2], most: usize) -> f64 {
    let period = source.end() - source.start();
    let keys = (source.len() - 1) as f64;
    // The parts of periods at both ends may have all their keys.
    let periods = (most as f64 / keys.max(1.0)).floor() - 2.0;
    let is_long = period > 0.0 && (to - from) / period > periods;
    if is_long && source.wrap() != (Wrap::Hold, Wrap::Hold) {
        // Where the keys hold, there is no need to count.
        let start = if source.wrap().0 == Wrap::Hold { from.max(source.start().min(to)) } else { from };
        (start + periods.max(1.0) * period).min(to)
    } else {
        to
    }
}
