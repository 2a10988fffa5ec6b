//! Two clips on the combined nodes of both.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::by_node::ByNode;
use super::motion::{as_matrix, as_quaternion};
use super::nodes::{rehung, renumbered};
use super::quota::Quota;
use super::whole_channels::{rest_of, wholes};
use super::{EditError, texts, united};
use crate::{Channel, Clip, ClipError, Curve, Event, Node, Property, Report};

/// Two clips that have the same nodes, and their channels in pairs.
pub(super) struct Pair {
    pub(super) clip: Clip,
    pub(super) next: Clip,
    pub(super) channels: Vec<(Channel, Channel)>,
}

/// Two clips on the combined nodes of both, with channels for the same properties.
pub(super) fn paired(a: &Clip, b: &Clip, quota: &Quota, report: &mut Report) -> Result<Pair, EditError> {
    let (mut clip, mut next) = on_all_nodes(a, b)?;
    let united = united::unite(&mut clip, &mut next).and_then(|()| texts::unite(&mut clip, &mut next));
    united.map_err(EditError::of(&a.name))?;
    alike(&mut clip, &mut next, quota, report)?;
    let by_node = [&clip, &next].map(ByNode::new);
    let differ = |node: usize, property: &Property| {
        let own = |channel: &&Channel| channel.property() == property;
        let [parts, others] =
            by_node.each_ref().map(|clip| clip.of(node).filter(own).map(Drives::of).collect::<Vec<_>>());
        let is_driven = |part: usize| parts.iter().any(|drives| drives.parts().contains(&part));
        // A property without a channel is at rest.
        let [rest, other_rest] = by_node.each_ref().map(|clip| rest_of(clip.clip, node, property));
        parts != others || (0..rest.len()).any(|part| rest[part] != other_rest[part] && !is_driven(part))
    };
    let (one, other) =
        (wholes(clip.clone(), quota, report, differ)?, wholes(next.clone(), quota, report, differ)?);
    let channels = in_pairs(&one, &other).map_err(EditError::of(&a.name))?;
    Ok(Pair { clip: one, next: other, channels })
}

/// What a channel drives.
#[derive(PartialEq)]
struct Drives<'a> {
    property: &'a Property,
    component: usize,
    width: usize,
}

impl<'a> Drives<'a> {
    fn of(channel: &'a Channel) -> Self {
        let (property, component) = (channel.property(), channel.component());
        Self { property, component, width: channel.curve().width() }
    }

    fn parts(&self) -> Range<usize> {
        self.component..self.component + self.width
    }
}

/// The channels of two clips that drive the same property, in the order of the first clip; a clip without such a channel gets one
/// with its constant value.
fn in_pairs(clip: &Clip, next: &Clip) -> Result<Vec<(Channel, Channel)>, ClipError> {
    let by_node = [clip, next].map(ByNode::new);
    // Of several channels for one property, the last counts.
    let last = |side: usize, wanted: &Channel| {
        by_node[side].of(wanted.node()).rfind(|channel| Drives::of(channel) == Drives::of(wanted))
    };
    let is_first = |side: usize, wanted: &Channel| {
        let first = by_node[side].of(wanted.node()).find(|channel| Drives::of(channel) == Drives::of(wanted));
        first.is_some_and(|first| std::ptr::eq(first, wanted))
    };
    let mut channels = Vec::new();
    for channel in clip.channels.iter().filter(|channel| is_first(0, channel)) {
        let own = last(0, channel).unwrap_or(channel);
        let end = own.curve().at(clip.duration);
        let other =
            last(1, channel).map_or_else(|| at_rest(next, channel, &end), |other| Ok(other.clone()))?;
        channels.push((own.clone(), other));
    }
    for channel in next.channels.iter().filter(|channel| is_first(1, channel) && last(0, channel).is_none()) {
        let own = last(1, channel).unwrap_or(channel);
        let start = own.curve().at(0.0);
        channels.push((at_rest(clip, channel, &start)?, own.clone()));
    }
    channels.extend(other_rests(by_node)?);
    Ok(channels)
}

/// Makes both clips store the rotation of each node in the same way: if they differ, as a quaternion, or as a matrix if one of
/// them has a matrix.
fn alike(clip: &mut Clip, next: &mut Clip, quota: &Quota, report: &mut Report) -> Result<(), EditError> {
    let by_node = [&*clip, &*next].map(ByNode::new);
    let [mut moves, mut other_moves] = [Vec::new(), Vec::new()];
    for node in (0..clip.nodes.len()).filter(|&node| !turn_alike(by_node.each_ref(), node)) {
        let is_matrix = |channel: &Channel| *channel.property() == Property::Matrix;
        let has_matrix = by_node.iter().any(|clip| clip.of(node).any(is_matrix));
        let in_one_form = if has_matrix { as_matrix } else { as_quaternion };
        let mut moved = |clip: &ByNode<'_>| {
            in_one_form(clip, node, quota, report).map_err(EditError::of(&clip.clip.name))
        };
        moves.push((node, clip.nodes[node].parent, moved(&by_node[0])?));
        other_moves.push((node, next.nodes[node].parent, moved(&by_node[1])?));
    }
    (*clip, *next) = (rehung(clip, moves), rehung(next, other_moves));
    Ok(())
}

