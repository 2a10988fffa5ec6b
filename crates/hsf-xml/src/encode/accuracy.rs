//! How near the values of an interpolator are: what baking and rounded key times cost.

use anim_core::{Curve, Deviation, Ease, Fate, Loss, Wrap, quaternion};

use super::keys::Keys;
use super::ticks;

/// The error that arithmetic may make.
const NOISE: f64 = 1e-9;

/// How near an interpolator is to its curve, and how near it has to be.
pub(super) struct Accuracy {
    /// The loss to report, without what rounded key times add.
    pub(super) loss: Loss,
    /// The error without what rounded key times add.
    pub(super) error: Deviation,
    pub(super) tolerance: f64,
}

impl Accuracy {
    /// Whether the error is within the tolerance at a number of ticks per second.
    pub(super) fn is_kept(&self, keys: &Keys, ticks_per_second: f64) -> bool {
        let error = self.error.size + drifts(keys, ticks_per_second);
        moves(keys, ticks_per_second).all(|moved| error + moved <= self.tolerance)
    }

    /// The loss at a number of ticks per second, if there is one.
    pub(super) fn loss(&self, keys: &Keys, ticks_per_second: f64) -> Option<Loss> {
        let mut error = self.error;
        error.size += moves(keys, ticks_per_second).fold(0.0, f64::max) + drifts(keys, ticks_per_second);
        let mut loss = self.loss.clone();
        loss.fate = Fate::Approximated(error);
        is_error(error).then_some(loss)
    }
}

/// Whether an error is more than the noise of arithmetic. A NaN is.
pub(super) fn is_error(error: Deviation) -> bool {
    error.size > NOISE || error.size.is_nan()
}

/// How far the values go off next to each key when the key times become ticks. At a jump only its time is off.
fn moves(keys: &Keys, ticks_per_second: f64) -> impl Iterator<Item = f64> {
    let times = keys.times.as_slice();
    let (whole, rounding) = (keys.whole(ticks_per_second), ticks::rounding(times));
    let rounded: Vec<f64> = whole.into_iter().map(|tick| tick / ticks_per_second).collect();
    (0..times.len()).map(move |key| {
        let off = rounded[key] - times[key];
        if off.abs() <= rounding {
            return 0.0;
        }
        // At either time of the key, one of the two curves has the value of the key and the other one has not.
        let (later, earlier) =
            if off > 0.0 { (times, rounded.as_slice()) } else { (rounded.as_slice(), times) };
        let after = travel(later, &keys.travel, key..keys.travel.len(), off.abs());
        let before = travel(earlier, &keys.travel, (0..key).rev(), off.abs());
        after.max(before)
    })
}

/// How far the values go in the first seconds of these segments, at the most.
fn travel(times: &[f64], travels: &[f64], segments: impl Iterator<Item = usize>, seconds: f64) -> f64 {
    let (mut left, mut sum) = (seconds, 0.0);
    for segment in segments {
        let length = times[segment + 1] - times[segment];
        if length >= left {
            return sum + travels[segment] * left / length;
        }
        (left, sum) = (left - length, sum + travels[segment]);
    }
    sum
}

/// How far the values of a loop go off beyond that by the last repetition in the clip, because its length becomes whole ticks.
fn drifts(keys: &Keys, ticks_per_second: f64) -> f64 {
    let seconds = keys.repeats * keys.drift(ticks_per_second).abs();
    let &[start, .., end] = keys.times.as_slice() else { return 0.0 };
    if seconds == 0.0 {
        return 0.0;
    }
    let ways: Vec<f64> = std::iter::once(0.0)
        .chain(keys.travel.iter().scan(0.0, |way, travel| {
            *way += travel;
            Some(*way)
        }))
        .collect();
    let (period, whole) = (end - start, ways.last().copied().unwrap_or_default());
    // The way up to a time that is at most a period off: from the end a loop goes on at its start, and out and back on the same way.
    let way = |time: f64| {
        let next = keys.times.partition_point(|key| *key <= time).clamp(1, keys.travel.len());
        let (from, to) = (keys.times[next - 1], keys.times[next]);
        ways[next - 1] + keys.travel[next - 1] * ((time - from) / (to - from)).clamp(0.0, 1.0)
    };
    let beyond = |time: f64| match keys.wrap {
        Wrap::Repeat if time > end => whole + way(time - period),
        Wrap::Repeat if time < start => way(time + period) - whole,
        _ => way(time),
    };
    let seconds = seconds.min(period);
    let around = keys.times.iter().zip(&ways);
    around
        .map(|(time, way)| (beyond(time + seconds) - way).max(way - beyond(time - seconds)))
        .fold(0.0, f64::max)
}

/// How far the value goes in each segment if it goes as fast as anywhere in the segment: 0 in a step, radians for quaternions.
pub(super) fn travels(curve: &Curve) -> Vec<f64> {
    let norm = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|n| n * n).sum::<f64>().sqrt();
    let segment = |key: usize| {
        let (from, to) = (curve.value(key), curve.value(key + 1));
        match (curve.ease(key), from, to) {
            (Ease::Step, _, _) => 0.0,
            (Ease::Slerp, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
                quaternion::angle_between([ax, ay, az, aw], [bx, by, bz, bw])
            }
            (Ease::Bezier, _, _) => {
                let legs = |component: usize| {
                    let (out, into) =
                        (curve.handles(key, component).out[1], curve.handles(key + 1, component).into[1]);
                    [out, to[component] + into - from[component] - out, -into]
                };
                let leg = |leg: usize| norm(&mut (0..curve.width()).map(|component| legs(component)[leg]));
                3.0 * leg(0).max(leg(1)).max(leg(2))
            }
            _ => norm(&mut from.iter().zip(to).map(|(from, to)| to - from)),
        }
    };
    (1..curve.len()).map(|key| segment(key - 1)).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Times};

    use super::*;

    #[test]
    fn travels_are_those_at_the_highest_speed() {
        let two = |width: usize, values: &[f64], ease: Ease| {
            Curve::new(Times::keys(vec![0.0, 2.0]).unwrap(), width, values.to_vec(), ease).unwrap()
        };
        // The control points 1, 1.5, 4.75, 5: the derivative of a cubic is at most three times its longest leg.
        let handles = [([0.0; 2], [2.0 / 3.0, 0.5]), ([-2.0 / 3.0, -0.25], [0.0; 2])];
        let handles = handles.map(|(into, out)| Handles { into, out }).to_vec();
        let quarter = f64::sqrt(0.5);
        for (curve, expected) in [
            (two(1, &[1.0, 5.0], Ease::Step), 0.0),
            (two(3, &[1.0, 5.0, 2.0, 4.0, 1.0, 2.0], Ease::Linear), 5.0),
            (
                two(4, &[0.0, 0.0, 0.0, 1.0, 0.0, quarter, 0.0, quarter], Ease::Slerp),
                std::f64::consts::FRAC_PI_2,
            ),
            (two(1, &[1.0, 5.0], Ease::Bezier).with_handles(handles).unwrap(), 3.0 * 3.25),
        ] {
            let found = travels(&curve);
            assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-12, "{found:?}, not {expected}");
        }
    }
}
