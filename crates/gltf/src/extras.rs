//! What glTF cannot say, as JSON under the key `anim` of `extras`: written by the encoder, understood by the reader.
//!
//! The README documents the members.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Channel, ClipError, Curve, Ease, EulerOrder, Event, Handles, Property, Times, Wrap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use crate::Json;

/// The one key of `extras` that is ours.
pub(crate) const KEY: &str = "anim";

/// How wide a property in extras is at most.
pub(crate) const MAX_WIDTH: usize = 1 << 16;

/// What an animation says of its clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ClipExtras {
    /// Among the file's clips, for one that moves nothing glTF can say and so is no animation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duration: Option<f64>,
    /// Frames and seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_frame: Option<f64>,
    /// The first of the clip's nodes and their number, where they are not all nodes of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) events: Vec<EventExtras>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) metadata: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) wraps: Vec<WrapExtras>,
    /// Key times that the channels refer to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) channels: Vec<ChannelExtras>,
}

/// An event of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventExtras {
    pub(crate) time: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<usize>,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<Number>,
}

/// What a channel of the animation does before its first key and after its last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WrapExtras {
    pub(crate) node: usize,
    pub(crate) property: String,
    pub(crate) before: String,
    pub(crate) after: String,
    /// True where the keys already unroll it, so that it is for information only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) baked: bool,
}

/// A channel that glTF cannot say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChannelExtras {
    pub(crate) node: usize,
    pub(crate) property: String,
    /// The name of a property of the format's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) axis: Option<[Number; 3]>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) component: usize,
    /// An index into the clip's list of times.
    pub(crate) times: usize,
    pub(crate) values: Vec<Number>,
    pub(crate) ease: Eases,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) handles: Vec<[Number; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wrap: Option<[String; 2]>,
    /// True where other channels leave it without effect, so that it is for information only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) overridden: bool,
}

/// One ease for all keys or one for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Eases {
    All(String),
    PerKey(Vec<String>),
}

/// Any `f64`; those that JSON has no number for are words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number(pub(crate) f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            x if x.is_finite() => serializer.serialize_f64(x),
            x if x.is_nan() => serializer.serialize_str("nan"),
            x => serializer.serialize_str(if x > 0.0 { "inf" } else { "-inf" }),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(f64),
            Word(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(x) => Ok(Self(x)),
            Form::Word(word) => match word.as_str() {
                "nan" => Ok(Self(f64::NAN)),
                "inf" => Ok(Self(f64::INFINITY)),
                "-inf" => Ok(Self(f64::NEG_INFINITY)),
                _ => Err(serde::de::Error::custom("expected a number, nan, inf or -inf")),
            },
        }
    }
}

impl ClipExtras {
    /// What an object's extras say under our key; `None` without it, an error in words if it is damaged.
    pub(crate) fn read(extras: Option<&Json>) -> Option<Result<Self, String>> {
        let value = extras?.value().get(KEY)?;
        Some(Self::deserialize(value).map_err(|error| error.to_string()))
    }

    /// The extras of an animation; `None` if there is nothing to say.
    pub(crate) fn write(&self) -> Option<Json> {
        if *self == Self::default() { None } else { wrapped(&serde_json::to_value(self).ok()?) }
    }

    /// A channel as data. `last` are the times of the channel before, so that equal ones are stored once.
    pub(crate) fn push<'a>(&mut self, channel: &'a Channel, overridden: bool, last: &mut Option<&'a Times>) {
        let curve = channel.curve();
        if *last != Some(curve.times()) {
            self.times.push(curve.times().iter().collect());
            *last = Some(curve.times());
        }
        let mut entry = ChannelExtras {
            node: channel.node(),
            property: channel.property().name().to_owned(),
            name: None,
            width: None,
            order: None,
            axis: None,
            component: channel.component(),
            times: self.times.len().saturating_sub(1),
            values: curve.values().iter().copied().map(Number).collect(),
            ease: match curve.uniform_ease() {
                Some(ease) => Eases::All(ease.name().to_owned()),
                None => {
                    Eases::PerKey((0..curve.len()).map(|key| curve.ease(key).name().to_owned()).collect())
                }
            },
            handles: Vec::new(),
            wrap: None,
            overridden,
        };
        match channel.property() {
            Property::Named { name, width } => {
                "named".clone_into(&mut entry.property);
                entry.name = Some(name.clone());
                entry.width = Some(*width);
            }
            Property::Weights { count } => entry.width = Some(*count),
            Property::Euler(order) => entry.order = Some(order.name().to_owned()),
            Property::Angle { axis } => entry.axis = Some(axis.map(Number)),
            _ => {}
        }
        if curve.has_handles() {
            let all = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |c| curve.handles(key, c)));
            entry.handles =
                all.map(|Handles { into: [a, b], out: [c, d] }| [a, b, c, d].map(Number)).collect();
        }
        if curve.wrap() != (Wrap::Hold, Wrap::Hold) {
            let (before, after) = curve.wrap();
            entry.wrap = Some([before, after].map(|wrap| wrap.name().to_owned()));
        }
        self.channels.push(entry);
    }
}

