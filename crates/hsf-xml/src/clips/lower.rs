//! A track as keys, where curves of clips can represent it exactly.

use anim_core::Ease;

use super::plain::Plain;
use super::plain_key::PlainKey;
use super::steps::Steps;
use crate::Tag;
use crate::eval::gentle::Gentle;
use crate::eval::lane::Lane;
use crate::eval::spline::{Shape, Tcb};
use crate::eval::track::Track;

/// The keys of a lane over one run of its timeline, with each value multiplied by `scale`; `None` if it has to be baked.
pub(super) fn exact(track: &Track, lane: &Lane, gentle: Gentle, scale: f64) -> Option<Plain> {
    let reached = lane.keys.iter().take_while(|key| key.index <= track.last()).count();
    let is_straight = (0..track.timeline.len()).all(|part| track.timeline.is_straight(part));
    if !is_straight {
        let steps = Steps::of(track);
        if steps.is_complete && (0..reached).all(|i| holds(track, lane, i)) {
            return Some(held(&steps, lane, scale));
        }
        if steps.wanders {
            return None;
        }
    }
    let mut plain = Plain { width: lane.width, keys: Vec::with_capacity(lane.keys.len()) };
    for i in 0..reached {
        let (key, value) = (&lane.keys[i], lane.values[i]);
        let tick = tick(track, key.index)?;
        let value = value[..lane.width].iter().map(|v| v * scale).collect();
        let mut plain_key = PlainKey::new(tick, value, Ease::Step);
        if i + 1 < reached {
            segment(track, lane, i, gentle, scale, &mut plain_key)?;
        } else if i + 1 < lane.keys.len() && key.index < track.last() {
            // The timeline ends within a segment.
            return None;
        }
        plain.keys.push(plain_key);
    }
    (!plain.keys.is_empty()).then_some(plain)
}

/// The keyframes of a lane as steps, with each value multiplied by `scale`.
pub(super) fn held(steps: &Steps, lane: &Lane, scale: f64) -> Plain {
    let key = |(tick, key): (f64, usize)| {
        let value = lane.values.get(key)?[..lane.width].iter().map(|v| v * scale).collect();
        Some(PlainKey::new(tick, value, Ease::Step))
    };
    Plain { width: lane.width, keys: steps.keys_of(lane).filter_map(key).collect() }
}

/// Whether a keyframe holds its value until the next one.
fn holds(track: &Track, lane: &Lane, i: usize) -> bool {
    let Some(next) = lane.keys.get(i + 1) else { return true };
    next.hold || lane.style(i).shape == Shape::Discrete || lane.keys[i].index >= track.last()
}

/// The tick of a value.
fn tick(track: &Track, index: usize) -> Option<f64> {
    if let Some(tick) = track.tick_of(index) {
        return Some(tick);
    }
    let (position, within) = (index / track.per_position(), index % track.per_position());
    let u = within as f64 / track.per_position() as f64;
    let (from, to) = (track.timeline.tick(position), track.timeline.tick(position + 1));
    track.timeline.is_straight(position).then_some(from + (to - from) * u)
}

/// Sets the ease and slopes of the segment after a keyframe; `None` if it has to be baked.
fn segment(
    track: &Track,
    lane: &Lane,
    i: usize,
    gentle: Gentle,
    scale: f64,
    key: &mut PlainKey,
) -> Option<()> {
    let (from, to) = (lane.keys[i].index, lane.keys[i + 1].index);
    if holds(track, lane, i) {
        return Some(());
    }
    let style = lane.style(i);
    // The positions of the timeline in the segment: time has to be linear and even over all of them.
    let (first, last) = (from / track.per_position(), (to - 1) / track.per_position());
    let even = first == last
        || (first..=last).all(|position| {
            let step = |position: usize| track.timeline.tick(position + 1) - track.timeline.tick(position);
            (step(position) - step(first)).abs() <= 1e-12 * step(first).abs()
        });
    let is_straight = (first..=last).all(|position| track.timeline.is_straight(position));
    let (starts, ends) = (gentle.start && from == 0, gentle.end && to >= track.last());
    let is_one = to == from + 1;
    if !is_straight || !even || (starts || ends) && !is_one {
        return None;
    }
    if track.tag == Tag::QuatRotInterpolator {
        let plain = style.shape == Shape::Linear && !style.long_way && !starts && !ends;
        key.ease = Ease::Slerp;
        return plain.then_some(());
    }
    if style.shape == Shape::Linear && !starts && !ends {
        key.ease = Ease::Linear;
        return Some(());
    }
    let eases = |shape: Shape| matches!(shape, Shape::Tcb(Tcb { ease_in, ease_out, .. }) if ease_in != 0.0 || ease_out != 0.0);
    if style.constant_speed && style.shape != Shape::Linear
        || eases(style.shape)
        || eases(lane.style(i + 1).shape)
    {
        return None;
    }
    let cubic = lane.cubic(i)?;
    let [mut out, mut into] = [cubic.out, cubic.into];
    if starts || ends {
        if style.shape != Shape::Linear {
            return None;
        }
        // The derivatives of the gentle curves at their ends; at the other end it is the speed of the segment.
        let slope = |rests: bool| if rests { 0.0 } else { 1.0 };
        (out, into) = (out.map(|c| c * slope(starts)), into.map(|c| c * slope(ends)));
    }
    key.bend([out, into].map(|slopes| slopes[..lane.width].iter().map(|slope| slope * scale).collect()));
    Some(())
}
