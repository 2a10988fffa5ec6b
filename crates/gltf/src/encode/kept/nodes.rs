//! Matches the nodes of clips with the nodes of a document.

use std::collections::{BTreeSet, HashMap, HashSet};

use anim_core::{Clip, Node};

use crate::nodes::nodes_of;
use crate::{Root, clips};

/// The nodes of clips in a document.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// For each clip and each of its nodes, the node of the document.
    pub(super) casts: Vec<Vec<usize>>,
    /// The nodes that have other names in the clips.
    pub(super) names: HashMap<usize, String>,
}

/// The nodes of clips in a document; `None` if a clip has a node with another rest or another parent, or one that does not exist.
pub(super) fn find(root: &Root, given: &[impl AsRef<Clip>]) -> Option<Found> {
    let all = nodes_of(root);
    let known = clips::casts_of(root);
    let mut found = Found::default();
    for nodes in given.iter().map(|clip| &clip.as_ref().nodes) {
        let is_whole = |names: bool| known.iter().find(|cast| are(nodes, cast, &all, names));
        let cast = match is_whole(true) {
            Some(cast) => cast.clone(),
            None => some(nodes, &all, &known).or_else(|| is_whole(false).cloned())?,
        };
        for (node, &own) in nodes.iter().zip(&cast) {
            let before = found.names.insert(own, node.name.clone());
            if before.is_some_and(|name| name != node.name) {
                return None;
            }
        }
        found.casts.push(cast);
    }
    found.names.retain(|own, name| all[*own].name != *name);
    Some(found)
}

/// Renames nodes.
pub(super) fn rename(root: &mut Root, names: &HashMap<usize, String>) {
    for (&node, name) in names {
        if let Some(node) = root.nodes.get_mut(node) {
            node.name = Some(name.clone());
        }
    }
}

/// Whether nodes are all those of a list, with the same names or others.
fn are(nodes: &[Node], cast: &[usize], all: &[Node], with_names: bool) -> bool {
    let within: HashSet<usize> = cast.iter().copied().collect();
    let is = |(node, own): (&Node, &usize)| {
        let known = &all[*own];
        let parent = known.parent.filter(|parent| within.contains(parent));
        (!with_names || node.name == known.name) && is_at(node, known, cast, parent)
    };
    nodes.len() == cast.len() && nodes.iter().zip(cast).all(is)
}

/// Whether a node of a clip has the same rest and parent as one of the document.
fn is_at(node: &Node, known: &Node, cast: &[usize], parent: Option<usize>) -> bool {
    let above = node.parent.and_then(|parent| cast.get(parent).copied());
    above == parent && node.rest == known.rest && node.morphs == known.morphs
}

/// The nodes of the document with the names of these nodes, as part of a list; `None` if two have the same name.
fn some(nodes: &[Node], all: &[Node], known: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut named: HashMap<&str, Option<usize>> = HashMap::new();
    for &own in known.iter().flatten().collect::<BTreeSet<_>>() {
        let place = named.entry(&all[own].name);
        place.and_modify(|known| *known = None).or_insert(Some(own));
    }
    let cast = nodes.iter().map(|node| *named.get(node.name.as_str())?).collect::<Option<Vec<_>>>()?;
    // Helpers are never parents.
    let usual: HashSet<usize> = known.first()?.iter().copied().collect();
    let parent = |own: usize| all[own].parent.filter(|parent| usual.contains(parent));
    let is = |(node, own): (&Node, &usize)| is_at(node, &all[*own], &cast, parent(*own));
    nodes.iter().zip(&cast).all(is).then_some(cast)
}
