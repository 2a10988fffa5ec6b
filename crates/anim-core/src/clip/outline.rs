//! The contents of a clip, without its keys.

use std::collections::BTreeSet;

use crate::{Clip, Property, Rate, Space};

/// The size of a clip and the meaning of its numbers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// [`Clip::name`].
    pub name: String,
    /// [`Clip::duration`], in seconds.
    pub duration: f64,
    /// [`Clip::rate`].
    pub rate: Option<Rate>,
    /// [`Clip::space`].
    pub space: Space,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of channels.
    pub channels: usize,
    /// The number of keys over all channels.
    pub keys: usize,
    /// The names of the orders of its Euler angles.
    pub euler: BTreeSet<&'static str>,
}

impl From<&Clip> for Outline {
    fn from(clip: &Clip) -> Self {
        let order = |property: &Property| match property {
            Property::Euler(order) => Some(order.name()),
            _ => None,
        };
        Self {
            name: clip.name.clone(),
            duration: clip.duration,
            rate: clip.rate,
            space: clip.space,
            nodes: clip.nodes.len(),
            channels: clip.channels.len(),
            keys: clip.key_count(),
            euler: clip.channels.iter().filter_map(|channel| order(channel.property())).collect(),
        }
    }
}
