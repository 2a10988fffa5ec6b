//! The channels of a clip in its extras.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Channel, ClipError, Curve, Ease, EulerOrder, Handles, Property, Times, Wrap};
use serde::{Deserialize, Serialize};

use super::number::Number;
use super::numbers::Numbers;

/// The maximum number of components of a property in extras.
pub(crate) const MAX_WIDTH: usize = Channel::MAX_WIDTH;

/// The values of an animation channel before its first key and after its last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WrapExtras {
    pub(crate) node: usize,
    pub(crate) property: String,
    pub(crate) before: String,
    pub(crate) after: String,
    /// Whether the keys already contain the repetitions, so that readers must not apply the wraps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) baked: bool,
}

/// A channel that glTF cannot represent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChannelExtras {
    pub(crate) node: usize,
    pub(crate) property: String,
    /// The name of a property of the source format.
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
    pub(crate) values: Numbers,
    pub(crate) ease: Eases,
    /// Four for each component of each key.
    #[serde(default, skip_serializing_if = "Numbers::is_empty")]
    pub(crate) handles: Numbers,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wrap: Option<[String; 2]>,
    /// Whether other channels override this one completely, so that readers must not apply it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) overridden: bool,
}

/// One ease for all keys or one for each key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Eases {
    All(String),
    PerKey(Vec<String>),
}

impl WrapExtras {
    /// The wraps before and after the keys; an error as text if a name is unknown.
    pub(crate) fn wraps(&self) -> Result<(Wrap, Wrap), String> {
        Ok((wrap(&self.before)?, wrap(&self.after)?))
    }
}

impl ChannelExtras {
    /// The channel as data; `times` is the index of its key times.
    pub(crate) fn new(channel: &Channel, times: usize, overridden: bool) -> Self {
        let curve = channel.curve();
        let name = |key| curve.ease(key).name().to_owned();
        let mut entry = Self {
            node: channel.node(),
            property: channel.property().name().to_owned(),
            name: None,
            width: None,
            order: None,
            axis: None,
            component: channel.component(),
            times,
            values: curve.values().iter().copied().collect(),
            ease: match curve.uniform_ease() {
                Some(ease) => Eases::All(ease.name().to_owned()),
                None => Eases::PerKey((0..curve.len()).map(name).collect()),
            },
            handles: Numbers::default(),
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
            entry.handles = all.flat_map(|Handles { into: [a, b], out: [c, d] }| [a, b, c, d]).collect();
        }
        if curve.wrap() != (Wrap::Hold, Wrap::Hold) {
            let (before, after) = curve.wrap();
            entry.wrap = Some([before, after].map(|wrap| wrap.name().to_owned()));
        }
        entry
    }

    /// The channel, among `nodes` nodes and with the clip's key times; an error as text if the data are malformed.
    pub(crate) fn channel(&self, nodes: usize, times: &[Times]) -> Result<Channel, String> {
        let count = times.len();
        let times = times.get(self.times).ok_or_else(|| {
            format!("a channel has the key times {}, expected an index below {count}", self.times)
        })?;
        if self.node >= nodes {
            return Err(format!("a channel has node {}, expected an index below {nodes}", self.node));
        }
        let property = self.property().ok_or_else(|| format!("unknown property `{}`", self.property))?;
        let in_words = |error: ClipError| error.to_string();
        let values = self.values.0.clone();
        let width = values.len().checked_div(times.len()).unwrap_or(0);
        let curve = match &self.ease {
            Eases::All(name) => Curve::new(times.clone(), width, values, ease(name)?),
            Eases::PerKey(names) => {
                let eases = names.iter().map(|name| ease(name)).collect::<Result<Vec<_>, _>>()?;
                Curve::new(times.clone(), width, values, Ease::Step).and_then(|curve| curve.with_eases(eases))
            }
        };
        let mut curve = curve.map_err(in_words)?;
        if !self.handles.is_empty() {
            let (handles, []) = self.handles.0.as_chunks() else {
                return Err("the handles of a channel are not four numbers each".to_owned());
            };
            let handles = handles.iter().map(|&[a, b, c, d]| Handles { into: [a, b], out: [c, d] }).collect();
            curve = curve.with_handles(handles).map_err(in_words)?;
        }
        if let Some([before, after]) = &self.wrap {
            curve = curve.with_wrap(wrap(before)?, wrap(after)?);
        }
        Channel::part(self.node, property, self.component, curve).map_err(in_words)
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

fn wrap(name: &str) -> Result<Wrap, String> {
    let all = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];
    all.into_iter().find(|wrap| wrap.name() == name).ok_or_else(|| format!("unknown wrap `{name}`"))
}

fn ease(name: &str) -> Result<Ease, String> {
    let all = [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine];
    all.into_iter().find(|ease| ease.name() == name).ok_or_else(|| format!("unknown ease `{name}`"))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}
