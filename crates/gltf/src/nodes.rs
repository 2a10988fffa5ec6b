//! The nodes of a file as the nodes of clips.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::Node;

use crate::extras::{self, is_helper, named};
use crate::hierarchy::parents;
use crate::humanoid::bones;
use crate::rest::rest;
use crate::{Root, expressions};

/// The largest relative error of a decomposed matrix that single precision explains.
const ROUNDING: f64 = 1e-6;

/// The nodes of a file at rest, in its order.
pub(crate) fn nodes_of(root: &Root) -> Vec<Node> {
    Nodes::new(root).all
}

/// The nodes of a file.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) all: Vec<Node>,
    /// The nodes that are not helpers added by the encoder, ascending.
    own: Vec<usize>,
    /// The nodes whose matrix is sheared, with the error of their rest pose relative to the matrix's largest number.
    sheared: HashMap<usize, f64>,
    /// The nodes that hold weights of expressions, with the names of these.
    expressions: HashMap<usize, Vec<String>>,
}

/// The nodes of a clip, in the clip's order.
#[derive(Debug)]
pub(crate) struct Cast {
    /// The node of the file for each node of the clip.
    of: Vec<usize>,
    /// The index in the clip of each node of the file that the clip has.
    within: HashMap<usize, usize>,
}

impl Cast {
    fn new(of: Vec<usize>) -> Self {
        let within = of.iter().enumerate().map(|(own, node)| (*node, own)).collect();
        Self { of, within }
    }

    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    /// The index in the clip of a node of the file.
    pub(crate) fn own(&self, node: usize) -> Option<usize> {
        self.within.get(&node).copied()
    }

    /// The nodes of the file for the nodes of the clip.
    pub(crate) fn files(self) -> Vec<usize> {
        self.of
    }

    /// The node of the file for a node of the clip.
    pub(crate) fn file(&self, own: usize) -> Option<usize> {
        self.of.get(own).copied()
    }
}

impl Nodes {
    pub(crate) fn new(root: &Root) -> Self {
        let (parents, stated) = (parents(root), bones(root));
        let mut sheared = HashMap::new();
        let (mut all, mut own) = (Vec::with_capacity(root.nodes.len()), Vec::new());
        for (index, node) in root.nodes.iter().enumerate() {
            let (rest, error) = rest(node);
            if error > ROUNDING {
                sheared.insert(index, error);
            }
            if !is_helper(node.extras.as_ref()) {
                own.push(index);
            }
            let name = node.name.clone().unwrap_or_else(|| format!("node {index}"));
            let mut lowered = Node::new(name).with_rest(rest);
            lowered.parent = parents.get(index).copied().flatten();
            lowered.morphs = morphs(root, node);
            lowered.id = extras::id(node.extras.as_ref());
            if stated.is_empty() {
                lowered.bone = extras::bone(node.extras.as_ref());
            }
            all.push(lowered);
        }
        for (bone, node) in stated {
            if let Some(node) = all.get_mut(node) {
                node.bone = Some(bone.name().to_owned());
            }
        }
        let expressions = expressions::of(root);
        for (&node, names) in &expressions {
            if let Some(node) = all.get_mut(node) {
                node.morphs.clone_from(names);
                // Its translation is a weight, not a place.
                node.rest.translation = [0.0; 3];
            }
        }
        Self { all, own, sheared, expressions }
    }

    /// The number of expressions whose weight a node of the file holds.
    pub(crate) fn expressions(&self, node: usize) -> usize {
        self.expressions.get(&node).map_or(0, Vec::len)
    }

    /// The number of nodes of a clip whose extras list these runs, each as its first node and its length; all nodes without a
    /// list. `None` if a node is listed twice, or is not in the file.
    pub(crate) fn count(&self, runs: Option<&[usize]>) -> Option<usize> {
        let Some(runs) = runs else { return Some(self.own.len()) };
        let (runs, rest) = runs.as_chunks::<2>();
        let mut ordered = runs.to_vec();
        ordered.sort_unstable();
        let (mut total, mut free) = (0usize, 0);
        for [first, count] in ordered {
            let end = first.checked_add(count).filter(|end| first >= free && *end <= self.all.len())?;
            (total, free) = (total.saturating_add(count), end);
        }
        rest.is_empty().then_some(total)
    }

    /// The nodes of a clip whose extras list these runs, which [`Nodes::count`] has counted.
    pub(crate) fn cast(&self, runs: Option<&[usize]>) -> Cast {
        let Some(runs) = runs else { return Cast::new(self.own.clone()) };
        Cast::new(runs.as_chunks::<2>().0.iter().flat_map(|[first, count]| (*first..).take(*count)).collect())
    }

    /// The nodes themselves. A parent that is not among them is removed.
    pub(crate) fn lowered(&self, cast: &Cast) -> Vec<Node> {
        let mut nodes: Vec<Node> = cast.of.iter().filter_map(|node| self.all.get(*node)).cloned().collect();
        for node in &mut nodes {
            node.parent = node.parent.and_then(|parent| cast.own(parent));
        }
        nodes
    }

    /// The error of the rest pose of a node of the file whose matrix is sheared.
    pub(crate) fn sheared(&self, node: usize) -> Option<f64> {
        self.sheared.get(&node).copied()
    }
}

/// The names of a node's morph targets; empty if the mesh does not name all of them.
fn morphs(root: &Root, node: &crate::Node) -> Vec<String> {
    let names = || {
        let mesh = root.meshes.get(node.mesh?)?;
        let targets = mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
        let names = mesh.extras.as_ref()?.value().get("targetNames")?.as_array()?;
        let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        let mut names = names.filter(|names| names.len() == targets)?;
        names.truncate(named(mesh.extras.as_ref()).unwrap_or(targets));
        Some(names)
    };
    names().unwrap_or_default()
}
