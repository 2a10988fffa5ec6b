//! The differences that count as rounding.

use anim_core::frames;

/// The largest difference, in frames, at which a time and that of a frame count as the same. Frames of 1/30 s are short.
pub(super) const ON_FRAME: f64 = frames::NEAR;

/// The difference in metres or radians below which two poses are the same.
pub(super) const SAME_POSE: f64 = 1e-4;

/// The largest translation in metres, or difference of scale, that is not reported.
pub(super) const ROUNDING: f64 = 1e-5;

/// The difference in metres below which two offsets are the same: text files and single precision are exact to a tenth of a
/// millimetre.
pub(super) const SAME_OFFSET: f64 = 1e-4;
