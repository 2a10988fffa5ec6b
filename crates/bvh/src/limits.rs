//! Limits of the encoder.

use std::num::NonZeroUsize;

use anim_core::limit;

/// The maximum number of frames that the encoder makes, unless [`EncodeOptions::frames`](crate::EncodeOptions::frames) sets another
/// limit: almost ten hours at 30 frames a second.
pub const MAX_FRAMES: NonZeroUsize = limit!(1 << 20);

/// The maximum number of poses that the encoder makes, over all nodes and frames, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit: 64 nodes for more than an hour at 30 frames a second.
pub const MAX_POSES: NonZeroUsize = limit!(1 << 23);

/// Without the option `fps`, a clip may have this many poses of nodes, and [`FREE_POSES_PER_KEY`] more for each of its keys. A clip
/// long enough to need more gets fewer frames a second.
pub const FREE_POSES: usize = 1 << 16;

/// How many poses of nodes each key of a clip adds to [`FREE_POSES`]: enough for frames four times as close as the keys of a recording.
pub const FREE_POSES_PER_KEY: usize = 4;
