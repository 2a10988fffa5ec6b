//! Nodes that have nothing but weights, such as the expressions of an avatar: they are no joints.

use std::borrow::Cow;

use anim_core::{Channel, Clip, Property, Report};

use crate::codes;

/// The clip without the nodes that have nothing but weights, which are reported, and without events, which a BVH cannot hold. If it
/// has no other nodes, they stay as joints.
pub(super) fn left_out<'a>(clip: &'a Clip, report: &mut Report) -> Cow<'a, Clip> {
    let faces = faces(clip);
    let count = faces.iter().filter(|is_face| **is_face).count();
    if count == 0 || count == clip.nodes.len() {
        return Cow::Borrowed(clip);
    }
    for node in (0..clip.nodes.len()).filter(|&node| faces[node]) {
        let message = "the node has nothing but weights, so it is no joint";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
    }
    // The new index of each node. Nothing refers to those that are left out.
    let places: Vec<usize> = faces
        .iter()
        .scan(0, |next, is_face| {
            let place = *next;
            *next += usize::from(!is_face);
            Some(place)
        })
        .collect();
    let is_joint = |node: usize| !faces[node];
    let channels = clip.channels.iter().filter(|channel| is_joint(channel.node()));
    let channels = channels.map(|channel| channel.with_node(places[channel.node()])).collect();
    let mut nodes = clip.nodes.clone();
    let mut index = 0..;
    nodes.retain(|_| index.next().is_some_and(is_joint));
    for parent in nodes.iter_mut().filter_map(|node| node.parent.as_mut()) {
        *parent = places[*parent];
    }
    let mut joints = Clip::new(&*clip.name).with_duration(clip.duration).with_space(clip.space);
    (joints.rate, joints.first_frame) = (clip.rate, clip.first_frame);
    joints.metadata.clone_from(&clip.metadata);
    Cow::Owned(joints.with_nodes(nodes).with_channels(channels))
}

/// Whether each node is a root with weights or morph targets, without children and without motion.
fn faces(clip: &Clip) -> Vec<bool> {
    if clip.channels.iter().any(|channel| *channel.property() == Property::Parent) {
        return vec![false; clip.nodes.len()];
    }
    let mut faces: Vec<bool> = clip.nodes.iter().map(|node| !node.morphs.is_empty()).collect();
    let is_weights = |channel: &&Channel| matches!(channel.property(), Property::Weights { .. });
    clip.channels.iter().filter(is_weights).for_each(|channel| faces[channel.node()] = true);
    for channel in clip.channels.iter().filter(|channel| channel.property().moves_nodes()) {
        faces[channel.node()] = false;
    }
    for (node, parent) in clip.nodes.iter().map(|node| node.parent).enumerate() {
        if let Some(parent) = parent {
            faces[node] = false;
            faces[parent] = false;
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Node};

    use super::*;

    /// A node `name` of `parent` with a channel.
    type Part = (&'static str, Option<usize>, Option<Property>);

    fn clip(parts: &[Part]) -> Clip {
        let nodes = parts.iter().map(|(name, parent, _)| match parent {
            Some(parent) => Node::new(*name).with_parent(*parent),
            None => Node::new(*name),
        });
        let channel = |(node, (_, _, property)): (usize, &Part)| {
            let property = property.clone()?;
            let curve = Curve::constant(&vec![1.0; property.width()]).ok()?;
            Channel::new(node, property, curve).ok()
        };
        Clip::new("x")
            .with_nodes(nodes.collect())
            .with_channels(parts.iter().enumerate().filter_map(channel).collect())
    }

    #[test]
    fn nodes_with_nothing_but_weights_are_no_joints() {
        let weights = || Some(Property::Weights { count: 1 });
        let turn = || Some(Property::Rotation);
        let cases: [(&[Part], &[&str]); 6] = [
            (
                &[
                    ("happy", None, weights()),
                    ("hips", None, turn()),
                    ("blink", None, weights()),
                    ("leg", Some(1), turn()),
                ],
                &["hips", "leg"],
            ),
            // The head has a place in the figure.
            (&[("hips", None, turn()), ("head", Some(0), weights())], &["hips", "head"]),
            // Something is attached to it.
            (
                &[("hips", None, turn()), ("face", None, weights()), ("hat", Some(1), None)],
                &["hips", "face", "hat"],
            ),
            (&[("hips", None, None), ("lamp", None, Some(Property::Color))], &["hips", "lamp"]),
            // A BVH has at least one joint.
            (&[("happy", None, weights()), ("blink", None, weights())], &["happy", "blink"]),
            (&[("hips", None, Some(Property::Parent)), ("happy", None, weights())], &["hips", "happy"]),
        ];
        for (parts, expected) in cases {
            let (clip, mut report) = (clip(parts), Report::new());
            let made = left_out(&clip, &mut report);
            assert_eq!(made.nodes.iter().map(|node| &*node.name).collect::<Vec<_>>(), expected);
            assert_eq!(made.validate(), Ok(()));
            let lost: Vec<_> = report.losses.iter().filter_map(|loss| loss.node.clone()).collect();
            let names = parts.iter().map(|(name, ..)| *name);
            assert_eq!(lost, names.filter(|name| !expected.contains(name)).collect::<Vec<_>>());
            // Channels and parents stay with their nodes.
            let of = |clip: &Clip, name: &str| {
                let node = clip.node(name).unwrap();
                let parent = clip.nodes[node].parent.map(|parent| clip.nodes[parent].name.clone());
                let own = clip.channels.iter().filter(|channel| channel.node() == node);
                (parent, own.map(|channel| channel.property().clone()).collect::<Vec<_>>())
            };
            for name in expected {
                assert_eq!(of(&made, name), of(&clip, name), "{name}");
            }
        }
    }
}
