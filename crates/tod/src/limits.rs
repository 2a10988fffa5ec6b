//! Limits of the encoder.

use std::num::{NonZeroU32, NonZeroUsize};

/// The maximum number of frames that the encoder makes, unless [`EncodeOptions::frames`](crate::EncodeOptions::frames) sets another
/// limit: almost five hours at 60 frames a second.
pub const MAX_FRAMES: NonZeroU32 = NonZeroU32::MIN.saturating_add((1 << 20) - 1);

/// The maximum number of poses of moving nodes that the encoder makes, over all frames, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit: 64 nodes for more than an hour at 60 frames a second.
pub const MAX_POSES: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 24) - 1);

/// Without the option `resolution`, a clip may have this many poses of moving nodes, and this many more for each of its keys. A clip
/// long enough to need more gets fewer frames a second, and poses in only some of them if frames of 65,535 ticks are still too many.
pub const FREE_POSES: [usize; 2] = [1 << 16, 8];

/// The maximum number of frames in a file that has records for frames that change nothing. Longer files leave such frames out, as do
/// files with poses in only some frames, and their frame numbers have gaps.
pub const FREE_FRAMES: usize = 1 << 16;
