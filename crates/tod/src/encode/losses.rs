//! What a TOD cannot hold of a clip.

use anim_core::{
    Channel, Clip, Code, Curve, Deviation, Ease, Location, Property, Report, Wrap, agreeing, counted, frames,
};

use super::channels::{has_packet, is_reference};
use super::errors::{Errors, Part};
use super::schedule::Frames;
use super::size::FINE;
use crate::codes;
use crate::names::Kind;

/// Errors up to this size come from floating-point arithmetic, not from the file.
const ROUNDING: f64 = 1e-12;

/// Reports a frame rate, a duration and a first frame number that differ from those of the file.
pub(super) fn of_frames(clip: &Clip, shown: Frames, first: u32, report: &mut Report) {
    frames::report_rate(clip, shown.rate, &codes::RATE, report);
    frames::report_duration(clip, shown.rate, shown.count as usize, &codes::DURATION, report);
    frames::report_first_frame(clip, f64::from(first), &codes::DROPPED, report);
}

/// Reports a clip that does not state its axes, which the file defines.
pub(super) fn space(clip: &Clip, report: &mut Report) {
    if clip.space.up.is_none() && !clip.nodes.is_empty() {
        let message = "the clip does not state which axis points up, so its numbers stay as they are, and -Y is up in a TOD: a source whose figures stand along +Y has to be read with the option `up=y`";
        report.lose(codes::SPACE.dropped(message).in_clip(clip));
    }
}

/// Reports keys of an object that does not exist at their time.
pub(super) fn hidden_keys(clip: &Clip, node: usize, has_some: bool, report: &mut Report) {
    if has_some {
        let message = "keys at times when the object is not alive are not in the file";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
    }
}

/// Reports a node without packets.
pub(super) fn absent(clip: &Clip, node: usize, is_known: bool, report: &mut Report) {
    if !is_known {
        let message = "the node has no packet in the file: it does not move and is not created";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
    }
}

/// Whether a curve has one value throughout each frame, the value of the first frame before the start, and that of the last frame
/// after the end.
pub(super) fn is_held(curve: &Curve, frames: Frames) -> bool {
    let later = 1.0..f64::from(frames.count);
    let on_frame = |time: f64| frames.is_on_frame(time) && later.contains(&frames.rate.frame(time).round());
    let is_constant = !curve.has_handles() && (1..curve.len()).all(|key| curve.value(key) == curve.value(0));
    let steps = curve.uniform_ease() == Some(Ease::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold);
    is_constant || steps && curve.times().iter().skip(1).all(on_frame)
}

/// Reports changes of a transform that are absolute where differences were requested.
pub(super) fn states(clip: &Clip, node: usize, (kind, count): (Kind, usize), report: &mut Report) {
    if count > 0 {
        let has_matrix =
            |channel: &Channel| channel.node() == node && *channel.property() == Property::Matrix;
        let why = match kind {
            Kind::Object if clip.channels.iter().any(has_matrix) => {
                "its transforms are matrices, as those of a TOD are unless it is read with `mode=ideal`"
            }
            Kind::Object => "no factor in the range of the file turns the previous scale into the next",
            _ => "only objects can have differences",
        };
        let message = format!(
            "{} of its transform {}: {why}",
            counted(count, "change"),
            agreeing(count, "is an absolute value, not a difference", "are absolute values, not differences")
        );
        let at = Location::path(&clip.nodes[node].name);
        report.push(codes::STATES.at(at, message));
    }
}

/// Reports the name of a node if it differs from the one in a clip of the file.
pub(super) fn name(clip: &Clip, node: usize, (kind, id): (Kind, u16), report: &mut Report) {
    let name = format!("{} {id}", kind.name());
    if name != clip.nodes[node].name {
        let message = "a TOD has ids instead of names";
        report.lose(codes::RENAMED.dropped(message).of_node(clip, node).renamed(name));
    }
}

/// The channels of each node.
pub(super) fn channels_by_node(clip: &Clip) -> Vec<Vec<&Channel>> {
    let mut channels = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        channels[channel.node()].push(channel);
    }
    channels
}

