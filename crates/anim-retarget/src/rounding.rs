//! Differences that come from rounding.

/// The difference made by rounding to single precision: of angles in radians, and of lengths.
pub(crate) const SAME: f64 = 1e-6;

/// Errors up to this size come from rounding in sums.
pub(crate) const ROUNDING: f64 = 1e-12;

/// Jumps of up to so many seconds come from single precision.
pub(crate) const MOMENT: f64 = 1e-5;
