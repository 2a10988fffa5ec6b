//! Clips to document.

mod between;
mod channels;
mod console;
mod distance;
mod encoder;
mod errors;
mod events;
mod fold;
mod ids;
mod instants;
mod keys;
mod losses;
mod resolution;
mod scale;
mod schedule;
mod size;
mod span;
mod steps;
mod written;

use std::slice;

use anim_core::{Clip, Location, Rate, Report, Space, report_broken_rotations};

use crate::limits::FREE_FRAMES;
use crate::{EncodeOptions, Error, ErrorKind, Frame, Tod, codes};
use encoder::Encoder;
use keys::Keys;
use resolution::Pace;
use scale::Scale;
use schedule::{Frames, Schedule};
use size::{Figure, TOO_COARSE};

/// One clip as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Tod`].
pub(crate) fn document(clips: &[Clip], options: EncodeOptions, report: &mut Report) -> Result<Tod, Error> {
    let [clip] = clips else {
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
    };
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    clip.validate().map_err(|invalid| error(ErrorKind::Clip(invalid)))?;
    if clip.nodes.len() > usize::from(u16::MAX - 1) {
        return Err(error(ErrorKind::Nodes { count: clip.nodes.len() }));
    }
    let clip = &*fold::folded(clip, report);
    let pace =
        options.resolution.map_or_else(|| Pace::suitable(clip, options), |ticks| Pace::full(ticks.get()));
    let rate = Rate::sixtieths(pace.resolution);
    let count = schedule::frame_count(clip.duration, rate);
    if count > f64::from(options.frames.get()) {
        return Err(error(ErrorKind::Duration { seconds: clip.duration, most: options.frames.get() }));
    }
    let count = count as u32;
    let shape = Frames { rate, count, near: anim_core::frames::near(clip.duration, rate) };
    let clip = &*clip.with_jumps_on_frames(rate, shape.near);
    let schedule = Schedule::new(clip, pace, count);
    let poses = schedule.poses(count);
    if poses > options.poses.get() {
        return Err(error(ErrorKind::Poses { count: poses, most: options.poses.get() }));
    }
    let known = report.losses.len();
    let figure = Figure::of(clip);
    let scale = Scale::of(clip, &figure, options.unit);
    losses::space(clip, report);
    let (clip, size) = (&*scale.clip(clip), figure.size * scale.factor);
    let first = first_frame(clip, count);
    losses::of_frames(clip, shape, first, report);
    report_broken_rotations(clip, &codes::DROPPED, report);
    scale.report(clip, report);
    let mut encoder = Encoder::new(clip, options, Keys::new(clip, shape));
    let mut frames = Vec::with_capacity((count as usize).min(FREE_FRAMES));
    for (index, nodes) in schedule.frames(count) {
        let shown = [0.0, 1.0].map(|after| rate.time(f64::from(index) + after));
        let packets = encoder.packets(&nodes, shown, (index, count));
        let is_sparse = pace.every > 1 || count as usize > FREE_FRAMES;
        if packets.is_empty() && is_sparse && index + 1 < count {
            continue;
        }
        let number = first + index;
        let crowd = ErrorKind::Crowd { frame: number, packets: packets.len() };
        frames.push(Frame::new(number, packets).ok_or_else(|| error(crowd))?);
    }
    frames.shrink_to_fit();
    let rounded = encoder.written.iter().map(|written| written.errors.rounded_place()).fold(0.0, f64::max);
    let coarse = rounded / size;
    if coarse.is_finite() && coarse > TOO_COARSE {
        return Err(error(scale.refusal(&figure, (100.0 * coarse).round() as u64)));
    }
    encoder.report(size, report);
    let tod = Tod { version: 0, resolution: pace.resolution, frames, trailing: Vec::new() };
    between::report((clip, &encoder.ids), &tod, shape, &encoder.written, report);
    // Nobody else knows the unit that was chosen, in which these errors are.
    let mut lost = Report::new();
    lost.losses = report.losses.split_off(known);
    lost.set_severities(slice::from_ref(clip), Space::UNKNOWN);
    report.losses.append(&mut lost.losses);
    Ok(tod)
}

/// The number of the first frame: that of the clip, if it is a whole number and all frames have one.
fn first_frame(clip: &Clip, count: u32) -> u32 {
    let first = clip.first_frame as u32;
    if f64::from(first) == clip.first_frame && first.checked_add(count).is_some() { first } else { 0 }
}
