//! The source of a clip.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::Animation;
use crate::nodes::Cast;

/// The source of a clip.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) animation: Option<(usize, &'a Animation)>,
    /// The path of the animation.
    pub(super) path: String,
    /// The path of its extras.
    pub(super) extras: String,
}

impl<'a> Source<'a> {
    /// An animation, by its index in the file.
    pub(super) fn animation(index: usize, animation: &'a Animation) -> Self {
        let path = format!("animations[{index}]");
        Self { animation: Some((index, animation)), extras: format!("{path}/extras/anim"), path }
    }

    /// A clip that is not an animation, by its index in the root's extras.
    pub(super) fn still(index: usize) -> Self {
        let path = format!("extras/anim/clips[{index}]");
        Self { animation: None, extras: path.clone(), path }
    }

    /// Whether the animation moves no other nodes; it may, if another program has changed the list of nodes.
    pub(super) fn moves_only(&self, cast: &Cast) -> bool {
        let channels = self.animation.iter().flat_map(|(_, animation)| &animation.channels);
        channels.filter_map(|channel| channel.target.node).all(|node| cast.own(node).is_some())
    }
}
