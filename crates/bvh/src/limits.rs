//! Limits of the encoder.

/// The maximum number of frames that the encoder makes: almost ten hours at 30 frames a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of poses that the encoder makes, over all nodes and frames: 64 nodes for more than an hour at 30 frames a
/// second.
pub const MAX_POSES: usize = 1 << 23;

/// The poses that the encoder makes of a clip in any case at the rate that it chooses, and how many more for each key of the clip.
/// Of a clip that lasts so long that it would have more, it shows fewer frames a second.
pub const FREE_POSES: [usize; 2] = [1 << 16, 4];
