//! Channels of a node that other channels do not override.

use crate::{Channel, Property};

/// The channels of one node without those that later channels override completely, in the same order: each complete rotation overrides
/// all rotations before it, and matrices override translations, displacements, rotations and scales.
///
/// ```
/// use anim_core::{Channel, Curve, Property, effective_channels};
///
/// let channel = |property: Property| Channel::new(0, property.clone(), Curve::constant(&vec![0.0; property.width()])?);
/// let [moves, turns, decides] =
///     [channel(Property::Translation)?, channel(Property::Rotation)?, channel(Property::Angle { axis: [1.0, 0.0, 0.0] })?];
/// assert_eq!(effective_channels(&[&turns, &moves, &decides]), [&moves, &decides]);
/// # Ok::<(), anim_core::ClipError>(())
/// ```
pub fn effective_channels<'a>(channels: &[&'a Channel]) -> Vec<&'a Channel> {
    let has_matrix = channels.iter().any(|channel| *channel.property() == Property::Matrix);
    let is_whole = |channel: &&Channel| {
        channel.property().is_rotation() && channel.curve().width() == channel.property().width()
    };
    let deciding = channels.iter().rposition(is_whole).unwrap_or(0);
    let places = channels.iter().enumerate();
    let effective = places.filter(|(place, channel)| match channel.property() {
        Property::Translation | Property::Displacement | Property::Scale => !has_matrix,
        property if property.is_rotation() => !has_matrix && *place >= deciding,
        _ => true,
    });
    effective.map(|(_, channel)| *channel).collect()
}
