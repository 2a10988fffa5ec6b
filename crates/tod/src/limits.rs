//! Limits of the encoder.

/// The maximum number of frames that the encoder makes: almost five hours at 60 frames a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of poses of moving nodes that the encoder makes, over all frames: 64 nodes for more than an hour at 60
/// frames a second.
pub const MAX_POSES: usize = 1 << 24;

/// The poses of moving nodes that the encoder makes of a clip in any case at the resolution that it chooses, and how many more for each
/// key of the clip. Of a clip that lasts so long that it would have more, it shows fewer frames a second.
pub const FREE_POSES: [usize; 2] = [1 << 16, 8];

/// The most frames among which the encoder writes those that change nothing: it leaves them out of longer files, whose frame numbers
/// have gaps there.
pub const FREE_FRAMES: usize = 1 << 16;
