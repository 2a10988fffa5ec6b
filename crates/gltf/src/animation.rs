//! Animations: samplers hold keyframes, channels connect them to properties.

use serde::{Deserialize, Serialize};

use crate::extensions::POINTER;
use crate::words::words;
use crate::{Json, Other};

/// An animation: channels that play together (5.5).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Animation {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The channels, each of which connects a sampler to a property.
    pub channels: Vec<Channel>,
    /// Keyframes and their interpolation.
    pub samplers: Vec<Sampler>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// A channel: a sampler and the property that it drives (5.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Channel {
    /// The index of the sampler in the same animation.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub sampler: usize,
    /// The property that it drives.
    pub target: Target,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// The property that a channel drives (5.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The index of the node; without one an extension names the property, or the channel is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub node: Option<usize>,
    /// The property of the node.
    pub path: Path,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

impl Target {
    /// The JSON pointer to the property that the channel drives (`KHR_animation_pointer`).
    pub(crate) fn pointer(&self) -> Option<&str> {
        self.extensions.as_ref()?.value().get(POINTER)?.get("pointer")?.as_str()
    }

    /// The node whose translation, rotation or scale the channel drives. If the node has a matrix, it would not move.
    pub(crate) fn moved(&self) -> Option<usize> {
        self.node.filter(|_| matches!(self.path, Path::Translation | Path::Rotation | Path::Scale))
    }
}

/// A sampler: keyframes and their interpolation (5.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampler {
    /// The index of the accessor of key times, in seconds.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub input: usize,
    /// The interpolation between keys; [`Interpolation::Linear`] if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
    /// The index of the accessor of values; for cubic splines each value has its in-tangent before and its out-tangent after
    /// it.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub output: usize,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

words! {
    /// The interpolation between two keys (5.9.2).
    Interpolation {
        /// The value of each key holds until the next key.
        Step = "STEP",
        /// A straight line; for rotations the shorter arc at constant speed.
        Linear = "LINEAR",
        /// A cubic Hermite spline with tangents per second.
        CubicSpline = "CUBICSPLINE",
    }
}

words! {
    /// The property of a node that a channel drives (5.8.2).
    Path {
        /// Its position.
        Translation = "translation",
        /// Its rotation.
        Rotation = "rotation",
        /// Its scale.
        Scale = "scale",
        /// The weights of the morph targets of its mesh.
        Weights = "weights",
        /// The property to which the extension `KHR_animation_pointer` points.
        Pointer = "pointer",
    }
}
