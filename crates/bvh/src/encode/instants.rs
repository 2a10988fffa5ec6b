//! The times at which the file is compared with the clip: none of them is the time of a frame.

use anim_core::{Channel, Clip, Property, Wrap};

use super::frames::Frames;

/// Where in the time from one frame to the next the file is compared with the clip. The ends show jumps.
const PARTS: [f64; 5] = [0.001, 0.3, 0.5, 0.7, 0.999];

/// The same for clips of many frames and nodes.
const FEW_PARTS: [f64; 2] = [0.5, 0.999];

/// The number of poses above which a clip is compared at [`FEW_PARTS`].
const MANY: usize = 1 << 18;

/// The maximum number of key times between frames, and of times on each side of the clip.
const MAX_KEYS: usize = 1 << 14;
const OUTSIDE: usize = 64;

/// Whether a channel moves, turns or scales its node or the nodes below it.
pub(super) fn is_motion(channel: &Channel) -> bool {
    let property = channel.property();
    property.is_spatial() || matches!(property, Property::Parent | Property::Alive)
}

/// Whether a curve has more than one value.
pub(super) fn changes(channel: &Channel) -> bool {
    let curve = channel.curve();
    (1..curve.len()).any(|key| curve.value(key) != curve.value(0))
}

/// Times between frames, from the start of the clip to its end, with the keys that are not on frames.
pub(super) fn inside(clip: &Clip, frames: &Frames) -> Vec<f64> {
    let count = frames.count() as usize;
    let parts = if count.saturating_mul(clip.nodes.len()) > MANY { &FEW_PARTS[..] } else { &PARTS[..] };
    let between = (0..count).flat_map(|frame| parts.iter().map(move |part| frame as f64 + part));
    let mut times: Vec<f64> = between.map(|frame| frames.rate.time(frame)).collect();
    let mut keys: Vec<f64> = (clip.channels.iter().filter(|channel| is_motion(channel)))
        .flat_map(|channel| channel.curve().times().iter())
        .filter(|&time| !frames.is_shown(time))
        .collect();
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let stride = keys.len() / MAX_KEYS + 1;
    times.extend(keys.iter().step_by(stride));
    times.extend(keys.windows(2).step_by(stride).map(|pair| f64::midpoint(pair[0], pair[1])));
    times.retain(|&time| 0.0 < time && time < clip.duration);
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

/// Times before the start of the clip and after its end: over one duration, or one period of the curve with the longest one.
pub(super) fn outside(clip: &Clip, frames: &Frames) -> Vec<f64> {
    let last = frames.rate.time(frames.count() - 1.0);
    let moving = clip.channels.iter().filter(|channel| is_motion(channel) && changes(channel));
    let mut span = 0.0_f64;
    for curve in moving.map(Channel::curve) {
        let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
        if !holds || curve.start() < 0.0 || curve.end() > last {
            span = span.max(clip.duration).max(curve.end() - curve.start()).max(curve.end() - clip.duration);
            span = span.max(-curve.start());
        }
    }
    let count = if span > 0.0 { OUTSIDE } else { 1 };
    let span = if span > 0.0 { span } else { 1.0 };
    // Off the round fractions, which are often keys.
    let parts = (0..count).map(|step| (step as f64 + 0.37) / count as f64 * span);
    let parts: Vec<f64> = parts.filter(|part| part.is_finite()).collect();
    let before = parts.iter().rev().map(|part| -part);
    before.chain(parts.iter().map(|part| clip.duration + part)).filter(|time| time.is_finite()).collect()
}
