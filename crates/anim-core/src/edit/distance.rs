//! The distance between two values of a channel, for the search for the largest distance.

use super::draft::SAME;
use crate::clip::ends::away;
use crate::curve::peaks::is_short;
use crate::quaternion::{self, Quaternion};
use crate::{Baked, Channel, Curve, Difference, Fineness, Peaks, Property, Sampler, Winding};

/// The fractions of a span at which a search begins.
const PARTS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

/// The number of spans searched together.
const TOGETHER: usize = 1 << 10;

/// The distance between two values.
pub(super) enum Distance {
    /// Rotations: the rotation from the first to the second.
    Turn(Quaternion),
    /// Numbers: their differences, whose length is the distance.
    Far(Vec<f64>),
}

impl Distance {
    /// Two values of a property: the angle between rotations, the distance between positions, scales and colours, and the largest
    /// difference of a component of any other property. Angles differ by the sum of their differences, which is at least the angle
    /// between the rotations.
    pub(super) fn of(property: &Property, a: &[f64], b: &[f64]) -> Self {
        match (property, a, b) {
            (Property::Rotation, &[x, y, z, w], &[s, t, u, v]) => Self::turn([x, y, z, w], [s, t, u, v]),
            (Property::Matrix | Property::Named { .. }, ..) => {
                let most = |most: f64, (a, b): (&f64, &f64)| most.max((a - b).abs());
                Self::far(a, b, a.iter().zip(b).fold(0.0, most))
            }
            _ => Self::far(a, b, away(property, a, b)),
        }
    }

    /// [`Distance::of`], but of three Euler angles the angle between the rotations. The search for its maximum needs their
    /// [winding](angles).
    pub(super) fn shown(property: &Property, a: &[f64], b: &[f64]) -> Self {
        match (property, a, b) {
            (Property::Euler(order), &[x, y, z], &[s, t, u]) => {
                Self::turn(order.to_quaternion([x, y, z]), order.to_quaternion([s, t, u]))
            }
            _ => Self::of(property, a, b),
        }
    }

    /// Two rotations.
    pub(super) fn turn(a: Quaternion, b: Quaternion) -> Self {
        let [a, b] = [a, b].map(quaternion::normalize);
        Self::Turn(quaternion::multiply(quaternion::conjugate(a), b))
    }

    /// Numbers at the distance `size`, which may be infinite.
    pub(super) fn far(a: &[f64], b: &[f64], size: f64) -> Self {
        if !size.is_finite() {
            return Self::Far(vec![size]);
        }
        let mut apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
        let length = length(apart.iter().copied());
        if length > 0.0 {
            for part in &mut apart {
                *part *= size / length;
            }
        }
        Self::Far(apart)
    }
}

impl Difference for Distance {
    fn parts(&self) -> usize {
        1
    }

    fn size(&self, _: usize) -> f64 {
        match self {
            Self::Turn(turn) => quaternion::angle_between(*turn, quaternion::IDENTITY),
            Self::Far(apart) => length(apart.iter().copied()),
        }
    }

    fn change(&self, other: &Self, _: usize) -> f64 {
        match (self, other) {
            (Self::Turn(a), Self::Turn(b)) => quaternion::angle_between(*a, *b),
            (Self::Far(a), Self::Far(b)) => length(a.iter().zip(b).map(|(a, b)| a - b)),
            _ => 0.0,
        }
    }

    fn is_angle(&self, _: usize) -> bool {
        matches!(self, Self::Turn(_))
    }
}

fn length(parts: impl Iterator<Item = f64>) -> f64 {
    parts.map(|part| part * part).sum::<f64>().sqrt()
}

/// The largest distance between the first and the last of `times`, or an upper bound of it, and its time in seconds; 0 if the
/// distance is at most `known`. The times ascend and include the times of jumps; `winding` has the angles of rotations.
pub(super) fn largest(
    times: &[f64],
    known: f64,
    winding: &mut Winding<'_>,
    at: impl FnMut(f64) -> Distance,
) -> (f64, f64) {
    largest_outside_gaps(times, 0.0, known, winding, at)
}

/// [`largest`], without the time between neighbours that are at most `gap` seconds apart.
fn largest_outside_gaps(
    times: &[f64],
    gap: f64,
    known: f64,
    winding: &mut Winding<'_>,
    mut at: impl FnMut(f64) -> Distance,
) -> (f64, f64) {
    let mut peaks = Peaks::new([known]);
    let spans = times.chunk_by(|before, after| after - before > gap);
    let together = spans.flat_map(|span| {
        (0..span.len()).step_by(TOGETHER).map(|first| &span[first..span.len().min(first + TOGETHER + 1)])
    });
    for together in together {
        let inner = together.windows(2).flat_map(|ends| {
            let [from, to] = [ends[0], ends[1]];
            let parts = if is_short(from, to) { &[][..] } else { &PARTS };
            parts.iter().map(move |part| from + (to - from) * part).chain([to])
        });
        let instants: Vec<f64> = together.first().copied().into_iter().chain(inner).collect();
        peaks.search(0, &instants, winding, &mut at);
    }
    let peak = peaks.finish(|_, time| at(time))[0];
    if peak.size > known { (peak.size, peak.time) } else { (0.0, peak.time) }
}

/// The tolerance for numbers joined by straight lines that keeps rotations within a tolerance in radians: the errors of three angles
/// add up, four numbers of a quaternion together differ by up to twice as much as each, and a rotation is twice the angle between
/// quaternions.
pub(super) fn of_numbers(property: &Property, fineness: Fineness) -> Fineness {
    let part = match property {
        Property::Euler(_) => 2.0,
        Property::Rotation => 4.0,
        _ => 1.0,
    };
    Fineness { tolerance: fineness.tolerance / part, ..fineness }
}

