//! The options of a page.

use anim_core::{Axis, Clip, Graph};

use crate::Compare;

/// The options of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The title of the page, such as the name of the file.
    pub title: String,
    /// The axis up; if not given, that of the first clip that states one, otherwise Y.
    pub up: Option<Up>,
    /// The sampling rate of smooth motion, in samples per second; the page interpolates linearly between samples. If not given,
    /// every frame and at least 60 per second. Keys are always samples, so that stepped motion is exact.
    pub rate: Option<f64>,
    /// The states or parts of the document, from [`Document::graph`](anim_core::Document::graph). The page marks the nodes that
    /// play: the node of the shown clip, and those from [`Graph::activities`].
    pub graph: Option<Graph>,
    /// Shows two clips when the page opens: the first clips of the first two files, or the first two clips of one file. In the
    /// page, any two clips can be compared.
    pub compare: Option<Compare>,
    /// The largest size of the samples in the page, in bytes.
    pub max_bytes: usize,
    /// The largest size of meshes and pictures in the page, in bytes.
    pub max_scene_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            title: String::new(),
            up: None,
            rate: None,
            graph: None,
            compare: None,
            // A third more as base64 text, which phones still load.
            max_bytes: 32 << 20,
            max_scene_bytes: 64 << 20,
        }
    }
}

/// The axis of the file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Up {
    /// The y axis.
    #[default]
    Y,
    /// The negative y axis: y points down.
    MinusY,
    /// The z axis.
    Z,
}

impl Up {
    /// The axis that points up in clips; Y if none of them states one, or one that the page does not have.
    pub(crate) fn of<'a>(mut clips: impl Iterator<Item = &'a Clip>) -> Self {
        clips.find_map(|clip| clip.space.up).and_then(Self::from_axis).unwrap_or_default()
    }

    /// The direction for an axis of a clip; `None` for axes that the page does not support.
    pub(crate) fn from_axis(axis: Axis) -> Option<Self> {
        match axis {
            Axis::Y => Some(Self::Y),
            Axis::NegY => Some(Self::MinusY),
            Axis::Z => Some(Self::Z),
            _ => None,
        }
    }

    /// The name: `y`, `-y`, `z`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::MinusY => "-y",
            Self::Z => "z",
        }
    }
}
