//! The motion of a node relative to another parent where curves stay curves.

use super::by_node::ByNode;
use super::draft::Draft;
use super::linear::{factors, left_factor, offsets, rows_after};
use super::pattern::upwards;
use super::rounding::ROUNDING;
use crate::{Affine, Channel, ClipError, Property, Transform, quaternion};

/// The motion of a node below a new parent.
pub(super) struct Moved {
    pub(super) rest: Transform,
    /// The channels of its transform, and its parent channels if it keeps them.
    pub(super) channels: Vec<Channel>,
}

impl Moved {
    pub(super) fn with<'a>(mut self, channels: impl Iterator<Item = &'a Channel>) -> Self {
        self.channels.extend(channels.cloned());
        self
    }
}

/// The map from a node's parent to another ancestor, if it is constant.
pub(super) fn constant_between(by_node: &ByNode<'_>, node: usize, parent: Option<usize>) -> Option<Affine> {
    let nodes = &by_node.clip.nodes;
    let above: Vec<usize> = upwards(nodes, node).skip(1).take_while(|&up| Some(up) != parent).collect();
    let reaches = parent.is_none()
        || above.last().copied().or(Some(node)).and_then(|last| nodes[last].parent) == parent;
    let links = |property: &Property| matches!(property, Property::Parent | Property::Alive);
    let mut all_above = above.iter().flat_map(|&up| by_node.of(up).map(Channel::property));
    let moves = by_node.of(node).any(|channel| *channel.property() == Property::Parent)
        || all_above.any(|property| property.is_spatial() || links(property));
    // In a cycle, there is no chain of parents.
    let cycle = above
        .last()
        .is_some_and(|&last| parent.is_none() && nodes[last].parent.is_some_and(|up| up < nodes.len()));
    (reaches && !moves && !cycle)
        .then(|| above.iter().fold(Affine::IDENTITY, |map, &up| Affine::from(nodes[up].rest).after(&map)))
}

/// The curves of a node with a constant map applied after them; `None` if they have to be baked.
pub(super) fn carried(by_node: &ByNode<'_>, node: usize, map: &Affine) -> Result<Option<Moved>, ClipError> {
    let rest = by_node.clip.nodes[node].rest;
    let own = || by_node.of(node).filter(|channel| channel.property().is_spatial());
    if *map == Affine::IDENTITY {
        return Ok(Some(Moved { rest, channels: own().cloned().collect() }));
    }
    let Transform { translation, rotation, scale } = map.decompose();
    let size = scale[0];
    let even = scale.iter().all(|part| (part - size).abs() <= ROUNDING * size.abs()) && size > 0.0;
    let turns = quaternion::angle_between(rotation, quaternion::IDENTITY) > ROUNDING;
    if !even || map.distance(&Transform { translation, rotation, scale }.into()) > 1e-9 * size.max(1.0) {
        return Ok(None);
    }
    let linear = |offset: [f64; 3]| -> Vec<(Vec<f64>, f64)> {
        (0..3).map(|row| (map.0[row][..3].to_vec(), offset[row])).collect()
    };
    let mut channels = Vec::new();
    for channel in own() {
        let whole = channel.curve().width() == channel.property().width();
        let plain = !turns && size == 1.0;
        let rows = match channel.property() {
            Property::Translation if whole => linear(map.translation()),
            Property::Displacement if whole => linear([0.0; 3]),
            Property::Translation if plain => offsets(channel, map.translation()),
            Property::Displacement if plain => offsets(channel, [0.0; 3]),
            Property::Rotation if whole => left_factor(rotation),
            Property::Euler(_) | Property::Angle { .. } if !turns => offsets(channel, [0.0; 12]),
            Property::Scale => factors(channel.curve().width(), |_| size),
            Property::Matrix if whole => rows_after(map),
            _ => return Ok(None),
        };
        let Some(draft) = Draft::of(channel.curve()).mapped(&rows) else { return Ok(None) };
        channels.push(channel.with_curve(draft.curve()?)?);
    }
    let rest = Transform {
        translation: map.apply(rest.translation),
        rotation: quaternion::normalize(quaternion::multiply(rotation, rest.rotation)),
        scale: rest.scale.map(|part| part * size),
    };
    Ok(Some(Moved { rest, channels }))
}
