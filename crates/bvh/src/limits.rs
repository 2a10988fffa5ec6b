//! Limits of the encoder.

/// The maximum number of frames that the encoder makes: almost ten hours at 30 frames a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of poses that the encoder makes, over all nodes and frames: 64 nodes for more than an hour at 30 frames a
/// second.
pub const MAX_POSES: usize = 1 << 23;
