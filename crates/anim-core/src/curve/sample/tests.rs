//! Values of curves of every ease and wrap.

use std::f64::consts::PI;

use approx::assert_abs_diff_eq;
use proptest::prelude::*;

use super::*;
use crate::{Handles, Rate, Times, Wrap};

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

#[test]
fn each_ease_at_the_quarters() {
    let root = 0.5f64.sqrt();
    let cases = [
        (Ease::Step, [2.0, 2.0, 2.0, 2.0, 6.0]),
        (Ease::Linear, [2.0, 3.0, 4.0, 5.0, 6.0]),
        (Ease::Sine, [2.0, 4.0 - 2.0 * root, 4.0, 4.0 + 2.0 * root, 6.0]),
        // Zero handles: time and value are both 3u² − 2u³, so the line is straight.
        (Ease::Bezier, [2.0, 3.0, 4.0, 5.0, 6.0]),
    ];
    for (ease, expected) in cases {
        let curve = curve(&[1.0, 3.0], &[2.0, 6.0], ease);
        for (quarter, expected) in expected.into_iter().enumerate() {
            assert_abs_diff_eq!(curve.at(1.0 + quarter as f64 / 2.0)[0], expected, epsilon = 1e-14);
        }
    }
}

#[test]
fn slerp_turns_at_constant_speed() {
    let quarter = quaternion::from_axis_angle([0.0, 1.0, 0.0], PI / 2.0);
    let values: Vec<f64> = quaternion::IDENTITY.into_iter().chain(quarter).collect();
    let curve = curve(&[0.0, 1.0], &values, Ease::Slerp);
    let third = quaternion::from_axis_angle([0.0, 1.0, 0.0], PI / 6.0);
    assert_abs_diff_eq!(curve.at(1.0 / 3.0)[..], third[..], epsilon = 1e-15);
}

#[test]
fn each_wrap_on_both_sides() {
    // A ramp from 10 at 1 s to 14 at 3 s, sampled 1.25 periods and farther outside.
    let cases = [
        (Wrap::Hold, [10.0, 10.0, 10.0, 14.0, 14.0, 14.0]),
        (Wrap::Repeat, [13.0, 10.0, 13.0, 10.0, 11.0, 10.0]),
        (Wrap::PingPong, [13.0, 14.0, 11.0, 14.0, 13.0, 10.0]),
        (Wrap::RepeatWithOffset, [5.0, 6.0, 9.0, 14.0, 15.0, 18.0]),
    ];
    let times = [-1.5, -1.0, 0.5, 3.0, 3.5, 5.0];
    for (wrap, expected) in cases {
        let curve = curve(&[1.0, 3.0], &[10.0, 14.0], Ease::Linear).with_wrap(wrap, wrap);
        for (time, expected) in times.into_iter().zip(expected) {
            assert_eq!(curve.at(time), [expected], "{wrap:?} at {time}");
        }
    }
}

#[test]
fn a_far_period_does_not_drift() {
    let cases = [(Wrap::Repeat, 0.25), (Wrap::PingPong, 0.25), (Wrap::RepeatWithOffset, 4e6 + 0.25)];
    for (wrap, expected) in cases {
        let curve = curve(&[0.0, 0.25], &[0.0, 1.0], Ease::Linear).with_wrap(wrap, wrap);
        assert_eq!(curve.at(1e6 + 0.0625), [expected], "{wrap:?}");
    }
}

#[test]
fn a_time_that_rounds_to_a_step_is_the_step() {
    let values: Vec<f64> = (0..600).map(f64::from).collect();
    let curve =
        Curve::new(Times::uniform(0.0, Rate::per_second(60), 600).unwrap(), 1, values, Ease::Step).unwrap();
    let mut sampler = Sampler::new(&curve);
    for frame in 0..600u32 {
        let mut out = [0.0];
        for time in [f64::from(frame) / 60.0, f64::from(frame) * (1.0 / 60.0)] {
            sampler.sample(time, &mut out);
            assert_eq!(out, [f64::from(frame)], "at {time}");
        }
    }
}

#[test]
fn a_tiny_period_keeps_its_keys() {
    for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
        let curve = curve(&[0.0, 1e-10], &[3.0, 4.0], Ease::Linear).with_wrap(wrap, wrap);
        assert_eq!((curve.at(0.0), curve.at(5e-11)), (vec![3.0], vec![3.5]), "{wrap:?}");
    }
}

#[test]
fn a_step_stored_in_single_precision_is_reached_at_the_intended_time() {
    let times: Vec<f64> = (0..4000).map(|frame| f64::from(frame as f32 / 24.0)).collect();
    let values: Vec<f64> = (0..4000).map(f64::from).collect();
    let curve = curve(&times, &values, Ease::Step);
    for frame in 0..4000 {
        assert_eq!(curve.at(f64::from(frame) / 24.0), [f64::from(frame)]);
        assert_eq!(curve.at((f64::from(frame) + 0.98) / 24.0), [f64::from(frame)]);
    }
}

