//! Nodes that never move, as one with those around them.

use std::collections::HashMap;

use super::by_node::ByNode;
use super::pattern::{downwards, parent_of};
use super::rigid::keeps_sizes;
use crate::bake::key_pool::keys_of;
use crate::{Affine, Channel, Clip, Curve, Node, Property, Transform, quaternion};

/// For each node, the chain of nodes above it up to the nearest ancestor at which it ends. Nodes below a cycle of parents, and in one,
/// have none.
pub(super) struct StillChains(Vec<Option<StillChain>>);

/// The nodes between a node and an ancestor.
#[derive(Clone, Copy)]
pub(super) struct StillChain {
    /// The ancestor; `None` for the world.
    pub(super) top: Option<usize>,
    /// The map from the parent of the node to the ancestor.
    pub(super) map: Affine,
    /// The keys of all ancestors of the node.
    pub(super) keys: f64,
    /// Whether any ancestor of the node exists only at times.
    lives: bool,
    /// The number of nodes in between.
    count: usize,
    /// Whether these have no other scale than 1.
    is_rigid: bool,
}

impl StillChains {
    /// The chains that end at nodes with channels that can move them, and at others for which `ends` is true.
    pub(super) fn new(by_node: &ByNode<'_>, ends: impl Fn(usize) -> bool) -> Self {
        let nodes = &by_node.clip.nodes;
        let mut chains: Vec<Option<StillChain>> = vec![None; nodes.len()];
        for node in downwards(nodes) {
            chains[node] = match parent_of(nodes, node) {
                None => Some(StillChain::of_world()),
                Some(up) => chains[up].map(|above| above.with(by_node, up, moves(by_node, up) || ends(up))),
            };
        }
        Self(chains)
    }

    /// The chain above a node.
    pub(super) fn above(&self, node: usize) -> Option<&StillChain> {
        self.0.get(node)?.as_ref()
    }

    /// A node and another one, each with its ancestors that move, below the nearest one that both have, and that one. `None` if any of
    /// these can have several parents.
    fn chains(
        &self,
        by_node: &ByNode<'_>,
        node: usize,
        other: Option<usize>,
    ) -> Option<(Vec<usize>, Option<usize>)> {
        let has = |node: usize, property: &Property| by_node.of(node).any(|own| own.property() == property);
        let lives =
            |node: usize| has(node, &Property::Alive) || self.above(node).is_some_and(|chain| chain.lives);
        // Whether a node exists depends on its whole chain.
        let may_meet = !lives(node) && !other.is_some_and(lives);
        let mut chains = [vec![node], other.into_iter().collect()];
        let mut places: HashMap<usize, (usize, usize)> = HashMap::new();
        places.extend((0..2).filter_map(|side| chains[side].first().map(|&first| (first, (side, 0)))));
        let mut next = [Some(node), other];
        while next != [None; 2] {
            for side in 0..2 {
                let Some(one) = next[side] else { continue };
                if has(one, &Property::Parent) {
                    return None;
                }
                next[side] = self.above(one)?.top;
                let Some(up) = next[side] else { continue };
                match places.get(&up) {
                    Some(&(_, place)) if may_meet => {
                        chains[1 - side].truncate(place);
                        return Some((chains.concat(), Some(up)));
                    }
                    // The rest of this chain is that of the other one.
                    Some(_) => next[side] = None,
                    None => {
                        places.insert(up, (side, chains[side].len()));
                        chains[side].push(up);
                    }
                }
            }
        }
        Some((chains.concat(), None))
    }

    /// A clip of a node, another one, and their ancestors that move, with the map of each rest pose, and the places of both nodes.
    /// `None` if any of these can have several parents.
    ///
    /// The nearest ancestor that both have stands still in this clip, and has no parent: where one node is relative to the other does
    /// not depend on it.
    pub(super) fn clip_of(
        &self,
        by_node: &ByNode<'_>,
        node: usize,
        other: Option<usize>,
    ) -> Option<(Clip, Vec<Affine>, [Option<usize>; 2])> {
        let (mut needed, root) = self.chains(by_node, node, other)?;
        needed.extend(root);
        needed.sort_unstable();
        // The own transform of the node itself counts, even if the other one is below it.
        let still = root.filter(|root| *root != node);
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
        if let Some(place) = still.and_then(place) {
            made.nodes[place].rest = Transform::IDENTITY;
        }
        let mut rests: Vec<Affine> = made.nodes.iter().map(|node| node.rest.into()).collect();
        for (index, &node) in needed.iter().enumerate() {
            if Some(node) != still {
                let own = by_node.of(node).filter(|channel| channel.property().moves_nodes());
                made.channels.extend(own.map(|channel| channel.with_node(index)));
            }
            if Some(node) == root {
                made.nodes[index].parent = None;
                continue;
            }
            let chain = self.above(node)?;
            let top = chain.top.and_then(place);
            made.nodes[index].parent = top;
            if chain.count > 0 {
                made.nodes[index].parent = Some(made.nodes.len());
                let (node, matrix) = chain.node(parent_of(&clip.nodes, node).map(|up| &clip.nodes[up]));
                made.channels.extend(matrix.map(|channel| channel.with_node(made.nodes.len())));
                made.nodes.push(Node { parent: top, ..node });
                rests.push(chain.map);
            }
        }
        Some((made, rests, [place(node), other.and_then(place)]))
    }
}

/// Whether a node has channels that can move it.
fn moves(by_node: &ByNode<'_>, node: usize) -> bool {
    by_node.of(node).any(|channel| channel.property().moves_nodes())
}

impl StillChain {
    fn of_world() -> Self {
        Self { top: None, map: Affine::IDENTITY, keys: 0.0, lives: false, count: 0, is_rigid: true }
    }

    /// The chain of the children of a node with this chain.
    fn with(self, by_node: &ByNode<'_>, node: usize, ends: bool) -> Self {
        let own = by_node.of(node).filter(|channel| channel.property().moves_nodes());
        let keys = self.keys + own.map(|channel| keys_of(channel.curve())).sum::<f64>();
        let lives = self.lives || by_node.of(node).any(|channel| *channel.property() == Property::Alive);
        if ends {
            return Self { top: Some(node), keys, lives, ..Self::of_world() };
        }
        let rest = &by_node.clip.nodes[node].rest;
        let map = if self.count == 0 { (*rest).into() } else { self.map.after(&(*rest).into()) };
        Self { map, keys, count: self.count + 1, is_rigid: self.is_rigid && keeps_sizes(rest), ..self }
    }

    /// The chain as one node, of which `first` is the lowest, and a channel for what a rest pose cannot hold.
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
