//! Tests of curves as lines.

use anim_core::{Ease, Handles, Times};
use proptest::prelude::*;

use super::*;

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times.to_vec()).unwrap(), 1, values.to_vec(), ease).unwrap()
}

/// The value of a line; at a jump, the value after it.
fn at(line: &[[f64; 2]], time: f64) -> f64 {
    let next = line.partition_point(|point| point[0] <= time);
    let (Some(a), Some(b)) = (line.get(next.wrapping_sub(1)), line.get(next)) else {
        return line[next.min(line.len()) - 1][1];
    };
    a[1] + (b[1] - a[1]) * (time - a[0]) / (b[0] - a[0])
}

#[test]
fn lines_have_the_points_they_need() {
    let cases: [(Curve, &[[f64; 2]]); 4] = [
        (curve(&[0.0, 1.0, 2.0], &[0.0, 1.0, 2.0], Ease::Linear), &[[0.0, 0.0], [2.0, 2.0]]),
        (curve(&[0.0, 1.0], &[3.0, 3.0], Ease::Step), &[[0.0, 3.0], [2.0, 3.0]]),
        (curve(&[0.0, 1.0], &[0.0, 5.0], Ease::Step), &[[0.0, 0.0], [1.0, 0.0], [1.0, 5.0], [2.0, 5.0]]),
        (
            curve(&[0.0, 1.0], &[0.0, 4.0], Ease::Linear).with_wrap(Wrap::Hold, Wrap::PingPong),
            &[[0.0, 0.0], [1.0, 4.0], [2.0, 0.0]],
        ),
    ];
    for (curve, expected) in cases {
        assert_eq!(trace(&curve, &Property::Visible, [0.0, 2.0], 100), [expected], "{curve:?}");
    }
}

#[test]
fn key_times_repeat_as_wraps_say() {
    let keys = [1.0, 1.5, 3.0];
    let cases: [(Wrap, Wrap, &[f64]); 3] = [
        (Wrap::Hold, Wrap::Hold, &[0.0, 1.0, 1.5, 3.0, 6.0]),
        (Wrap::Hold, Wrap::Repeat, &[0.0, 1.0, 1.5, 3.0, 3.5, 5.0, 5.5, 6.0]),
        (Wrap::PingPong, Wrap::PingPong, &[0.0, 0.5, 1.0, 1.5, 3.0, 4.5, 5.0, 5.5, 6.0]),
    ];
    for (before, after, expected) in cases {
        let curve = curve(&keys, &[0.0; 3], Ease::Linear).with_wrap(before, after);
        assert_eq!(key_times(&curve, [0.0, 6.0], 20).unwrap(), expected, "{before:?} {after:?}");
    }
    let endless = curve(&keys, &[0.0; 3], Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat);
    assert_eq!(key_times(&endless, [0.0, 1e12], 1000), None);
    let nan = f64::NAN;
    for span in [[2.0, 1.0], [nan, 1.0], [0.0, nan], [0.0, f64::INFINITY], [f64::NEG_INFINITY, 0.0]] {
        assert_eq!(key_times(&endless, span, 1000), None, "{span:?}");
    }
    assert_eq!(key_times(&endless, [2.0, 2.0], 1000), Some(vec![2.0]));
}

#[test]
fn many_keys_keep_their_extremes() {
    let times: Vec<f64> = (0..100_000).map(f64::from).collect();
    let mut values: Vec<f64> = (0..100_000u32).map(|key| f64::from(key % 7)).collect();
    (values[70_001], values[30_003]) = (100.0, -50.0);
    let line = &trace(&curve(&times, &values, Ease::Linear), &Property::Visible, [0.0, 99_999.0], 50)[0];
    assert!(line.len() <= 51 * 4, "{}", line.len());
    assert!(line.contains(&[70_001.0, 100.0]) && line.contains(&[30_003.0, -50.0]));
    assert!(line.is_sorted_by(|a, b| a[0] <= b[0]));
}

