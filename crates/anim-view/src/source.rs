//! What a page shows: the clips of one file or of several.

use anim_core::{Clip, Scene};

/// The clips of a file, and what else there is to draw.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub name: String,
    /// The clips.
    pub clips: &'a [Clip],
    /// The meshes, cameras and lights, as [`Document::scene`](anim_core::Document::scene) gives them.
    pub scene: Option<&'a Scene>,
}

impl<'a> Source<'a> {
    /// Clips without anything else.
    pub fn new(name: impl Into<String>, clips: &'a [Clip]) -> Self {
        Self { name: name.into(), clips, scene: None }
    }

    /// The clips with meshes, cameras and lights.
    #[must_use]
    pub fn with_scene(self, scene: Option<&'a Scene>) -> Self {
        Self { scene, ..self }
    }
}

/// How two clips are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Beside each other.
    Side,
    /// Over each other.
    Overlay,
}
