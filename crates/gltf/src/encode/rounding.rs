//! How far single precision moves a curve.

use std::ops::Range;

use anim_core::{Curve, Ease, quaternion};

/// The largest difference between a plain curve and the same curve with key times and values in single precision, in the unit of
/// the value: the distance of three numbers, otherwise that of the number that differs most, or in radians if the curve is one of
/// rotations.
///
/// A key that is a little early or late moves the lines beside it: by the time, times their speed. A step is as early or late, and so
/// is a jump of about `jump` seconds or a few steps of single precision, but both go to the right values.
pub(super) fn rounding(curve: &Curve, is_rotation: bool, jump: f64) -> f64 {
    let steps = curve.uniform_ease() == Some(Ease::Step);
    let time = |key: usize| curve.times().get(key);
    let speed = |segment: Option<usize>| {
        let ends = segment.filter(|_| !steps).and_then(|at| Some((at, time(at + 1)? - time(at)?)));
        ends.map_or(0.0, |(segment, length)| travelled(curve, segment, is_rotation) / length)
    };
    let steady = |segment: Option<usize>| {
        let Some((at, from, to)) = segment.and_then(|at| Some((at, time(at)?, time(at + 1)?))) else {
            return 0.0;
        };
        let is_short = to - from <= (1.1 * jump).max(to.abs().max(1.0) * FEW_STEPS);
        let around = speed(at.checked_sub(1)).max(speed(at.checked_add(1)));
        if is_short && speed(segment) > SUDDEN * around { 0.0 } else { speed(segment) }
    };
    let mut narrow = vec![0.0; curve.width()];
    let exact = |key: usize| {
        let (now, value) = (time(key).unwrap_or(f64::NAN), curve.value(key));
        narrow.iter_mut().zip(value).for_each(|(narrow, value)| *narrow = f64::from(*value as f32));
        let late = (f64::from(now as f32) - now).abs();
        let fastest = steady(key.checked_sub(1)).max(steady(Some(key)));
        late * fastest + apart(value, &narrow, is_rotation)
    };
    let mut largest = Largest { limits: Limits { curve, is_rotation, steps }, exact, error: 0.0 };
    for first in (0..curve.len()).step_by(BLOCK) {
        largest.among(first..curve.len().min(first + BLOCK));
    }
    largest.error
}

/// The largest of the errors of keys.
struct Largest<'a, F> {
    limits: Limits<'a>,
    exact: F,
    error: f64,
}

impl<F: FnMut(usize) -> f64> Largest<'_, F> {
    /// Looks at some keys. Only those are measured whose errors may be more than all before.
    fn among(&mut self, keys: Range<usize>) {
        if self.limits.of(keys.clone()) <= self.error {
            return;
        }
        if keys.len() > 1 {
            let middle = usize::midpoint(keys.start, keys.end);
            self.among(keys.start..middle);
            return self.among(middle..keys.end);
        }
        let error = (self.exact)(keys.start);
        // What is not finite is reported by itself.
        if error.is_finite() {
            self.error = self.error.max(error);
        }
    }
}

/// How many keys are looked at together.
const BLOCK: usize = 16;

/// What the errors of keys do not exceed, found quickly.
struct Limits<'a> {
    curve: &'a Curve,
    is_rotation: bool,
    steps: bool,
}

impl Limits<'_> {
    /// The limit of some keys; infinite or no number where finding it takes more.
    fn of(&self, keys: Range<usize>) -> f64 {
        let (curve, width) = (self.curve, self.curve.width());
        if curve.uniform_ease() == Some(Ease::Bezier) {
            return f64::INFINITY;
        }
        let around =
            if self.steps { keys } else { keys.start.saturating_sub(1)..curve.len().min(keys.end + 1) };
        let values = &curve.values()[around.start * width..around.end * width];
        let [off, line, stray] = match width {
            3 => largest::<3>(values),
            4 => largest::<4>(values),
            _ => return f64::INFINITY,
        };
        let off = self.apart(off, stray + NARROW_STRAY);
        if self.steps {
            return off;
        }
        let (mut late, mut shortest, mut last) = (0.0, f64::INFINITY, f64::NEG_INFINITY);
        for time in around.filter_map(|key| curve.times().get(key)) {
            late = more(late, (f64::from(time as f32) - time).abs());
            shortest = shortest.min(time - last);
            last = time;
        }
        late * (self.apart(line, stray) / shortest) + off
    }

    /// What [`apart`] does not exceed for values whose distance has this square; the squares of the lengths of quaternions are
    /// `stray` off 1.
    fn apart(&self, square: f64, stray: f64) -> f64 {
        let off = square.sqrt();
        if !self.is_rotation {
            return 1.000_001 * off;
        }
        // A rotation turns by twice the angle between quaternions: by 4·asin(c/2) = 2c·(1 + c²/24 + …) for the line c between them,
        // which is longer the shorter they are.
        match stray {
            _ if off >= 0.5 => f64::INFINITY,
            stray if stray < 1e-6 => 1.000_001 * off * (2.0 + off * off / 11.5),
            stray if stray < 1e-3 => 2.1 * off,
            _ => f64::INFINITY,
        }
    }
}

