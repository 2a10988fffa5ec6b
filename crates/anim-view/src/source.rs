//! The sources of a page: the clips of one or several files.

use anim_core::{Clip, Scene};

/// The clips of a file, and the scene to draw.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub name: String,
    /// The clips.
    pub clips: &'a [Clip],
    /// The meshes, cameras and lights, from [`Document::scene`](anim_core::Document::scene).
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

    /// A clip in which nothing moves, for a scene without clips.
    pub(crate) fn still(&self) -> Option<Clip> {
        let scene = self.scene.filter(|_| self.clips.is_empty())?;
        Some(Clip::new(&self.name).with_nodes(scene.nodes.clone()))
    }

    /// The source with the still clip, if there is one.
    pub(crate) fn with_still<'b>(&'b self, still: &'b [Clip]) -> Source<'b> {
        let clips = if still.is_empty() { self.clips } else { still };
        Source { name: self.name.clone(), clips, scene: self.scene }
    }
}

/// How two clips are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Side by side.
    Side,
    /// On top of each other.
    Overlay,
}
