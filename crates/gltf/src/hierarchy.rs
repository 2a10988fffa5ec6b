//! The parents of nodes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::Root;

/// The parent of each node: the first node that lists it as a child, unless that closes a cycle.
pub(crate) fn parents(root: &Root) -> Vec<Option<usize>> {
    let mut parents = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for &child in &node.children {
            if let Some(parent @ None) = parents.get_mut(child) {
                *parent = Some(index);
            }
        }
    }
    break_cycles(&mut parents);
    parents
}

/// Makes one node of each cycle a root: the one that the search meets first. Returns these nodes.
pub(crate) fn break_cycles(parents: &mut [Option<usize>]) -> Vec<usize> {
    // 0 for a node that was not visited, else the number of the search that visited it first.
    let mut visited = vec![0usize; parents.len()];
    let mut roots = Vec::new();
    for start in 0..parents.len() {
        let search = start.saturating_add(1);
        let (mut last, mut next) = (start, Some(start));
        while let Some(node) = next {
            match visited.get_mut(node) {
                Some(mark @ 0) => *mark = search,
                Some(mark) if *mark == search => {
                    if let Some(parent) = parents.get_mut(last) {
                        *parent = None;
                    }
                    roots.push(last);
                    break;
                }
                _ => break,
            }
            last = node;
            next = parents.get(node).copied().flatten();
        }
    }
    roots
}
