//! The frames in which parts of nodes have keys, so that a file has a packet for each key of a stepped curve.

use std::collections::{HashMap, HashSet};

use anim_core::{Channel, Clip, Ease, Property, Wrap};

use super::schedule::Frames;

/// A set of the parts of a node that packets set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keyed(u8);

impl Keyed {
    pub(super) const NONE: Self = Self(0);
    pub(super) const PLACE: Self = Self(1);
    pub(super) const ATTRIBUTE: Self = Self(2);
    pub(super) const VISIBLE: Self = Self(4);
    pub(super) const MODEL: Self = Self(8);
    pub(super) const PARENT: Self = Self(16);
    pub(super) const DIRECTION: Self = Self(32);
    pub(super) const COLOR: Self = Self(64);
    pub(super) const LOOK: Self = Self(128);

    pub(super) fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// The part that a channel drives.
    fn of(property: &Property) -> Self {
        match property {
            Property::Visible => Self::VISIBLE,
            Property::Parent => Self::PARENT,
            Property::Color => Self::COLOR,
            Property::Named { name, .. } => match name.as_str() {
                "attribute" => Self::ATTRIBUTE,
                "tmd" => Self::MODEL,
                "direction" => Self::DIRECTION,
                "reference" | "roll" => Self::LOOK,
                _ => Self::NONE,
            },
            property if property.is_spatial() => Self::PLACE,
            _ => Self::NONE,
        }
    }
}

/// The keys of all stepped curves.
#[derive(Debug, Default)]
pub(super) struct Keys {
    at: HashMap<(u32, usize), Keyed>,
    /// The frame of the first key of each part that only stepped curves drive.
    starts: HashMap<(usize, u8), u32>,
    /// The parts that other curves drive.
    smooth: HashSet<(usize, u8)>,
}

impl Keys {
    pub(super) fn new(clip: &Clip, frames: Frames) -> Self {
        let mut keys = Self::default();
        for channel in &clip.channels {
            let part = Keyed::of(channel.property());
            let start = if is_stepped(channel) { frames.frame_of(channel.curve().start()) } else { 0.0 };
            let start = start.min(f64::from(frames.count - 1)) as u32;
            keys.starts
                .entry((channel.node(), part.0))
                .and_modify(|first| *first = start.min(*first))
                .or_insert(start);
            if is_stepped(channel) {
                for time in channel.curve().times().iter() {
                    let frame = frames.frame_of(time);
                    if frame < f64::from(frames.count) {
                        let keyed = keys.at.entry((frame as u32, channel.node())).or_default();
                        keyed.0 |= part.0;
                    }
                }
            } else {
                keys.smooth.insert((channel.node(), part.0));
            }
        }
        keys
    }

    /// The parts of a node with keys in a frame.
    pub(super) fn at(&self, frame: u32, node: usize) -> Keyed {
        self.at.get(&(frame, node)).copied().unwrap_or_default()
    }

    /// Whether a channel drives a part of a node.
    pub(super) fn has(&self, node: usize, part: Keyed) -> bool {
        self.starts.contains_key(&(node, part.0))
    }

    /// Whether a part of a node changes only at keys.
    pub(super) fn is_stepped(&self, node: usize, part: Keyed) -> bool {
        !self.smooth.contains(&(node, part.0))
    }

    /// Whether a part of a light or a camera is set in a frame or earlier: a TOD has no state of it before its first key.
    pub(super) fn has_begun(&self, frame: u32, node: usize, part: Keyed) -> bool {
        self.starts.get(&(node, part.0)).is_none_or(|&start| start <= frame)
    }
}

/// Whether each key of a channel holds until the next one, and the last one forever.
pub(super) fn is_stepped(channel: &Channel) -> bool {
    let curve = channel.curve();
    curve.uniform_ease() == Some(Ease::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold)
}
