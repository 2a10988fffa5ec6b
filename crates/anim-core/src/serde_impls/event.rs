//! Events.

use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers};
use super::reference::{Names, Reference};
use crate::{Event, EventKind};

/// An event whose node has not been looked up.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Event", deny_unknown_fields)]
pub(super) struct Form {
    time: Number,
    #[serde(default)]
    node: Option<Reference>,
    #[serde(default)]
    kind: Kind,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Numbers<Vec<f64>>>,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Enter,
    #[default]
    Named,
}

impl From<&Event> for Form {
    fn from(event: &Event) -> Self {
        let (kind, index, seconds, values) = match &event.kind {
            EventKind::Enter { index, seconds, .. } => (Kind::Enter, *index, seconds.map(Number), None),
            EventKind::Named { values, .. } => (Kind::Named, None, None, Some(Numbers(values.clone()))),
        };
        let node = event.node.map(Reference::Index);
        Self { time: Number(event.time), node, kind, name: event.name().to_owned(), index, seconds, values }
    }
}

impl Form {
    pub(super) fn event(self, names: &Names<'_>) -> Result<Event, String> {
        let Self { time: Number(time), node, kind, name, index, seconds, values } = self;
        let kind = match kind {
            Kind::Enter if values.is_some() => return Err("an event of kind `enter` has no `values`".into()),
            Kind::Named if index.is_some() || seconds.is_some() => {
                return Err("only an event of kind `enter` has `index` and `seconds`".into());
            }
            Kind::Enter => EventKind::Enter { name, index, seconds: seconds.map(|Number(seconds)| seconds) },
            Kind::Named => {
                EventKind::Named { name, values: values.map_or_else(Vec::new, |Numbers(list)| list) }
            }
        };
        let node = node.map(|node| names.index(&node)).transpose()?;
        Ok(Event { time, node, kind })
    }

    /// The name, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}