#[test]
fn a_short_loop_over_a_long_time_is_bounded() {
    let saw = curve(&[0.0, 1e-3], &[0.0, 1.0], Ease::Linear).with_wrap(Wrap::Repeat, Wrap::Repeat);
    let line = &trace(&saw, &Property::Visible, [0.0, 1e6], 100)[0];
    assert!(line.len() <= 101 * 4);
    assert!(range(line.iter().map(|point| point[1])).1 > 0.5);
}

#[test]
fn any_number_of_columns_is_bounded() {
    let line = || curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Linear);
    let saw = || curve(&[0.0, 1e-6], &[0.0, 1.0], Ease::Linear).with_wrap(Wrap::Repeat, Wrap::Repeat);
    let wave = || curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Sine);
    for curve in [line(), saw(), wave()] {
        let most = trace(&curve, &Property::Visible, [0.0, 1.0], MOST_COLUMNS);
        assert_eq!(trace(&curve, &Property::Visible, [0.0, 1.0], usize::MAX), most);
        assert!(most[0].len() <= 4 * (MOST_COLUMNS + 1), "{}", most[0].len());
    }
}

#[test]
fn straight_lines_and_steps_are_not_sampled_between_their_keys() {
    let curve = |eases: [Ease; 3]| {
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let curve = Curve::new(times, 1, vec![0.0, 1.0, 3.0], Ease::Step).unwrap();
        curve.with_eases(eases.to_vec()).unwrap()
    };
    let cases = [
        ([Ease::Linear, Ease::Sine, Ease::Step], Wrap::Hold, [true, true, false, true]),
        ([Ease::Sine, Ease::Step, Ease::Step], Wrap::Repeat, [true, false, true, false]),
        ([Ease::Linear; 3], Wrap::PingPong, [true; 4]),
        ([Ease::Sine; 3], Wrap::RepeatWithOffset, [true, false, false, false]),
    ];
    for (eases, after, expected) in cases {
        let curve = curve(eases).with_wrap(Wrap::Hold, after);
        let found = [-0.5, 0.5, 1.5, 2.5].map(|time| is_straight(&curve, false, time));
        assert_eq!(found, expected, "{eases:?} {after:?}");
    }
}

#[test]
fn odd_values_and_spans_make_no_line() {
    let odd = curve(&[0.0, 1.0], &[f64::NAN, f64::INFINITY], Ease::Linear);
    assert!(trace(&odd, &Property::Visible, [0.0, 1.0], 10)[0].iter().all(|point| point[1].is_finite()));
    let plain = curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Linear);
    for span in [[1.0, 0.0], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
        assert!(trace(&plain, &Property::Visible, span, 10)[0].is_empty());
    }
    assert_eq!(trace(&plain, &Property::Visible, [0.5, 0.5], 0)[0], [[0.5, 0.5]]);
}

#[test]
fn values_that_are_not_finite_interrupt_a_line() {
    const GAP: f64 = f64::NAN;
    type Case = (&'static [f64], Ease, &'static [[f64; 2]]);
    let cases: [Case; 4] = [
        (
            &[0.0, GAP, 2.0, 3.0],
            Ease::Step,
            &[[0.0, 0.0], [1.0, 0.0], [1.0, GAP], [2.0, 2.0], [3.0, 2.0], [3.0, 3.0]],
        ),
        (&[0.0, 1.0, f64::INFINITY, 1.0], Ease::Linear, &[[0.0, 0.0], [1.0, 1.0], [1.0, GAP], [3.0, 1.0]]),
        (&[GAP, 0.0, 1.0, 2.0], Ease::Linear, &[[1.0, 0.0], [3.0, 2.0]]),
        (
            &[0.0, 1.0, 2.0, GAP],
            Ease::Step,
            &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [3.0, 2.0]],
        ),
    ];
    for (values, ease, expected) in cases {
        let found =
            &trace(&curve(&[0.0, 1.0, 2.0, 3.0], values, ease), &Property::Visible, [0.0, 3.0], 100)[0];
        // Text, because NaN is not equal to itself.
        assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{values:?}");
    }
    let gaps: Vec<f64> = (0..10_000).map(|key| if key % 2 == 0 { f64::from(key) } else { GAP }).collect();
    let times: Vec<f64> = (0..10_000).map(f64::from).collect();
    let line = &trace(&curve(&times, &gaps, Ease::Step), &Property::Visible, [0.0, 9_999.0], 50)[0];
    assert!(line.len() <= 51 * 5, "{}", line.len());
    assert!(line.iter().any(|point| point[1].is_nan()) && line.contains(&[9_998.0, 9_998.0]));
}

