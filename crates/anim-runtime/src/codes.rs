//! The codes of what compiling reports.

use anim_core::Code;

/// Channels that poses do not have.
pub static DROPPED: Code = Code::warning("runtime::dropped", "a channel is not part of a pose");
/// Tracks that are not within the tolerance.
pub static COARSE: Code =
    Code::warning("runtime::coarse", "a track is not within the tolerance at the highest rate");
/// Matrices with shear.
pub static SHEAR: Code = Code::warning("runtime::shear", "a matrix has shear, which poses do not have");
