//! Clip to document: a joint a node, sampled once a frame.

mod angles;
mod joints;
mod losses;
mod poses;
mod tree;

use anim_core::{Beside, Channel, Clip, Encode, Location, Options, Rate, Sink};

use crate::{Bvh, EncodeOptions, Error, ErrorKind, Motion};

/// The most frames that encoding makes: almost ten hours at 30 a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The most poses that encoding makes, over all nodes and frames: 64 nodes for more than an hour at 30 a second.
pub const MAX_POSES: usize = 1 << 23;

impl Encode for Bvh {
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        _: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let [clip] = clips else {
            let names = clips.iter().map(|clip| clip.name.clone()).collect();
            return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
        };
        Self::from_clip(clip, &EncodeOptions::from(options), sink)
    }
}

impl Bvh {
    /// A clip as a BVH: every node a joint, its place and rotation sampled once a frame, for all frames that begin before
    /// the end. One that begins at the end is added if a key there says something new, as in a clip that runs up to its last
    /// key and does not hold it.
    ///
    /// Where every joint is, is right in every frame, whatever scales, matrices and changing parents there are in the
    /// clip. The root has six channels, every other joint three rotations, and positions too if its place relative to the
    /// parent changes. Leaves get end sites, unless the clip came from a BVH and says which nodes were some. What a BVH
    /// cannot say is reported.
    ///
    /// Errors: [`ErrorKind::Duration`], [`ErrorKind::Poses`], [`ErrorKind::Clip`].
    pub fn from_clip(clip: &Clip, options: &EncodeOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        let error = |kind| Error::new(kind, Location::path(&clip.name));
        clip.validate().map_err(|invalid| error(ErrorKind::Clip(invalid)))?;
        let rate = clip.rate.or_else(|| Rate::new(options.fps, 1.0).ok()).unwrap_or(Rate::per_second(30));
        let end = (rate.frame(clip.duration) - ON_FRAME).ceil().max(1.0);
        let frames = if ends_anew(clip, rate, end) { end + 1.0 } else { end };
        if frames > MAX_FRAMES as f64 {
            return Err(error(ErrorKind::Duration { seconds: clip.duration as u64 }));
        }
        let frames = frames as usize;
        let count = frames.saturating_mul(clip.nodes.len());
        if count > MAX_POSES {
            return Err(error(ErrorKind::Poses { count }));
        }
        losses::report(clip, rate, end, sink);
        let tree = tree::Tree::new(clip);
        let tracks = poses::sample(clip, &tree, rate, frames);
        losses::report_poses(clip, &tracks, sink);
        let (joints, columns) = joints::plan(clip, &tree, &tracks, rate, options, sink);
        let mut values =
            Vec::with_capacity(frames * joints.iter().map(|joint| joint.channels().len()).sum::<usize>());
        for frame in 0..frames {
            for columns in &columns {
                columns.write(frame, &mut values);
            }
        }
        let motion = Motion { frame_time: rate.time(1.0), frames, values };
        Self::new(joints, motion).map_err(|invalid| error(ErrorKind::Invalid(invalid)))
    }
}

/// How far from a frame a time may be, in frames, that counts as the frame's: what single precision leaves of it.
const ON_FRAME: f64 = 1e-3;

/// Whether some channel has a key at a frame that differs from the key before, and none after.
fn ends_anew(clip: &Clip, rate: Rate, frame: f64) -> bool {
    clip.channels.iter().map(Channel::curve).any(|curve| {
        let is_there = (rate.frame(curve.end()) - frame).abs() <= ON_FRAME;
        let mut last = (0..curve.len()).rev().map(|key| curve.value(key));
        is_there && matches!((last.next(), last.next()), (Some(last), Some(before)) if last != before)
    })
}
