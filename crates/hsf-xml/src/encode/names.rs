//! Nodes to paths of segments.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Location, Loss, Sink};

use crate::codes;
use crate::program::MAX_PATH;

/// A path for each node, each of them once: the path of the parent, a slash, the name.
pub(super) fn paths(clip: &Clip, sink: &mut dyn Sink) -> Vec<String> {
    let mut paths: Vec<Option<String>> = vec![None; clip.nodes.len()];
    let mut taken: HashSet<String> = HashSet::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut below = Vec::new();
    for node in order(clip) {
        let name = clip.nodes[node].name.trim();
        let parent = clip.nodes[node].parent.and_then(|parent| paths[parent].clone());
        let wanted = match &parent {
            Some(outer)
                if name
                    .strip_prefix(outer.as_str())
                    .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/')) =>
            {
                name.to_owned()
            }
            // A path that is too long would be cut: the name alone then stands for it.
            Some(outer) if outer.len() + name.len() < MAX_PATH => format!("{outer}/{}", plain(name)),
            Some(_) => plain(name),
            None if inside(name, &taken) => plain(name),
            None => name.to_owned(),
        };
        let wanted = if wanted.is_empty() { format!("node {node}") } else { wanted };
        let mut path = wanted.clone();
        while !taken.insert(path.clone()) {
            let number = numbers.entry(wanted.clone()).or_insert(1);
            *number += 1;
            path = format!("{wanted} ({number})");
        }
        if !path.ends_with(name) || name.is_empty() {
            let message = format!("the node {:?} is called {path:?}", clip.nodes[node].name);
            sink.report(codes::RENAMED.at(Location::path(&clip.name), message).losing(Loss::Kept));
        } else if path != name {
            below.push(node);
        }
        paths[node] = Some(path);
    }
    if let Some(path) = below.first().and_then(|&node| paths[node].as_deref()) {
        let message =
            format!("{} nodes below others are called by their paths, such as {path:?}", below.len());
        sink.report(codes::RENAMED.at(Location::path(&clip.name), message).losing(Loss::Kept));
    }
    paths.into_iter().map(Option::unwrap_or_default).collect()
}

/// All nodes, parents before their children; a cycle is cut somewhere.
fn order(clip: &Clip) -> Vec<usize> {
    let mut order = Vec::with_capacity(clip.nodes.len());
    let mut seen = vec![false; clip.nodes.len()];
    let mut chain = Vec::new();
    for node in 0..clip.nodes.len() {
        let mut at = Some(node);
        while let Some(index) = at.filter(|&index| !seen[index]) {
            seen[index] = true;
            chain.push(index);
            at = clip.nodes[index].parent;
        }
        order.extend(chain.drain(..).rev());
    }
    order
}

/// A name without slashes, which would make more segments of it.
fn plain(name: &str) -> String {
    name.replace('/', "_")
}

/// Whether a path without a parent lies in a segment that is a node.
fn inside(name: &str, taken: &HashSet<String>) -> bool {
    name.match_indices('/').any(|(at, _)| taken.contains(&name[..at]))
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn every_node_has_a_path_of_its_own() {
        let node = |name: &str, parent| Node { parent, ..Node::new(name) };
        let clip = Clip {
            nodes: vec![
                node("arm", Some(1)),
                node("body", None),
                node("arm", Some(1)),
                node("body/leg", Some(1)),
                node("a/b", Some(1)),
                node("", None),
                node("body/x", None),
            ],
            ..Clip::default()
        };
        let expected = ["body/arm", "body", "body/arm (2)", "body/leg", "body/a_b", "node 5", "body_x"];
        assert_eq!(paths(&clip, &mut ()), expected);
    }
}
