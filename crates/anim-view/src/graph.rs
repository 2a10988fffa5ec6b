//! The graph of the document for the page.

use std::collections::HashMap;

use anim_core::{Clip, Edge, Graph, GraphNode, Group};
use serde::Serialize;

/// The nodes and edges of a graph.
#[derive(Debug, Serialize)]
pub(crate) struct GraphData {
    pub(crate) groups: Vec<GroupData>,
    pub(crate) nodes: Vec<GraphNodeData>,
    pub(crate) edges: Vec<EdgeData>,
}

/// A frame around nodes of a graph.
#[derive(Debug, Serialize)]
pub(crate) struct GroupData {
    pub(crate) name: String,
    /// The clip that shows it.
    pub(crate) clip: Option<usize>,
}

/// A node of a graph.
#[derive(Debug, Serialize)]
pub(crate) struct GraphNodeData {
    pub(crate) label: String,
    pub(crate) group: Option<usize>,
    /// The clip that shows it or its group.
    pub(crate) clip: Option<usize>,
}

/// An edge between two nodes.
#[derive(Debug, Serialize)]
pub(crate) struct EdgeData {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: String,
    pub(crate) dashed: bool,
}

impl GraphData {
    /// A graph with the clips that show its parts.
    pub(crate) fn new(graph: &Graph, clips: &[Clip]) -> Self {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (index, clip) in clips.iter().enumerate() {
            by_name.entry(&clip.name).or_insert(index);
        }
        let clip = |name: &Option<String>| name.as_deref().and_then(|name| by_name.get(name).copied());
        let group = |group: &Group| GroupData { name: group.label(), clip: clip(&group.clip) };
        let node = |node: &GraphNode| {
            let group = node.group.and_then(|index| Some((index, graph.groups.get(index)?)));
            GraphNodeData {
                label: node.label(),
                group: group.map(|(index, _)| index),
                clip: group.and_then(|(_, group)| clip(&group.clip)).or_else(|| clip(&node.clip)),
            }
        };
        // An edge of a missing node cannot be drawn.
        let is_sound = |edge: &&Edge| edge.from.max(edge.to) < graph.nodes.len();
        let edge = |edge: &Edge| EdgeData {
            from: edge.from,
            to: edge.to,
            label: edge.label(),
            dashed: edge.is_dashed(),
        };
        Self {
            groups: graph.groups.iter().map(group).collect(),
            nodes: graph.nodes.iter().map(node).collect(),
            edges: graph.edges.iter().filter(is_sound).map(edge).collect(),
        }
    }
}
