//! The ids of nodes.

use std::collections::HashSet;

use anim_core::{Channel, Clip, Property, Transform};

use super::channels::{has_packet, is_extra, is_reference};
use super::losses::channels_by_node;
use crate::body::is_no_parent;
use crate::clips::MODE;
use crate::names::Kind;

/// An id for each node: the one in its name, or else the next free id of an object. A node named after a light or a camera
/// becomes one if the clip came from a TOD, or if that loses nothing that an object holds.
pub(super) fn assign_ids(clip: &Clip) -> Vec<(Kind, u16)> {
    let parents = parents(clip);
    let channels = channels_by_node(clip);
    let is_kind = |kind: Kind, node: usize| {
        let is_alone = || !parents.contains(&node);
        kind == Kind::Object
            || clip.metadata(MODE).is_some()
            || is_alone() && (is_meant(kind, &channels[node]) || fits(kind, clip, node, &channels[node]))
    };
    let stated = |node: usize, name: &str| {
        Kind::ALL.into_iter().find_map(|kind| {
            let id: u16 = name.strip_prefix(kind.name())?.strip_prefix(' ')?.parse().ok()?;
            // Used as a parent, such an id means "no parent".
            let childless = kind == Kind::Object && is_no_parent(id) && parents.contains(&node);
            (!childless && is_kind(kind, node)).then_some((kind, id))
        })
    };
    let mut taken = HashSet::new();
    let names = clip.nodes.iter().map(|node| node.name.as_str()).enumerate();
    let ids: Vec<_> = names.map(|(node, name)| stated(node, name).filter(|&id| taken.insert(id))).collect();
    let mut free = (1..u16::MAX).filter(|&id| !taken.contains(&(Kind::Object, id)));
    ids.into_iter().map(|id| id.unwrap_or_else(|| (Kind::Object, free.next().unwrap_or_default()))).collect()
}

/// Whether a node has a channel that only packets of this kind hold.
fn is_meant(kind: Kind, channels: &[&Channel]) -> bool {
    let names: &[&str] = match kind {
        Kind::Object => &[],
        Kind::Light => &["direction", "color"],
        Kind::Camera => &["reference", "roll"],
    };
    channels.iter().any(|channel| is_extra(channel) && names.contains(&channel.property().name()))
}

/// Whether packets of this kind hold everything of a node that those of an object hold.
fn fits(kind: Kind, clip: &Clip, node: usize, channels: &[&Channel]) -> bool {
    let looks = channels.iter().any(|channel| is_reference(channel));
    let rest = clip.nodes[node].rest;
    let rests = match kind {
        Kind::Light => rest == Transform::IDENTITY,
        // The tolerance is what a scale loses in a matrix of single precision.
        Kind::Camera => rest.scale.iter().all(|part| (part - 1.0).abs() < 1e-5),
        Kind::Object => true,
    };
    // A scale of 1 needs no packet.
    let is_idle = |channel: &Channel| {
        let curve = channel.curve();
        let mut parts = (0..curve.width()).flat_map(|part| curve.limits(part));
        *channel.property() == Property::Scale && parts.all(|part| (part - 1.0).abs() < 1e-5)
    };
    let holds = |channel: &&Channel| {
        has_packet(kind, looks, channel) || !has_packet(Kind::Object, false, channel) || is_idle(channel)
    };
    rests && clip.nodes[node].parent.is_none() && channels.iter().all(holds)
}

/// The nodes that are parents at any time.
fn parents(clip: &Clip) -> HashSet<usize> {
    let at_times = clip.channels.iter().filter(|channel| *channel.property() == Property::Parent);
    let at_times = at_times.flat_map(|channel| channel.curve().values()).filter(|&&parent| parent >= 0.0);
    let at_rest = clip.nodes.iter().filter_map(|node| node.parent);
    at_rest.chain(at_times.map(|&parent| parent as usize)).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Node};

    use super::*;
    use Kind::{Camera, Light, Object};

    #[test]
    fn the_id_in_a_name_counts_unless_it_is_taken_or_cannot_be_a_parent() {
        let nodes = vec![
            Node::new("object 2"),
            Node::new("object 2"),
            Node::new("light 65535"),
            Node::new("camera 0"),
            Node::new("object 65535"),
            Node::new("object 0"),
            Node::new("arm").with_parent(5),
            Node::new("object 1").with_parent(6),
        ];
        let expected = [
            (Object, 2),
            (Object, 3),
            (Light, 65535),
            (Camera, 0),
            (Object, 65535),
            (Object, 4),
            (Object, 5),
            (Object, 1),
        ];
        assert_eq!(assign_ids(&Clip::default().with_nodes(nodes)), expected);
    }

    #[test]
    fn a_scale_of_1_is_none() {
        let ones = |property: Property| {
            Channel::new(0, property.clone(), Curve::constant(&vec![1.0; property.width()]).unwrap()).unwrap()
        };
        for (name, property, expected) in [
            ("light 1", Property::Scale, Light),
            ("camera 1", Property::Scale, Camera),
            ("light 1", Property::Translation, Object),
        ] {
            let clip = Clip::default().with_nodes(vec![Node::new(name)]);
            let clip = clip.with_channels(vec![ones(property.clone())]);
            assert_eq!(assign_ids(&clip), [(expected, 1)], "{name} {property:?}");
        }
    }

    #[test]
    fn a_name_makes_no_light_and_no_camera_of_a_node_that_only_an_object_can_be() {
        let still = |node: usize, property: Property| {
            Channel::new(node, property.clone(), Curve::constant(&vec![2.0; property.width()]).unwrap())
                .unwrap()
        };
        let named = |name: &str| Node::new(name);
        let below = |name: &str| Node::new(name).with_parent(0);
        let moved = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
        for (node, channel, expected) in [
            (named("light 1"), Property::Color, Light),
            (named("light 1"), Property::Translation, Object),
            (named("light 1").with_rest(moved), Property::Alive, Object),
            (below("light 1"), Property::Color, Light),
            (below("light 1"), Property::Rotation, Object),
            (named("camera 1"), Property::Rotation, Camera),
            (named("camera 1").with_rest(moved), Property::Translation, Camera),
            (named("camera 1"), Property::Scale, Object),
            (below("camera 1"), Property::Translation, Object),
            (below("camera 1"), Property::named("roll", 1), Camera),
        ] {
            let clip = Clip::default()
                .with_nodes(vec![Node::new("object 5"), node.clone()])
                .with_channels(vec![still(1, channel.clone())]);
            assert_eq!(assign_ids(&clip)[1], (expected, 1), "{node:?} {channel:?}");
            // A node below it needs it as an object.
            let hand = Node::new("hand").with_parent(1);
            let clip = clip.clone().with_nodes([clip.nodes, vec![hand]].concat());
            assert_eq!(assign_ids(&clip)[1], (Object, 1), "{node:?} {channel:?}");
            let mut clip = clip;
            clip.metadata = vec![(MODE.to_owned(), "hardware".to_owned())];
            assert_ne!(assign_ids(&clip)[1].0, Object, "{node:?} {channel:?}");
        }
    }
}
