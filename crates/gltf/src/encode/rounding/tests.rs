//! Stated errors of rounding against the rounded curves at many times.

use anim_core::{Handles, Times};

use super::*;

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

fn found(curve: &Curve, is_rotation: bool, jump: f64) -> f64 {
    let moments = Moments::new(curve.times(), jump);
    let with = |look: Look, enough: f64| rounding(curve, is_rotation, look, &moments, enough);
    let found = with(Look::unknown(), 0.0);
    // The examination does not change the result, nor does a tolerance of 0.
    assert_eq!(with(Look::at(curve, FAR), 0.0), found);
    assert!(with(Look::at(curve, FAR), f64::INFINITY) >= found);
    found
}

/// The curve as stored, compared with the source at many times.
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
        let (bound, tried) = (found(&source, source.width() == 4, 0.0), tried(&source));
        assert!(tried <= bound * (1.0 + 1e-6) && bound < 3.0 * tried + 1e-9, "{bound} for {tried}");
    }
}

#[test]
fn splines_are_as_fast_as_their_handles_allow() {
    let third = 0.1 / 3.0;
    let handles =
        [Handles { into: [0.0; 2], out: [third, 50.0] }, Handles { into: [-third, 0.0], out: [0.0; 2] }];
    let source = curve(&[100.1, 100.2], &[0.0, 1.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let late = (f64::from(100.1f32) - 100.1f64).abs();
    // Its initial speed is 50 in a third of a tenth of a second.
    assert!(found(&source, false, 0.0) >= late * 50.0 / third);
}

#[test]
fn what_is_not_measured_is_hardly_less() {
    let turn = |angle: f64| quaternion::from_axis_angle([1.0, 2.0, 3.0], angle);
    let limit = |is_rotation: bool, a: &[f64], b: &[f64]| {
        let curve = curve(&[0.0, 1.0], &[a, b].concat(), Ease::Linear);
        let moments = Moments::new(curve.times(), 0.0);
        let keys = Keys { curve: &curve, is_rotation, is_known: false, steps: false, moments: &moments };
        let way: f64 = a.iter().zip(b).map(|(a, b)| (b - a) * (b - a)).sum();
        let stray = [a, b].map(|value| value.first_chunk::<4>().map_or(0.0, |value| keys.stray(value)));
        keys.speed_limit(Way { square: way, stray: more(stray[0], stray[1]), pace: moments.paces[0] })
    };
    for (a, b) in [(0.0, 1e-9), (0.0, 1e-4), (0.3, 0.5), (0.0, 0.9), (0.1, 1.1), (2.0, 2.7)] {
        for size in [1.0, 1.0 + 4e-7, 1.0 - 4e-7] {
            let (a, b) = (turn(a).map(|part| part * size), turn(b));
            for (is_rotation, a, b) in [(true, &a[..], &b[..]), (false, &a, &b), (false, &a[..3], &b[..3])] {
                let (exact, limit) = (apart(a, b, is_rotation), limit(is_rotation, a, b));
                assert!(exact <= limit, "{a:?} {b:?}");
                // Of four numbers that are not a quaternion, the one with the largest difference decides.
                let is_near = limit < 1.01 * exact + 1e-6;
                assert!(is_near || !is_rotation && a.len() == 4, "{exact} {limit}");
            }
        }
    }
    for (far, stray) in [(3.0, 1.0), (0.1, 1.1)] {
        assert_eq!(limit(true, &turn(0.0), &turn(far).map(|part| part * stray)), f64::INFINITY);
    }
}

#[test]
fn it_is_hardly_more_than_the_largest_error_of_a_key() {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    for spread in [1e-3, 0.02, 0.2, 2.0] {
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
        let found = found(&source, true, 0.0);
        assert!(most <= found && found < 1.01 * most, "{found} for {most}");
    }
}

#[test]
fn a_short_line_that_is_hardly_faster_than_those_beside_it_is_no_jump() {
    // Speeds of 100 per second before and after; 300 or 500 in between.
    for (fast, most) in [(300.0, 300.0), (500.0, 100.0)] {
        let times = [100.0, 100.1, 100.1004, 100.2004];
        let rise = [0.0, 10.0, 10.0 + 0.0004 * fast, 20.0 + 0.0004 * fast];
        let late = times.map(|time: f64| (f64::from(time as f32) - time).abs());
        let expected = late.into_iter().fold(0.0, f64::max) * most;
        let found = found(&curve(&times, &rise, Ease::Linear), false, 0.5e-3);
        // Values up to 20 have errors of up to 1e-6.
        assert!(expected <= found && found < expected + 2e-6, "{found} for {expected}");
    }
}

#[test]
fn steps_and_jumps_are_only_late() {
    for (times, ease) in [([0.0, 100.1, 200.1], Ease::Step), ([0.0, 100.1, 100.1004], Ease::Linear)] {
        assert_eq!(found(&curve(&times, &[1.0, 1.0, 1e6], ease), false, 0.5e-3), 0.0, "{ease:?}");
    }
}

#[test]
fn a_half_turn_may_go_the_other_way_unless_it_is_a_jump() {
    let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.6, 0.8], angle);
    for (angle, time, ease, is_off) in [
        (PI, 1.0, Ease::Slerp, true),
        (PI - 1e-7, 1.0, Ease::Slerp, true),
        (PI + 1e-7, 1.0, Ease::Slerp, true),
        (PI - 1e-5, 1.0, Ease::Slerp, false),
        (PI, 1.0, Ease::Step, false),
        (PI, 0.5e-3, Ease::Slerp, false),
    ] {
        let source = curve(&[0.0, time, 2.0], &[turn(0.0), turn(angle), turn(angle)].concat(), ease);
        let found = found(&source, true, 0.5e-3);
        assert!(if is_off { found == PI } else { found < 1e-6 }, "{angle} {time} {ease:?}: {found}");
    }
}
