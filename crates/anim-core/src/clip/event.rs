//! Events: what happens at certain times of a clip.

/// Something that happens at one time of a clip.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The time in seconds.
    pub time: f64,
    /// The index of the node that it concerns, if any.
    pub node: Option<usize>,
    /// What happens.
    pub kind: EventKind,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// A state, a keyframe of a sequence or an animation begins to play.
    Enter {
        /// Its name, as in the document's [`Graph`](crate::Graph).
        name: String,
        /// Its index within its group of the graph, for names that repeat.
        index: Option<usize>,
        /// How long it plays, in seconds; `None` if it plays until the next such event or the end of the clip.
        seconds: Option<f64>,
    },
    /// Any other event, with the format's name for it.
    Named {
        /// The name.
        name: String,
        /// The numbers that belong to the event.
        values: Vec<f64>,
    },
}

impl Event {
    /// An event of the whole clip at a time in seconds.
    pub fn new(time: f64, kind: EventKind) -> Self {
        Self { time, node: None, kind }
    }

    /// An event that only the source format knows.
    pub fn named(time: f64, name: impl Into<String>, values: Vec<f64>) -> Self {
        Self::new(time, EventKind::Named { name: name.into(), values })
    }

    /// The event with the node that it concerns, by index.
    #[must_use]
    pub fn with_node(self, node: usize) -> Self {
        Self { node: Some(node), ..self }
    }

    /// The name of what begins to play, or the format's name of the event.
    pub fn name(&self) -> &str {
        match &self.kind {
            EventKind::Enter { name, .. } | EventKind::Named { name, .. } => name,
        }
    }
}
