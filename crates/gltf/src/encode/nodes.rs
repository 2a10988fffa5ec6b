//! The nodes of clips. Clips with the same nodes share them.

use anim_core::{Clip, Loss, Node, Property, Report, Transform, quaternion};
use serde_json::json;

use crate::extensions::VISIBILITY;
use crate::hierarchy::break_cycles;
use crate::{Finite, Json, Root, Scene, codes, extras};

/// Nodes, and the clips that share them.
#[derive(Debug)]
pub(super) struct NodeSet<'a> {
    /// The indices of its clips among all clips.
    pub(super) indices: Vec<usize>,
    pub(super) clips: Vec<&'a Clip>,
    pub(super) nodes: &'a [Node],
    /// For each node the number of morph targets that channels drive.
    pub(super) morphs: Vec<usize>,
    /// For each node the rest pose, with finite numbers.
    pub(super) rest: Vec<Transform>,
    /// For each node whether a channel hides it or ends its existence.
    pub(super) hidden: Vec<bool>,
}

/// The clips in groups that can share nodes, in the order of their first clips.
pub(super) fn sets(clips: &[Clip]) -> Vec<NodeSet<'_>> {
    let driven: Vec<_> = clips.iter().map(fully_driven).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        let fits = |group: &&mut Vec<usize>| {
            let first = group[0];
            let nodes =
                clips[first].nodes.iter().zip(&clip.nodes).zip(driven[first].iter().zip(&driven[index]));
            // The rest pose of a node has no effect if channels drive the complete transform.
            let same = |((a, b), (a_driven, b_driven)): ((&Node, &Node), (&bool, &bool))| {
                let rest = a.rest == b.rest || *a_driven && *b_driven;
                rest && a.name == b.name && a.parent == b.parent && a.morphs == b.morphs
            };
            clips[first].nodes.len() == clip.nodes.len() && { nodes }.all(same)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let set = |group: Vec<usize>| {
        let nodes = &clips[group[0]].nodes;
        let members = group.iter().map(|&index| &clips[index]).collect();
        NodeSet::new(group, members, nodes)
    };
    groups.into_iter().map(set).collect()
}

/// For each node whether channels drive its complete transform.
fn fully_driven(clip: &Clip) -> Vec<bool> {
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
    fn new(indices: Vec<usize>, clips: Vec<&'a Clip>, nodes: &'a [Node]) -> Self {
        let mut morphs: Vec<usize> = nodes.iter().map(|node| node.morphs.len()).collect();
        let mut hidden = vec![false; nodes.len()];
        for channel in clips.iter().flat_map(|clip| &clip.channels) {
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
        Self { indices, clips, nodes, morphs, rest, hidden }
    }

    /// Reports something about a node for each clip that has it.
    fn report(&self, node: usize, loss: &Loss, report: &mut Report) {
        for clip in &self.clips {
            report.lose(loss.clone().of_node(clip, node));
        }
    }
}

/// Appends the nodes of a set. With `named_root` they are below an additional root, which follows them and has the name of the
/// set's first clip.
pub(super) fn write(set: &NodeSet<'_>, named_root: bool, root: &mut Root, report: &mut Report) {
    let first = root.nodes.len();
    let mut parents: Vec<_> = set.nodes.iter().map(|node| node.parent).collect();
    for (node, parent) in parents.iter_mut().enumerate() {
        if let Some(missing) = parent.take_if(|parent| *parent >= set.nodes.len()) {
            let message = format!("the parent is not in the file: there is no node {missing}");
            set.report(node, &codes::DROPPED.dropped(message), report);
        }
    }
    for node in break_cycles(&mut parents) {
        let message = "the parent is not in the file: the node would be its own ancestor";
        set.report(node, &codes::CYCLE.dropped(message), report);
    }
    for (index, (node, rest)) in set.nodes.iter().zip(&set.rest).enumerate() {
        if *rest != node.rest && !same_rotation(rest, &node.rest) {
            let message = "numbers of the rest pose that are not finite in single precision became 0 or 1";
            set.report(index, &codes::REPLACED.dropped(message), report);
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
        let name = set.clips.first().map(|clip| clip.name.clone());
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

/// A rest pose that is finite in single precision: other numbers become those of the identity, and the rotation gets length 1.
fn finite(rest: Transform) -> Transform {
    let or = |value: f64, identity: f64| if (value as f32).is_finite() { value } else { identity };
    let q = rest.rotation;
    let unit = (quaternion::dot(q, q) - 1.0).abs() <= 1e-12;
    Transform {
        translation: rest.translation.map(|value| or(value, 0.0)),
        rotation: if unit { q } else { quaternion::normalize(q) },
        scale: rest.scale.map(|value| or(value, 1.0)),
    }
}

/// Whether two rest poses differ only in the length of a finite quaternion `b`.
fn same_rotation(a: &Transform, b: &Transform) -> bool {
    let sound = b.rotation.iter().all(|value| value.is_finite());
    sound && Transform { rotation: b.rotation, ..*a } == *b
}

/// Makes the nodes that channels hide visible in the rest pose, so that pointers have a target.
pub(super) fn show(set: &NodeSet<'_>, first: usize, root: &mut Root) {
    for (node, _) in root.nodes.iter_mut().skip(first).zip(&set.hidden).filter(|(_, hidden)| **hidden) {
        node.extensions = Json::new(json!({ VISIBILITY: { "visible": true } }));
    }
}