/// Whether two clips store the rotation of a node in the same way, and both have a matrix or neither.
fn turn_alike(clips: [&ByNode<'_>; 2], node: usize) -> bool {
    let [a, b] = clips.map(|clip| {
        let mut kinds: Vec<&Property> = Vec::new();
        for property in clip.of(node).map(Channel::property) {
            let turns = property.is_rotation() || *property == Property::Matrix;
            if turns && !kinds.contains(&property) {
                kinds.push(property);
            }
        }
        kinds
    });
    let matrix = [&a, &b].map(|kinds| kinds.contains(&&Property::Matrix));
    let one_angle = |kinds: &[&Property]| {
        matches!(kinds, [] | [Property::Rotation | Property::Euler(_) | Property::Matrix])
    };
    a == b || matrix[0] == matrix[1] && (a.is_empty() && one_angle(&b) || b.is_empty() && one_angle(&a))
}

/// A channel that holds the value that a clip has without it, or `other` for a property without a rest value.
fn at_rest(clip: &Clip, wanted: &Channel, other: &[f64]) -> Result<Channel, ClipError> {
    let property = wanted.property();
    let rest = rest_of(clip, wanted.node(), property);
    let parts = wanted.component()..wanted.component() + wanted.curve().width();
    wanted.with_curve(Curve::constant(if has_rest(property) { &rest[parts] } else { other })?)
}

/// Whether a property has a value where nothing drives it.
pub(super) fn has_rest(property: &Property) -> bool {
    property.is_spatial()
        || matches!(
            property,
            Property::Visible | Property::Alive | Property::Parent | Property::Weights { .. }
        )
}

/// Channels for nodes that nothing moves and whose rest poses differ.
fn other_rests([a, b]: [ByNode<'_>; 2]) -> Result<Vec<(Channel, Channel)>, ClipError> {
    let mut channels = Vec::new();
    for (node, (one, other)) in a.clip.nodes.iter().zip(&b.clip.nodes).enumerate() {
        let driven = |property: &Property| {
            let is_meant = |own: &Property| {
                own == property || *own == Property::Matrix || own.is_rotation() && property.is_rotation()
            };
            a.of(node).chain(b.of(node)).map(Channel::property).any(is_meant)
        };
        let rests: [(Property, &[f64], &[f64]); 3] = [
            (Property::Translation, &one.rest.translation, &other.rest.translation),
            (Property::Rotation, &one.rest.rotation, &other.rest.rotation),
            (Property::Scale, &one.rest.scale, &other.rest.scale),
        ];
        for (property, one, other) in rests {
            if one != other && !driven(&property) {
                let channel = |value: &[f64]| Channel::new(node, property.clone(), Curve::constant(value)?);
                channels.push((channel(one)?, channel(other)?));
            }
        }
    }
    Ok(channels)
}

/// Two clips, each with the nodes of both: those of the first, then those found only in the second.
fn on_all_nodes(a: &Clip, b: &Clip) -> Result<(Clip, Clip), EditError> {
    // The nodes of the first clip by name that are not yet paired with a node of the second, in order.
    let mut left: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, node) in a.nodes.iter().enumerate() {
        left.entry(&node.name).or_default().push_back(index);
    }
    let mut count = a.nodes.len();
    let mut places: Vec<usize> = Vec::with_capacity(b.nodes.len());
    for node in &b.nodes {
        let same = left.get_mut(&*node.name).and_then(VecDeque::pop_front);
        places.push(same.unwrap_or(count));
        count += usize::from(same.is_none());
    }
    let place = |node: usize| places.get(node).copied();
    let mut clip = a.clone();
    clip.nodes.resize(count, Node::default());
    let mut next = Clip { nodes: clip.nodes.clone(), ..b.clone() };
    for (node, &place) in b.nodes.iter().zip(&places) {
        let parent = node.parent.and_then(|parent| places.get(parent).copied());
        if place < a.nodes.len() && a.nodes[place].parent != parent {
            let message =
                format!("the parents of `{}` differ in clips `{}` and `{}`", node.name, a.name, b.name);
            return Err(EditError::Unfit(message));
        }
        next.nodes[place] = Node { parent, ..node.clone() };
        if place >= a.nodes.len() {
            clip.nodes[place] = next.nodes[place].clone();
        }
    }
    let moved = |channel: &Channel| -> Result<Channel, ClipError> {
        let channel = channel.with_node(place(channel.node()).unwrap_or_default());
        if *channel.property() != Property::Parent {
            return Ok(channel);
        }
        let number = |value: f64| {
            if value < 0.0 { value } else { place(value as usize).map_or(-1.0, |place| place as f64) }
        };
        channel.with_curve(renumbered(channel.curve(), number)?)
    };
    let channels: Result<Vec<_>, _> = b.channels.iter().map(moved).collect();
    next.channels = channels.map_err(EditError::of(&b.name))?;
    let event = |event: &Event| Event { node: event.node.and_then(place), ..event.clone() };
    next.events = b.events.iter().map(event).collect();
    Ok((clip, next))
}
