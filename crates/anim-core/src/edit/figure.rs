//! Two clips on the nodes of both.

use super::EditError;
use super::nodes::{rehung, renumbered};
use super::relative::standard;
use super::whole::{rest_of, wholes};
use crate::{Channel, Clip, ClipError, Curve, Event, Node, Positive, Property, Report};

/// Two clips that have the same nodes, and their channels in pairs.
pub(super) struct Pair {
    pub(super) clip: Clip,
    pub(super) next: Clip,
    pub(super) channels: Vec<(Channel, Channel)>,
}

/// Two clips on the nodes of both, with channels of the same properties.
pub(super) fn paired(
    a: &Clip,
    b: &Clip,
    tolerance: Positive,
    report: &mut Report,
) -> Result<Pair, EditError> {
    let (mut clip, mut next) = on_all_nodes(a, b)?;
    // A rotation that is stored in another way becomes a quaternion in both.
    for node in 0..clip.nodes.len() {
        if alike(&clip, &next, node) {
            continue;
        }
        let is_matrix = |channel: &Channel| *channel.property() == Property::Matrix;
        let mut matrix = [&clip, &next]
            .iter()
            .any(|clip| clip.channels.iter().any(|channel| channel.node() == node && is_matrix(channel)));
        loop {
            let mut moved = |clip: &Clip| {
                standard(clip, node, matrix, tolerance, report).map_err(EditError::of(&clip.name))
            };
            let both = [moved(&clip)?, moved(&next)?];
            // A motion with shear makes a matrix of the other one.
            let shears = both.iter().any(|moved| moved.channels.iter().any(is_matrix));
            if shears && !matrix {
                matrix = true;
                continue;
            }
            let [one, other] = both;
            clip = rehung(&clip, vec![(node, clip.nodes[node].parent, one)]);
            next = rehung(&next, vec![(node, next.nodes[node].parent, other)]);
            break;
        }
    }
    let signature = |channel: &Channel| {
        (channel.node(), channel.property().clone(), channel.component(), channel.curve().width())
    };
    let signatures = |clip: &Clip, node: usize, property: &Property| -> Vec<_> {
        let own =
            clip.channels.iter().filter(|channel| channel.node() == node && channel.property() == property);
        own.map(signature).collect()
    };
    let (one, other) = (clip.clone(), next.clone());
    let differ = |node: usize, property: &Property| {
        let [parts, others] = [&one, &other].map(|clip| signatures(clip, node, property));
        let is_driven =
            |part: usize| parts.iter().any(|(_, _, first, width)| (*first..first + width).contains(&part));
        // What no channel drives is at rest.
        let [rest, other_rest] = [&one, &other].map(|clip| rest_of(clip, node, property));
        parts != others || (0..rest.len()).any(|part| rest[part] != other_rest[part] && !is_driven(part))
    };
    clip = wholes(clip, tolerance, report, differ)?;
    next = wholes(next, tolerance, report, differ)?;
    let mut channels = Vec::new();
    // Of several whole ones, the last counts.
    let last = |clip: &Clip, wanted: &Channel| {
        clip.channels.iter().rev().find(|channel| signature(channel) == signature(wanted)).cloned()
    };
    let done = |channels: &[(Channel, Channel)], wanted: &Channel| {
        channels.iter().any(|(done, _)| signature(done) == signature(wanted))
    };
    let error = EditError::of(&a.name);
    for channel in &clip.channels {
        if !done(&channels, channel) {
            let own = last(&clip, channel).unwrap_or_else(|| channel.clone());
            let end = own.curve().at(clip.duration);
            let other =
                last(&next, channel).map_or_else(|| at_rest(&next, channel, &end), Ok).map_err(&error)?;
            channels.push((own, other));
        }
    }
    for channel in &next.channels {
        if !done(&channels, channel) {
            let own = last(&next, channel).unwrap_or_else(|| channel.clone());
            let start = own.curve().at(0.0);
            channels.push((at_rest(&clip, channel, &start).map_err(&error)?, own));
        }
    }
    channels.extend(other_rests(&clip, &next).map_err(error)?);
    Ok(Pair { clip, next, channels })
}

/// Whether two clips store the rotation of a node in one way, and both have a matrix or neither.
fn alike(a: &Clip, b: &Clip, node: usize) -> bool {
    let kinds = |clip: &Clip| -> Vec<Property> {
        let own = clip.channels.iter().filter(|channel| channel.node() == node);
        let mut kinds: Vec<Property> = Vec::new();
        for property in own
            .map(Channel::property)
            .filter(|property| property.is_rotation() || **property == Property::Matrix)
        {
            if !kinds.contains(property) {
                kinds.push(property.clone());
            }
        }
        kinds
    };
    let [a, b] = [kinds(a), kinds(b)];
    let matrix = [&a, &b].map(|kinds| kinds.contains(&Property::Matrix));
    let one_angle = |kinds: &[Property]| {
        matches!(kinds, [] | [Property::Rotation | Property::Euler(_) | Property::Matrix])
    };
    a == b || matrix[0] == matrix[1] && (a.is_empty() && one_angle(&b) || b.is_empty() && one_angle(&a))
}

/// A channel that holds what a clip has without it, or another value for a property without a rest.
fn at_rest(clip: &Clip, wanted: &Channel, other: &[f64]) -> Result<Channel, ClipError> {
    let property = wanted.property();
    let rest = rest_of(clip, wanted.node(), property);
    let parts = wanted.component()..wanted.component() + wanted.curve().width();
    let known =
        property.is_spatial() || matches!(property, Property::Visible | Property::Alive | Property::Parent);
    wanted.with_curve(Curve::constant(if known { &rest[parts] } else { other })?)
}

/// Channels for nodes whose rest poses differ where nothing moves them.
fn other_rests(a: &Clip, b: &Clip) -> Result<Vec<(Channel, Channel)>, ClipError> {
    let mut channels = Vec::new();
    for (node, (one, other)) in a.nodes.iter().zip(&b.nodes).enumerate() {
        let driven = |property: &Property| {
            let is_meant = |own: &Property| {
                own == property || *own == Property::Matrix || own.is_rotation() && property.is_rotation()
            };
            a.channels
                .iter()
                .chain(&b.channels)
                .any(|channel| channel.node() == node && is_meant(channel.property()))
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

/// Two clips, each with the nodes of both: those of the first, then those that only the second has.
fn on_all_nodes(a: &Clip, b: &Clip) -> Result<(Clip, Clip), EditError> {
    let mut places: Vec<usize> = Vec::new();
    let mut count = a.nodes.len();
    for (index, node) in b.nodes.iter().enumerate() {
        let nth = b.nodes[..index].iter().filter(|other| other.name == node.name).count();
        let same = (0..a.nodes.len()).filter(|&own| a.nodes[own].name == node.name).nth(nth);
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
                format!("`{}` hangs on other nodes in clip `{}` than in `{}`", node.name, b.name, a.name);
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
