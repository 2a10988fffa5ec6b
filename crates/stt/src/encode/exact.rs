//! Curves that are exactly a motion of the format.

use anim_core::{Clip, Curve, Ease, EulerOrder, Property, Transform, Wrap, quaternion};

use super::{degrees, is_said, vector};
use crate::{Behavior, Channel, ChannelType, Motions, Seconds, Vector};

/// What the nodes of a clip do, if each curve stands or is a motion of the format.
pub(super) fn behaviors(clip: &Clip, order: EulerOrder) -> Option<Vec<Behavior>> {
    let mut nodes: Vec<[Option<Channel>; 3]> = vec![[const { None }; 3]; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| is_said(channel.property())) {
        let (property, curve) = (channel.property(), channel.curve());
        let slot = match property {
            _ if curve.width() != property.width() => return None,
            Property::Displacement => 0,
            Property::Translation => 1,
            Property::Matrix => return None,
            _ => 2,
        };
        // Of several channels the last counts.
        nodes[channel.node()][slot] = Some(motion(curve, property, order)?);
    }
    let behaviors = nodes.into_iter().zip(&clip.nodes).map(|(channels, node)| {
        let [displacement, translation, orientation] = channels;
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

/// `STATIC` where all three stand.
fn behavior(channels: [Channel; 3]) -> Behavior {
    let [displacement, translation, orientation] = channels;
    if [&displacement, &translation, &orientation].iter().all(|channel| channel.kind == ChannelType::Start) {
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

/// The motion that a curve of a property is.
fn motion(curve: &Curve, property: &Property, order: EulerOrder) -> Option<Channel> {
    let stands = curve.values().chunks_exact(curve.width()).all(|value| value == curve.value(0));
    if stands {
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

/// A line through two values, if it goes through zero in all components at one time.
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

/// The value of a curve as the file has it: three lengths, or three angles in degrees.
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

/// The axis as −1, 0 and 1, if it is one of X, Y and Z.
pub(super) fn along(axis: [f64; 3]) -> Option<[f64; 3]> {
    let count = axis.iter().filter(|part| **part != 0.0).count();
    (count == 1).then(|| axis.map(|part| if part == 0.0 { 0.0 } else { part.signum() }))
}
