//! Clips as seen in a mirror.

mod morphs;
mod sides;

use std::collections::HashMap;

use super::EditError;
use super::nodes::renumbered;
use super::restate::hand_over;
use super::texts;
use crate::clip::basis::Basis;
use crate::clip::reorient::turned;
use crate::{Change, Channel, Clip, ClipError, Event, Node, Property, Report, Space};
use morphs::Morphs;
use sides::{other_bone, other_sides};

/// How nodes are mirrored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mirror {
    /// The coordinate that changes its sign: 0 for X, 1 for Y, 2 for Z. By default the one perpendicular to the clip's up and
    /// forward axes, or X if these are unknown.
    pub axis: Option<usize>,
    /// Pairs of names or ids of nodes that are exchanged, in addition to those whose names show their side.
    pub pairs: Vec<(String, String)>,
}

/// The clip with left and right exchanged: every world matrix W of a node becomes M·W′·M, where W′ is that of its counterpart, and M
/// changes the sign of one coordinate.
///
/// The counterpart of a node that its file states to be a human bone ([`Node::bone`]) is the same bone of the other side. That of
/// any other node has the same name except for the side: `Left` and `Right`, `left` and `right`, or a single `L`, `R`, `l` or `r`
/// next to `_`, `.`, `-` or a space, in each part of a path such as `hips/arm.L/hand.L`. `pairs` states others. All other nodes are
/// their own counterparts. Rest poses and weights of morph targets with such names are exchanged as well, also between nodes that
/// are not counterparts; a weight without a counterpart is reported. Nothing is baked, and mirroring twice gives the clip again.
///
/// Errors: [`EditError::Argument`] for an axis above 2 or an unknown name in a pair, [`EditError::Unfit`] if two nodes have the
/// same counterpart, or if the parents of counterparts are not counterparts.
pub fn mirror(clip: &Clip, how: &Mirror, report: &mut Report) -> Result<Clip, EditError> {
    let axis = how.axis.unwrap_or_else(|| across(clip.space));
    if axis > 2 {
        return Err(EditError::Argument("the axis of a mirror is 0, 1 or 2".into()));
    }
    let pairs = counterparts(clip, &how.pairs)?;
    hand_over(clip, pairs.iter().map(|&other| &clip.nodes[other]), report);
    let basis = Basis::mirror(axis);
    let node = |index: usize| {
        let other = &clip.nodes[pairs[index]];
        Node { rest: basis.of_transform(&other.rest), ..clip.nodes[index].clone() }
    };
    let morphs = Morphs::new(clip, &pairs);
    let channels: Result<Vec<Vec<Channel>>, ClipError> =
        clip.channels.iter().map(|channel| mirrored(channel, &morphs, &basis, report)).collect();
    let event = |event: &Event| Event { node: event.node.map(|node| pairs[node]), ..event.clone() };
    let swapped = (0..pairs.len()).filter(|&node| pairs[node] > node).count();
    let message =
        format!("{} changes its sign, {swapped} pairs of nodes change places", ["x", "y", "z"][axis]);
    report.change(Change::new("mirror", message).in_clip(clip));
    Ok(Clip {
        nodes: (0..clip.nodes.len()).map(node).collect(),
        channels: channels.map_err(EditError::of(&clip.name))?.concat(),
        events: clip.events.iter().map(event).collect(),
        metadata: texts::moved(clip, |node| pairs[node], &clip.nodes),
        ..clip.clone()
    })
}

/// The coordinate from left to right.
fn across(space: Space) -> usize {
    match (space.up, space.forward) {
        (Some(up), Some(forward)) if up.index() != forward.index() => 3 - up.index() - forward.index(),
        (Some(up), None) if up.index() == 0 => 1,
        _ => 0,
    }
}

fn mirrored(
    channel: &Channel,
    morphs: &Morphs<'_>,
    basis: &Basis,
    report: &mut Report,
) -> Result<Vec<Channel>, ClipError> {
    let pairs = morphs.pairs;
    let node = pairs[channel.node()];
    match channel.property() {
        Property::Parent => {
            let place = |value: f64| {
                if value < 0.0 {
                    value
                } else {
                    pairs.get(value as usize).map_or(value, |place| *place as f64)
                }
            };
            Ok(vec![channel.with_curve(renumbered(channel.curve(), place)?)?.with_node(node)])
        }
        Property::Weights { .. } => morphs.mirrored(channel, report),
        _ => Ok(turned(channel.clone(), basis).iter().map(|channel| channel.with_node(node)).collect()),
    }
}

/// For each node, the node that it is exchanged with, or itself.
fn counterparts(clip: &Clip, stated: &[(String, String)]) -> Result<Vec<usize>, EditError> {
    let mut known = HashMap::new();
    for (index, node) in clip.nodes.iter().enumerate() {
        known.entry(node.name.as_str()).or_insert(index);
    }
    let find = |name: &str| known.get(name).copied();
    let mut pairs: Vec<usize> = (0..clip.nodes.len()).collect();
    let mut bones = HashMap::new();
    for (index, node) in clip.nodes.iter().enumerate() {
        node.bone.as_deref().map(|bone| bones.entry(bone).or_insert(index));
    }
    for (index, node) in clip.nodes.iter().enumerate() {
        let other = match &node.bone {
            Some(bone) => other_bone(bone).and_then(|other| bones.get(other.as_str()).copied()),
            None => other_sides(&node.name)
                .find_map(|name| find(&name))
                .filter(|other| clip.nodes[*other].bone.is_none()),
        };
        pairs[index] = other.unwrap_or(index);
    }
    for (one, other) in stated {
        let [a, b] = [one, other].map(|name| {
            let message = || format!("clip `{}` has no node `{name}`", clip.name);
            clip.node(name).ok_or_else(|| EditError::Argument(message()))
        });
        let (a, b) = (a?, b?);
        (pairs[a], pairs[b]) = (b, a);
    }
    for (node, &other) in pairs.iter().enumerate() {
        let name = |node: usize| &clip.nodes[node].name;
        if pairs[other] != node {
            let message = format!(
                "clip `{}`: `{}` is not the only counterpart of `{}`",
                clip.name,
                name(node),
                name(other)
            );
            return Err(EditError::Unfit(message));
        }
        let [parent, expected] =
            [clip.nodes[other].parent, clip.nodes[node].parent.and_then(|up| pairs.get(up).copied())];
        if parent != expected {
            let message = format!(
                "clip `{}`: `{}` and `{}` are counterparts, but their parents are not",
                clip.name,
                name(node),
                name(other)
            );
            return Err(EditError::Unfit(message));
        }
    }
    Ok(pairs)
}
