//! What the page knows, as its scripts read it (`script/data.js`).

use std::collections::HashMap;

use anim_core::{Clip, Edge, Graph, GraphNode, Group};
use serde::Serialize;

/// All of it.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    pub(crate) title: String,
    pub(crate) up: &'static str,
    pub(crate) clips: Vec<ClipData>,
    pub(crate) graph: Option<GraphData>,
}

/// What leads to what.
#[derive(Debug, Serialize)]
pub(crate) struct GraphData {
    pub(crate) groups: Vec<GroupData>,
    pub(crate) nodes: Vec<GraphNodeData>,
    pub(crate) edges: Vec<EdgeData>,
}

/// A frame around things of a graph.
#[derive(Debug, Serialize)]
pub(crate) struct GroupData {
    pub(crate) name: String,
    /// The clip that it stands for.
    pub(crate) clip: Option<usize>,
}

/// A thing in a graph.
#[derive(Debug, Serialize)]
pub(crate) struct GraphNodeData {
    pub(crate) label: String,
    pub(crate) group: Option<usize>,
    /// The clip that it stands for, or its group does.
    pub(crate) clip: Option<usize>,
}

/// What leads from one thing to another.
#[derive(Debug, Serialize)]
pub(crate) struct EdgeData {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: String,
    pub(crate) dashed: bool,
}

impl GraphData {
    /// A graph with the clips that its parts stand for.
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
        // A line from nowhere to nowhere cannot be drawn.
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

/// A clip.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipData {
    pub(crate) name: String,
    pub(crate) duration: f64,
    /// Frames, and the seconds that they take; `null` without a rate.
    pub(crate) rate: Option<[f64; 2]>,
    /// How many frames of that rate it has, or of 60 a second.
    pub(crate) frames: u64,
    /// The file's own number of the frame at time 0.
    pub(crate) first_frame: f64,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) motion: Motion,
    pub(crate) panels: Vec<PanelData>,
    pub(crate) events: Vec<EventData>,
    /// Which nodes of the graph are active when: node, from, to, by the time they start.
    pub(crate) active: Vec<(usize, f64, f64)>,
}

/// A node, as it is at first.
#[derive(Debug, Serialize)]
pub(crate) struct NodeData {
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    pub(crate) shown: bool,
}

/// Where every node is at sampled times.
#[derive(Debug, Serialize)]
pub(crate) struct Motion {
    /// Whether nodes stay where they are between samples; else they go straight.
    pub(crate) hold: bool,
    /// Double precision: seconds, ascending.
    pub(crate) times: String,
    /// Single precision: the local maps at the first time, 12 numbers a node, three rows with the translation last.
    pub(crate) start: String,
    /// 32 bits: which of those numbers change.
    pub(crate) moving: String,
    /// Single precision: those numbers, time by time.
    pub(crate) values: String,
    /// Changes of parents: sample, node, parent or −1.
    pub(crate) parents: Vec<[i64; 3]>,
    /// Changes of whether a node exists and is visible: sample, node, 0 or 1.
    pub(crate) shown: Vec<[i64; 3]>,
}

/// The curves of one property of one node.
#[derive(Debug, Serialize)]
pub(crate) struct PanelData {
    pub(crate) node: usize,
    pub(crate) title: String,
    pub(crate) lines: Vec<LineData>,
}

/// One component.
#[derive(Debug, Serialize)]
pub(crate) struct LineData {
    pub(crate) label: String,
    pub(crate) color: usize,
    pub(crate) dash: usize,
    /// Single precision: time, value, time, value, … with straight lines between.
    pub(crate) points: String,
    /// Single precision: time, value, … of the keys.
    pub(crate) keys: String,
}

/// Something that happens at a moment.
#[derive(Debug, Serialize)]
pub(crate) struct EventData {
    pub(crate) time: f64,
    pub(crate) name: String,
    pub(crate) node: Option<usize>,
}
