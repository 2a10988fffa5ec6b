//! Limits: those of the game's loader, and those that keep conversions small.

use std::num::NonZeroUsize;

use anim_core::limit;

/// The maximum number of frames that the game loads.
pub const MAX_FRAMES: usize = 10_000;

/// The maximum number of floats per frame that the game loads; also the maximum number of tracks of the wiki layout.
pub const MAX_CHANNELS: usize = 1000;

/// The maximum number of bones for which a frame has floats.
pub const MAX_BONES: usize = MAX_CHANNELS / 3 - 1;

/// The maximum length of a bone's name in bytes.
pub const MAX_NAME: usize = 63;

/// The maximum number of node poses that encoding computes, over all frames, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit: 1,677 nodes in the longest clip.
pub const MAX_POSES: NonZeroUsize = limit!(1 << 24);

/// The maximum number of floats in all clips of states together, unless
/// [`ClipOptions::state_values`](crate::ClipOptions::state_values) sets another limit; states beyond that are left out and reported.
/// The clip of a state counts as 16 frames longer than it is. The game's own tables need a hundredth of this.
pub const MAX_STATE_VALUES: NonZeroUsize = limit!(1 << 24);
