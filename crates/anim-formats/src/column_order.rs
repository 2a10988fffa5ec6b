//! The order of channels in tables.

use std::collections::HashMap;

use anim_core::{Channel, Clip};

/// The channels with their indices, sorted by node, then by property in the order in which the file first names it, then by
/// component.
pub fn in_columns(clip: &Clip) -> Vec<(usize, &Channel)> {
    let mut first = HashMap::new();
    for (index, channel) in clip.channels.iter().enumerate() {
        first.entry((channel.node(), channel.property().name())).or_insert(index);
    }
    let mut channels: Vec<_> = clip.channels.iter().enumerate().collect();
    channels.sort_by_key(|(_, channel)| {
        let place = first.get(&(channel.node(), channel.property().name())).copied();
        (channel.node(), place, channel.component())
    });
    channels
}
