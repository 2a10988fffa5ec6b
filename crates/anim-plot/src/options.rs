//! What a picture shows, and how.

use anim_core::Graph;

/// What to show, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The words above everything; none if empty.
    pub title: String,
    /// Names of the nodes to show; every node if empty.
    pub nodes: Vec<String>,
    /// Names of the channels to show, such as `rotation`, or `weight/smile` for one morph target; every channel if empty.
    pub channels: Vec<String>,
    /// Whether to draw channels that never change, too.
    pub still: bool,
    /// The unit of angles.
    pub angles: Angles,
    /// The colours.
    pub theme: Theme,
    /// The width in CSS pixels, at least 320.
    pub width: u32,
    /// The states or parts of the document, as [`Document::graph`](anim_core::Document::graph) gives them. What
    /// [`Graph::activities`] finds is drawn for as long as it plays.
    pub graph: Option<Graph>,
    /// The most panels that are drawn; what is left out is counted in the picture.
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
            // Some hundred thousand points, which browsers still scroll without effort.
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
    /// Light or dark as the viewer prefers. A picture of pixels is light.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}
