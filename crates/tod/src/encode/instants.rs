//! The times between frames at which the file is compared with the clip.

use anim_core::{Channel, Clip};

use super::schedule::Frames;

/// Where within the duration of a frame the file is compared with the clip, from just after the frame to just before the next
/// one.
const PARTS: [f64; 5] = [0.0, 0.21, 0.5, 0.79, 1.0];

/// The same for clips of more frames than [`MANY`].
const FEW_PARTS: [f64; 3] = [0.0, 0.5, 1.0];
const MANY: u32 = 1 << 12;

/// The number of key times of repetitions that are compared for each frame, besides the keys themselves, and in all.
const REPEATS: [usize; 2] = [4, 1 << 17];

/// The seconds of the clip that one frame shows, without times so near to a frame that rounding may move them onto it, or that a
/// step may already have happened. `None` if nothing is left.
fn shown(frame: u32, clip: &Clip, frames: Frames) -> Option<[f64; 2]> {
    let Frames { rate, near, .. } = frames;
    let [from, next] = [0.0, 1.0].map(|after| rate.time(f64::from(frame) + after));
    let end = next.min(clip.duration);
    let margin = rate.time(near).max(f64::from(f32::EPSILON) * end);
    let span = [from + rate.time(near), end - margin];
    (span[0] < span[1]).then_some(span)
}

fn parts(frames: Frames) -> &'static [f64] {
    if frames.count > MANY { &FEW_PARTS } else { &PARTS }
}

fn of_frame(frame: u32, clip: &Clip, frames: Frames) -> impl Iterator<Item = f64> {
    let span = shown(frame, clip, frames).into_iter();
    span.flat_map(move |[from, to]| {
        parts(frames).iter().map(move |part| if *part == 1.0 { to } else { from + part * (to - from) })
    })
}

/// The times of keys that are not on frames, and the middles between those and their neighbours, ascending.
pub(super) fn of_keys(channels: &[&Channel], clip: &Clip, frames: Frames) -> Vec<f64> {
    let mut times = Vec::new();
    for channel in channels {
        let curve = channel.curve();
        let [each, all] = REPEATS;
        let (turns, count) = (1 + 2 * curve.width(), frames.count as usize);
        let most = turns * (curve.len() + 2) + (turns * each * count).min(all);
        let keys = curve.turning_times([0.0, clip.duration], most);
        let keys = keys.unwrap_or_else(|| curve.times().iter().collect());
        for pair in keys.windows(2).filter(|pair| !pair.iter().all(|time| frames.is_on_frame(*time))) {
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
