//! The nodes of one clip, prepared for comparison with those of other clips.

use std::collections::{HashMap, HashSet};

use anim_core::{Channel, Clip, Node, Property, Report, SharedRest, Transform, quaternion};

use super::choice::is_animated;
use crate::codes;
use crate::hierarchy::break_cycles;

/// The index of a node among its siblings with the same name.
pub(super) type Ordinal = usize;

/// The nodes of a clip. Every list has an entry for each of them.
pub(super) struct Listed<'a> {
    pub(super) clip: &'a Clip,
    /// The parents in the file: no node is its own ancestor.
    pub(super) parents: Vec<Option<usize>>,
    pub(super) ordinals: Vec<Ordinal>,
    /// The rest poses, with finite numbers.
    rest: Vec<Transform>,
    /// Whether the rest translation, rotation and scale have an effect, because no channels drive them completely.
    rests: Vec<[bool; 3]>,
    /// Whether channels drive a part of the transform.
    pub(super) moved: Vec<bool>,
    /// Whether channels hide the node or end its existence.
    pub(super) hidden: Vec<bool>,
    /// Whether a channel hides the node, or ends its existence, at all times.
    pub(super) never: Vec<bool>,
    /// The number of morph targets of each node.
    pub(super) morphs: Vec<usize>,
    /// The trees of the hierarchy, parents before their children.
    pub(super) trees: Vec<Vec<usize>>,
}

impl<'a> Listed<'a> {
    /// The nodes of a clip. Reports the parts that the file cannot hold.
    pub(super) fn new(clip: &'a Clip, report: &mut Report) -> Self {
        let count = clip.nodes.len();
        let rest = clip.nodes.iter().map(|node| finite(node.rest)).collect::<Vec<_>>();
        for (index, (node, rest)) in clip.nodes.iter().zip(&rest).enumerate() {
            if *rest != node.rest && !same_rotation(rest, &node.rest) {
                let message =
                    "numbers of the rest pose that are not finite in single precision became 0 or 1";
                report.lose(codes::REPLACED.dropped(message).of_node(clip, index));
            }
        }
        let parents = parents(clip, report);
        let mut siblings: HashMap<(Option<usize>, &str), Ordinal> = HashMap::new();
        let named = clip.nodes.iter().zip(&parents).map(|(node, parent)| {
            let next = siblings.entry((*parent, &node.name)).or_default();
            *next += 1;
            *next - 1
        });
        let ordinals = named.collect();
        let mut listed = Self {
            clip,
            ordinals,
            rest,
            rests: vec![[true; 3]; count],
            moved: vec![false; count],
            hidden: vec![false; count],
            never: vec![false; count],
            morphs: clip.nodes.iter().map(|node| node.morphs.len()).collect(),
            trees: trees(&parents),
            parents,
        };
        listed.look_at_channels();
        listed
    }

    pub(super) fn name(&self, node: usize) -> &'a str {
        &self.clip.nodes[node].name
    }

    /// The human bone that a node is.
    pub(super) fn bone(&self, node: usize) -> Option<&'a str> {
        self.clip.nodes[node].bone.as_deref()
    }

    /// The rest pose of a node, with the parts that have an effect.
    pub(super) fn rest(&self, node: usize) -> SharedRest {
        SharedRest::new(self.rest[node], self.rests[node])
    }

    /// The id of a node.
    pub(super) fn id(&self, node: usize) -> Option<&'a str> {
        self.clip.nodes[node].id.as_deref()
    }

    /// The names of a node's morph targets.
    pub(super) fn morph_names(&self, node: usize) -> &'a [String] {
        &self.clip.nodes[node].morphs
    }

    fn look_at_channels(&mut self) {
        for channel in &self.clip.channels {
            let (node, property) = (channel.node(), channel.property());
            if node >= self.rests.len() {
                continue;
            }
            let [translation, rotation, scale] = &mut self.rests[node];
            if channel.curve().width() == property.width() {
                match property {
                    Property::Translation => *translation = false,
                    Property::Rotation | Property::Euler(_) | Property::Angle { .. } => *rotation = false,
                    Property::Scale => *scale = false,
                    Property::Matrix => self.rests[node] = [false; 3],
                    _ => {}
                }
            }
            match property {
                Property::Weights { count } => self.morphs[node] = self.morphs[node].max(*count),
                Property::Visible | Property::Alive => {
                    self.hidden[node] = true;
                    self.never[node] |= is_never(channel);
                }
                _ => self.moved[node] |= is_animated(property),
            }
        }
        self.look_at_parts();
    }

    /// Parts of a matrix, or of angles, complete the matrix or the angles of the rest pose, whatever else is driven.
    fn look_at_parts(&mut self) {
        let kind = |channel: &Channel| match channel.property() {
            Property::Matrix => Some((channel.node(), None)),
            Property::Euler(order) => Some((channel.node(), Some(order.name()))),
            _ => None,
        };
        let is_complete = |channel: &Channel| channel.curve().width() == channel.property().width();
        let complete: HashSet<_> =
            self.clip.channels.iter().filter(|channel| is_complete(channel)).filter_map(kind).collect();
        for kind in self.clip.channels.iter().filter_map(kind).filter(|kind| !complete.contains(kind)) {
            match (self.rests.get_mut(kind.0), kind.1) {
                (Some(rests), None) => *rests = [true; 3],
                (Some(rests), Some(_)) => rests[1] = true,
                (None, _) => {}
            }
        }
    }
}

/// Whether a channel has the value 0 alone.
pub(super) fn is_never(channel: &Channel) -> bool {
    channel.curve().len() == 1 && channel.curve().values() == [0.0]
}

/// The parent of each node in the file.
fn parents(clip: &Clip, report: &mut Report) -> Vec<Option<usize>> {
    let mut parents: Vec<_> = clip.nodes.iter().map(|node: &Node| node.parent).collect();
    for node in break_cycles(&mut parents) {
        let message = "the parent is not in the file: the node would be its own ancestor";
        report.lose(codes::CYCLE.dropped(message).of_node(clip, node));
    }
    parents
}

/// The trees of a hierarchy without cycles, in the order of their roots; parents precede their children.
pub(super) fn trees(parents: &[Option<usize>]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); parents.len()];
    for (node, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(node);
        }
    }
    let roots = parents.iter().enumerate().filter(|(_, parent)| parent.is_none());
    let tree = |(root, _): (usize, &Option<usize>)| {
        let mut tree = vec![root];
        let mut next = 0;
        while let Some(node) = tree.get(next) {
            next += 1;
            tree.extend_from_slice(&children[*node]);
        }
        tree
    };
    roots.map(tree).collect()
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
