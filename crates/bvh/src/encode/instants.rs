//! The times at which the file is compared with the clip: none of them is the time of a frame.

use anim_core::{Channel, Clip, Property, Wrap};

use super::frames::Frames;
use crate::limits::MAX_POSES;

/// Where in the time from one frame to the next the file is compared with the clip. The ends show jumps.
const PARTS: [f64; 5] = [0.0, 0.21, 0.5, 0.79, 1.0];

/// The same for clips of many frames and nodes.
const FEW_PARTS: [f64; 3] = [0.0, 0.5, 1.0];

/// The number of poses above which a clip is compared at [`FEW_PARTS`].
const MANY: usize = 1 << 18;

/// The number of times on each side of the clip.
const OUTSIDE: usize = 64;

/// How many key times of repeats are compared besides the keys themselves, for each frame.
const REPEATS: usize = 4;

/// Whether a channel moves, turns or scales its node or the nodes below it.
pub(super) fn is_motion(channel: &Channel) -> bool {
    let property = channel.property();
    property.is_spatial() || matches!(property, Property::Parent | Property::Alive)
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
    let times = spans.flat_map(|[from, to]| {
        parts.iter().map(move |part| if *part == 1.0 { to } else { from + part * (to - from) })
    });
    times.filter(|time| 0.0 < *time && *time < clip.duration).collect()
}

/// The times of keys that are not on frames, and the middles between those and their neighbours, ascending.
pub(super) fn of_keys<'a>(
    channels: impl IntoIterator<Item = &'a Channel>,
    clip: &Clip,
    frames: &Frames,
) -> Vec<f64> {
    let mut times = Vec::new();
    for channel in channels {
        let curve = channel.curve();
        let most = curve.len() + 2 + REPEATS * frames.count() as usize;
        let keys = curve.unrolled_times([0.0, clip.duration], most);
        let keys = keys.unwrap_or_else(|| curve.times().iter().collect());
        for pair in keys.windows(2).filter(|pair| !pair.iter().all(|time| frames.is_shown(*time))) {
            times.extend([pair[0], f64::midpoint(pair[0], pair[1]), pair[1]]);
        }
    }
    times.retain(|&time| 0.0 < time && time < clip.duration && !frames.is_shown(time));
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

/// The same times as those of [`between`] and [`of_keys`] for all channels together. Of so many that there would be more than
/// [`MAX_POSES`] poses, keys at equal distances are left.
pub(super) fn inside(clip: &Clip, frames: &Frames) -> Vec<f64> {
    let keys = of_keys(clip.channels.iter().filter(|channel| is_motion(channel)), clip, frames);
    let stride = keys.len().saturating_mul(clip.nodes.len()) / MAX_POSES + 1;
    let mut times = between(clip, frames);
    times.extend(keys.iter().step_by(stride));
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

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Ease, Node, Rate, Times};

    use super::*;

    #[test]
    fn what_never_changes_does_not_lengthen_the_time_outside() {
        let channel = |times: &[f64], values: &[f64]| {
            let curve = Curve::new(Times::keys(times).unwrap(), 3, values.to_vec(), Ease::Linear).unwrap();
            Channel::new(0, Property::Translation, curve).unwrap()
        };
        let times = |still: &[f64]| {
            let moves = channel(&[0.0, 1.0], &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0]);
            let still = channel(&[0.0, 100.0], still);
            let clip = Clip::new("").with_duration(1.0).with_nodes(vec![Node::new("a")]);
            let clip = clip.with_channels(vec![moves, still]);
            outside(&clip, &Frames::new(&clip, Rate::per_second(10)))
        };
        assert_eq!(times(&[2.0; 6]).len(), 2);
        let moving = times(&[2.0, 2.0, 2.0, 3.0, 2.0, 2.0]);
        assert_eq!(moving.len(), 2 * OUTSIDE);
        assert!(moving.iter().any(|&time| time > 99.0), "{moving:?}");
    }
}
