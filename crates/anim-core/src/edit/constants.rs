//! Channels that change nothing.

use super::EditError;
use super::draft::Draft;
use crate::{Change, Channel, Clip, ClipError, Ease, Property, Report, quaternion};

/// The clip without the channels that always have the rest value, and with one key in those that always have another value.
///
/// A channel is removed only if no other one drives the same property of its node; the three kinds of rotation count as one
/// property. Existence and visibility channels are removed if they are always 1, displacement channels if they are 0, parent
/// channels if the parent is the node's own. Any other constant channel keeps one key, because nothing else states its value.
///
/// Errors: [`EditError::Clip`] for an invalid curve.
pub fn drop_constants(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    let channels = clip.channels.iter().filter_map(|channel| {
        let curve = channel.curve();
        if !is_still(channel) {
            return Some(Ok(channel.clone()));
        }
        if is_rest(clip, channel) && !is_shared(clip, channel) {
            return None;
        }
        let (before, after) = curve.wrap();
        let first = Draft::key(curve.start(), curve.value(0)).curve();
        Some(first.and_then(|curve| channel.with_curve(curve.with_wrap(before, after))))
    });
    let channels: Result<Vec<Channel>, ClipError> = channels.collect();
    let new = Clip { channels: channels.map_err(EditError::of(&clip.name))?, ..clip.clone() };
    let [before, after] = [clip, &new].map(|clip| (clip.channels.len(), clip.key_count()));
    if before != after {
        let message =
            format!("{} of {} channels and {} of {} keys stay", after.0, before.0, after.1, before.1);
        report.change(Change::new("constants", message).in_clip(clip));
    }
    Ok(new)
}

/// Whether a curve always has the value of its first key.
fn is_still(channel: &Channel) -> bool {
    let curve = channel.curve();
    // Arcs, and rotations between keys, have length 1 even where quaternions of keys do not: equal keys alone do not make a constant
    // value.
    let is_unit = |key: usize| match curve.ease(key) {
        Ease::Step => false,
        ease => ease == Ease::Slerp || *channel.property() == Property::Rotation,
    };
    let even = |key: usize| match curve.value(key) {
        &[x, y, z, w] if is_unit(key) => quaternion::normalize([x, y, z, w]) == [x, y, z, w],
        _ => true,
    };
    curve.is_still() && (0..curve.len() - 1).all(even)
}

/// Whether a channel's first value is the value that its node has without the channel.
fn is_rest(clip: &Clip, channel: &Channel) -> bool {
    let node = &clip.nodes[channel.node()];
    let parts = channel.component()..channel.component() + channel.curve().width();
    let value = channel.curve().value(0);
    match channel.property() {
        Property::Translation => value == &node.rest.translation[parts],
        Property::Scale => value == &node.rest.scale[parts],
        Property::Rotation => value == &node.rest.rotation[parts],
        Property::Displacement => value.iter().all(|part| *part == 0.0),
        Property::Euler(_) | Property::Angle { .. } => {
            node.rest.rotation == quaternion::IDENTITY && value.iter().all(|part| *part == 0.0)
        }
        Property::Alive | Property::Visible => value == [1.0],
        Property::Parent => value == [node.parent.map_or(-1.0, |parent| parent as f64)],
        _ => false,
    }
}

/// Whether another channel drives the same property of the node, or replaces it.
fn is_shared(clip: &Clip, channel: &Channel) -> bool {
    let alike = |other: &Channel| {
        let [one, other] = [channel.property(), other.property()];
        one == other || one.is_rotation() && other.is_rotation()
    };
    clip.channels.iter().filter(|other| other.node() == channel.node() && alike(other)).count() > 1
}
