//! Clips.

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::metadata::Metadata;
use super::number::Number;
use super::reference::Names;
use super::{channel, event, node};
use crate::{Clip, ClipError, Event, Rate, Space};

/// A clip before its parts are checked against each other.
#[derive(Deserialize)]
#[serde(rename = "Clip", deny_unknown_fields)]
struct Form {
    name: String,
    duration: Option<Number>,
    rate: Option<Rate>,
    first_frame: Option<Number>,
    space: Option<Space>,
    #[serde(default)]
    nodes: Vec<node::Form>,
    #[serde(default)]
    channels: Vec<channel::Form<'static>>,
    #[serde(default)]
    events: Vec<event::Form>,
    #[serde(default)]
    metadata: Metadata,
}

impl Serialize for Clip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = |error| S::Error::custom(format_args!("clip `{}`: {error}", self.name));
        self.validate().map_err(place)?;
        let mut out = serializer.serialize_struct("Clip", 8 + usize::from(self.space != Space::UNKNOWN))?;
        out.serialize_field("name", &self.name)?;
        out.serialize_field("duration", &Number(self.duration))?;
        out.serialize_field("rate", &self.rate)?;
        out.serialize_field("first_frame", &Number(self.first_frame))?;
        if self.space == Space::UNKNOWN {
            out.skip_field("space")?;
        } else {
            out.serialize_field("space", &self.space)?;
        }
        out.serialize_field("nodes", &Each(&self.nodes, node::Form::from))?;
        out.serialize_field("channels", &Each(&self.channels, channel::Form::from))?;
        out.serialize_field("events", &Each(&self.events, event::Form::from))?;
        out.serialize_field("metadata", &self.metadata)?;
        out.end()
    }
}

/// A list of forms, each made while it is written.
struct Each<'a, T, F>(&'a [T], F);

impl<'a, T, F, U> Serialize for Each<'a, T, F>
where
    F: Fn(&'a T) -> U,
    U: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

impl<'de> Deserialize<'de> for Clip {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = Form::deserialize(deserializer)?;
        let name = form.name.clone();
        form.clip().map_err(|error| D::Error::custom(format_args!("clip `{name}`: {error}")))
    }
}

impl Form {
    fn clip(self) -> Result<Clip, String> {
        let Self { name, duration, rate, first_frame, space, nodes, channels, events, metadata } = self;
        let names = Names::new(nodes.iter().map(|node| (node.name.as_str(), node.id.as_deref())));
        let channels = channels.into_iter().enumerate().map(|(index, form)| form.channel(index, &names));
        let channels = channels.collect::<Result<Vec<_>, _>>()?;
        let events = events.into_iter().enumerate().map(|(index, form)| {
            let place = format!("event {index} (`{}`)", form.name());
            form.event(&names).map_err(|error| format!("{place}: {error}"))
        });
        let events = events.collect::<Result<Vec<_>, _>>()?;
        let nodes = nodes.iter().enumerate().map(|(index, form)| form.node(index, &names));
        let mut clip = Clip {
            name,
            duration: 0.0,
            rate,
            first_frame: first_frame.map_or(0.0, |Number(frame)| frame),
            space: space.unwrap_or_default(),
            nodes: nodes.collect::<Result<_, _>>()?,
            channels,
            events,
            metadata: metadata.0,
        };
        clip.duration = duration.map_or_else(|| last_time(&clip), |Number(seconds)| seconds);
        match clip.validate() {
            Ok(()) => Ok(clip),
            Err(error @ ClipError::Events) => Err(format!("{}{error}", misplaced(&clip.events))),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The time of the last key or event, at least 0: the duration of a clip that states none.
fn last_time(clip: &Clip) -> f64 {
    let keys = clip.channels.iter().map(|channel| channel.curve().end());
    keys.chain(clip.events.iter().map(|event| event.time)).fold(0.0, f64::max)
}

/// The first event whose time is not finite or earlier than that of the event before it, for a message.
fn misplaced(events: &[Event]) -> String {
    let mut last = f64::NEG_INFINITY;
    for (index, Event { time, .. }) in events.iter().enumerate() {
        if !time.is_finite() || *time < last {
            return format!("event {index} (`{}`) at {time} s: ", events[index].name());
        }
        last = *time;
    }
    String::new()
}