impl ChannelExtras {
    /// The channel among `nodes` nodes with the clip's key times; an error in words if the data do not make one.
    pub(crate) fn channel(&self, nodes: usize, times: &[Times]) -> Result<Channel, String> {
        let times = times.get(self.times).ok_or("the times are missing")?;
        if self.node >= nodes {
            return Err(format!("there is no node {} among {nodes}", self.node));
        }
        let property = self.property().ok_or_else(|| format!("unknown property `{}`", self.property))?;
        let words = |error: ClipError| error.to_string();
        let values: Vec<f64> = self.values.iter().map(|value| value.0).collect();
        let width = values.len().checked_div(times.len()).unwrap_or(0);
        let curve = match &self.ease {
            Eases::All(name) => Curve::new(times.clone(), width, values, ease(name)?),
            Eases::PerKey(names) => {
                let eases = names.iter().map(|name| ease(name)).collect::<Result<Vec<_>, _>>()?;
                Curve::new(times.clone(), width, values, Ease::Step).and_then(|curve| curve.with_eases(eases))
            }
        };
        let mut curve = curve.map_err(words)?;
        if !self.handles.is_empty() {
            let handles = self.handles.iter().map(|handles| handles.map(|number| number.0));
            let handles = handles.map(|[a, b, c, d]| Handles { into: [a, b], out: [c, d] }).collect();
            curve = curve.with_handles(handles).map_err(words)?;
        }
        if let Some([before, after]) = &self.wrap {
            curve = curve.with_wrap(wrap(before)?, wrap(after)?);
        }
        Channel::part(self.node, property, self.component, curve).map_err(words)
    }

    fn property(&self) -> Option<Property> {
        let width = || self.width.filter(|width| *width <= MAX_WIDTH);
        Some(match self.property.as_str() {
            "translation" => Property::Translation,
            "displacement" => Property::Displacement,
            "rotation" => Property::Rotation,
            "scale" => Property::Scale,
            "matrix" => Property::Matrix,
            "visible" => Property::Visible,
            "alive" => Property::Alive,
            "parent" => Property::Parent,
            "color" => Property::Color,
            "euler" => Property::Euler(EulerOrder::from_name(self.order.as_deref()?)?),
            "angle" => Property::Angle { axis: self.axis?.map(|number| number.0) },
            "weight" => Property::Weights { count: width()? },
            "named" => Property::named(self.name.clone()?, width()?),
            _ => return None,
        })
    }
}

impl EventExtras {
    pub(crate) fn new(event: &Event) -> Self {
        let values = event.values.iter().copied().map(Number).collect();
        Self { time: Number(event.time), node: event.node, name: event.name.clone(), values }
    }

    /// The event among `nodes` nodes.
    pub(crate) fn event(&self, nodes: usize) -> Result<Event, String> {
        match self.node {
            Some(node) if node >= nodes => Err(format!("there is no node {node} among {nodes}")),
            _ => Ok(Event {
                time: self.time.0,
                node: self.node,
                name: self.name.clone(),
                values: self.values.iter().map(|value| value.0).collect(),
            }),
        }
    }
}

/// The wrap of this name.
pub(crate) fn wrap(name: &str) -> Result<Wrap, String> {
    let all = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];
    all.into_iter().find(|wrap| wrap.name() == name).ok_or_else(|| format!("unknown wrap `{name}`"))
}

fn ease(name: &str) -> Result<Ease, String> {
    let all = [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine];
    all.into_iter().find(|ease| ease.name() == name).ok_or_else(|| format!("unknown ease `{name}`"))
}

/// A value under our key, as extras.
pub(crate) fn wrapped(value: &Value) -> Option<Json> {
    Json::new(json!({ KEY: value }))
}

/// The clips in a file's extras that are no animations; `None` without any.
pub(crate) fn still_clips(extras: Option<&Json>) -> Option<Result<Vec<ClipExtras>, String>> {
    let value = extras?.value().get(KEY)?.get("clips")?;
    Some(Vec::<ClipExtras>::deserialize(value).map_err(|error| error.to_string()))
}

/// Whether a mesh is there to show its node, or for weights to act on.
pub(crate) fn is_marker(extras: Option<&Json>) -> bool {
    let marker = extras.and_then(|extras| extras.value().get(KEY)?.get("marker")?.as_bool());
    marker == Some(true)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}
