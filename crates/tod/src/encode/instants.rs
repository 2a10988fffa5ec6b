//! The times between frames at which the file is compared with the clip.

use anim_core::frames::{unshown, within};
use anim_core::{Channel, Clip};

use super::schedule::Frames;

/// The number of frames above which a clip is compared at fewer times.
const MANY: u32 = 1 << 12;

/// The seconds of the clip that one frame shows, from just after the frame to just before the next one: without times so near to a frame that rounding may move them onto it, or that a
/// step may already have happened. `None` if nothing is left.
fn shown(frame: u32, clip: &Clip, frames: Frames) -> Option<[f64; 2]> {
    let Frames { rate, near, .. } = frames;
    let [from, next] = [0.0, 1.0].map(|after| rate.time(f64::from(frame) + after));
    let end = next.min(clip.duration);
    let margin = rate.time(near).max(f64::from(f32::EPSILON) * end);
    let span = [from + rate.time(near), end - margin];
    (span[0] < span[1]).then_some(span)
}

fn of_frame(frame: u32, clip: &Clip, frames: Frames) -> impl Iterator<Item = f64> {
    shown(frame, clip, frames).into_iter().flat_map(move |span| within(span, frames.count > MANY))
}

/// The times of keys that are not on frames, and the middles between those and their neighbours, ascending.
pub(super) fn of_keys(channels: &[&Channel], clip: &Clip, frames: Frames) -> Vec<f64> {
    let mut times = Vec::new();
    for channel in channels {
        let is_shown = |time| frames.is_on_frame(time);
        for pair in unshown(channel.curve(), clip.duration, frames.count as usize, is_shown) {
            times.extend([pair[0], f64::midpoint(pair[0], pair[1]), pair[1]]);
        }
    }
    times.retain(|&time| is_between(time, clip, frames));
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

/// Calls a function with the times of each frame, ascending: those between frames, from the start of the clip to its end, and those
/// of keys, which ascend.
pub(super) fn by_frame(keys: &[f64], clip: &Clip, frames: Frames, mut look: impl FnMut(usize, &[f64])) {
    let (mut keys, mut times) = (keys, Vec::new());
    for frame in 0..frames.count {
        times.clear();
        times.extend(of_frame(frame, clip, frames).filter(|&time| is_between(time, clip, frames)));
        let is_last = frame + 1 == frames.count;
        let own = |time: &f64| is_last || frames.rate.frame(*time) < f64::from(frame) + 1.0;
        let (now, later) = keys.split_at(keys.iter().position(|time| !own(time)).unwrap_or(keys.len()));
        if !now.is_empty() {
            times.extend(now);
            times.sort_unstable_by(f64::total_cmp);
            times.dedup();
        }
        keys = later;
        look(frame as usize, &times);
    }
}

/// Whether a time is within the clip, and not that of a frame.
fn is_between(time: f64, clip: &Clip, frames: Frames) -> bool {
    0.0 < time && time < clip.duration && !is_on_frame(time, frames)
}

/// Whether a time counts as that of a frame. The time just after a frame, rounded, does not.
fn is_on_frame(time: f64, frames: Frames) -> bool {
    Frames { near: 0.999 * frames.near, ..frames }.is_on_frame(time)
}
