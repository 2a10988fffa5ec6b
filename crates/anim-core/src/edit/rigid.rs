//! Motion without scales, which has no shear.

use super::rounding::ROUNDING;
use crate::{Channel, Clip, Property, Transform};

/// Whether nothing in a clip has another scale than 1.
pub(super) fn is_rigid(clip: &Clip) -> bool {
    let scales = |channel: &Channel| matches!(channel.property(), Property::Scale | Property::Matrix);
    clip.nodes.iter().all(|node| keeps_sizes(&node.rest)) && !clip.channels.iter().any(scales)
}

/// Whether a rest pose has no other scale than 1.
pub(super) fn keeps_sizes(rest: &Transform) -> bool {
    let length = rest.rotation.iter().map(|part| part * part).sum::<f64>();
    rest.scale == [1.0; 3] && (length - 1.0).abs() <= ROUNDING
}
