//! Limits of the encoder.

use std::num::NonZeroUsize;

/// The maximum number of frames that the encoder makes, unless [`EncodeOptions::frames`](crate::EncodeOptions::frames) sets another
/// limit: almost ten hours at 30 frames a second.
pub const MAX_FRAMES: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 20) - 1);

/// The maximum number of poses that the encoder makes, over all nodes and frames, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit: 64 nodes for more than an hour at 30 frames a second.
pub const MAX_POSES: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 23) - 1);

/// Without the option `fps`, a clip may have this many poses, and this many more for each of its keys. A clip long enough to need
/// more gets fewer frames a second.
pub const FREE_POSES: [usize; 2] = [1 << 16, 4];
