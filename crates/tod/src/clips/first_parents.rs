//! The parents of nodes that no channel gives a parent.

/// Gives each node the first parent that it has. If these parents, which belong to different times, would form a cycle that never
/// exists in the file, a node gets a later parent or none.
pub(super) struct FirstParents {
    parents: Vec<Option<usize>>,
    /// For each node, a node nearer to the root that identifies its tree.
    trees: Vec<usize>,
    /// The parents of nodes that change theirs, with their times.
    later: Vec<(f64, usize, usize)>,
}

impl FirstParents {
    pub(super) fn new(nodes: usize) -> Self {
        Self { parents: vec![None; nodes], trees: (0..nodes).collect(), later: Vec::new() }
    }

    /// Gives a node the only parent that it has, even if that closes a cycle, since the file then has that cycle too.
    pub(super) fn always(&mut self, node: usize, parent: usize) {
        self.parents[node] = Some(parent);
        let [tree, above] = [node, parent].map(|node| self.tree(node));
        self.trees[tree] = above;
    }

    /// Notes the parent that a node has from a time on.
    pub(super) fn from(&mut self, time: f64, node: usize, parent: usize) {
        self.later.push((time, node, parent));
    }

    /// The parent of each node.
    pub(super) fn finish(mut self) -> Vec<Option<usize>> {
        let mut later = std::mem::take(&mut self.later);
        later.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, node, parent) in later {
            // The node is the root of its tree: a parent in the same tree is below it.
            if self.parents[node].is_none() && self.tree(node) != self.tree(parent) {
                self.always(node, parent);
            }
        }
        self.parents
    }

    /// The node that identifies the tree of a node.
    fn tree(&mut self, mut node: usize) -> usize {
        while self.trees[node] != node {
            // Path halving keeps later searches short.
            self.trees[node] = self.trees[self.trees[node]];
            node = self.trees[node];
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_parents_close_no_cycle_that_the_file_never_has() {
        let parents = |always: &[(usize, usize)], later: &[(f64, usize, usize)]| {
            let mut first = FirstParents::new(4);
            for &(node, parent) in always {
                first.always(node, parent);
            }
            for &(time, node, parent) in later {
                first.from(time, node, parent);
            }
            first.finish()
        };
        let none = [None; 4];
        assert_eq!(parents(&[], &[]), none);
        // 0 is under 1, later 1 is under 0: in either order of the nodes, the earlier one counts.
        assert_eq!(parents(&[], &[(0.0, 0, 1), (1.0, 1, 0)]), [Some(1), None, None, None]);
        assert_eq!(parents(&[], &[(1.0, 0, 1), (0.0, 1, 0)]), [None, Some(0), None, None]);
        // 1 moves on to 2, and gets that parent.
        assert_eq!(parents(&[], &[(0.0, 0, 1), (1.0, 1, 0), (2.0, 1, 2)]), [Some(1), Some(2), None, None]);
        // Through nodes that never change their parents.
        assert_eq!(
            parents(&[(0, 1), (1, 2)], &[(0.0, 2, 0), (1.0, 3, 0)]),
            [Some(1), Some(2), None, Some(0)]
        );
        // A cycle that the file always has stays.
        assert_eq!(parents(&[(0, 1), (1, 0), (2, 2)], &[(0.0, 3, 2)]), [Some(1), Some(0), Some(2), Some(2)]);
        // A node is not its own parent.
        assert_eq!(parents(&[], &[(0.0, 3, 3)]), none);
    }
}
