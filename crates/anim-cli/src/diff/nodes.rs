//! Nodes paired by name, then by id.

use std::collections::HashMap;

use anim_core::{Clip, Node, Transform, largest_difference};
use serde_json::{Value, json};

use super::difference::{Difference, Kind, angle, numbers};
use super::pairs::{self, Pair};
use super::{By, Rules};

/// The nodes of two clips: those of one name, and of the others those of one id.
pub(super) struct Nodes {
    pub(super) pairs: Vec<Pair>,
    /// The node of A for each node of B that has one.
    pub(super) of_b: HashMap<usize, usize>,
}

impl Nodes {
    pub(super) fn of([a, b]: [&Clip; 2]) -> Self {
        let names = |clip: &Clip| clip.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        let id = |clip: &Clip, node: usize| id(&clip.nodes[node]).to_owned();
        let by_name = pairs::by_key(names(a), names(b));
        let pairs = pairs::then_by_key(by_name, |node| id(a, node), |node| id(b, node));
        let mut nodes = Self { pairs, of_b: HashMap::new() };
        nodes.of_b = nodes.both().map(|[a, b]| (b, a)).collect();
        nodes
    }

    /// The nodes that both sides have.
    pub(super) fn both(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.pairs.iter().filter_map(|pair| match *pair {
            Pair::Both(a, b) => Some([a, b]),
            _ => None,
        })
    }
}

/// The id of a node, else the name, which may be the id itself.
fn id(node: &Node) -> &str {
    node.id.as_deref().unwrap_or(&node.name)
}

/// Whether two nodes have different names, of which neither is the id of the other.
fn is_renamed(a: &Node, b: &Node) -> bool {
    a.name != b.name && a.name != id(b) && id(a) != b.name
}

/// The differences between two nodes of one name or id.
pub(super) fn compare(
    [a, b]: [&Clip; 2],
    [i, j]: [usize; 2],
    nodes: &Nodes,
    rules: &Rules,
) -> Vec<Difference> {
    let (left, right) = (&a.nodes[i], &b.nodes[j]);
    let mut found = Vec::new();
    if is_renamed(left, right) {
        found.push(Difference::new(Kind::Name, left.name.as_str(), right.name.as_str()));
    }
    if left.parent != right.parent.and_then(|parent| nodes.of_b.get(&parent).copied())
        || left.parent.is_none() != right.parent.is_none()
    {
        let name = |clip: &Clip, parent: Option<usize>| {
            parent
                .and_then(|parent| clip.nodes.get(parent))
                .map_or(Value::Null, |node| node.name.as_str().into())
        };
        found.push(Difference::new(Kind::Parent, name(a, left.parent), name(b, right.parent)));
    }
    let off = rest_distance(&left.rest, &right.rest);
    if off > rules.tolerance {
        let rest = |Transform { translation, rotation, scale }: Transform| {
            json!({
                "translation": numbers(&translation), "rotation": numbers(&rotation), "scale": numbers(&scale),
            })
        };
        let rest = Difference::new(Kind::Rest, rest(left.rest), rest(right.rest));
        found.push(Difference { off: Some(off), ..rest });
    }
    if have_other_morphs(left, right, rules.by) {
        found.push(Difference::new(Kind::Morphs, left.morphs.clone(), right.morphs.clone()));
    }
    found
}

/// Whether the names of the morph targets differ, and for keys their order.
fn have_other_morphs(a: &Node, b: &Node, by: By) -> bool {
    if by == By::Keys {
        return a.morphs != b.morphs;
    }
    let [a, b] = [a, b].map(|node| {
        let mut names: Vec<&String> = node.morphs.iter().collect();
        names.sort_unstable();
        names
    });
    a != b
}

fn rest_distance(a: &Transform, b: &Transform) -> f64 {
    let places =
        largest_difference(&a.translation, &b.translation).max(largest_difference(&a.scale, &b.scale));
    places.max(angle(&a.rotation, &b.rotation))
}
