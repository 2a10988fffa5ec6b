//! The accuracy of an interpolator: the errors of baking and of rounded key times.

use anim_core::{Deviation, Fate, Loss, Unit, Wrap};

use super::keys::Keys;
use super::ticks;

/// The error that floating-point arithmetic may cause.
const NOISE: f64 = 1e-9;

/// The error of an interpolator relative to its curve, and its tolerance.
pub(super) struct Accuracy {
    /// The loss to report, without the error of rounded key times.
    pub(super) loss: Loss,
    /// The error without that of rounded key times.
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
        if error.unit == Unit::Angle {
            // Half a turn at most.
            error = Deviation::angle(error.size);
        }
        let mut loss = self.loss.clone();
        loss.fate = Fate::Approximated(error);
        is_error(error).then_some(loss)
    }
}

/// Whether an error exceeds floating-point noise. NaN does.
pub(super) fn is_error(error: Deviation) -> bool {
    error.size > NOISE || error.size.is_nan()
}

/// The errors next to each key when the key times are rounded to ticks. At a jump only the time has an error.
fn moves(keys: &Keys, ticks_per_second: f64) -> impl Iterator<Item = f64> {
    let times = keys.times.as_slice();
    let (whole, rounding) = (keys.whole(ticks_per_second), ticks::rounding(times));
    let rounded: Vec<f64> = whole.into_iter().map(|tick| tick / ticks_per_second).collect();
    let ways = ways(keys);
    (0..times.len()).map(move |key| {
        let (time, moved) = (times[key], rounded[key]);
        if (moved - time).abs() <= rounding {
            return 0.0;
        }
        // At either time of the key, one of the two curves has the value of the key and the other one does not.
        let off =
            [(times, moved), (&rounded, time)].map(|(times, at)| (way(times, &ways, at) - ways[key]).abs());
        // Values beyond the largest number travel farther than it.
        off.into_iter().map(|off| if off.is_nan() { f64::INFINITY } else { off }).fold(0.0, f64::max)
    })
}

/// The distance that the values travel from the first key to each key, without jumps.
fn ways(keys: &Keys) -> Vec<f64> {
    let sums = keys.travel.iter().enumerate().scan(0.0, |way, (segment, travel)| {
        *way += if is_jump(keys, segment) { 0.0 } else { *travel };
        Some(*way)
    });
    std::iter::once(0.0).chain(sums).collect()
}

/// Whether a segment of keyframes that do not repeat is a jump: two keys, away from others, so near that ticks cannot keep them
/// apart.
fn is_jump(keys: &Keys, segment: usize) -> bool {
    let is_short = |segment: usize| match keys.times.get(segment..segment + 2) {
        Some(ends) => ends[1] - ends[0] <= ticks::NEAR,
        None => false,
    };
    let is_alone = !is_short(segment + 1) && segment.checked_sub(1).is_none_or(|before| !is_short(before));
    keys.wrap == Wrap::Hold && is_short(segment) && is_alone
}

/// The distance travelled up to a time, for keys at these times; before the first key and after the last one nothing moves.
fn way(times: &[f64], ways: &[f64], time: f64) -> f64 {
    match times.partition_point(|key| *key <= time) {
        0 => 0.0,
        next if next == times.len() => ways[next - 1],
        next => {
            let part = (time - times[next - 1]) / (times[next] - times[next - 1]);
            ways[next - 1] + (ways[next] - ways[next - 1]) * part
        }
    }
}

