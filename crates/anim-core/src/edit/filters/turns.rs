//! How far two curves of one rotation are apart between their keys.

use std::f64::consts::{PI, TAU};

use crate::{Channel, Curve, Property, Sampler, Wrap, quaternion};

/// The parts of a segment at whose ends rotations are compared. Curves that differ by one turn are farthest apart in the middle.
const PARTS: u32 = 32;

/// Less is rounding.
const SAME: f64 = 1e-6;

/// The largest angle in radians between the rotation of a channel and that of another curve with the same key times and wraps, and the time
/// in seconds of it; `None` if they are the same rotations.
pub(super) fn largest(channel: &Channel, new: &Curve) -> Option<(f64, f64)> {
    let old = channel.curve();
    let mut samplers = [old, new].map(Sampler::new);
    let mut values = [old, new].map(|curve| vec![0.0; curve.width()]);
    let (mut most, mut when) = (SAME, None);
    let mut compare = |time: f64| {
        for (sampler, value) in samplers.iter_mut().zip(&mut values) {
            sampler.sample(time, value);
        }
        let angle = apart(channel.property(), &values[0], &values[1]);
        if angle > most {
            (most, when) = (angle, Some(time));
        }
    };
    // A repeat with an offset goes on from other angles than the curve began with, so it is compared too.
    let period = old.end() - old.start();
    let (before, after) = old.wrap();
    let repeats = [(before, -period), (after, period)].into_iter();
    let offsets = repeats.filter(|(wrap, _)| *wrap == Wrap::RepeatWithOffset).map(|(_, shift)| shift);
    for shift in [0.0].into_iter().chain(offsets) {
        for key in 1..old.len() {
            let [Some(from), Some(to)] = [key - 1, key].map(|key| old.times().get(key)) else { continue };
            (1..PARTS)
                .for_each(|part| compare(shift + from + (to - from) * f64::from(part) / f64::from(PARTS)));
        }
    }
    when.map(|time| (most, time))
}

/// The angle between two rotations; of angles that are a part of a rotation, the sum of their differences, which is not exceeded.
fn apart(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    match (property, a, b) {
        (Property::Rotation, &[x, y, z, w], &[s, t, u, v]) => quaternion::angle_between(
            quaternion::normalize([x, y, z, w]),
            quaternion::normalize([s, t, u, v]),
        ),
        (Property::Euler(order), &[x, y, z], &[s, t, u]) => {
            quaternion::angle_between(order.to_quaternion([x, y, z]), order.to_quaternion([s, t, u]))
        }
        _ => {
            let turn = |a: f64, b: f64| (a - b - ((a - b) / TAU).round() * TAU).abs();
            a.iter().zip(b).map(|(&a, &b)| turn(a, b)).sum::<f64>().min(PI)
        }
    }
}