/// The curves that are three Euler angles, as channels of a node: of their winding. None for other properties.
pub(super) fn angles<'a>(property: &Property, curves: impl IntoIterator<Item = &'a Curve>) -> Vec<Channel> {
    let of_angles = |curve: &'a Curve| match property {
        Property::Euler(_) if curve.width() == 3 => Channel::new(0, property.clone(), curve.clone()).ok(),
        _ => None,
    };
    curves.into_iter().filter_map(of_angles).collect()
}

/// The error of a curve of a property that was baked from a function of time over a span of seconds: the largest distance, or an upper
/// bound of it; 0 if the distance is rounding. `sample` writes the value of the function, which depends on `sources`.
///
/// Of sources that repeat too often to be followed by the keys of the curve, the error is that of baking.
pub(super) fn baked_error(
    property: &Property,
    baked: &Baked,
    sources: &[&Curve],
    span: [f64; 2],
    winding: &mut Winding<'_>,
    mut sample: impl FnMut(f64, &mut [f64]),
) -> f64 {
    let Baked { curve, error, jump } = baked;
    let most = 2 * curve.len() + sources.iter().map(|source| source.len()).max().unwrap_or_default();
    let is_followed = sources.iter().all(|source| source.unrolled_times(span, most).is_some());
    let mut value = vec![0.0; curve.width()];
    let angles = angles(property, sources.iter().copied().chain([curve]));
    let apart = |time: f64, new: &[f64]| {
        sample(time, &mut value);
        Distance::shown(property, &value, new)
    };
    let (jump, sources) = (*jump, (sources, most));
    let found = if angles.is_empty() {
        off(curve, jump, sources, span, winding, apart)
    } else {
        off(curve, jump, sources, span, &mut Winding::new(&angles), apart)
    };
    if is_followed { found } else { found.max(*error) }
}

/// The largest distance between a curve and the motion that it was made from over a span of seconds, or an upper bound of it; 0 if
/// the distance is rounding. `apart` compares a value of the curve with the motion at that time.
///
/// The distance is also measured at the keys and turning points of the sources, on which the motion depends, repeats included if there
/// are at most `most` of them, and just before them, where steps and repeating curves have another value. The gaps between the two
/// keys of a jump, of at most `jump` seconds, do not count.
pub(super) fn off(
    curve: &Curve,
    jump: f64,
    (sources, most): (&[&Curve], usize),
    [from, to]: [f64; 2],
    winding: &mut Winding<'_>,
    mut apart: impl FnMut(f64, &[f64]) -> Distance,
) -> f64 {
    let keys: Vec<f64> = curve.times().iter().collect();
    let gap = jump * (1.0 + 1e-6);
    let in_jump = |time: f64| {
        let after = keys.partition_point(|key| *key <= time);
        after > 0 && after < keys.len() && keys[after] - keys[after - 1] <= gap
    };
    let mut times = keys.clone();
    for source in sources {
        // A Bézier segment may rise and fall again within a short time.
        let own = source.turning_times([from, to], most).or_else(|| source.unrolled_times([from, to], most));
        let mut last = from;
        for time in own.unwrap_or_else(|| source.times().iter().collect()) {
            // Early enough that rounding does not make it the time of the key.
            let early = (2.0 * f64::from(f32::EPSILON) * time.abs()).max(4.0 * SAME);
            let both = [time - early.min(0.05 * (time - last)), time];
            times.extend(both.into_iter().filter(|time| !in_jump(*time)));
            last = time;
        }
    }
    times.retain(|time| (from..=to).contains(time));
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut sampler = Sampler::new(curve);
    let mut value = vec![0.0; curve.width()];
    let at = |time: f64| {
        sampler.sample(time, &mut value);
        apart(time, &value)
    };
    largest_outside_gaps(&times, gap, SAME, winding, at).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, EulerOrder, Times, bake_function, trig};

    #[test]
    fn rotations_made_of_lines_stay_within_the_tolerance() {
        // Times only: the values are those of the function.
        let times = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 1, vec![0.0, 2.0], Ease::Linear).unwrap();
        let swing = |time: f64| trig::sin_cos(3.0 * time).0;
        let axis = [1.0, 1.0, 1.0].map(|part: f64| part / 3.0_f64.sqrt());
        for property in [Property::Rotation, Property::Euler(EulerOrder::Xyz)] {
            let at = |time: f64| match property {
                Property::Rotation => quaternion::from_axis_angle(axis, 2.5 + swing(time)).to_vec(),
                _ => vec![swing(time); 3],
            };
            let mut largest: f64 = 0.0;
            for halvings in 0..40 {
                let tolerance = 0.05 * 0.93_f64.powi(halvings);
                let mut sample = |time: f64, out: &mut [f64]| out.copy_from_slice(&at(time));
                let fine = of_numbers(&property, tolerance.into());
                let made =
                    bake_function(&[&times], property.width(), Ease::Linear, [0.0, 2.0], fine, &mut sample);
                let made = made.unwrap();
                let error =
                    baked_error(&property, &made, &[&times], [0.0, 2.0], &mut Winding::new([]), sample);
                largest = largest.max(error / tolerance);
            }
            assert!((0.5..=1.0).contains(&largest), "{}: {largest}", property.name());
        }
    }
}
