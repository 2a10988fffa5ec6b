//! Channels of a transform that nothing moves.

use super::relative::Moved;
use super::rounding::is_equal;
use crate::{Channel, ClipError, Curve, Property, Transform};

/// Leaves out channels that stay at rest.
pub(super) fn at_rest(mut rest: Transform, channels: Vec<Channel>) -> Result<Moved, ClipError> {
    let mut moved = Moved { rest, channels: Vec::new() };
    for channel in channels {
        let Some(value) = constant(&channel) else {
            moved.channels.push(channel);
            continue;
        };
        if !is_equal(part_of(&mut rest, channel.property()), value) {
            moved.channels.push(channel.with_curve(Curve::constant(value)?)?);
        }
    }
    Ok(moved)
}

/// The value of a channel that keeps it, up to rounding.
fn constant(channel: &Channel) -> Option<&[f64]> {
    let curve = channel.curve();
    let first = curve.value(0);
    let stays = |component: usize| {
        let mut value = first.to_vec();
        curve.limits(component).all(|limit| {
            value[component] = limit;
            is_equal(&value, first)
        })
    };
    (0..curve.width()).all(stays).then_some(first)
}

/// The numbers of a transform that a property replaces.
fn part_of<'a>(rest: &'a mut Transform, property: &Property) -> &'a mut [f64] {
    match property {
        Property::Translation => &mut rest.translation,
        Property::Rotation => &mut rest.rotation,
        _ => &mut rest.scale,
    }
}
