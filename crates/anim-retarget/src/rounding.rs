//! Differences that come from rounding.

use anim_core::Curve;

/// The difference made by rounding to single precision: of angles in radians, and of lengths.
pub(crate) const SAME: f64 = 1e-6;

/// Errors up to this size come from rounding in sums.
pub(crate) const ROUNDING: f64 = 1e-12;

/// Jumps of up to so many seconds come from single precision.
pub(crate) const MOMENT: f64 = 1e-5;

/// Whether all positions of a curve are this one at any time, up to rounding. `unit` is the length of the world's unit there.
pub(crate) fn rests(curve: &Curve, rest: [f64; 3], unit: f64) -> bool {
    let is_rest =
        |i: usize| curve.limits(i).all(|value| (value - rest[i]).abs() <= SAME * rest[i].abs().max(unit));
    (0..3).all(is_rest)
}
