//! Nodes in an order in which parents come before children.

use anim_core::Node;

/// The hierarchy of nodes, without cycles.
pub(crate) struct Tree {
    /// All nodes, parents before children, otherwise in their own order.
    pub(crate) order: Vec<usize>,
    /// The parent of each node; `None` also if it does not exist or would close a cycle.
    pub(crate) parents: Vec<Option<usize>>,
}

impl Tree {
    pub(crate) fn new(nodes: &[Node]) -> Self {
        let count = nodes.len();
        let mut tree = Self { order: Vec::with_capacity(count), parents: vec![None; count] };
        let (mut seen, mut placed) = (vec![false; count], vec![false; count]);
        let mut path = Vec::new();
        for start in 0..count {
            let mut next = Some(start);
            while let Some(node) = next.filter(|node| *node < count && !seen[*node]) {
                seen[node] = true;
                path.push(node);
                next = nodes[node].parent;
            }
            while let Some(node) = path.pop() {
                tree.parents[node] = nodes[node].parent.filter(|parent| placed.get(*parent) == Some(&true));
                tree.order.push(node);
                placed[node] = true;
            }
        }
        tree
    }

    /// A node and its ancestors, upwards.
    pub(crate) fn line(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |node| self.parents[*node])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_first_and_cycles_are_cut() {
        for (parents, order, cut) in [
            (vec![None, Some(0), Some(0)], vec![0, 1, 2], vec![None, Some(0), Some(0)]),
            (vec![Some(2), None, Some(3), None], vec![3, 2, 0, 1], vec![Some(2), None, Some(3), None]),
            (vec![Some(1), Some(2), Some(0)], vec![2, 1, 0], vec![Some(1), Some(2), None]),
            (vec![Some(0), Some(9)], vec![0, 1], vec![None, None]),
        ] {
            let mut nodes = vec![Node::new(""); parents.len()];
            nodes.iter_mut().zip(&parents).for_each(|(node, parent)| node.parent = *parent);
            let tree = Tree::new(&nodes);
            assert_eq!((tree.order, tree.parents), (order, cut), "{parents:?}");
        }
    }
}
