//! The channels of a clip, grouped by node.

use crate::{Channel, Clip, Property};

/// A clip, and the indices of the channels of each node.
pub(super) struct ByNode<'a> {
    pub(super) clip: &'a Clip,
    places: Vec<Vec<usize>>,
}

impl<'a> ByNode<'a> {
    pub(super) fn new(clip: &'a Clip) -> Self {
        let mut places = vec![Vec::new(); clip.nodes.len()];
        for (place, channel) in clip.channels.iter().enumerate() {
            if let Some(places) = places.get_mut(channel.node()) {
                places.push(place);
            }
        }
        Self { clip, places }
    }

    /// The indices of a node's channels among all channels, ascending.
    pub(super) fn places(&self, node: usize) -> &[usize] {
        self.places.get(node).map_or(&[], Vec::as_slice)
    }

    /// The channels of a node, in the order of the clip.
    pub(super) fn of(&self, node: usize) -> impl DoubleEndedIterator<Item = &'a Channel> {
        let channels = &self.clip.channels;
        self.places(node).iter().map(move |&place| &channels[place])
    }

    /// The parents that a node may have because of its channels.
    pub(super) fn parents(&self, node: usize) -> impl Iterator<Item = usize> {
        let own = self.of(node).filter(|channel| *channel.property() == Property::Parent);
        let values = own.flat_map(|channel| channel.curve().values());
        values.filter(|value| **value >= 0.0).map(|value| *value as usize)
    }
}
