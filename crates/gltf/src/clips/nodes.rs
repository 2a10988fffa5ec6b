//! The nodes of a file as the nodes of clips.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Node;

use crate::Root;
use crate::hierarchy::parents;
use crate::rest::rest;

/// The largest relative error of a decomposed matrix that single precision explains.
const ROUNDING: f64 = 1e-6;

/// The nodes of a file.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    /// The nodes whose matrix is sheared, ascending, with the error of their rest pose relative to the matrix's largest number.
    sheared: Vec<(usize, f64)>,
}

impl Nodes {
    pub(super) fn new(root: &Root) -> Self {
        let parents = parents(root);
        let mut sheared = Vec::new();
        let mut all = Vec::with_capacity(root.nodes.len());
        for (index, node) in root.nodes.iter().enumerate() {
            let (rest, error) = rest(node);
            if error > ROUNDING {
                sheared.push((index, error));
            }
            let name = node.name.clone().unwrap_or_else(|| format!("node {index}"));
            let mut lowered = Node::new(name).with_rest(rest);
            lowered.parent = parents.get(index).copied().flatten();
            lowered.morphs = morphs(root, node);
            all.push(lowered);
        }
        Self { all, sheared }
    }

    /// `count` nodes from `first` on. A parent that is not among them becomes none.
    pub(super) fn subset(&self, first: usize, count: usize) -> Vec<Node> {
        let inside = |parent: usize| parent.checked_sub(first).filter(|parent| *parent < count);
        let mut nodes: Vec<Node> = self.all.iter().skip(first).take(count).cloned().collect();
        for node in &mut nodes {
            node.parent = node.parent.and_then(inside);
        }
        nodes
    }

    /// The sheared nodes among `count` nodes from `first` on.
    pub(super) fn sheared(&self, first: usize, count: usize) -> impl Iterator<Item = (usize, f64)> {
        let begin = self.sheared.partition_point(|(node, _)| *node < first);
        let last = first.saturating_add(count);
        self.sheared.iter().skip(begin).copied().take_while(move |(node, _)| *node < last)
    }
}

/// The names of a node's morph targets; empty if the mesh does not name all of them.
fn morphs(root: &Root, node: &crate::Node) -> Vec<String> {
    let names = || {
        let mesh = root.meshes.get(node.mesh?)?;
        let targets = mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
        let names = mesh.extras.as_ref()?.value().get("targetNames")?.as_array()?;
        let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        names.filter(|names| names.len() == targets)
    };
    names().unwrap_or_default()
}
