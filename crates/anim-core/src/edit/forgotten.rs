//! The losses of dropped nodes.

use std::collections::HashSet;

use super::by_node::ByNode;
use crate::{Clip, Loss};

/// Removes the losses of dropped nodes without a descendant that is kept, unless a node that is kept has the same name.
pub(super) fn forget(clip: &Clip, dropped: &[bool], losses: &mut Vec<Loss>) {
    let by_node = ByNode::new(clip);
    let mut counts: Vec<bool> = dropped.iter().map(|dropped| !dropped).collect();
    let mut open: Vec<usize> = (0..counts.len()).filter(|&node| counts[node]).collect();
    while let Some(node) = open.pop() {
        for parent in by_node.parents(node).chain(clip.nodes[node].parent) {
            if counts.get(parent) == Some(&false) {
                counts[parent] = true;
                open.push(parent);
            }
        }
    }
    let named = |is_counted: bool| {
        let nodes = clip.nodes.iter().zip(&counts).filter(move |(_, counts)| **counts == is_counted);
        nodes.map(|(node, _)| node.name.as_str()).collect::<HashSet<_>>()
    };
    let (gone, left) = (named(false), named(true));
    losses.retain(|loss| {
        let node = loss.node.as_deref().filter(|_| loss.clip.as_ref() == Some(&clip.name));
        node.is_none_or(|node| !gone.contains(node) || left.contains(node))
    });
}

#[cfg(test)]
mod tests {
    use crate::edit::{Edit, Pattern};
    use crate::{Clip, Code, Node, Positive, Report};

    static TEST: Code = Code::note("test::baked", "values are baked");

    #[test]
    fn losses_of_dropped_nodes_are_dropped_unless_a_kept_one_is_below() {
        let nodes = vec![
            Node::new("hip"),
            Node::new("leg").with_parent(0),
            Node::new("foot").with_parent(1),
            Node::new("arm").with_parent(0),
        ];
        let clip = Clip::new("walk").with_nodes(nodes);
        let tolerance = Positive::literal(1.0);
        let pattern = |names: &[&str]| names.iter().map(|name| Pattern::new(*name)).collect();
        for (edit, expected) in [
            (Edit::Drop(pattern(&["leg", "arm"])), &["hip", "leg", "foot"][..]),
            (Edit::Select(pattern(&["leg"])), &["hip", "leg"]),
            (Edit::Drop(pattern(&["leg", "foot"])), &["hip", "arm"]),
        ] {
            let mut report = Report::new();
            for node in 0..clip.nodes.len() {
                report.lose(TEST.dropped("gone").of_node(&clip, node));
            }
            let _ = edit.apply(std::slice::from_ref(&clip), tolerance, &mut report).unwrap();
            let named: Vec<&str> = report.losses.iter().filter_map(|loss| loss.node.as_deref()).collect();
            assert_eq!(named, expected, "{edit:?}");
        }
    }
}
