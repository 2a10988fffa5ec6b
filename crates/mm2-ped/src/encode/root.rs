//! Which node of a clip becomes the first bone.

use anim_core::{Clip, Property};

use super::tolerances::ROUNDING;

/// The children of every node, and the number of nodes in the tree below it, including itself.
pub(super) struct Tree {
    roots: Vec<usize>,
    pub(super) children: Vec<Vec<usize>>,
    pub(super) sizes: Vec<usize>,
    /// The nodes, parents first.
    order: Vec<usize>,
}

impl Tree {
    pub(super) fn new(parents: &[Option<usize>]) -> Self {
        let mut children = vec![Vec::new(); parents.len()];
        let mut roots = Vec::new();
        for (node, parent) in parents.iter().enumerate() {
            parent.map_or(&mut roots, |parent| &mut children[parent]).push(node);
        }
        let mut order = roots.clone();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            order.extend_from_slice(&children[node]);
            next += 1;
        }
        let mut sizes = vec![1; parents.len()];
        for &node in order.iter().rev() {
            if let Some(parent) = parents[node] {
                sizes[parent] += sizes[node];
            }
        }
        Self { roots, children, sizes, order }
    }

    /// The root of the largest tree, or the node below it that carries the motion: only the first bone is translated. Rigs have
    /// nodes above the hips: an object that holds the bones, next to its mesh, or a bone on the ground. So if everything that
    /// moves is below one child, and the first moving node of that child travels, that node is the first bone. A node that
    /// moves itself is skipped only for a child that travels and branches, and whose siblings are all leaves. A node that
    /// neither moves nor has another child is always skipped. `None` without nodes.
    pub(super) fn first_bone(&self, clip: &Clip) -> Option<usize> {
        // Of trees of equal size, the first.
        let mut root = self.roots.iter().copied().rev().max_by_key(|&root| self.sizes[root])?;
        let (mut moves, mut travels) = (vec![false; clip.nodes.len()], vec![false; clip.nodes.len()]);
        for channel in &clip.channels {
            moves[channel.node()] = true;
            let is_place = matches!(
                channel.property(),
                Property::Translation | Property::Displacement | Property::Matrix
            );
            let curve = channel.curve();
            let values = (1..curve.len()).flat_map(|key| curve.value(key).iter().zip(curve.value(0)));
            travels[channel.node()] |=
                is_place && values.into_iter().any(|(now, first)| (now - first).abs() > ROUNDING);
        }
        let mut alive = moves.clone();
        for &node in self.order.iter().rev() {
            alive[node] |= self.children[node].iter().any(|&child| alive[child]);
        }
        let only = |node: usize| {
            let mut moving = self.children[node].iter().copied().filter(|&child| alive[child]);
            moving.next().filter(|_| moving.next().is_none())
        };
        while let Some(child) = only(root) {
            let siblings = || self.children[root].iter().filter(|&&node| node != child);
            let passes = if moves[root] {
                let branches = self.children[child].len() > 1;
                travels[child] && branches && siblings().all(|&node| self.children[node].is_empty())
            } else {
                let mut first = Some(child);
                while let Some(node) = first.filter(|&node| !moves[node]) {
                    first = only(node);
                }
                siblings().next().is_none() || first.is_some_and(|node| travels[node])
            };
            if !passes {
                break;
            }
            root = child;
        }
        Some(root)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Ease, Node, Times};

    use super::*;

    /// Nodes by their parents, and channels: a node, and whether it is translated rather than rotated.
    fn first_bone(parents: &[Option<usize>], channels: &[(usize, bool)]) -> Option<usize> {
        let node = |parent: &Option<usize>| match parent {
            Some(parent) => Node::new("node").with_parent(*parent),
            None => Node::new("node"),
        };
        let curve = |values: &[f64]| {
            let times = Times::keys([0.0, 1.0]).unwrap();
            Curve::new(times, values.len() / 2, values.to_vec(), Ease::Linear).unwrap()
        };
        let channel = |&(node, travels): &(usize, bool)| {
            // Exporters write translations that do not change.
            let place = if travels { [0.0, 1.0, 0.0, 0.0, 1.1, 0.0] } else { [0.0, 1.0, 0.0, 0.0, 1.0, 0.0] };
            Channel::new(node, Property::Translation, curve(&place)).unwrap()
        };
        let clip = Clip::new("clip")
            .with_duration(1.0)
            .with_nodes(parents.iter().map(node).collect())
            .with_channels(channels.iter().map(channel).collect());
        Tree::new(parents).first_bone(&clip)
    }

    #[test]
    fn the_first_bone_is_the_one_that_travels_below_what_holds_the_figure() {
        let hold = Some(0);
        // An object with its mesh and the hips, from which two legs hang.
        let rig = [None, hold, hold, Some(2), Some(2)];
        let chain = [None, hold, Some(1)];
        for (parents, channels, expected) in [
            (&rig[..], &[(2, true), (3, false)][..], 2),
            // The object walks, the hips rise and sink.
            (&rig, &[(0, true), (2, true), (3, false)], 2),
            // Nothing below the object is translated.
            (&rig, &[(2, false), (3, false)], 0),
            (&rig, &[(0, true), (2, false)], 0),
            // Two nodes move.
            (&rig, &[(1, false), (2, true)], 0),
            // A node that moves and does not branch is a bone.
            (&chain, &[(0, true), (1, true), (2, true)], 0),
            (&chain, &[(1, false)], 1),
            (&chain, &[], 0),
            // Something else stands next to the figure.
            (&[None, hold, Some(1), hold, Some(3), Some(3)], &[(3, true)], 3),
        ] {
            assert_eq!(first_bone(parents, channels), Some(expected), "{parents:?} {channels:?}");
        }
        assert_eq!(first_bone(&[], &[]), None);
    }
}
