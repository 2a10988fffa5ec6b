//! Which of a node's channels make a property, and which are without effect or words.

use anim_core::{Channel, Ease, Property};

/// A channel that glTF cannot say.
pub(super) struct Left<'a> {
    pub(super) channel: &'a Channel,
    /// Whether other channels leave it without effect.
    pub(super) overridden: bool,
}

impl<'a> Left<'a> {
    pub(super) fn effective(channels: &[&'a Channel]) -> impl Iterator<Item = Self> {
        channels.iter().map(|channel| Self { channel, overridden: false })
    }
}

/// Takes the channels of a property out. Those before the last that drives all of it have no effect; `left` gets them.
pub(super) fn take<'a>(
    channels: &mut Vec<&'a Channel>,
    of: impl Fn(&Property) -> bool,
    left: &mut Vec<Left<'a>>,
) -> Vec<&'a Channel> {
    let (mut taken, rest) = channels.drain(..).partition::<Vec<_>, _>(|channel| of(channel.property()));
    *channels = rest;
    if let Some(last) = taken.iter().rposition(is_whole) {
        left.extend(taken.drain(..last).map(|channel| Left { channel, overridden: true }));
    }
    taken
}

/// Whether these parts are not all that makes the rotation: numbers of a quaternion stand in whatever the channels before
/// them made, and angles of another order make those before them be forgotten.
pub(super) fn mixes(all: &[&Channel], parts: &[&Channel], property: &Property) -> bool {
    let Some(first) = parts.first() else { return false };
    let own = all.iter().position(|channel| std::ptr::eq(*channel, *first)).unwrap_or(0);
    let seen = |from: usize, seen: fn(&Property) -> bool| {
        all.iter().skip(from).any(|other| other.property() != property && seen(other.property()))
    };
    match property {
        Property::Rotation => seen(if is_whole(first) { own } else { 0 }, Property::is_rotation),
        Property::Euler(_) => seen(own, |other| matches!(other, Property::Euler(_))),
        _ => false,
    }
}

pub(super) fn has_arcs(channel: &Channel) -> bool {
    let curve = channel.curve();
    (0..curve.len()).any(|key| curve.ease(key) == Ease::Slerp)
}

/// Whether glTF has a path for it.
pub(super) fn is_said(property: &Property) -> bool {
    property.is_spatial() || matches!(property, Property::Weights { .. })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the predicate of an iterator over references")]
fn is_whole(channel: &&Channel) -> bool {
    channel.curve().width() == channel.property().width()
}
