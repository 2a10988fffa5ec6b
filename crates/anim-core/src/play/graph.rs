//! The states or parts of a document and the edges between them.

mod activity;
mod drawing;

pub use activity::{Activities, Activity};

/// The nodes and edges of a document: the states of a machine and their transitions, the parts of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Graph {
    /// Groups, which are drawn as frames around their nodes.
    pub groups: Vec<Group>,
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The edges between nodes.
    pub edges: Vec<Edge>,
}

/// Nodes that belong together, such as the keys of a sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// Its name.
    pub name: String,
    /// What kind of group it is, for people; may be empty.
    pub detail: String,
    /// The name of the clip that shows the whole group, if one does.
    pub clip: Option<String>,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphNode {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: NodeKind,
    /// The index of its group, if it is in one.
    pub group: Option<usize>,
    /// Whether the group begins with this node.
    pub start: bool,
    /// Whether the group can be left from this node.
    pub exit: bool,
    /// The name of the clip that shows it, if one does.
    pub clip: Option<String>,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeKind {
    /// A state of a machine.
    State,
    /// One key of a sequence of states.
    Key,
    /// An animation of a scene.
    Animation,
    /// A sensor: it waits for an event and acts.
    Sensor,
    /// Something outside the document, such as a watched target or a file.
    Outside,
    /// A placeholder for something that is missing.
    Missing,
}

impl NodeKind {
    /// The lower-case name, such as `state`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Key => "key",
            Self::Animation => "animation",
            Self::Sensor => "sensor",
            Self::Outside => "outside",
            Self::Missing => "missing",
        }
    }
}

/// A connection from one node to another.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Edge {
    /// The index of the node where the edge begins.
    pub from: usize,
    /// The index of the node where the edge ends.
    pub to: usize,
    /// Its meaning.
    pub kind: EdgeKind,
    /// Whether the edge is active when playing begins.
    pub active: bool,
}

/// The meaning of an edge.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EdgeKind {
    /// The second key or state follows the first.
    Transition {
        /// How long the first plays, in seconds.
        seconds: f64,
        /// Whether the pose blends into that of the second meanwhile.
        morph: bool,
    },
    /// A key plays a state.
    Plays,
    /// An animation contains another animation.
    Contains,
    /// A node triggers a sensor.
    Triggers {
        /// The event that the sensor waits for, in the format's words.
        event: String,
    },
    /// A sensor acts on a node.
    Acts {
        /// The action, in the format's words.
        action: String,
    },
}

impl EdgeKind {
    /// The lower-case name, such as `transition`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Transition { .. } => "transition",
            Self::Plays => "plays",
            Self::Contains => "contains",
            Self::Triggers { .. } => "triggers",
            Self::Acts { .. } => "acts",
        }
    }
}

impl Group {
    /// A group with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The text in a drawing.
    pub fn label(&self) -> String {
        if self.detail.is_empty() { self.name.clone() } else { format!("{}: {}", self.name, self.detail) }
    }
}

impl GraphNode {
    /// A node with this name that is in no group.
    pub fn new(kind: NodeKind, name: impl Into<String>) -> Self {
        Self { name: name.into(), kind, group: None, start: false, exit: false, clip: None }
    }

    /// The node in a group, by index.
    #[must_use]
    pub fn in_group(self, group: usize) -> Self {
        Self { group: Some(group), ..self }
    }

    /// The text in a drawing: `> ` marks the node with which a group begins, `, exit` a node from which the group can be left.
    pub fn label(&self) -> String {
        let (start, exit) = (if self.start { "> " } else { "" }, if self.exit { ", exit" } else { "" });
        format!("{start}{}{exit}", self.name)
    }
}

impl Edge {
    /// An edge between two nodes, by index, that is active when playing begins.
    pub fn new(from: usize, to: usize, kind: EdgeKind) -> Self {
        Self { from, to, kind, active: true }
    }

    /// Whether drawings show a dashed line: for edges along which playing does not continue, and for edges that are not active at
    /// the beginning.
    pub fn is_dashed(&self) -> bool {
        !self.active || self.kind == EdgeKind::Plays
    }

    /// The text in a drawing.
    pub fn label(&self) -> String {
        match &self.kind {
            EdgeKind::Transition { seconds, morph } => {
                format!("{seconds} s, {}", if *morph { "morph" } else { "switch" })
            }
            EdgeKind::Plays => "plays".to_owned(),
            EdgeKind::Contains => String::new(),
            EdgeKind::Triggers { event } => event.clone(),
            EdgeKind::Acts { action } => action.clone(),
        }
    }
}
