//! Limits of the encoder.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::limit;

/// The maximum number of frames that the encoder makes, unless [`EncodeOptions::frames`](crate::EncodeOptions::frames) sets another
/// limit: almost five hours at 60 frames a second.
pub const MAX_FRAMES: NonZeroU32 = limit!(1 << 20);

/// The maximum number of poses of moving nodes that the encoder makes, over all frames, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit: 64 nodes for more than an hour at 60 frames a second.
pub const MAX_POSES: NonZeroUsize = limit!(1 << 24);

/// Without the option `resolution`, a clip may have this many poses of moving nodes, and [`FREE_POSES_PER_KEY`] more for each of its
/// keys. A clip long enough to need more gets fewer frames a second, and poses in only some of them if frames of 65,535 ticks are still
/// too many.
pub const FREE_POSES: usize = 1 << 16;

/// How many poses of moving nodes each key of a clip adds to [`FREE_POSES`]: enough for frames eight times as close as the keys of a
/// recording.
pub const FREE_POSES_PER_KEY: usize = 8;

/// The maximum number of frames in a file that has records for frames that change nothing. Longer files leave such frames out, as do
/// files with poses in only some frames, and their frame numbers have gaps.
pub const FREE_FRAMES: usize = 1 << 16;
