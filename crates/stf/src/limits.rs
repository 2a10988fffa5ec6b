//! Limits of the encoder.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::limit;

/// How many keys one segment of a baked curve may become, unless [`EncodeOptions::baked_keys`](crate::EncodeOptions::baked_keys)
/// sets another limit: where a curve is smooth, 64 straight lines have a 4096th of the error of one.
pub const BAKED_KEYS_PER_SEGMENT: NonZeroU32 = limit!(64);

/// The maximum number of frames that baking makes, in new animations unless [`EncodeOptions::frames`](crate::EncodeOptions::frames)
/// sets another limit: almost ten hours at 30 frames per second.
pub const MAX_FRAMES: NonZeroUsize = limit!(1 << 20);
