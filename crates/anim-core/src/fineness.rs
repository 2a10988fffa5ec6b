//! How near baking comes to its source, and how many keys it may take.

use crate::Curve;

/// How near baking comes to its source. A number alone is the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fineness {
    /// The largest error that is wanted, in the unit of the curve. Differences that single precision cannot represent at the size
    /// of the numbers are not pursued.
    pub tolerance: f64,
    /// How long a jump takes in seconds, where the keys beside it leave the room, for programs that make one of two keys that
    /// are nearer; of keys of the source that are nearer, the later are left out. At least a few steps of single precision.
    pub jump: f64,
    /// How many keys there may be.
    pub limit: KeyLimit,
}

impl From<f64> for Fineness {
    fn from(tolerance: f64) -> Self {
        Self { tolerance, jump: 0.0, limit: KeyLimit::default() }
    }
}

/// The keys that several curves may have together in any case.
const FREE: f64 = 65_536.0;

/// How many keys baking may make of a curve. The error that remains beyond the limit is measured, as any error is.
///
/// The limit is a number of keys of four numbers. Keys of fewer numbers count as such, and wider ones as more, so that memory is at
/// most proportional to the source's. A tolerance t below [`KeyLimit::COARSE`] allows √(`COARSE` / t) times as many keys, as smooth
/// curves need, but at most [`KeyLimit::FINER`] times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyLimit {
    /// Keys that a curve may have in any case; by default 4,096.
    pub free: f64,
    /// Keys for each key of the source; by default 64. Repeats are not keys of the source.
    pub per_key: f64,
    /// Keys in a second, between keys of the source and jumps; by default 65,536.
    pub per_second: f64,
}

impl Default for KeyLimit {
    fn default() -> Self {
        Self { free: 4096.0, per_key: 64.0, per_second: 65_536.0 }
    }
}

impl KeyLimit {
    /// The tolerance below which there may be more keys.
    pub const COARSE: f64 = 1e-3;

    /// How many times as many keys a fine tolerance allows at most: what single precision can show near 1.
    pub const FINER: f64 = 64.0;

    /// The limit of one of several curves that are kept together: of the keys that all of them may have in any case, 65,536, it has
    /// an equal part, at most 4,096.
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

    /// The most keys of `width` numbers that the repeats of the sources may have, and the most in all at a tolerance.
    pub(crate) fn most(&self, sources: &[&Curve], width: usize, tolerance: f64) -> [f64; 2] {
        let width = width.max(1) as f64;
        let given: f64 = sources.iter().map(|source| source.values().len() as f64).sum();
        let free = self.free * (4.0 / width).min(1.0);
        let most = (free + self.per_key * given / width).max(2.0);
        [most, most * Self::finer(tolerance)]
    }

    /// How many times as many keys a tolerance allows.
    fn finer(tolerance: f64) -> f64 {
        (Self::COARSE / tolerance).sqrt().clamp(1.0, Self::FINER)
    }

    /// The most keys of a curve with so many keys at a tolerance, for encoders that add keys by themselves.
    ///
    /// ```
    /// use anim_core::KeyLimit;
    ///
    /// assert_eq!(KeyLimit::default().keys(10, 1e-3), 4096 + 640);
    /// assert_eq!(KeyLimit::default().keys(10, 1e-5), 10 * (4096 + 640));
    /// ```
    pub fn keys(&self, given: usize, tolerance: f64) -> usize {
        ((self.free + self.per_key * given as f64) * Self::finer(tolerance)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_that_are_kept_together_share_their_free_keys() {
        for (curves, free) in [(0, 4096.0), (1, 4096.0), (16, 4096.0), (32, 2048.0), (65_536, 1.0)] {
            assert_eq!(KeyLimit::among(curves), KeyLimit { free, ..KeyLimit::default() }, "{curves}");
        }
    }
}
