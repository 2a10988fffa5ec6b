//! The hierarchy of a clip in a BVH: parents do not change, and precede their children.

use anim_core::Clip;

use crate::Roots;

/// The nodes in depth-first order.
pub(super) struct Tree {
    /// The indices of the nodes, each followed by all of its descendants.
    pub(super) order: Vec<usize>,
    /// The parent of each node. Cycles are broken at the same node as in poses.
    pub(super) parents: Vec<Option<usize>>,
    /// The number of children of each node.
    pub(super) children: Vec<usize>,
}

impl Tree {
    /// The hierarchy of a valid clip by the parents of its nodes, ignoring channels that change parents.
    pub(super) fn new(clip: &Clip) -> Self {
        // The pose of the nodes without channels has no cycles.
        let parents = Clip::default().with_nodes(clip.nodes.clone()).pose(0.0).parent;
        let mut below = vec![Vec::new(); parents.len()];
        for (node, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent {
                below[parent].push(node);
            }
        }
        let mut ahead: Vec<usize> =
            (0..parents.len()).rev().filter(|&node| parents[node].is_none()).collect();
        let mut order = Vec::with_capacity(parents.len());
        while let Some(node) = ahead.pop() {
            order.push(node);
            ahead.extend(below[node].iter().rev());
        }
        Self { order, children: below.iter().map(Vec::len).collect(), parents }
    }

    /// The nodes from a root down to a node.
    pub(super) fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |node| self.parents[*node]).collect();
        path.reverse();
        path
    }

    /// Whether a root is added above those of the clip.
    pub(super) fn has_added_root(&self, roots: Roots) -> bool {
        self.roots() == 0 || self.roots() != 1 && roots == Roots::Join
    }

    /// The number of nodes without a parent.
    pub(super) fn roots(&self) -> usize {
        self.parents.iter().filter(|parent| parent.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn nodes_are_in_depth_first_order_and_cycles_are_broken() {
        let parents = [Some(2), None, Some(1), None, Some(1), Some(6), Some(5)];
        let node = |parent: Option<usize>| match parent {
            Some(parent) => Node::new("").with_parent(parent),
            None => Node::new(""),
        };
        let tree = Tree::new(&Clip::default().with_nodes(parents.map(node).to_vec()));
        assert_eq!(tree.order, [1, 2, 0, 4, 3, 6, 5]);
        assert_eq!((tree.parents[5], tree.parents[6], tree.roots()), (Some(6), None, 3));
        assert_eq!(tree.children, [0, 2, 1, 0, 0, 0, 1]);
    }
}
