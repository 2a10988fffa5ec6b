//! The nodes of clips, shared where they are the same.

use anim_core::{Clip, Location, Loss, Node, Property, Sink, Transform, quaternion};
use serde_json::json;

use crate::curves::VISIBILITY;
use crate::{Finite, Json, Root, Scene, clips, codes, extras};

/// Nodes and the clips that move them.
#[derive(Debug)]
pub(super) struct NodeSet<'a> {
    /// The indices of its clips among all.
    pub(super) clips: Vec<usize>,
    /// The clips themselves.
    pub(super) all: Vec<&'a Clip>,
    pub(super) nodes: &'a [Node],
    /// For each node how many morph targets its channels move, 0 for none.
    pub(super) morphs: Vec<usize>,
    /// For each node the place at rest, finite.
    pub(super) rest: Vec<Transform>,
    /// For each node whether a channel of it says if it is shown or exists.
    pub(super) hidden: Vec<bool>,
}

/// The clips in groups, each of which can move one set of nodes, in the order of their first clips.
pub(super) fn sets(clips: &[Clip]) -> Vec<NodeSet<'_>> {
    let placed: Vec<_> = clips.iter().map(placed).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        let fits = |group: &&mut Vec<usize>| {
            let first = group[0];
            let nodes =
                clips[first].nodes.iter().zip(&clip.nodes).zip(placed[first].iter().zip(&placed[index]));
            // Where nodes rest shows only while no channel places them.
            let alike = |((a, b), (a_placed, b_placed)): ((&Node, &Node), (&bool, &bool))| {
                let rest = a.rest == b.rest || *a_placed && *b_placed;
                rest && a.name == b.name && a.parent == b.parent && a.morphs == b.morphs
            };
            clips[first].nodes.len() == clip.nodes.len() && { nodes }.all(alike)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let set = |group: Vec<usize>| {
        let all = group.iter().map(|&index| &clips[index]).collect();
        let nodes = &clips[group[0]].nodes;
        NodeSet::new(group, all, nodes)
    };
    groups.into_iter().map(set).collect()
}

/// For each node whether channels say all of its place at all times.
fn placed(clip: &Clip) -> Vec<bool> {
    let mut driven = vec![0; clip.nodes.len()];
    for channel in
        clip.channels.iter().filter(|channel| channel.curve().width() == channel.property().width())
    {
        if let Some(driven) = driven.get_mut(channel.node()) {
            *driven |= match channel.property() {
                Property::Translation => 1,
                Property::Rotation | Property::Euler(_) | Property::Angle { .. } => 2,
                Property::Scale => 4,
                Property::Matrix => 7,
                _ => 0,
            };
        }
    }
    driven.into_iter().map(|driven| driven == 7).collect()
}

impl<'a> NodeSet<'a> {
    fn new(clips: Vec<usize>, all: Vec<&'a Clip>, nodes: &'a [Node]) -> Self {
        let mut morphs: Vec<usize> = nodes.iter().map(|node| node.morphs.len()).collect();
        let mut hidden = vec![false; nodes.len()];
        for channel in all.iter().flat_map(|clip| &clip.channels) {
            match channel.property() {
                Property::Weights { count } => {
                    if let Some(most) = morphs.get_mut(channel.node()) {
                        *most = (*most).max(*count);
                    }
                }
                Property::Visible | Property::Alive => {
                    if let Some(hidden) = hidden.get_mut(channel.node()) {
                        *hidden = true;
                    }
                }
                _ => {}
            }
        }
        let rest = nodes.iter().map(|node| finite(node.rest)).collect();
        Self { clips, all, nodes, morphs, rest, hidden }
    }
}

/// Appends the nodes of a set; with `named_root` under a root of their own, after them, named as the clip.
pub(super) fn write(set: &NodeSet<'_>, named_root: bool, root: &mut Root, sink: &mut dyn Sink) {
    let first = root.nodes.len();
    let mut parents: Vec<_> = set.nodes.iter().map(|node| node.parent).collect();
    for (node, parent) in parents.iter_mut().enumerate() {
        if let Some(missing) = parent.take_if(|parent| *parent >= set.nodes.len()) {
            let message =
                format!("the parent {missing} of the node `{}` does not exist", set.nodes[node].name);
            let at = Location::path(format!("nodes[{node}]"));
            sink.report(codes::DROPPED.at(at, message).losing(Loss::Dropped));
        }
    }
    for node in clips::anchor(&mut parents) {
        let message = format!("the node `{}` is its own ancestor, it became a root", set.nodes[node].name);
        sink.report(codes::CYCLE.at(Location::path(format!("nodes[{node}]")), message).losing(Loss::Dropped));
    }
    for (index, (node, rest)) in set.nodes.iter().zip(&set.rest).enumerate() {
        if *rest != node.rest && !same_rotation(rest, &node.rest) {
            let message =
                format!("the rest pose of the node `{}` is not finite in single precision", node.name);
            sink.report(
                codes::REPLACED.at(Location::path(format!("nodes[{index}]")), message).losing(Loss::Dropped),
            );
        }
        root.nodes.push(transformed(&node.name, rest));
    }
    let mut roots = Vec::new();
    for (index, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) => root.nodes[first + parent].children.push(first + index),
            None => roots.push(first + index),
        }
    }
    if named_root {
        let name = set.all.first().map(|clip| clip.name.clone());
        let extras = extras::wrapped(&json!({ "root": true }));
        root.nodes.push(crate::Node { name, children: roots, extras, ..crate::Node::default() });
        roots = vec![root.nodes.len() - 1];
    }
    if !roots.is_empty() {
        if root.scenes.is_empty() {
            root.scene = Some(0);
            root.scenes.push(Scene::default());
        }
        root.scenes[0].nodes.extend(roots);
    }
}

fn transformed(name: &str, rest: &Transform) -> crate::Node {
    let own = |value: [f64; 3], identity: [f64; 3]| Finite::array(value).filter(|_| value != identity);
    crate::Node {
        name: Some(name.to_owned()),
        translation: own(rest.translation, Transform::IDENTITY.translation),
        rotation: Finite::array(rest.rotation).filter(|_| rest.rotation != quaternion::IDENTITY),
        scale: own(rest.scale, Transform::IDENTITY.scale),
        ..crate::Node::default()
    }
}

/// A rest pose that readers of single precision take: identity where it is not finite, the rotation of length 1.
fn finite(rest: Transform) -> Transform {
    let or = |value: f64, instead: f64| if (value as f32).is_finite() { value } else { instead };
    let q = rest.rotation;
    let unit = (quaternion::dot(q, q) - 1.0).abs() <= 1e-12;
    Transform {
        translation: rest.translation.map(|value| or(value, 0.0)),
        rotation: if unit { q } else { quaternion::normalize(q) },
        scale: rest.scale.map(|value| or(value, 1.0)),
    }
}

/// Whether all that was changed is the length of a sound quaternion.
fn same_rotation(a: &Transform, b: &Transform) -> bool {
    let sound = b.rotation.iter().all(|value| value.is_finite());
    sound && Transform { rotation: b.rotation, ..*a } == *b
}

/// Makes the nodes of a set that channels show and hide visible at rest, so that a pointer has something to point at.
pub(super) fn show(set: &NodeSet<'_>, first: usize, root: &mut Root) {
    for (node, _) in root.nodes.iter_mut().skip(first).zip(&set.hidden).filter(|(_, hidden)| **hidden) {
        node.extensions = Json::new(json!({ VISIBILITY: { "visible": true } }));
    }
}