#[test]
fn a_step_to_the_last_key_of_a_repeated_curve_never_shows_that_key() {
    use Wrap as W;
    // Steps at 0.25 s, and to 9 at 1 s, when the first key replaces it or, with an offset, is as high.
    let cases = [
        ((W::Repeat, W::Hold), [[4.0, 2.0], [4.0, 2.0], [4.0, 9.0]]),
        ((W::Hold, W::Repeat), [[2.0, 2.0], [2.0, 2.0], [4.0, 2.0]]),
        ((W::RepeatWithOffset, W::RepeatWithOffset), [[-10.0, -5.0], [-3.0, 2.0], [4.0, 9.0]]),
    ];
    for (wrap, expected) in cases {
        let curve = curve(&[0.0, 0.25, 1.0], &[2.0, 4.0, 9.0], Ease::Step).with_wrap(wrap.0, wrap.1);
        for (time, [before, after]) in [-1.0, 0.0, 1.0].into_iter().zip(expected) {
            // Outwards from the jump, by less and by more than single precision resolves.
            for far in [0.0, 1e-12, 1e-10, 1e-9, 2e-9, 1e-8, 5e-8, 2e-7, 1e-6] {
                let [early, late] = [time - far, time + far].map(|time| curve.at(time)[0]);
                assert!(early == before || early == after, "{wrap:?} at {time} - {far}: {early}");
                assert_eq!(late, after, "{wrap:?} at {time} + {far}");
            }
            assert_eq!(curve.at(time - 1e-6), [before]);
        }
    }
}

#[test]
fn odd_times_have_values() {
    for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
        let curve = curve(&[0.0, 1.0], &[3.0, 4.0], Ease::Linear).with_wrap(wrap, wrap);
        assert_eq!(curve.at(f64::NAN), [3.0]);
        assert_eq!(curve.at(f64::INFINITY), [4.0]);
        assert_eq!(curve.at(f64::NEG_INFINITY), [3.0]);
    }
    assert_eq!(Curve::constant(&[7.0]).unwrap().with_wrap(Wrap::Repeat, Wrap::Repeat).at(-5.0), [7.0]);
}

/// Curves of every ease and wrap, with handles anywhere in their segments and beyond.
pub(crate) fn any_curve() -> impl Strategy<Value = Curve> {
    let key = (0.01..2.0f64, -9.0..9.0f64, 0.0..3.0f64, -9.0..9.0f64, -3.0..0.0f64, -9.0..9.0f64);
    let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine]);
    let wrap = prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
    (prop::collection::vec((key, ease), 1..12), wrap.clone(), wrap, -5.0..5.0f64).prop_map(
        |(keys, before, after, start)| {
            let mut now = start;
            let times: Vec<f64> = keys
                .iter()
                .map(|((step, ..), _)| {
                    now += step;
                    now
                })
                .collect();
            let values = keys.iter().map(|((_, value, ..), _)| *value).collect();
            let handles = keys
                .iter()
                .map(|((_, _, ot, ov, it, iv), _)| Handles { into: [*it, *iv], out: [*ot, *ov] })
                .collect();
            Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Step)
                .and_then(|curve| curve.with_eases(keys.iter().map(|(_, ease)| *ease).collect()))
                .and_then(|curve| curve.with_handles(handles))
                .unwrap()
                .with_wrap(before, after)
        },
    )
}

proptest! {
    #[test]
    fn sampling_at_a_key_gives_the_key(curve in any_curve()) {
        for (key, time) in curve.times().iter().enumerate() {
            // The first key replaces the last key of a repeated curve.
            let repeats = key > 0 && key + 1 == curve.len() && curve.wrap().1 == Wrap::Repeat;
            let expected = curve.value(if repeats { 0 } else { key })[0];
            prop_assert!((curve.at(time)[0] - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn samples_do_not_depend_on_earlier_samples(curve in any_curve(), times in prop::collection::vec(-30.0..30.0f64, 20)) {
        let mut sampler = Sampler::new(&curve);
        for time in times {
            let mut out = [0.0];
            sampler.sample(time, &mut out);
            prop_assert_eq!(out.to_vec(), curve.at(time));
        }
    }

    #[test]
    fn wraps_repeat_their_period(curve in any_curve(), u in 0.001..0.999f64, periods in 1..5i32) {
        prop_assume!(curve.len() > 1);
        let (period, count) = (curve.end() - curve.start(), f64::from(periods));
        let rise = curve.value(curve.len() - 1)[0] - curve.value(0)[0];
        let inside = |u: f64| curve.at(curve.start() + u * period)[0];
        for (wrap, far) in [(curve.wrap().0, u - count), (curve.wrap().1, u + count)] {
            let expected = match wrap {
                Wrap::Hold => curve.value(if far < 0.0 { 0 } else { curve.len() - 1 })[0],
                Wrap::Repeat => inside(u),
                Wrap::PingPong => inside(if periods % 2 == 1 { 1.0 - u } else { u }),
                Wrap::RepeatWithOffset => inside(u) + (far - u).round() * rise,
            };
            let time = curve.start() + far * period;
            // Near a jump, the last bit of the time decides.
            let jump = curve.times().iter().any(|t| {
                let fold = (t - curve.start()) / period;
                (fold - u).abs() < 1e-6 || (fold - (1.0 - u)).abs() < 1e-6
            });
            prop_assume!(!jump);
            prop_assert!((curve.at(time)[0] - expected).abs() < 1e-5, "{:?} {} {}", wrap, curve.at(time)[0], expected);
        }
    }
}
