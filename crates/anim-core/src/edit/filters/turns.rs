//! The largest angle between two curves of one rotation.

use std::f64::consts::{PI, TAU};

use crate::edit::distance::{self, Distance};
use crate::{Channel, Curve, Property, Sampler, Winding, Wrap};

/// Smaller differences are rounding.
const SAME: f64 = 1e-6;

/// The largest angle in radians between the rotation of a channel and that of another curve with the same key times and wraps, and its time
/// in seconds; `None` if the rotations are the same.
pub(super) fn largest(channel: &Channel, new: &Curve) -> Option<(f64, f64)> {
    let old = channel.curve();
    let mut samplers = [old, new].map(Sampler::new);
    let mut values = [old, new].map(|curve| vec![0.0; curve.width()]);
    let mut compare = |time: f64| {
        for (sampler, value) in samplers.iter_mut().zip(&mut values) {
            sampler.sample(time, value);
        }
        apart(channel.property(), &values[0], &values[1])
    };
    let mut winding = Winding::new([channel]);
    // A repeat with an offset continues from other angles than the curve began with, so it is compared too.
    let period = old.end() - old.start();
    let (before, after) = old.wrap();
    let repeats = [(before, -period), (after, period)].into_iter();
    let mut offsets =
        repeats.filter(|(wrap, _)| *wrap == Wrap::RepeatWithOffset).map(|(_, shift)| shift).peekable();
    if offsets.peek().is_some() && !rises_alike(channel.property(), [old, new]) {
        // The rotations move apart with every period, and a rotation is half a turn at most.
        return Some((PI, old.end()));
    }
    let shifts = [0.0].into_iter().chain(offsets);
    let found = shifts.map(|shift| {
        let times: Vec<f64> = old.times().iter().map(|time| time + shift).collect();
        distance::largest(&times, SAME, &mut winding, &mut compare)
    });
    found.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(angle, _)| *angle > 0.0)
}

/// Whether two curves rise by the same offset in each period, or by whole turns more.
fn rises_alike(property: &Property, curves: [&Curve; 2]) -> bool {
    let [old, new] = curves.map(|curve| {
        let ends = curve.value(0).iter().zip(curve.value(curve.len() - 1));
        ends.map(|(first, last)| last - first).collect::<Vec<f64>>()
    });
    let turn = if *property == Property::Rotation { f64::INFINITY } else { TAU };
    old.iter().zip(&new).all(|(old, new)| {
        let more = new - old;
        (more - (more / turn).round() * turn).abs() < SAME
    })
}

/// The angle between two rotations; for angles that are part of a rotation, the sum of their differences, which is an upper
/// bound.
fn apart(property: &Property, a: &[f64], b: &[f64]) -> Distance {
    match (property, a, b) {
        (Property::Rotation, &[x, y, z, w], &[s, t, u, v]) => Distance::turn([x, y, z, w], [s, t, u, v]),
        (Property::Euler(order), &[x, y, z], &[s, t, u]) => {
            Distance::turn(order.to_quaternion([x, y, z]), order.to_quaternion([s, t, u]))
        }
        _ => {
            let turn = |a: f64, b: f64| (a - b - ((a - b) / TAU).round() * TAU).abs();
            let angle = a.iter().zip(b).map(|(&a, &b)| turn(a, b)).sum::<f64>();
            Distance::far(a, b, angle)
        }
    }
}
