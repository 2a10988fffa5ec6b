//! What of a clip a BVH cannot say.

use anim_core::{Channel, Clip, Code, Ease, Location, Loss, Property, Rate, Sink, Wrap, quaternion};

use super::ON_FRAME;
use super::poses::Track;
use crate::codes;

/// Reports what is left out, by the clip alone. Frames go up to the end, which is a frame if that says something new.
pub(super) fn report(clip: &Clip, rate: Rate, end: f64, sink: &mut dyn Sink) {
    let mut report = |code: &'static Code, path: String, message: String, loss: Loss| {
        sink.report(code.at(Location::path(path), message).losing(loss));
    };
    for (index, channel) in clip.channels.iter().enumerate() {
        let (path, node) = (format!("channel[{index}]"), &clip.nodes[channel.node()].name);
        let what = format!("the channel {} of {node}", channel.property().name());
        match channel.property() {
            Property::Translation
            | Property::Displacement
            | Property::Rotation
            | Property::Euler(_)
            | Property::Angle { .. }
            | Property::Matrix => {}
            Property::Scale => report(
                &codes::SCALE,
                path,
                format!("{what} moves joints below it, and scales nothing"),
                Loss::Dropped,
            ),
            Property::Parent => {
                report(&codes::REPARENTED, path, format!("{what} becomes motion"), Loss::Approximated(0.0));
            }
            _ => report(&codes::DROPPED, path, format!("a BVH has no place for {what}"), Loss::Dropped),
        }
    }
    if !clip.events.is_empty() {
        let message = format!("a BVH has no place for {} events", clip.events.len());
        report(&codes::DROPPED, "events".into(), message, Loss::Dropped);
    }
    if clip.first_frame != 0.0 {
        let message = format!("the first frame is number {} and becomes number 0", clip.first_frame);
        report(&codes::DROPPED, "first_frame".into(), message, Loss::Dropped);
    }
    let turned =
        clip.nodes.iter().filter(|node| quaternion::normalize(node.rest.rotation) != quaternion::IDENTITY);
    let count = turned.count();
    if count > 0 {
        let message = format!("{count} nodes rest turned, which only the frames show");
        report(&codes::REST, "nodes".into(), message, Loss::Dropped);
    }
    let is_shown = |time: f64| {
        let frame = rate.frame(time);
        (frame - frame.round()).abs() <= ON_FRAME && frame.round() <= end
    };
    let between = clip.channels.iter().filter(|channel| {
        let curve = channel.curve();
        let moves = (1..curve.len()).any(|key| curve.value(key) != curve.value(0));
        let is_of_motion = channel.property().is_spatial() || *channel.property() == Property::Parent;
        is_of_motion && moves && !(is_straight(channel) && curve.times().iter().all(is_shown))
    });
    let count = between.count();
    if count > 0 {
        let message = format!(
            "{count} channels have keys between frames or after the end, or no straight lines between"
        );
        report(&codes::RESAMPLED, "channels".into(), message, Loss::Approximated(rate.time(1.0)));
    }
}

/// Whether a channel goes from key to key as readers go from frame to frame: in straight lines of positions and angles.
fn is_straight(channel: &Channel) -> bool {
    use Property as P;
    let lines =
        matches!(channel.property(), P::Translation | P::Displacement | P::Euler(_) | P::Angle { .. });
    let curve = channel.curve();
    lines && curve.uniform_ease() == Some(Ease::Linear) && curve.wrap() == (Wrap::Hold, Wrap::Hold)
}

/// Reports what the poses showed.
pub(super) fn report_poses(clip: &Clip, tracks: &[Track], sink: &mut dyn Sink) {
    let mut is_said = vec![false; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| *channel.property() == Property::Scale) {
        is_said[channel.node()] = true;
    }
    for (index, (node, track)) in clip.nodes.iter().zip(tracks).enumerate() {
        let path = || Location::path(format!("node[{index}]"));
        if track.is_scaled && !is_said[index] {
            let message = format!(
                "{} is scaled or sheared, which moves joints below it and shows in no other way",
                node.name
            );
            sink.report(codes::SCALE.at(path(), message).losing(Loss::Dropped));
        }
        if track.is_broken {
            let message = format!("{} is at places that are no finite numbers", node.name);
            sink.report(codes::NOT_FINITE.at(path(), message).losing(Loss::Approximated(f64::INFINITY)));
        }
    }
}
