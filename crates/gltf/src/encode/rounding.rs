//! How far single precision moves a curve.

use anim_core::{Curve, Ease, quaternion};

/// The largest difference between a plain curve and the same curve with key times and values in single precision, in the unit of
/// the value: the distance of three numbers, otherwise that of the number that differs most, or in radians if the curve is one of
/// rotations.
///
/// A key that is a little early or late moves the lines beside it: by the time, times their speed. A step is as early or late, and so
/// is a jump of about `jump` seconds or a few steps of single precision, but both go to the right values.
pub(super) fn rounding(curve: &Curve, is_rotation: bool, jump: f64) -> f64 {
    let speeds = speeds(curve, is_rotation);
    let speed =
        |segment: Option<usize>| segment.and_then(|segment| speeds.get(segment)).copied().unwrap_or(0.0);
    let steady = |segment: Option<usize>| {
        let Some((at, from, to)) =
            segment.and_then(|at| Some((at, curve.times().get(at)?, curve.times().get(at + 1)?)))
        else {
            return 0.0;
        };
        let is_short = to - from <= (1.1 * jump).max(to.abs().max(1.0) * FEW_STEPS);
        let around = speed(at.checked_sub(1)).max(speed(at.checked_add(1)));
        if is_short && speed(segment) > SUDDEN * around { 0.0 } else { speed(segment) }
    };
    let error = |(key, time): (usize, f64)| {
        let narrow: Vec<f64> = curve.value(key).iter().map(|value| f64::from(*value as f32)).collect();
        let late = (f64::from(time as f32) - time).abs();
        late * steady(key.checked_sub(1)).max(steady(Some(key)))
            + apart(curve.value(key), &narrow, is_rotation)
    };
    // What is not finite is reported by itself.
    curve.times().iter().enumerate().map(error).filter(|error| error.is_finite()).fold(0.0, f64::max)
}

/// A few steps of single precision, relative to the number.
const FEW_STEPS: f64 = 1.0 / (1 << 19) as f64;

/// A line is a jump if it is so much faster than both beside it.
const SUDDEN: f64 = 4.0;

/// The highest speed of a curve from each key to the next; 0 for steps.
fn speeds(curve: &Curve, is_rotation: bool) -> Vec<f64> {
    if curve.uniform_ease() == Some(Ease::Step) {
        return Vec::new();
    }
    let times: Vec<f64> = curve.times().iter().collect();
    let lengths = times.windows(2).map(|pair| pair[1] - pair[0]);
    lengths.enumerate().map(|(key, length)| travelled(curve, key, is_rotation) / length).collect()
}

/// How far a curve goes from one key to the next, at least; if the speed changes, how far it would go at the highest.
fn travelled(curve: &Curve, key: usize, is_rotation: bool) -> f64 {
    let (from, to) = (curve.value(key), curve.value(key + 1));
    if curve.uniform_ease() != Some(Ease::Bezier) {
        return apart(from, to, is_rotation);
    }
    // The derivative of a cubic with handles at the thirds is within three times the steps of its four points.
    let points = |component: usize| {
        let out = from[component] + curve.handles(key, component).out[1];
        [from[component], out, to[component] + curve.handles(key + 1, component).into[1], to[component]]
    };
    let points: Vec<[f64; 4]> = (0..curve.width()).map(points).collect();
    let point = |index: usize| points.iter().map(|points| points[index]).collect::<Vec<_>>();
    let steps = (0..3).map(|index| 3.0 * apart(&point(index), &point(index + 1), is_rotation));
    steps.fold(0.0, f64::max)
}

fn apart(a: &[f64], b: &[f64], is_rotation: bool) -> f64 {
    if is_rotation {
        let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
        return quaternion::angle_between(unit(a), unit(b));
    }
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    if a.len() == 3 { differences.fold(0.0, f64::hypot) } else { differences.fold(0.0, f64::max) }
}

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Times};

    use super::*;

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    /// The curve as it is stored, compared with the source at many times.
    fn tried(source: &Curve) -> f64 {
        let times: Vec<f64> = source.times().iter().map(|time| f64::from(time as f32)).collect();
        let values: Vec<f64> = source.values().iter().map(|value| f64::from(*value as f32)).collect();
        let stored = curve(&times, &values, source.uniform_ease().unwrap());
        let span = source.end() - source.start();
        let step = |step: u32| {
            let time = source.start() + span * f64::from(step) / 1e5;
            apart(&source.at(time), &stored.at(time), source.width() == 4)
        };
        (0..=100_000).map(step).fold(0.0, f64::max)
    }

    #[test]
    fn the_bound_holds_and_is_not_far_off() {
        let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
        for source in [
            curve(&[0.1, 99.9, 100.3], &[0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 900.0, 500.0, 1.0], Ease::Linear),
            curve(&[0.1, 0.7], &[1e5 + 0.003, 1e5 + 0.004], Ease::Linear),
            curve(&[70.1, 70.17], &[turn(0.0), turn(3.0)].concat(), Ease::Slerp),
        ] {
            let (bound, tried) = (rounding(&source, source.width() == 4, 0.0), tried(&source));
            assert!(tried <= bound * (1.0 + 1e-6) && bound < 3.0 * tried + 1e-9, "{bound} for {tried}");
        }
    }

    #[test]
    fn splines_are_as_fast_as_their_handles_allow() {
        let third = 0.1 / 3.0;
        let handles =
            [Handles { into: [0.0; 2], out: [third, 50.0] }, Handles { into: [-third, 0.0], out: [0.0; 2] }];
        let source =
            curve(&[100.1, 100.2], &[0.0, 1.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
        let late = (f64::from(100.1f32) - 100.1f64).abs();
        // It sets out with 50 in a third of a tenth of a second.
        assert!(rounding(&source, false, 0.0) >= late * 50.0 / third);
    }

    #[test]
    fn steps_and_jumps_are_only_late() {
        for (times, ease) in [([0.0, 100.1, 200.1], Ease::Step), ([0.0, 100.1, 100.1004], Ease::Linear)] {
            assert_eq!(rounding(&curve(&times, &[1.0, 1.0, 1e6], ease), false, 0.5e-3), 0.0, "{ease:?}");
        }
    }
}
