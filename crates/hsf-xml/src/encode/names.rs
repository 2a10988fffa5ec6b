//! Nodes to paths of segments.

use std::collections::HashSet;

use anim_core::{Clip, Report, UniqueNames, counted};

use crate::program::MAX_PATH;
use crate::{Text, codes};

/// A unique path for each node: the path of the parent, a slash, the name.
pub(super) fn paths(clip: &Clip, report: &mut Report) -> Vec<String> {
    let mut paths: Vec<Option<String>> = vec![None; clip.nodes.len()];
    let mut names = UniqueNames::default();
    let mut below = Vec::new();
    // The outermost nodes, anywhere in the list: readers make a path a child of any of them that is its prefix.
    let outermost = clip.nodes.iter().filter(|node| node.parent.is_none());
    let outermost: HashSet<String> =
        outermost.map(|node| Text::from(node.name.as_str()).trim().to_owned()).collect();
    for node in order(clip) {
        // Names are compared in their written form.
        let (original, text) = (clip.nodes[node].name.as_str(), Text::from(clip.nodes[node].name.as_str()));
        let name = text.trim();
        let parent = clip.nodes[node].parent.and_then(|parent| paths[parent].clone());
        let wanted = match &parent {
            Some(outer)
                if name
                    .strip_prefix(outer.as_str())
                    .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/')) =>
            {
                name.to_owned()
            }
            // Readers would not join a path that is too long: the name alone is the path.
            Some(outer) if outer.len() + name.len() < MAX_PATH => format!("{outer}/{}", plain(name)),
            Some(_) => plain(name),
            None if inside(name, &outermost, &names) => plain(name),
            None => name.to_owned(),
        };
        let wanted = if wanted.is_empty() { format!("node {node}") } else { wanted };
        let path = names.take(wanted).into_owned();
        if !path.ends_with(original) || original.is_empty() {
            let message = format!("the name becomes the path {path:?}");
            report.lose(codes::RENAMED.kept(message).of_node(clip, node));
        } else if path != original {
            below.push(node);
        }
        paths[node] = Some(path);
    }
    if let Some(path) = below.first().and_then(|&node| paths[node].as_deref()) {
        let message =
            format!("paths such as {path:?} become the names of {}", counted(below.len(), "child node"));
        report.lose(codes::RENAMED.kept(message).in_clip(clip));
    }
    paths.into_iter().map(Option::unwrap_or_default).collect()
}

/// All nodes, parents before their children; a cycle begins at any of its nodes.
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

/// A name without slashes, which would separate segments.
fn plain(name: &str) -> String {
    name.replace('/', "_")
}

/// Whether a path without a parent is inside a segment that is a node.
fn inside(name: &str, outermost: &HashSet<String>, names: &UniqueNames<'_>) -> bool {
    let mut outer = name.match_indices('/').map(|(at, _)| &name[..at]);
    outer.any(|outer| outermost.contains(outer) || names.is_taken(outer))
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn every_node_has_a_unique_path() {
        let node = |name: &str, parent: Option<usize>| {
            let node = Node::new(name);
            parent.map_or(node.clone(), |parent| node.with_parent(parent))
        };
        let clip = Clip::new("clip").with_nodes(vec![
            node("arm", Some(1)),
            node("body", None),
            node("arm", Some(1)),
            node("body/leg", Some(1)),
            node("a/b", Some(1)),
            node("", None),
            node("body/x", None),
        ]);
        let expected = ["body/arm", "body", "body/arm (2)", "body/leg", "body/a_b", "node 5", "body_x"];
        assert_eq!(paths(&clip, &mut Report::new()), expected);
    }

    #[test]
    fn nodes_without_a_parent_have_none_in_any_order() {
        let roots = [
            ("arm/hand", "arm_hand"),
            ("arm", "arm"),
            ("a//b", "a__b"),
            ("a/", "a/"),
            (" leg /foot", "leg /foot"),
            (" leg ", "leg"),
            ("x/y/z", "x/y/z"),
        ];
        for backwards in [false, true] {
            let mut roots = roots.to_vec();
            if backwards {
                roots.reverse();
            }
            let clip = Clip::new("clip").with_nodes(roots.iter().map(|(name, _)| Node::new(*name)).collect());
            let expected: Vec<&str> = roots.iter().map(|(_, path)| *path).collect();
            let mut report = Report::new();
            assert_eq!(paths(&clip, &mut report), expected);
            let renamed = roots.iter().filter(|(name, path)| name != path).count();
            assert_eq!(report.losses.len(), renamed, "{report}");
        }
    }

    #[test]
    fn names_that_xml_cannot_hold_stay_different() {
        let names = ["a\u{1}b", "a\u{2}b", " x ", "x", "y"];
        let clip = Clip::new("clip").with_nodes(names.map(Node::new).to_vec());
        let mut report = Report::new();
        assert_eq!(paths(&clip, &mut report), ["a\u{FFFD}b", "a\u{FFFD}b (2)", "x", "x (2)", "y"]);
        let renamed: Vec<_> = report.losses.iter().map(|loss| loss.node.as_deref()).collect();
        assert_eq!(renamed, names[..4].iter().map(|name| Some(*name)).collect::<Vec<_>>());
    }
}