/// Reports the errors of a node with its channels. Errors of positions are compared with the size of the figure.
pub(super) fn errors(
    (clip, node): (&Clip, usize),
    channels: &[&Channel],
    errors: &Errors,
    size: f64,
    report: &mut Report,
) {
    let mut lose = |code: &'static Code, part: Part, error: f64, what: &str| {
        let message = format!("the {} {what}", part.name());
        let loss = code.approximated(part.deviation(error), message).of_node(clip, node);
        // Where several channels drive a part, the last one decides.
        let driver = channels.iter().rfind(|channel| part.is_driven_by(channel.property()));
        report.lose(match driver {
            Some(channel) => loss.of_property(channel.property()),
            None => loss,
        });
    };
    for part in Part::ALL {
        let error = errors.rounded(part);
        if error > ROUNDING {
            let is_coarse = part.is_place() && size > 0.0 && error > FINE * size;
            let code = if is_coarse { &codes::COARSE } else { &codes::QUANTIZED };
            lose(code, part, error, "is rounded to the steps of the file");
        }
    }
    for part in Part::ALL {
        let error = errors.clamped(part);
        if error.is_infinite() {
            lose(&codes::RANGE, part, error, "is not finite: NaN becomes 0, infinity is clamped");
        } else if error > 0.0 {
            lose(&codes::RANGE, part, error, "is beyond the range of the file and is clamped");
        }
    }
}

/// Reports parents of nodes that cannot have one.
pub(super) fn parents(clip: &Clip, ids: &[(Kind, u16)], report: &mut Report) {
    for (index, node) in clip.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        if [ids[index].0, ids[parent].0] != [Kind::Object; 2] {
            let parent = &clip.nodes[parent].name;
            let message =
                format!("the parent `{parent}` is left out: in a TOD only objects have objects as parents");
            report.lose(codes::DROPPED.dropped(message).of_node(clip, index));
        }
    }
}

/// Reports channels without packets.
pub(super) fn channels(clip: &Clip, ids: &[(Kind, u16)], report: &mut Report) {
    let looks = looking(clip);
    for channel in &clip.channels {
        let (kind, looks) = (ids[channel.node()].0, looks[channel.node()]);
        if !has_packet(kind, looks, channel) {
            let message = format!("{} packets of a TOD do not have this property", kind.name());
            report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
        }
    }
}

/// Reports events without packets, and events whose packets come up to `early` seconds before their time.
pub(super) fn events(clip: &Clip, count: usize, early: f64, report: &mut Report) {
    if count > 0 {
        let message = format!("a TOD has no packet for {}", counted(count, "event"));
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    }
    if early > 1e-9 {
        let message = "events between frames are packets of the frame in which they happen";
        report.lose(codes::RESAMPLED.approximated(Deviation::time(early), message).in_clip(clip));
    }
}

/// Whether each node has a point at which it looks.
pub(super) fn looking(clip: &Clip) -> Vec<bool> {
    let mut looks = vec![false; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| is_reference(channel)) {
        looks[channel.node()] = true;
    }
    looks
}

#[cfg(test)]
mod tests {
    use anim_core::{Rate, Times};

    use super::*;

    #[test]
    fn a_curve_is_held_that_is_constant_or_steps_where_frames_begin() {
        let curve = |times: &[f64], values: &[f64], ease: Ease| {
            let times = times.iter().map(|frame| frame / 60.0).collect::<Vec<_>>();
            Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap()
        };
        let frames = Frames { rate: Rate::sixtieths(1), count: 10, near: 1e-3 };
        for (curve, expected) in [
            (curve(&[0.0, 7.3], &[2.0, 2.0], Ease::Linear), true),
            (curve(&[0.0, 7.0], &[2.0, 3.0], Ease::Linear), false),
            (curve(&[0.0, 7.0], &[2.0, 3.0], Ease::Step), true),
            (curve(&[0.5, 7.0], &[2.0, 3.0], Ease::Step), true),
            (curve(&[0.0, 7.0005], &[2.0, 3.0], Ease::Step), true),
            (curve(&[0.0, 7.3], &[2.0, 3.0], Ease::Step), false),
            (curve(&[0.0, 10.0], &[2.0, 3.0], Ease::Step), false),
            (curve(&[-3.0, 0.0], &[2.0, 3.0], Ease::Step), false),
            (curve(&[0.0, 7.0], &[2.0, 3.0], Ease::Step).with_wrap(Wrap::Hold, Wrap::Repeat), false),
        ] {
            assert_eq!(is_held(&curve, frames), expected, "{curve:?}");
        }
    }
}
