//! Visibility at rest, which nodes of clips do not have.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::{Channel, Clip, Curve, Property};

use crate::nodes::Cast;
use crate::{Root, rest};

/// The nodes of a file that are hidden at rest.
#[derive(Debug)]
pub(super) struct Hidden(Vec<usize>);

impl Hidden {
    pub(super) fn new(root: &Root) -> Self {
        let hidden = root.nodes.iter().enumerate().filter(|(_, node)| rest::is_hidden(node));
        Self(hidden.map(|(index, _)| index).collect())
    }

    /// The number of these nodes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Hides them in a clip that does not drive their visibility.
    pub(super) fn hide(&self, clip: &mut Clip, cast: &Cast) {
        if self.0.is_empty() {
            return;
        }
        let visible = clip.channels.iter().filter(|channel| *channel.property() == Property::Visible);
        let driven: HashSet<usize> = visible.map(Channel::node).collect();
        let own = self.0.iter().filter_map(|node| cast.own(*node)).filter(|own| !driven.contains(own));
        let Ok(never) = Curve::constant(&[0.0]) else { return };
        let hidden = own.flat_map(|own| Channel::new(own, Property::Visible, never.clone()));
        clip.channels.extend(hidden.collect::<Vec<_>>());
    }
}
