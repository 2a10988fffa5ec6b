//! Clips with keys at a uniform rate.

use super::apart::off;
use super::by_node::ByNode;
use super::draft::SAME;
use super::turn::Turn;
use super::{EditError, codes};
use crate::ends::reaches;
use crate::{
    Change, Channel, Clip, ClipError, Curve, Deviation, Ease, MAX_KEYS, Property, Rate, Report, Sampler,
    Times, Winding, Wrap,
};

/// How many keys a curve may get for each of its own, if it has many: recordings of any length have four times as many frames a second.
const EACH: usize = 4;

/// The clip with a key on each frame of a rate, counted from the start.
///
/// Steps stay steps; rotations are joined by arcs, everything else by straight lines. A curve that begins and ends on frames keeps
/// its first key, its last key and its wraps. Any other curve gets the frames of the clip, extended to its own keys where it holds,
/// and holds its values before and after. The error between the frames is measured. Frames are renumbered from 0.
///
/// Errors: [`EditError::Clip`] for more than [`MAX_KEYS`] keys in a curve, and 4 for each of its own.
pub fn resample(clip: &Clip, rate: Rate, report: &mut Report) -> Result<Clip, EditError> {
    let by_node = ByNode::new(clip);
    let channel = |channel| -> Result<Channel, ClipError> {
        Channel::with_curve(channel, sampled(&by_node, channel, rate, report)?)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    report.change(Change::new("resample", format!("{} frames a second", rate.hertz())).in_clip(clip));
    Ok(Clip { rate: Some(rate), first_frame: 0.0, channels, ..clip.clone() })
}

fn sampled<'a>(
    by_node: &ByNode<'a>,
    channel: &'a Channel,
    rate: Rate,
    report: &mut Report,
) -> Result<Curve, ClipError> {
    let (clip, curve, property) = (by_node.clip, channel.curve(), channel.property());
    if curve.len() == 1 {
        return Ok(curve.clone());
    }
    let most = MAX_KEYS.max(curve.len().saturating_mul(EACH));
    let frame = |time: f64| {
        let frame = rate.frame(time);
        (rate.time(frame.round()) - time).abs() < SAME * time.abs().max(1.0)
    };
    let framed = frame(curve.start()) && frame(curve.end());
    let (before, after) = curve.wrap();
    let (from, to) = if framed {
        (curve.start(), curve.end())
    } else {
        // A curve that holds may have keys outside the clip.
        let reach = |wrap: Wrap, end: f64| if wrap == Wrap::Hold { end } else { 0.0 };
        let (from, to) =
            (reach(before, curve.start()).min(0.0), reach(after, curve.end()).max(clip.duration));
        let is_far = rate.frame(to - from) >= most as f64;
        if is_far { (0.0, clip.duration) } else { (from, to) }
    };
    let [first, last] = [(rate.frame(from) + 1e-6).floor(), (rate.frame(to) - 1e-6).ceil()];
    let [from, to] = if framed { [from, to] } else { [rate.time(first), to] };
    let count = (last - first + 1.0).max(1.0);
    if count > most as f64 {
        return Err(ClipError::TooManyKeys { most });
    }
    let times = Times::uniform(first, rate, count as usize)?;
    let width = curve.width();
    let mut values = vec![0.0; times.len() * width];
    let mut sampler = Sampler::new(curve);
    for (time, out) in times.iter().zip(values.chunks_exact_mut(width)) {
        sampler.sample(time, out);
    }
    let steps = (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step)
        || matches!(property, Property::Parent | Property::Alive | Property::Visible);
    let ease = match property {
        _ if steps => Ease::Step,
        Property::Rotation if width == 4 => Ease::Slerp,
        _ => Ease::Linear,
    };
    if framed {
        // The last key has its own value, not that of the first key of the next period.
        let at = values.len() - width;
        values[at..].copy_from_slice(curve.value(curve.len() - 1));
    }
    let mut new = Curve::new(times, width, values, ease)?;
    if framed {
        new = new.with_wrap(before, after);
    } else if reaches(channel, [from, to]) {
        let message = "a curve of frames holds its values before the clip and after its end";
        report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
    }
    let (turn, mut old) = (Turn::of(channel, by_node), vec![0.0; width]);
    // The distance of angles is the sum of their differences, which grows with every turn: so no turn is missed.
    let error = off(&new, 0.0, (&[curve], most), [from, to], &mut Winding::new([]), |time, new| {
        sampler.sample(time, &mut old);
        turn.apart(time, &old, new)
    });
    if error > SAME {
        let error = Deviation::of(property, error);
        report.lose(codes::CURVE.approximated(error, "between its frames").of_channel(clip, channel));
    }
    Ok(new)
}
