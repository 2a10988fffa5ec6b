//! The channels that packets can hold.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Curve, Property, Sampler, quaternion};

use crate::ideal;
use crate::names::Kind;

/// Whether packets of some kind of node hold a channel outside the pose.
pub(super) fn is_extra(channel: &Channel) -> bool {
    match channel.property() {
        Property::Visible | Property::Color => true,
        Property::Named { name, width: 1 } => ["attribute", "tmd", "roll"].contains(&name.as_str()),
        Property::Named { name, width: 3 } => ["direction", "reference"].contains(&name.as_str()),
        _ => false,
    }
}

/// Whether a channel gives the point that a camera looks at.
pub(super) fn is_reference(channel: &Channel) -> bool {
    is_extra(channel) && channel.property().name() == "reference"
}

/// Whether packets of this kind of node hold a channel. `looks` is whether the node is a camera with a channel for which
/// [`is_reference`] is true: it has other packets.
pub(super) fn has_packet(kind: Kind, looks: bool, channel: &Channel) -> bool {
    use Property as P;
    let named = |names: &[&str]| is_extra(channel) && names.contains(&channel.property().name());
    let property = channel.property();
    let moves = matches!(property, P::Translation | P::Displacement);
    let turns = property.is_rotation();
    match kind {
        Kind::Object => {
            moves
                || turns
                || named(&["attribute", "tmd", "visible"])
                || matches!(property, P::Scale | P::Matrix | P::Alive | P::Parent)
        }
        Kind::Light => named(&["direction", "color"]),
        Kind::Camera if looks => moves || named(&["reference", "roll"]),
        Kind::Camera => moves || turns,
    }
}

/// The channels outside the pose, by node.
pub(super) fn extras(clip: &Clip) -> HashMap<usize, Vec<(&Channel, Sampler<'_>)>> {
    let mut extras: HashMap<usize, Vec<_>> = HashMap::new();
    for channel in clip.channels.iter().filter(|channel| is_extra(channel)) {
        extras.entry(channel.node()).or_default().push((channel, Sampler::new(channel.curve())));
    }
    extras
}

/// The curves of angles in the file's rotation order, by node.
pub(super) fn own_angles(clip: &Clip) -> HashMap<usize, &Curve> {
    let mut angles = HashMap::new();
    for channel in clip.channels.iter().filter(|channel| channel.property().is_rotation()) {
        if *channel.property() == Property::Euler(ideal::EULER_ORDER) && channel.curve().width() == 3 {
            angles.insert(channel.node(), channel.curve());
        } else {
            // Where several channels rotate a node, the last one decides.
            angles.remove(&channel.node());
        }
    }
    angles
}

/// Whether each node is rotated, at rest or by a channel.
pub(super) fn turning(clip: &Clip) -> Vec<bool> {
    let rotated = clip.nodes.iter().map(|node| node.rest.rotation != quaternion::IDENTITY);
    let mut turns: Vec<bool> = rotated.collect();
    for channel in &clip.channels {
        let property = channel.property();
        turns[channel.node()] |= property.is_rotation() || *property == Property::Matrix;
    }
    turns
}