/// The largest squares of how far single precision moves a value and of the way from one value to the next, and how far the square of
/// a value's length is off 1 at most.
fn largest<const N: usize>(values: &[f64]) -> [f64; 3] {
    let (values, _) = values.as_chunks::<N>();
    let (mut off, mut line, mut stray) = (0.0f64, 0.0f64, 0.0f64);
    let mut last = values.first();
    for value in values {
        off = more(off, square::<N>(|i| value[i] - f64::from(value[i] as f32)));
        line = more(line, last.map_or(0.0, |last| square::<N>(|i| value[i] - last[i])));
        stray = more(stray, (square::<N>(|i| value[i]) - 1.0).abs());
        last = Some(value);
    }
    [off, line, stray]
}

/// The larger number, the first if the second is none. As one instruction, which `max` is not.
fn more(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn square<const N: usize>(part: impl Fn(usize) -> f64) -> f64 {
    (0..N).map(|i| part(i) * part(i)).sum()
}

/// How far single precision may change the square of the length of a quaternion.
const NARROW_STRAY: f64 = 2e-7;

/// A few steps of single precision, relative to the number.
const FEW_STEPS: f64 = 1.0 / (1 << 19) as f64;

/// A line is a jump if it is so much faster than both beside it.
const SUDDEN: f64 = 4.0;

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
    fn what_is_not_measured_is_less() {
        let turn = |angle: f64| quaternion::from_axis_angle([1.0, 2.0, 3.0], angle);
        let limits = |is_rotation: bool, a: &[f64], b: &[f64]| {
            let (width, values) = (a.len(), [a, b].concat());
            let [_, line, stray] = if width == 3 { largest::<3>(&values) } else { largest::<4>(&values) };
            let curve = curve(&[0.0, 1.0], &values, Ease::Linear);
            Limits { curve: &curve, is_rotation, steps: false }.apart(line, stray)
        };
        let bound = |a: &[f64], b: &[f64]| limits(true, a, b);
        for (a, b) in [(0.0, 1e-9), (0.0, 1e-4), (0.3, 0.5), (0.0, 0.9), (0.1, 1.1), (2.0, 2.7)] {
            for size in [1.0, 1.0 + 4e-7, 1.0 - 4e-7, 1.0 + 4e-4, 1.0 - 4e-4] {
                let (a, b) = (turn(a).map(|part| part * size), turn(b));
                assert!(apart(&a, &b, true) <= bound(&a, &b), "{a:?} {b:?}");
                assert!(apart(&a, &b, false) <= limits(false, &a, &b));
                assert!(apart(&a[..3], &b[..3], false) <= limits(false, &a[..3], &b[..3]));
            }
        }
        // Of quaternions of length 1 the bound is near.
        let (a, b) = (turn(0.0), turn(0.9));
        assert!(bound(&a, &b) < 1.001 * 0.9);
        assert_eq!(bound(&turn(0.0), &turn(3.0)), f64::INFINITY);
        assert_eq!(bound(&turn(0.0), &turn(0.1).map(|part| part * 1.1)), f64::INFINITY);
    }

    #[test]
    fn it_is_the_largest_error_of_a_key_measured_by_itself() {
        let mut state = 1u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24)
        };
        for spread in [1e-3, 0.2, 2.0] {
            let times: Vec<f64> = (0..400).map(|key| f64::from(key) * 0.37).collect();
            let turns =
                times.iter().flat_map(|_| quaternion::from_axis_angle([0.6, 0.0, 0.8], spread * random()));
            let source = curve(&times, &turns.collect::<Vec<_>>(), Ease::Slerp);
            let speed = |key: usize| {
                apart(source.value(key), source.value(key + 1), true) / (times[key + 1] - times[key])
            };
            let error = |key: usize| {
                let value = source.value(key);
                let narrow: Vec<f64> = value.iter().map(|part| f64::from(*part as f32)).collect();
                let before = if key > 0 { speed(key - 1) } else { 0.0 };
                let fastest = if key + 1 < times.len() { before.max(speed(key)) } else { before };
                (f64::from(times[key] as f32) - times[key]).abs() * fastest + apart(value, &narrow, true)
            };
            let most = (0..times.len()).map(error).fold(0.0, f64::max);
            assert_eq!(rounding(&source, true, 0.0), most);
        }
    }

    #[test]
    fn steps_and_jumps_are_only_late() {
        for (times, ease) in [([0.0, 100.1, 200.1], Ease::Step), ([0.0, 100.1, 100.1004], Ease::Linear)] {
            assert_eq!(rounding(&curve(&times, &[1.0, 1.0, 1e6], ease), false, 0.5e-3), 0.0, "{ease:?}");
        }
    }
}
