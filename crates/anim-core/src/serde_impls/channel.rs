//! Channels with their curves.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{SeqAccessDeserializer, StrDeserializer};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Numbers;
use super::reference::{Names, Reference};
use super::times::KeyTimes;
use crate::{Channel, ClipError, Curve, Ease, Property, Wrap, checkpoint};

/// A channel before its parts are checked against each other.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Channel", deny_unknown_fields)]
pub(super) struct Form<'a> {
    node: Reference,
    property: Property,
    component: Option<usize>,
    width: Option<usize>,
    #[serde(default)]
    ease: Eases,
    #[serde(default)]
    before: Wrap,
    #[serde(default)]
    after: Wrap,
    times: KeyTimes<'a>,
    values: Numbers<Cow<'a, [f64]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handles: Option<Vec<Handles>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Handles {
    #[serde(default = "none")]
    into: Numbers<[f64; 2]>,
    #[serde(default = "none")]
    out: Numbers<[f64; 2]>,
}

fn none() -> Numbers<[f64; 2]> {
    Numbers([0.0; 2])
}

/// One ease, or one for each key.
enum Eases {
    All(Ease),
    PerKey(Vec<Ease>),
}

impl Default for Eases {
    fn default() -> Self {
        Self::All(Ease::Linear)
    }
}

impl<'a> From<&'a Channel> for Form<'a> {
    fn from(channel: &'a Channel) -> Self {
        checkpoint();
        let curve = channel.curve();
        let (before, after) = curve.wrap();
        let keys = 0..curve.len();
        let handles = keys.clone().flat_map(|key| (0..curve.width()).map(move |i| curve.handles(key, i)));
        let handles =
            handles.map(|crate::Handles { into, out }| Handles { into: Numbers(into), out: Numbers(out) });
        Self {
            node: Reference::Index(channel.node()),
            property: channel.property().clone(),
            component: Some(channel.component()),
            width: Some(curve.width()),
            ease: (curve.uniform_ease())
                .map_or_else(|| Eases::PerKey(keys.map(|key| curve.ease(key)).collect()), Eases::All),
            before,
            after,
            times: curve.times().into(),
            values: Numbers(curve.values().into()),
            handles: curve.has_handles().then(|| handles.collect()),
        }
    }
}

impl Form<'_> {
    /// The checked channel; `index` is for messages.
    pub(super) fn channel(self, index: usize, names: &Names<'_>) -> Result<Channel, String> {
        let node = names.index(&self.node).map_err(|error| format!("channel {index}: {error}"))?;
        let place = format!("channel {index} ({} of `{}`)", self.property.name(), names.name(node));
        self.check(node).map_err(|error| format!("{place}: {error}"))
    }

    fn check(self, node: usize) -> Result<Channel, String> {
        let (all, values) = (self.property.width(), self.values.0.len());
        if all > values.max(Channel::MAX_WIDTH) {
            return Err(ClipError::TooWide { property: all, values }.to_string());
        }
        let component = self.component.unwrap_or_default();
        // With a component but no width, the channel drives this component only.
        let width = self.width.unwrap_or(if self.component.is_some() { 1 } else { all });
        if component.checked_add(width).is_none_or(|end| end > all) {
            return Err(format!(
                "component {component} and a width of {width} do not fit the property, which has {all} components"
            ));
        }
        let Numbers(values) = self.values;
        let times = self.times.times(values.len(), width)?;
        let keys = times.len();
        if keys.checked_mul(width) != Some(values.len()) {
            let found = values.len();
            return Err(format!("expected {keys} keys × {width} values, found {found} values"));
        }
        let mut curve = match self.ease {
            Eases::All(ease) => Curve::new(times, width, values.into_owned(), ease),
            Eases::PerKey(eases) if eases.len() != keys => {
                return Err(format!("expected one ease for each of {keys} keys, found {}", eases.len()));
            }
            Eases::PerKey(eases) => Curve::new(times, width, values.into_owned(), Ease::Step)
                .and_then(|curve| curve.with_eases(eases)),
        }
        .map_err(|error| error.to_string())?;
        if let Some(handles) = self.handles {
            let found = handles.len();
            let handles = handles.into_iter().map(|h| crate::Handles { into: h.into.0, out: h.out.0 });
            let expected = keys * width;
            curve = (curve.with_handles(handles.collect())).map_err(|_| {
                format!("expected one pair of handles for each of {expected} values, found {found}")
            })?;
        }
        let curve = curve.with_wrap(self.before, self.after);
        Channel::part(node, self.property, component, curve).map_err(|error| error.to_string())
    }
}

impl Serialize for Eases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All(ease) => ease.serialize(serializer),
            Self::PerKey(eases) => eases.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Eases {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl<'de> Visitor<'de> for Spelling {
            type Value = Eases;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an ease, or a list with an ease for each key")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Eases, E> {
                Ease::deserialize(StrDeserializer::new(name)).map(Eases::All)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Eases, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Eases::PerKey)
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}
