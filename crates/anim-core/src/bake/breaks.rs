//! The times at which a baked curve must have keys: the ends of the span, and the keys of its sources.

use crate::{ClipError, Curve, Wrap};

/// The largest number of keys that the sources of a curve may have in total.
pub const MAX_KEYS: usize = 1 << 20;

/// The gaps that represent jumps: several steps of single precision.
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

/// The ends of a span with the times of all keys between them, repeats included, and the end that was reached: it is before the
/// end of the span where keys repeat more often than `most` allows.
pub(crate) fn breaks(
    sources: &[&Curve],
    [from, to]: [f64; 2],
    most: usize,
) -> Result<(Vec<f64>, f64), ClipError> {
    let end = sources.iter().map(|source| reach(source, [from, to], most)).fold(to, f64::min);
    let mut breaks = Vec::new();
    for source in sources {
        breaks.extend(
            source.unrolled_times([from, end], MAX_KEYS).ok_or(ClipError::TooManyKeys { most: MAX_KEYS })?,
        );
        if breaks.len() > MAX_KEYS {
            return Err(ClipError::TooManyKeys { most: MAX_KEYS });
        }
    }
    if sources.len() > 1 {
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
    }
    Ok((breaks, end))
}

/// Merges ascending times that are closer together than the room before them, and keeps the last of them: of keys so close, the last
/// has the value that counts from then on, because a jump is over at its time. Where the next time would then be too close, the
/// first is kept instead.
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

/// The time in a span up to which a curve has about as many keys as allowed.
fn reach(source: &Curve, [from, to]: [f64; 2], most: usize) -> f64 {
    let period = source.end() - source.start();
    let keys = (source.len() - 1) as f64;
    // The incomplete periods at both ends may have all their keys.
    let periods = (most as f64 / keys.max(1.0)).floor() - 2.0;
    let is_long = period > 0.0 && (to - from) / period > periods;
    if is_long && source.wrap() != (Wrap::Hold, Wrap::Hold) {
        // A side that holds adds no keys.
        let start = if source.wrap().0 == Wrap::Hold { from.max(source.start().min(to)) } else { from };
        (start + periods.max(1.0) * period).min(to)
    } else {
        to
    }
}
