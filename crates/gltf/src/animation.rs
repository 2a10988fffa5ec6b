//! Animations: samplers hold keys, channels say what they move.

use serde::{Deserialize, Serialize};

use crate::json::words;
use crate::{Json, Other};

/// What moves together (5.5).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Animation {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Which sampler moves what.
    pub channels: Vec<Channel>,
    /// Keys and what is between them.
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

/// Which sampler moves what (5.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Channel {
    /// The index of the sampler in the same animation.
    pub sampler: usize,
    /// What it moves.
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

/// What a channel moves (5.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The index of the node; without one an extension says what is moved, or the channel is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// Which property of it.
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

/// Keys and what is between them (5.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampler {
    /// The accessor of key times in seconds.
    pub input: usize,
    /// What is between the keys; [`Interpolation::Linear`] where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
    /// The accessor of values, for cubic splines with a tangent on either side of each.
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
    /// What is between keys (5.9.2).
    Interpolation {
        /// The key's value up to the next key.
        Step = "STEP",
        /// A straight line; for rotations the shorter arc at constant speed.
        Linear = "LINEAR",
        /// A cubic Hermite spline with tangents per second.
        CubicSpline = "CUBICSPLINE",
    }
}

words! {
    /// The property of a node that a channel moves (5.8.2).
    Path {
        /// Its position.
        Translation = "translation",
        /// Its rotation.
        Rotation = "rotation",
        /// Its scale.
        Scale = "scale",
        /// The weights of its mesh's morph targets.
        Weights = "weights",
        /// Whatever the extension `KHR_animation_pointer` points at.
        Pointer = "pointer",
    }
}
