//! The keys that repeating curves may be written out to.

use std::cell::Cell;

use crate::{Clip, ClipError, Curve};

/// How many keys all curves of some clips may have together when their repeats are written out, not counting those of jumps: so
/// many, and so many for each key of the clips.
const MOST: [usize; 2] = [1 << 14, 64];

/// What is left of these keys.
pub(super) struct Repeats {
    most: usize,
    left: Cell<usize>,
}

impl Repeats {
    /// All keys that the curves of these clips may have.
    pub(super) fn of(clips: &[Clip]) -> Self {
        Self::part_of(1.0, clips)
    }

    /// The same with a part of the keys that do not depend on the clips.
    pub(super) fn part_of(part: f64, clips: &[Clip]) -> Self {
        Self::for_keys(part, clips.iter().map(Clip::key_count).sum())
    }

    /// The keys that one curve may have.
    #[cfg(test)]
    pub(super) fn of_curve(curve: &Curve) -> Self {
        Self::for_keys(1.0, curve.len())
    }

    fn for_keys(part: f64, count: usize) -> Self {
        let [free, each] = MOST;
        let most = ((free as f64 * part) as usize).saturating_add(each.saturating_mul(count));
        Self { most, left: Cell::new(most) }
    }

    /// The keys that a curve has within a span of seconds, repeats included, and those that are left for it.
    ///
    /// Errors: [`ClipError::TooManyKeys`] if more are needed.
    pub(super) fn for_curve(&self, curve: &Curve, span: [f64; 2]) -> Result<(usize, usize), ClipError> {
        let left = self.left.get();
        let times = curve.unrolled_times(span, left).ok_or(ClipError::TooManyKeys { most: self.most })?;
        Ok((times.len(), left))
    }

    /// Counts keys that were written.
    pub(super) fn spend(&self, keys: usize) {
        self.left.set(self.left.get().saturating_sub(keys));
    }
}
