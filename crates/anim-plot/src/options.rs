//! Options of a picture.

use anim_core::Graph;

/// The content and the style of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The title at the top; none if empty.
    pub title: String,
    /// The names or ids of the nodes to show; every node if empty.
    pub nodes: Vec<String>,
    /// The names of the channels to show, such as `rotation`, or `weight/smile` for one morph target; every channel if empty.
    pub channels: Vec<String>,
    /// Whether to draw constant channels too.
    pub still: bool,
    /// The unit of angles.
    pub angles: Angles,
    /// The colours.
    pub theme: Theme,
    /// The width in CSS pixels, from 320 to 16,384; other widths count as the nearest of these.
    pub width: u32,
    /// The states or parts of the document, from [`Document::graph`](anim_core::Document::graph). The activities from
    /// [`Graph::activities`] are drawn for as long as they play.
    pub graph: Option<Graph>,
    /// The largest number of panels; the picture states how many are left out.
    pub max_panels: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            title: String::new(),
            nodes: Vec::new(),
            channels: Vec::new(),
            still: false,
            angles: Angles::Radians,
            theme: Theme::Auto,
            width: 1280,
            graph: None,
            // A few hundred thousand points, which browsers still scroll smoothly.
            max_panels: 400,
        }
    }
}

/// The unit in which angles are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Angles {
    /// Radians, as in tables.
    #[default]
    Radians,
    /// Degrees.
    Degrees,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light or dark, as the viewer prefers. A PNG is light.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}
