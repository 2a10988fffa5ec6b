//! The differences that count as rounding.

/// The largest difference between a time and that of a frame, in frames, at which they are the same: the rounding of single
/// precision.
pub(super) const ON_FRAME: f64 = 1e-3;

/// The difference in metres or radians below which two poses are the same.
pub(super) const SAME_POSE: f64 = 1e-4;

/// The size of a translation in metres, or of a difference of scales, that is not reported.
pub(super) const ROUNDING: f64 = 1e-5;

/// The difference in metres below which two offsets are the same: the tenth of a millimetre that text files and single
/// precision leave.
pub(super) const SAME_OFFSET: f64 = 1e-4;
