//! Limits of the encoder.

/// The maximum number of frames that the encoder makes: almost five hours at 60 frames a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of poses of moving nodes that the encoder makes, over all frames: 64 nodes for more than an hour at 60
/// frames a second.
pub const MAX_POSES: usize = 1 << 24;
