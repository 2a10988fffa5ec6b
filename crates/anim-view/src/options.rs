//! How clips are shown.

use anim_core::{Axis, Clip, Graph};

use crate::Compare;

/// How clips are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The title of the page, such as the name of the file.
    pub title: String,
    /// Which way is up. If not given, as the first clip that states it has it, else Y.
    pub up: Option<Up>,
    /// How often a second motion that is smooth is sampled; between samples the page goes straight. If not given, at every
    /// frame and at least 60 times a second. Keys are samples at any rate, so that motion in steps is exact.
    pub rate: Option<f64>,
    /// The states or parts of the document, as [`Document::graph`](anim_core::Document::graph) gives them. The page marks what
    /// plays: a node whose clip is shown, and what [`Graph::activities`] finds.
    pub graph: Option<Graph>,
    /// Shows two clips when the page opens: the first clips of the first two files, or the first two clips of one file. In the
    /// page any two are compared.
    pub compare: Option<Compare>,
    /// The most bytes of samples in the page.
    pub max_bytes: usize,
    /// The most bytes of meshes and pictures in the page.
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
            // As text a third more, which phones still load.
            max_bytes: 32 << 20,
            max_scene_bytes: 64 << 20,
        }
    }
}

/// Which axis of the file points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Up {
    /// The y axis.
    #[default]
    Y,
    /// Against the y axis, which points down.
    MinusY,
    /// The z axis.
    Z,
}

impl Up {
    /// The axis that points up in clips; Y if none of them states one, or one that the page does not have.
    pub(crate) fn of<'a>(mut clips: impl Iterator<Item = &'a Clip>) -> Self {
        clips.find_map(|clip| clip.space.up).and_then(Self::from_axis).unwrap_or_default()
    }

    /// The same as an axis of a clip.
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
