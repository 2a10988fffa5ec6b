//! Curves that follow a motion of the format exactly.

use anim_core::{Clip, Curve, Ease, EulerOrder, Property, Transform, Wrap, quaternion};

use super::values::{along, degrees, is_held, vector};
use crate::{Behavior, Channel, ChannelType, Motions, Seconds, Vector};

/// The behaviour of each node of a clip; `None` for a node with a curve that neither is constant nor follows a motion of the
/// format.
pub(super) fn behaviors(clip: &Clip, order: EulerOrder) -> Vec<Option<Behavior>> {
    let mut nodes: Vec<Option<[Option<Channel>; 3]>> = vec![Some([const { None }; 3]); clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| is_held(channel.property())) {
        let (property, curve) = (channel.property(), channel.curve());
        let slot = match property {
            _ if curve.width() != property.width() => None,
            Property::Displacement => Some(0),
            Property::Translation => Some(1),
            Property::Matrix => None,
            _ => Some(2),
        };
        let found = slot.and_then(|slot| Some((slot, motion(curve, property, order)?)));
        match (&mut nodes[channel.node()], found) {
            // If several channels drive a vector, the last one is used.
            (Some(channels), Some((slot, found))) => channels[slot] = Some(found),
            (channels, None) => *channels = None,
            (None, _) => {}
        }
    }
    let behaviors = nodes.into_iter().zip(&clip.nodes).map(|(channels, node)| {
        let [displacement, translation, orientation] = channels?;
        let Transform { translation: place, rotation, .. } = node.rest;
        let at_rest = |value: [f64; 3]| if value == [0.0; 3] { Some(Channel::none()) } else { still(&value) };
        let turned = || at_rest(order.from_matrix(quaternion::to_matrix(rotation)).map(degrees));
        let channels = [
            displacement.unwrap_or_else(Channel::none),
            translation.or_else(|| at_rest(place))?,
            orientation.or_else(turned)?,
        ];
        Some(behavior(channels))
    });
    behaviors.collect()
}

/// `STATIC` if the orientation and the position, the sum of displacement and translation, are constant.
fn behavior(channels: [Channel; 3]) -> Behavior {
    let [displacement, translation, orientation] = channels;
    let [shift, place, turn] = [&displacement, &translation, &orientation].map(|channel| channel.kind);
    let stands = |kind: ChannelType| matches!(kind, ChannelType::None | ChannelType::Start);
    let placed = shift == ChannelType::Start || place == ChannelType::Start;
    if stands(shift) && stands(place) && placed && turn == ChannelType::Start {
        let [displacement, translation, orientation] =
            [displacement.start, translation.start, orientation.start];
        Behavior::Static { displacement, translation, orientation }
    } else {
        Behavior::Dynamic(Box::new(Motions { displacement, translation, orientation }))
    }
}

fn still(value: &[f64]) -> Option<Channel> {
    vector(value).map(Channel::still)
}

/// The motion that a curve of a property follows.
fn motion(curve: &Curve, property: &Property, order: EulerOrder) -> Option<Channel> {
    if curve.is_still() {
        return still(&in_units(curve.value(0), property, order)?);
    }
    let is_turned = match property {
        Property::Euler(own) => *own != order,
        Property::Angle { axis } => along(*axis).is_none(),
        Property::Rotation => true,
        _ => false,
    };
    let (&[before, after], 2, false) = (&[curve.wrap().0, curve.wrap().1], curve.len(), is_turned) else {
        return None;
    };
    let [from, to] = [in_units(curve.value(0), property, order)?, in_units(curve.value(1), property, order)?];
    let length = curve.end() - curve.start();
    let (kind, period) = match (curve.ease(0), before == after, after) {
        (Ease::Linear, true, Wrap::Hold) => (ChannelType::OneWayForwards, length),
        (Ease::Linear, true, Wrap::Repeat) => (ChannelType::LoopForwards, length),
        (Ease::Linear, true, Wrap::PingPong) => (ChannelType::PingPongForwards, 2.0 * length),
        (Ease::Sine, true, Wrap::PingPong) => (ChannelType::Sinusoidal, 2.0 * length),
        (Ease::Linear, true, Wrap::RepeatWithOffset) => return delta(from, to, curve.start(), length),
        _ => return None,
    };
    Some(Channel {
        start: vector(&from)?,
        end: vector(&to)?,
        period: Seconds::new(period)?,
        offset: Seconds::new(0.0 - curve.start())?,
        kind,
    })
}

/// A line through two values, if all its components are 0 at the same time.
fn delta(from: [f64; 3], to: [f64; 3], start: f64, length: f64) -> Option<Channel> {
    let step: [f64; 3] = std::array::from_fn(|i| to[i] - from[i]);
    let steepest = (0..3).max_by(|&a, &b| step[a].abs().total_cmp(&step[b].abs()))?;
    let offset = length * from[steepest] / step[steepest] - start;
    let channel = Channel {
        start: vector(&step)?,
        end: Vector::ZERO,
        period: Seconds::new(length)?,
        offset: Seconds::new(offset)?,
        kind: ChannelType::Delta,
    };
    let near = |time: f64, expected: [f64; 3]| {
        let found = channel.value(time, crate::Sine::Cos)?;
        let size = |i: usize| expected[i].abs().max(step[steepest].abs());
        (0..3).all(|i| (found[i] - expected[i]).abs() <= 1e-12 * size(i)).then_some(())
    };
    near(start, from)?;
    near(start + length, to)?;
    Some(channel)
}

/// The value of a curve in the units of the file: three lengths, or three angles in degrees.
fn in_units(value: &[f64], property: &Property, order: EulerOrder) -> Option<[f64; 3]> {
    if !property.is_rotation() {
        return value.try_into().ok();
    }
    let rotation = match (property, value) {
        (Property::Euler(own), &[x, y, z]) if *own == order => return Some([x, y, z].map(degrees)),
        (Property::Euler(own), &[x, y, z]) => own.to_quaternion([x, y, z]),
        (Property::Angle { axis }, &[angle]) => match along(*axis) {
            Some(axis) => {
                return Some(axis.map(|sign| if sign == 0.0 { 0.0 } else { degrees(sign * angle) }));
            }
            None => quaternion::from_axis_angle(*axis, angle),
        },
        (_, &[x, y, z, w]) => quaternion::normalize([x, y, z, w]),
        _ => return None,
    };
    Some(order.from_matrix(quaternion::to_matrix(rotation)).map(degrees))
}
