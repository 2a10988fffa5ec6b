//! The codes that compiling reports.

use anim_core::Code;

/// A channel that is not part of a pose.
pub static DROPPED: Code = Code::warning("runtime::dropped", "a channel is not part of a pose");
/// A track that is not within the tolerance.
pub static COARSE: Code =
    Code::warning("runtime::coarse", "a track is not within the tolerance at the highest rate");
/// A matrix has shear.
pub static SHEAR: Code = Code::warning("runtime::shear", "a matrix has shear, which poses do not have");
