//! The contents of files and clips.

use std::collections::BTreeSet;

use anim_core::{Axis, Clip, Outline, Rate};
use serde::Serialize;

/// The contents of a file.
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

/// The size of a clip, and the meaning of its numbers.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ClipInfo {
    /// Its name.
    pub name: String,
    /// Seconds.
    pub duration: f64,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of channels.
    pub channels: usize,
    /// The number of keys over all channels.
    pub keys: usize,
    /// Frames per second, if it has a rate.
    pub rate: Option<f64>,
    /// The axis that points up, if known.
    pub up: Option<&'static str>,
    /// The axis that figures face, if known.
    pub forward: Option<&'static str>,
    /// The length unit in metres, if known.
    pub unit: Option<f64>,
    /// The names of the orders of its Euler angles.
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
