//! The times between frames at which the file is compared with the clip.

use anim_core::{Channel, Clip, Property, effective_channels};

use super::frames::Frames;
use crate::limits::MAX_POSES;

/// Where between two frames the file is compared with the clip. The ends show jumps.
const PARTS: [f64; 5] = [0.0, 0.21, 0.5, 0.79, 1.0];

/// The same for clips of many frames and nodes.
const FEW_PARTS: [f64; 3] = [0.0, 0.5, 1.0];

/// The number of poses above which a clip is compared at [`FEW_PARTS`].
const MANY: usize = 1 << 18;

/// The number of key times of repetitions that are compared for each frame, besides the keys themselves, and in all.
const REPEATS: [usize; 2] = [4, 1 << 17];

/// Whether a channel translates, rotates or scales its node or the nodes below it.
pub(super) fn is_motion(channel: &Channel) -> bool {
    let property = channel.property();
    property.is_spatial() || matches!(property, Property::Parent | Property::Alive)
}

/// The channels that move each node of a clip.
pub(super) fn moving(clip: &Clip) -> Vec<Vec<&Channel>> {
    let mut channels: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| is_motion(channel)) {
        channels[channel.node()].push(channel);
    }
    channels.iter().map(|channels| effective_channels(channels)).collect()
}

/// Whether a curve may have more than one value.
pub(super) fn changes(channel: &Channel) -> bool {
    let curve = channel.curve();
    curve.has_handles() || (1..curve.len()).any(|key| curve.value(key) != curve.value(0))
}

/// Times between all frames, ascending, from the start of the clip to its end.
pub(super) fn between(clip: &Clip, frames: &Frames) -> Vec<f64> {
    let count = frames.count() as usize;
    let parts = if count.saturating_mul(clip.nodes.len()) > MANY { &FEW_PARTS[..] } else { &PARTS[..] };
    let spans = (0..count).filter_map(|frame| frames.between(frame as f64, clip));
    let all = spans.flat_map(|[from, to]| {
        parts.iter().map(move |part| if *part == 1.0 { to } else { from + part * (to - from) })
    });
    let mut times = Vec::with_capacity(count * parts.len());
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
        let [each, all] = REPEATS;
        let (turns, count) = (1 + 2 * curve.width(), frames.count() as usize);
        let most = turns * (curve.len() + 2) + (turns * each * count).min(all);
        let keys = curve.turning_times([0.0, clip.duration], most);
        let keys = keys.unwrap_or_else(|| curve.times().iter().collect());
        // A jump shows its values before and after it.
        let edge = curve.may_jump().then_some([-1.0, 1.0]);
        for pair in keys.windows(2).filter(|pair| !pair.iter().all(|time| frames.is_shown(*time))) {
            let beside = edge.into_iter().flatten().map(|side| pair[1] + side * noise(pair[1]));
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

/// The distance from a jump at which a time in seconds no longer counts as the time of the jump: single precision loses less.
fn noise(time: f64) -> f64 {
    2e-9 + f64::from(f32::EPSILON) * time.abs()
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