/// The additional error of a loop at its last repetition in the clip, because its length is rounded to whole ticks.
fn drifts(keys: &Keys, ticks_per_second: f64) -> f64 {
    let seconds = keys.repeats * keys.drift(ticks_per_second).abs();
    let &[start, .., end] = keys.times.as_slice() else { return 0.0 };
    if seconds == 0.0 {
        return 0.0;
    }
    let ways = ways(keys);
    let (period, whole) = (end - start, ways.last().copied().unwrap_or_default());
    // The distance travelled up to a time that is at most one period off: a loop continues from its end at its start, and one
    // with a way back continues on the same path.
    let way = |time: f64| way(&keys.times, &ways, time);
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

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Ease, Times};

    use proptest::prelude::*;

    use super::*;
    use crate::{List, codes};

    /// The distance travelled between two times, summed segment by segment.
    fn travelled(times: &[f64], travels: &[f64], [from, to]: [f64; 2]) -> f64 {
        let part = |(times, travel): (&[f64], &f64)| match times {
            [start, end] if from.max(*start) < to.min(*end) => {
                travel * (to.min(*end) - from.max(*start)) / (end - start)
            }
            // A jump between the two times.
            [start, end] if start == end && from < *start && *start < to => *travel,
            _ => 0.0,
        };
        times.windows(2).zip(travels).map(part).sum()
    }

    proptest! {
        #[test]
        fn each_key_is_off_by_what_is_travelled_in_the_time_by_which_it_moves(
            steps in prop::collection::vec((0.01..0.9f64, -9.0..9.0f64), 1..40), ticks in 1..9u8,
        ) {
            let (mut times, mut values) = (vec![0.0], vec![0.0]);
            for (seconds, value) in steps {
                times.push(times[times.len() - 1] + seconds);
                values.push(value);
            }
            let end = times[times.len() - 1];
            let curve = Curve::new(Times::keys(times.clone()).unwrap(), 1, values, Ease::Linear).unwrap();
            let keys = Keys::new(&curve, end, List::default(), String::new(), 0.0);
            let ticks = f64::from(ticks);
            let rounded: Vec<f64> = keys.whole(ticks).into_iter().map(|tick| tick / ticks).collect();
            for (key, off) in moves(&keys, ticks).enumerate() {
                let span = [times[key].min(rounded[key]), times[key].max(rounded[key])];
                let expected = [&times, &rounded].map(|times| travelled(times, &keys.travel, span));
                prop_assert!((off - expected[0].max(expected[1])).abs() < 1e-9, "{key}: {off} {expected:?}");
            }
        }
    }

    #[test]
    fn at_a_jump_only_the_time_is_off() {
        for (gap, expected) in [(1e-6, false), (1e-3, true)] {
            let times = Times::keys(vec![0.0, 0.4 - gap, 0.4, 1.0]).unwrap();
            let curve = Curve::new(times, 1, vec![0.0, 0.0, 5.0, 5.0], Ease::Linear).unwrap();
            let keys = Keys::new(&curve, 1.0, List::default(), String::new(), 0.0);
            let off = moves(&keys, 100_800.0).fold(0.0, f64::max);
            assert_eq!(off > 1e-3, expected, "{gap}: {off}");
        }
    }

    #[test]
    fn a_rotation_is_off_by_half_a_turn_at_most() {
        let quarters = [0.0, 1.0, 2.0, 3.0].map(|quarter: f64| {
            let (sin, cos) = (quarter * std::f64::consts::FRAC_PI_4).sin_cos();
            [0.0, sin, 0.0, cos]
        });
        let times = Times::keys(vec![0.0, 0.4, 0.8, 1.2]).unwrap();
        let turn = Curve::new(times, 4, quarters.as_flattened().to_vec(), Ease::Slerp).unwrap();
        let keys = Keys::new(&turn, 1.2, List::default(), String::new(), 0.0);
        for (before, expected) in
            [(Deviation::angle(3.0), std::f64::consts::PI), (Deviation::length(3.0), 3.5)]
        {
            let accuracy =
                Accuracy { loss: codes::BAKED.approximated(before, ""), error: before, tolerance: 1.0 };
            // The key at 0.4 s is at 0 or at 1 s, and the speed is a quarter turn in 0.4 s.
            let Some(Fate::Approximated(error)) = accuracy.loss(&keys, 1.0).map(|loss| loss.fate) else {
                panic!("no loss")
            };
            let is_angle = before.unit == Unit::Angle;
            assert!(error.unit == before.unit && error.size >= expected, "{error}");
            assert!(!is_angle || error.size <= expected, "{error}");
        }
    }
}
