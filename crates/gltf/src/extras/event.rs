//! The events of a clip in its extras.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Event, EventKind};
use serde::{Deserialize, Serialize};

use super::number::Number;

/// An event of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventExtras {
    pub(crate) time: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<usize>,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<Number>,
    /// Present if the event means that a state, a key or an animation begins to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enter: Option<EnterExtras>,
}

/// The state, key or animation that begins to play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct EnterExtras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<Number>,
}

impl EventExtras {
    /// The event as data; `None` if these data cannot represent its kind.
    pub(crate) fn new(event: &Event) -> Option<Self> {
        let (values, enter) = match &event.kind {
            EventKind::Named { values, .. } => (values.iter().copied().map(Number).collect(), None),
            EventKind::Enter { index, seconds, .. } => {
                (Vec::new(), Some(EnterExtras { index: *index, seconds: seconds.map(Number) }))
            }
            _ => return None,
        };
        Some(Self {
            time: Number(event.time),
            node: event.node,
            name: event.name().to_owned(),
            values,
            enter,
        })
    }

    /// The event, among `nodes` nodes; an error as text if there is no such node.
    pub(crate) fn event(&self, nodes: usize) -> Result<Event, String> {
        let name = self.name.clone();
        let kind = match &self.enter {
            Some(EnterExtras { index, seconds }) => {
                EventKind::Enter { name, index: *index, seconds: seconds.map(|seconds| seconds.0) }
            }
            None => EventKind::Named { name, values: self.values.iter().map(|value| value.0).collect() },
        };
        let event = Event::new(self.time.0, kind);
        match self.node {
            None => Ok(event),
            Some(node) if node < nodes => Ok(event.with_node(node)),
            Some(node) => Err(format!("an event has node {node}, expected an index below {nodes}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Event {
        serde_json::from_str::<EventExtras>(json).unwrap().event(1).unwrap()
    }

    #[test]
    fn every_kind_of_event_survives() {
        let enter = |index, seconds| EventKind::Enter { name: "walk".into(), index, seconds };
        for event in [
            Event::named(0.5, "step", vec![1.0, f64::INFINITY]).with_node(0),
            Event::named(0.5, "step", vec![]),
            Event::new(0.5, enter(None, None)),
            Event::new(0.5, enter(Some(3), Some(f64::INFINITY))).with_node(0),
            Event::new(0.5, enter(Some(0), Some(0.25))),
        ] {
            let json = serde_json::to_string(&EventExtras::new(&event).unwrap()).unwrap();
            assert_eq!(read(&json), event, "{json}");
        }
    }

    #[test]
    fn the_members_are_those_that_the_readme_documents() {
        let kind = EventKind::Enter { name: "walk".into(), index: Some(3), seconds: Some(1.5) };
        let json = serde_json::to_string(&EventExtras::new(&Event::new(0.5, kind)).unwrap()).unwrap();
        assert_eq!(json, r#"{"time":0.5,"name":"walk","enter":{"index":3,"seconds":1.5}}"#);
        let event = read(r#"{"time":0.5,"node":0,"name":"step","values":[1,"nan"]}"#);
        assert!(
            matches!(&event.kind, EventKind::Named { values, .. } if values[0] == 1.0 && values[1].is_nan())
        );
    }
}
