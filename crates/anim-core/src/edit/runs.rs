//! Nodes that never move, as one with those around them.

use std::collections::HashSet;

use super::by_node::ByNode;
use super::pattern::{downwards, parent_of};
use super::rigid::keeps_sizes;
use crate::bake::key_pool::keys_of;
use crate::{Affine, Channel, Clip, Curve, Node, Property, Transform, quaternion};

/// For each node, the run of nodes above it up to the nearest ancestor at which it ends. Nodes below a cycle of parents, and in one,
/// have none.
pub(super) struct Runs(Vec<Option<Run>>);

/// The nodes between a node and an ancestor.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The ancestor; `None` for the world.
    pub(super) top: Option<usize>,
    /// The map from the parent of the node to the ancestor.
    pub(super) map: Affine,
    /// The keys of all ancestors of the node.
    pub(super) keys: f64,
    /// The number of nodes in between.
    count: usize,
    /// Whether these have no other scale than 1.
    is_rigid: bool,
}

impl Runs {
    /// The runs that end at nodes with channels that can move them, and at others for which `ends` is true.
    pub(super) fn new(by_node: &ByNode<'_>, ends: impl Fn(usize) -> bool) -> Self {
        let nodes = &by_node.clip.nodes;
        let mut runs: Vec<Option<Run>> = vec![None; nodes.len()];
        for node in downwards(nodes) {
            runs[node] = match parent_of(nodes, node) {
                None => Some(Run::of_world()),
                Some(up) => runs[up].map(|above| above.with(by_node, up, moves(by_node, up) || ends(up))),
            };
        }
        Self(runs)
    }

    /// The run above a node.
    pub(super) fn above(&self, node: usize) -> Option<&Run> {
        self.0.get(node)?.as_ref()
    }

    /// A clip of some nodes and of their ancestors that move, with the map of each rest pose, and the places of the nodes. `None` if
    /// any of these can have several parents.
    pub(super) fn clip_of(
        &self,
        by_node: &ByNode<'_>,
        nodes: &[usize],
    ) -> Option<(Clip, Vec<Affine>, Vec<usize>)> {
        let (mut needed, mut known) = (Vec::new(), HashSet::new());
        for &node in nodes {
            let mut next = Some(node);
            while let Some(one) = next.filter(|one| known.insert(*one)) {
                if by_node.of(one).any(|channel| *channel.property() == Property::Parent) {
                    return None;
                }
                needed.push(one);
                next = self.above(one)?.top;
            }
        }
        needed.sort_unstable();
        let clip = by_node.clip;
        let place = |node: usize| needed.binary_search(&node).ok();
        let mut made = Clip {
            name: clip.name.clone(),
            nodes: Vec::new(),
            channels: Vec::new(),
            events: Vec::new(),
            metadata: Vec::new(),
            ..*clip
        };
        made.nodes = needed.iter().map(|&node| clip.nodes[node].clone()).collect();
        let mut rests: Vec<Affine> = made.nodes.iter().map(|node| node.rest.into()).collect();
        for (index, &node) in needed.iter().enumerate() {
            let run = self.above(node)?;
            let own = by_node.of(node).filter(|channel| channel.property().moves_nodes());
            made.channels.extend(own.map(|channel| channel.with_node(index)));
            let top = run.top.and_then(place);
            made.nodes[index].parent = top;
            if run.count > 0 {
                made.nodes[index].parent = Some(made.nodes.len());
                let (node, matrix) = run.node(parent_of(&clip.nodes, node).map(|up| &clip.nodes[up]));
                made.channels.extend(matrix.map(|channel| channel.with_node(made.nodes.len())));
                made.nodes.push(Node { parent: top, ..node });
                rests.push(run.map);
            }
        }
        Some((made, rests, nodes.iter().filter_map(|&node| place(node)).collect()))
    }
}

/// Whether a node has channels that can move it.
fn moves(by_node: &ByNode<'_>, node: usize) -> bool {
    by_node.of(node).any(|channel| channel.property().moves_nodes())
}

impl Run {
    fn of_world() -> Self {
        Self { top: None, map: Affine::IDENTITY, keys: 0.0, count: 0, is_rigid: true }
    }

    /// The run of the children of a node with this run.
    fn with(self, by_node: &ByNode<'_>, node: usize, ends: bool) -> Self {
        let own = by_node.of(node).filter(|channel| channel.property().moves_nodes());
        let keys = self.keys + own.map(|channel| keys_of(channel.curve())).sum::<f64>();
        if ends {
            return Self { top: Some(node), keys, ..Self::of_world() };
        }
        let rest = &by_node.clip.nodes[node].rest;
        let map = if self.count == 0 { (*rest).into() } else { self.map.after(&(*rest).into()) };
        Self { map, keys, count: self.count + 1, is_rigid: self.is_rigid && keeps_sizes(rest), ..self }
    }

    /// The run as one node, of which `first` is the lowest, and a channel for what a rest pose cannot hold.
    fn node(&self, first: Option<&Node>) -> (Node, Option<Channel>) {
        match first {
            Some(node) if self.count == 1 => (node.clone(), None),
            _ if self.is_rigid => {
                let Transform { translation, rotation, .. } = self.map.decompose();
                let rotation = quaternion::normalize(rotation);
                let rest = Transform { translation, rotation, ..Transform::IDENTITY };
                (Node::default().with_rest(rest), None)
            }
            _ => {
                let curve = Curve::constant(&self.map.to_rows());
                (Node::default(), curve.and_then(|curve| Channel::new(0, Property::Matrix, curve)).ok())
            }
        }
    }
}