#[test]
fn whole_rotations_are_normalised_as_players_do() {
    // A turn of 120 degrees about x, as straight lines between quaternions.
    let (half, root) = (0.5, 0.75_f64.sqrt());
    let times = Times::keys([0.0, 1.0]).unwrap();
    let turn = Curve::new(times, 4, vec![0.0, 0.0, 0.0, 1.0, root, 0.0, 0.0, half], Ease::Linear).unwrap();
    for (property, expected) in
        [(Property::Rotation, 30_f64.to_radians().sin()), (Property::Color, root / 2.0)]
    {
        let line = &trace(&turn, &property, [0.0, 1.0], 1000)[0];
        assert!((at(line, 0.5) - expected).abs() < 2e-3, "{property:?}: {}", at(line, 0.5));
    }
    // In a quarter of the time: the direction of (q0·3 + q1) / 4.
    let quarter = [root / 4.0, 0.0, 0.0, (3.0 + half) / 4.0];
    let length = quarter[0].hypot(quarter[3]);
    let line = &trace(&turn, &Property::Rotation, [0.0, 1.0], 1000);
    assert!((at(&line[0], 0.25) - quarter[0] / length).abs() < 2e-3);
    assert!((at(&line[3], 0.25) - quarter[3] / length).abs() < 2e-3);
}

fn any_curve() -> impl Strategy<Value = Curve> {
    let key = (0.05..2.0f64, -9.0..9.0f64, 0.0..1.0f64, -9.0..9.0f64);
    let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine]);
    let wrap = prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
    (prop::collection::vec((key, ease), 1..8), wrap.clone(), wrap).prop_map(|(keys, before, after)| {
        let times = keys.iter().scan(0.0, |now, ((step, ..), _)| {
            *now += step;
            Some(*now)
        });
        let handles = keys
            .iter()
            .map(|((_, _, time, value), _)| Handles { into: [-time, -value], out: [*time, *value] });
        Curve::new(
            Times::keys(times.collect::<Vec<_>>()).unwrap(),
            1,
            keys.iter().map(|((_, value, ..), _)| *value).collect(),
            Ease::Step,
        )
        .and_then(|curve| curve.with_eases(keys.iter().map(|(_, ease)| *ease).collect()))
        .and_then(|curve| curve.with_handles(handles.collect()))
        .unwrap()
        .with_wrap(before, after)
    })
}

proptest! {
    #[test]
    fn a_line_follows_its_curve(curve in any_curve(), times in prop::collection::vec(-4.0..20.0f64, 20)) {
        let line = &trace(&curve, &Property::Visible, [-4.0, 20.0], 20_000)[0];
        let column = 24.0 / 20_000.0;
        let (low, high) = range(line.iter().map(|point| point[1]));
        for time in times {
            // Next to a jump, the last bit of the time decides.
            let near = |at: f64| line.iter().any(|point| (point[0] - at).abs() < 1e-5);
            prop_assume!(!near(time));
            let (found, expected) = (at(line, time), curve.at(time)[0]);
            // The change of a steep curve between two samples.
            let steep = (curve.at(time + column)[0] - curve.at(time - column)[0]).abs();
            let most = (high - low) * 2e-3 + steep + 1e-9;
            prop_assert!((found - expected).abs() <= most, "{found} {expected} at {time}");
        }
    }
}
