//! Channels in extras that are stored as different curves in the animation.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::BTreeMap;

use anim_core::{Channel, Times};
use serde::{Deserialize, Serialize};

use super::ChannelExtras;

/// Channels of a clip that became different curves in the animation, with more keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ExactExtras {
    pub(crate) node: usize,
    /// The paths of the animation channels made from them, each with the digest of its key times and values.
    pub(crate) instead: BTreeMap<String, String>,
    pub(crate) channels: Vec<ChannelExtras>,
}

impl ExactExtras {
    /// The channels, among `nodes` nodes and with the clip's key times; an error as text if the data are malformed.
    pub(crate) fn channels(&self, nodes: usize, times: &[Times]) -> Result<Vec<Channel>, String> {
        self.channels.iter().map(|entry| entry.channel(nodes, times)).collect()
    }
}
