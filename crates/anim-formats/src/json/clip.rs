//! What is in a file and its clips.

use std::collections::BTreeSet;

use anim_core::{Axis, Clip, Outline, Rate};
use serde::Serialize;

/// What is in a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FileInfo {
    /// The file.
    pub path: String,
    /// The identifier of its format, if it could be read.
    pub format: Option<&'static str>,
    /// Its size, if it could be read.
    pub bytes: Option<usize>,
    /// Its clips.
    pub clips: Vec<ClipInfo>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What is in a clip, in numbers.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ClipInfo {
    /// Its name.
    pub name: String,
    /// Seconds.
    pub duration: f64,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many channels it has.
    pub channels: usize,
    /// How many keys all channels have.
    pub keys: usize,
    /// Frames a second, if it has a rate.
    pub rate: Option<f64>,
    /// The axis that points up, if it is known.
    pub up: Option<&'static str>,
    /// The axis that figures face, if it is known.
    pub forward: Option<&'static str>,
    /// The length unit in metres, if it is known.
    pub unit: Option<f64>,
    /// The orders of its Euler angles.
    pub euler: BTreeSet<&'static str>,
}

impl FileInfo {
    /// A file of this format and size.
    pub fn new(path: String, format: &'static str, bytes: usize, clips: Vec<ClipInfo>) -> Self {
        Self { path, format: Some(format), bytes: Some(bytes), clips, error: None }
    }

    /// A file that could not be read.
    pub fn failed(path: String, error: String) -> Self {
        Self { path, format: None, bytes: None, clips: Vec::new(), error: Some(error) }
    }
}

impl From<&Clip> for ClipInfo {
    fn from(clip: &Clip) -> Self {
        Outline::from(clip).into()
    }
}

impl From<Outline> for ClipInfo {
    fn from(outline: Outline) -> Self {
        let Outline { name, duration, rate, space, nodes, channels, keys, euler, .. } = outline;
        Self {
            name,
            duration,
            nodes,
            channels,
            keys,
            rate: rate.map(Rate::hertz),
            up: space.up.map(Axis::name),
            forward: space.forward.map(Axis::name),
            unit: space.unit,
            euler,
        }
    }
}
