//! Limits of the encoder.

/// The maximum number of frames that the encoder makes: almost ten hours at 30 frames a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of poses that the encoder makes, over all nodes and frames: 64 nodes for more than an hour at 30 frames a
/// second.
pub const MAX_POSES: usize = 1 << 23;

/// Without the option `fps`, a clip may have this many poses, and this many more for each of its keys. A clip long enough to need
/// more gets fewer frames a second.
pub const FREE_POSES: [usize; 2] = [1 << 16, 4];
