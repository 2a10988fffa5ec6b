//! How closely baking follows its source, and how many keys it may use.

use crate::{Curve, Positive};

/// How closely baking follows its source. A number alone is the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fineness {
    /// The largest error to aim for, in the unit of the curve. Differences that single precision cannot represent at the size of
    /// the numbers are ignored.
    pub tolerance: f64,
    /// The duration of a jump in seconds, if the neighbouring keys leave room for it: for programs that merge keys that are
    /// closer together. Of source keys that are closer, the later ones are left out. The duration is at least a few steps of
    /// single precision.
    pub jump: f64,
    /// The largest number of keys.
    pub limit: KeyLimit,
}

impl From<Positive> for Fineness {
    fn from(tolerance: Positive) -> Self {
        tolerance.get().into()
    }
}

impl From<f64> for Fineness {
    fn from(tolerance: f64) -> Self {
        Self { tolerance, jump: 0.0, limit: KeyLimit::default() }
    }
}

impl Fineness {
    /// The same with half of the tolerance, for the first of two steps whose errors add up.
    #[must_use]
    pub fn half(self) -> Self {
        Self { tolerance: self.tolerance / 2.0, ..self }
    }

    /// The same with what the error of a first step leaves of the tolerance; half of it, if that step could not keep to its own half.
    #[must_use]
    pub fn after(self, error: f64) -> Self {
        let half = self.tolerance / 2.0;
        Self { tolerance: (self.tolerance - error).max(half), ..self }
    }
}

/// The number of keys that several curves may always have in total.
pub(crate) const FREE: f64 = 65_536.0;

/// The part of the keys of one segment that counts for each key of the source where all keys are counted: an eighth.
const SPREAD: f64 = 8.0;

/// The largest number of keys that baking may make of a curve. The error that remains at the limit is measured like any other.
///
/// The limit counts keys of up to four numbers; wider keys count as several, so that memory stays proportional to the source. A
/// tolerance t below [`KeyLimit::COARSE`] allows √(`COARSE` / t) times as many keys, which is what smooth curves need, but at most
/// [`KeyLimit::FINER`] times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyLimit {
    /// The number of keys that a curve may always have; by default 4,096.
    pub free: f64,
    /// Additional keys for each key of the source; by default 64. Repeats do not count as keys of the source.
    pub per_key: f64,
    /// Keys per second between keys of the source and jumps; by default 65,536.
    pub per_second: f64,
    /// Keys in all, where that is more than an eighth of [`per_key`](Self::per_key) for each key of the source; by default any
    /// number. [`KeyPool`](crate::KeyPool) sets it for curves that are kept together.
    pub all: f64,
    /// Keys in all up to which the segments of a curve may share them as they need; beyond, those that need more have equal parts. By
    /// default any number. [`KeyPool`](crate::KeyPool) sets it to an equal part of what is left, so that the first curves leave keys for
    /// the last ones.
    pub share: f64,
    /// The same for each key of the source, where that is more; by default 0.
    pub share_per_key: f64,
}

/// The keys that a curve may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Those of the repeats of its sources.
    pub(crate) repeats: f64,
    /// Those of all segments, if each had as many as one may.
    pub(crate) segments: f64,
    /// All, which the file has left.
    pub(crate) all: f64,
    /// Those that the segments share as they need.
    pub(crate) shared: f64,
}

impl Default for KeyLimit {
    fn default() -> Self {
        Self::USUAL
    }
}

impl KeyLimit {
    /// The default.
    pub(crate) const USUAL: Self = Self {
        free: 4096.0,
        per_key: 64.0,
        per_second: 65_536.0,
        all: f64::INFINITY,
        share: f64::INFINITY,
        share_per_key: 0.0,
    };

    /// The tolerance below which there may be more keys.
    pub const COARSE: f64 = 1e-3;

    /// The largest factor by which a fine tolerance raises the limit: the finest that single precision resolves near 1.
    pub const FINER: f64 = 64.0;

    /// The limit for one of several curves that are kept together: its [`free`](KeyLimit::free) keys are an equal share of 65,536,
    /// at most 4,096.
    ///
    /// ```
    /// use anim_core::KeyLimit;
    ///
    /// assert_eq!(KeyLimit::among(3), KeyLimit::default());
    /// assert_eq!(KeyLimit::among(1024).free, 64.0);
    /// ```
    #[must_use]
    pub fn among(curves: usize) -> Self {
        let default = Self::default();
        Self { free: (FREE / curves.max(1) as f64).min(default.free), ..default }
    }

    /// The most keys of `width` numbers that a curve made of these sources may have at a tolerance.
    pub(crate) fn most(&self, sources: &[&Curve], width: usize, tolerance: f64) -> Most {
        let width = width.max(1) as f64;
        let given = sources.iter().map(|source| source.values().len() as f64).sum::<f64>() / width;
        // Keys of more than four numbers count as several.
        let size = (4.0 / width).min(1.0);
        let most = (self.free * size + self.per_key * given).max(2.0);
        let own = self.each(tolerance) * given;
        let all = (self.all * size).max(own);
        let shared = self.share.max(self.share_per_key * given / size) * size;
        Most { repeats: most, segments: most * Self::finer(tolerance), all, shared: shared.max(own).min(all) }
    }

    /// The keys that a curve has in any case for each key of the source at a tolerance, if all keys are counted.
    pub(crate) fn each(&self, tolerance: f64) -> f64 {
        self.per_key / SPREAD * Self::finer(tolerance)
    }

    /// The factor by which a tolerance raises the limit.
    fn finer(tolerance: f64) -> f64 {
        (Self::COARSE / tolerance).sqrt().clamp(1.0, Self::FINER)
    }

    /// The most keys at a tolerance for a source with `given` keys, for encoders that add keys themselves.
    ///
    /// ```
    /// use anim_core::KeyLimit;
    ///
    /// assert_eq!(KeyLimit::default().keys(10, 1e-3), 4096 + 640);
    /// assert_eq!(KeyLimit::default().keys(10, 1e-5), 10 * (4096 + 640));
    /// ```
    pub fn keys(&self, given: usize, tolerance: f64) -> usize {
        let most = (self.free + self.per_key * given as f64) * Self::finer(tolerance);
        most.min(self.all.max(self.each(tolerance) * given as f64)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_step_has_half_of_the_tolerance_at_least() {
        let whole = Fineness::from(0.8);
        assert_eq!((whole.half().tolerance, whole.half().limit), (0.4, whole.limit));
        for (error, left) in [(0.0, 0.8), (0.25, 0.8 - 0.25), (0.4, 0.4), (3.0, 0.4), (f64::INFINITY, 0.4)] {
            assert_eq!(whole.after(error).tolerance, left, "{error}");
        }
    }

    #[test]
    fn curves_that_are_kept_together_share_their_free_keys() {
        for (curves, free) in [(0, 4096.0), (1, 4096.0), (16, 4096.0), (32, 2048.0), (65_536, 1.0)] {
            assert_eq!(KeyLimit::among(curves), KeyLimit { free, ..KeyLimit::default() }, "{curves}");
        }
    }
}
