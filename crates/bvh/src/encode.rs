//! Clip to document: one joint for each node that may move, sampled once a frame.

mod angles;
mod errors;
mod faces;
mod frames;
mod instants;
mod joints;
mod losses;
mod own;
mod poses;
mod rate;
mod steady;
mod together;
mod tree;

use anim_core::{Clip, Location, Report};

use crate::{Bvh, EncodeOptions, Error, ErrorKind, Motion};
use frames::Frames;

/// One clip as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Bvh`].
pub(crate) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Bvh, Error> {
    let [clip] = clips else {
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
    };
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    clip.validate().map_err(|invalid| error(ErrorKind::Clip(invalid)))?;
    let given = clip;
    let clip = &*faces::left_out(clip, report);
    let rate = options.fps.unwrap_or_else(|| rate::suitable(clip, options));
    let clip = &*clip.with_jumps_on_frames(rate, anim_core::frames::near(clip.duration, rate));
    let frames = Frames::new(clip, rate);
    let count = frames.count();
    if count > options.frames.get() as f64 {
        return Err(error(ErrorKind::Duration { seconds: clip.duration, most: options.frames.get() }));
    }
    let count = count as usize;
    let poses = count.saturating_mul(clip.nodes.len());
    if poses > options.poses.get() {
        return Err(error(ErrorKind::Poses { count: poses, most: options.poses.get() }));
    }
    losses::of_clip(given, report);
    losses::of_frames(clip, &frames, report);
    let tree = tree::Tree::new(clip);
    let seamless = frames.seamless(clip);
    let times: Vec<f64> = (0..count).map(|frame| rate.time(frame as f64)).collect();
    let mut tracks = poses::sample(&seamless, &tree, &times);
    drop(times);
    losses::of_poses(clip, &tracks, report);
    let strayed = steady::keep(clip, &tree, &mut tracks, options, report);
    let joints::Plan { joints, columns, places } =
        joints::plan(&seamless, &tree, &tracks, rate, options, report);
    let width: usize = joints.iter().map(|joint| joint.channels().len()).sum();
    let mut values = Vec::with_capacity(count * width);
    for frame in 0..count {
        for columns in &columns {
            columns.write(frame, &mut values);
        }
    }
    // Freed early, because the next measurements need as much memory.
    drop(columns);
    let known = errors::Known::new(&tracks, strayed);
    drop(tracks);
    let motion = Motion { frame_time: rate.time(1.0), frames: count, values };
    let bvh = Bvh::new(joints, motion).map_err(|invalid| error(ErrorKind::Invalid(invalid)))?;
    errors::report((clip, &tree), (&bvh, &places), &known, &frames, report);
    Ok(bvh)
}
