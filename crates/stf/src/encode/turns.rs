//! Channels of single Euler angles, combined into rotations: STF has angles, but not their order.

use std::collections::HashMap;

use anim_core::{Channel, Clip, ClipError, Property, Transform, merge, quaternion};

use super::bounds::Bounds;

/// Groups the channels of angles that rotate a node together. A channel of angles has the channels of the group that ends with
/// it, or none if a later channel continues the group; channels of other properties have `None`. The channels of a group have the
/// same order and follow each other; the first of them may drive all angles.
pub(super) fn runs(clip: &Clip) -> Vec<Option<Vec<&Channel>>> {
    let mut runs: Vec<Option<Vec<&Channel>>> = vec![None; clip.channels.len()];
    // The last channel of angles of each node.
    let mut last: HashMap<usize, usize> = HashMap::new();
    for (index, channel) in clip.channels.iter().enumerate() {
        if !matches!(channel.property(), Property::Euler(_)) {
            continue;
        }
        let before = last.insert(channel.node(), index);
        let goes_on =
            |before: &usize| clip.channels[*before].property() == channel.property() && !drives_all(channel);
        let mut run = before
            .filter(goes_on)
            .and_then(|before| runs[before].as_mut())
            .map_or_else(Vec::new, std::mem::take);
        run.push(channel);
        runs[index] = Some(run);
    }
    runs
}

/// Whether a channel drives every component of its property.
pub(super) fn drives_all(channel: &Channel) -> bool {
    channel.curve().width() == channel.property().width()
}

/// Channels of angles in one order as a channel of all three, and the largest error of the rotation in radians. Angles without a
/// channel have the value of the rest pose.
///
/// Errors: those of [`merge::whole`].
pub(super) fn whole(
    parts: &[&Channel],
    rest: &Transform,
    duration: f64,
    bounds: Bounds,
) -> Result<(Channel, f64), ClipError> {
    let last = parts.last().ok_or(ClipError::NoParts)?;
    let rest = match last.property() {
        Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest.rotation)),
        _ => [0.0; 3],
    };
    // Half of the tolerance is left for the arcs.
    let merged = merge::whole(parts, &rest, duration, bounds.within(bounds.angle / 2.0))?;
    let error = merged.error;
    let channel = Channel::new(last.node(), last.property().clone(), merged.curve.into_owned())?;
    Ok((channel, error))
}
