//! The parents of nodes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::{Node, Root};

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

/// Children that a node lists, and of which it is not the parent.
#[derive(Debug, PartialEq)]
pub(crate) struct Orphaned {
    pub(crate) node: usize,
    /// The place of the first of them in the node's list.
    pub(crate) place: usize,
    pub(crate) count: usize,
    /// Why the node is not the parent of the first.
    pub(crate) why: String,
}

/// The children that nodes list in vain.
pub(crate) fn orphaned(root: &Root) -> Vec<Orphaned> {
    let parents = parents(root);
    let why = |node: usize, child: usize| match parents.get(child) {
        None => Some(format!("node {child} does not exist")),
        Some(None) => Some(format!("node {child} would be its own ancestor")),
        Some(Some(parent)) => {
            (*parent != node).then(|| format!("node {child} is a child of node {parent} too"))
        }
    };
    let of_node = |(index, node): (usize, &Node)| {
        let all = node.children.iter().enumerate();
        let mut vain = all.filter_map(|(place, child)| Some((place, why(index, *child)?)));
        let (place, why) = vain.next()?;
        Some(Orphaned { node: index, place, count: vain.count().saturating_add(1), why })
    };
    root.nodes.iter().enumerate().filter_map(of_node).collect()
}

/// The nodes that the file shows, with their indices: those of its default scene, else of its first one, and all below them. In a
/// file without scenes these are all nodes.
pub(crate) fn shown(root: &Root) -> Vec<(usize, &Node)> {
    let scene = root.scene.and_then(|scene| root.scenes.get(scene)).or(root.scenes.first());
    let mut is_shown = vec![scene.is_none(); root.nodes.len()];
    let mut open = scene.map(|scene| scene.nodes.clone()).unwrap_or_default();
    while let Some(node) = open.pop() {
        if let Some(mark @ false) = is_shown.get_mut(node) {
            *mark = true;
            open.extend(root.nodes.get(node).into_iter().flat_map(|node| &node.children));
        }
    }
    let nodes = root.nodes.iter().enumerate().zip(is_shown);
    nodes.filter_map(|(node, is_shown)| is_shown.then_some(node)).collect()
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
