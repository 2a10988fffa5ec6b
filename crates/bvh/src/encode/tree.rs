//! The hierarchy of a clip as a BVH has it: one parent for ever, parents first.

use anim_core::Clip;

/// The nodes in depth-first order.
pub(super) struct Tree {
    /// Indices of nodes, each after its parent and next to its siblings' descendants.
    pub(super) order: Vec<usize>,
    /// The parent of each node. A circle is cut where a pose cuts it.
    pub(super) parents: Vec<Option<usize>>,
    /// How many children each node has.
    pub(super) children: Vec<usize>,
}

impl Tree {
    /// The hierarchy of a valid clip, by the parents that its nodes have to begin with.
    pub(super) fn new(clip: &Clip) -> Self {
        // A pose of the bare nodes knows where circles are cut.
        let parents = Clip { nodes: clip.nodes.clone(), ..Clip::default() }.pose(0.0).parent;
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

    /// How many nodes have no parent.
    pub(super) fn roots(&self) -> usize {
        self.parents.iter().filter(|parent| parent.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn nodes_come_depth_first_and_circles_are_cut() {
        let parents = [Some(2), None, Some(1), None, Some(1), Some(6), Some(5)];
        let nodes = parents.map(|parent| Node { parent, ..Node::new("") }).to_vec();
        let tree = Tree::new(&Clip { nodes, ..Clip::default() });
        assert_eq!(tree.order, [1, 2, 0, 4, 3, 6, 5]);
        assert_eq!((tree.parents[5], tree.parents[6], tree.roots()), (Some(6), None, 3));
        assert_eq!(tree.children, [0, 2, 1, 0, 0, 0, 1]);
    }
}
