//! Selects the channels of a node that have an effect.

use anim_core::{Channel, Ease, Property};

/// A channel that glTF cannot represent.
pub(super) struct Left<'a> {
    pub(super) channel: &'a Channel,
    /// Whether other channels override it completely.
    pub(super) overridden: bool,
    /// Whether an animation pointer shows and hides the node as the channel states.
    pub(super) pointed: bool,
}

impl<'a> Left<'a> {
    /// Channels that have an effect.
    pub(super) fn effective(channels: &[&'a Channel]) -> impl Iterator<Item = Self> {
        channels.iter().map(|channel| Self { channel, overridden: false, pointed: false })
    }
}

/// Removes and returns the channels of a property. Channels before the last one that drives the complete property have no
/// effect: `left` gets them.
pub(super) fn take<'a>(
    channels: &mut Vec<&'a Channel>,
    of: impl Fn(&Property) -> bool,
    left: &mut Vec<Left<'a>>,
) -> Vec<&'a Channel> {
    let (mut taken, rest) = channels.drain(..).partition::<Vec<_>, _>(|channel| of(channel.property()));
    *channels = rest;
    if let Some(last) = taken.iter().rposition(is_complete) {
        left.extend(taken.drain(..last).map(|channel| Left { channel, overridden: true, pointed: false }));
    }
    taken
}

/// Whether rotation channels of another kind also contribute to the rotation.
///
/// Components of a quaternion replace the components resulting from earlier channels. Angles replace all earlier angles of
/// another order.
pub(super) fn mixes(all: &[&Channel], parts: &[&Channel], property: &Property) -> bool {
    let Some(first) = parts.first() else { return false };
    let own = all.iter().position(|channel| std::ptr::eq(*channel, *first)).unwrap_or(0);
    let has_other = |from: usize, is_rotation: fn(&Property) -> bool| {
        all.iter().skip(from).any(|other| other.property() != property && is_rotation(other.property()))
    };
    match property {
        Property::Rotation => has_other(if is_complete(first) { own } else { 0 }, Property::is_rotation),
        Property::Euler(_) => has_other(own, |other| matches!(other, Property::Euler(_))),
        _ => false,
    }
}

/// Whether a curve has arcs between its keys.
pub(super) fn has_arcs(channel: &Channel) -> bool {
    let curve = channel.curve();
    (0..curve.len()).any(|key| curve.ease(key) == Ease::Slerp)
}

/// Whether glTF can animate the property.
pub(super) fn is_animated(property: &Property) -> bool {
    property.is_spatial() || matches!(property, Property::Weights { .. })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the predicate of an iterator over references")]
fn is_complete(channel: &&Channel) -> bool {
    channel.curve().width() == channel.property().width()
}
