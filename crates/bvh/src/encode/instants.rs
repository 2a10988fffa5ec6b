//! The times between frames at which the file is compared with the clip.

use anim_core::frames::{parts, unshown, within};
use anim_core::time::beside;
use anim_core::{Channel, Clip, effective_channels};

use super::frames::Frames;
use crate::limits::MAX_POSES;

/// The number of poses above which a clip is compared at fewer times.
const MANY: usize = 1 << 18;

/// The channels that move each node of a clip.
pub(super) fn moving(clip: &Clip) -> Vec<Vec<&Channel>> {
    let mut channels: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| channel.property().moves_nodes()) {
        channels[channel.node()].push(channel);
    }
    channels.iter().map(|channels| effective_channels(channels)).collect()
}

/// Times between all frames, ascending, from the start of the clip to its end.
pub(super) fn between(clip: &Clip, frames: &Frames) -> Vec<f64> {
    let count = frames.count() as usize;
    let is_many = count.saturating_mul(clip.nodes.len()) > MANY;
    let spans = (0..count).filter_map(|frame| frames.between(frame as f64, clip));
    let all = spans.flat_map(|span| within(span, is_many));
    let mut times = Vec::with_capacity(count * parts(is_many));
    times.extend(all.filter(|time| 0.0 < *time && *time < clip.duration));
    times
}

/// The times of keys that are not on frames, those just before and after jumps there, and the middles between keys and their neighbours,
/// ascending.
pub(super) fn of_keys<'a>(
    channels: impl IntoIterator<Item = &'a Channel>,
    clip: &Clip,
    frames: &Frames,
) -> Vec<f64> {
    let mut times = Vec::new();
    let counts = |time: &f64| 0.0 < *time && *time < clip.duration && !frames.is_shown(*time);
    for channel in channels {
        let curve = channel.curve();
        let is_shown = |time| frames.is_shown(time);
        // A jump shows its values before and after it.
        let edge = curve.may_jump();
        for pair in unshown(curve, clip.duration, frames.count() as usize, is_shown) {
            let beside = Some(pair[1]).filter(|_| edge).into_iter().flat_map(beside);
            let first = Some(pair[0]).filter(|time| times.last() != Some(time));
            let between = [f64::midpoint(pair[0], pair[1])];
            let found = first.into_iter().chain(between).chain(beside).chain([pair[1]]);
            times.extend(found.filter(counts));
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

/// The times of [`between`] and [`of_keys`] for all moving channels together. If they would give more than [`MAX_POSES`] poses, the
/// keys are thinned at equal intervals.
pub(super) fn inside(clip: &Clip, moving: &[&Channel], frames: &Frames) -> Vec<f64> {
    let keys = of_keys(moving.iter().copied(), clip, frames);
    let stride = keys.len().saturating_mul(clip.nodes.len()) / MAX_POSES + 1;
    let mut times = between(clip, frames);
    times.extend(keys.iter().step_by(stride));
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}
