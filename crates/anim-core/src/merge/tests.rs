//! Merged channels compared with their parts and sums.

use super::*;
use crate::quaternion::angle_between;
use crate::{EulerOrder, quaternion};

fn part(component: usize, times: &[f64], values: &[f64], ease: Ease) -> Channel {
    let width = values.len() / times.len();
    let curve = Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap();
    Channel::part(0, Property::Translation, component, curve).unwrap()
}

#[test]
fn later_parts_override_earlier_ones_and_the_rest_value() {
    let parts = [
        part(0, &[0.0, 2.0], &[0.0, 9.0, 4.0, 9.0], Ease::Linear),
        part(1, &[0.0, 1.0], &[0.0, 8.0], Ease::Linear),
    ];
    let Merged { curve, error, .. } = whole(&parts.each_ref(), &[7.0; 3], 2.0, 1e-3).unwrap();
    assert_eq!((error, curve.uniform_ease()), (0.0, Some(Ease::Linear)));
    for (time, expected) in [(0.5, [1.0, 4.0, 7.0]), (1.0, [2.0, 8.0, 7.0]), (1.5, [3.0, 8.0, 7.0])] {
        assert_eq!(curve.at(time), expected, "at {time}");
    }
    assert_eq!(whole(&[], &[7.0; 3], 2.0, 1e-3), Err(ClipError::Values));
}

#[test]
fn the_error_of_a_rotation_is_that_of_all_its_components() {
    // For quaternions of half the length, the error of the angle doubles; for length 0 it has no bound.
    let (most, off) = (1e-4, [1.0, -1.0, 1.0, 1.0]);
    for (q, limit) in [
        ([0.5, 0.5, -0.5, 0.5], 4e-4),
        ([0.0, 0.0, 0.0, 1.0], 4e-4),
        ([0.0, 0.3, 0.0, 0.4], 8e-4),
        ([0.0; 4], PI),
    ] {
        let curve = Cow::Owned(Curve::constant(&q).unwrap());
        let stated = Merged { curve, error: most, jump: 0.0 }.error_of(&Property::Rotation);
        assert!((stated - limit).abs() < 1e-12, "{q:?}: {stated}");
        let moved: [f64; 4] = std::array::from_fn(|i| q[i] + most * off[i]);
        assert!(angle_between(quaternion::normalize(q), quaternion::normalize(moved)) <= stated);
    }
    // The outer two rotations turn about the same axis, because the middle one is 90 degrees.
    let order = EulerOrder::Xyz;
    let angles = [0.3, std::f64::consts::FRAC_PI_2, 0.2];
    let merged = Merged { curve: Cow::Owned(Curve::constant(&angles).unwrap()), error: most, jump: 0.0 };
    let moved = angles.map(|angle| angle + most);
    let off = angle_between(order.to_quaternion(angles), order.to_quaternion(moved));
    let stated = merged.error_of(&Property::Euler(order));
    assert!(off > 2.0 * most && off <= stated && stated < 3.1 * most, "{off}, stated as {stated}");
    assert_eq!(merged.error_of(&Property::Translation), most);
    let exact = Merged { error: 0.0, ..merged };
    assert_eq!(exact.error_of(&Property::Rotation), 0.0);
}

#[test]
fn steps_that_hold_stay_steps_at_the_times_of_all() {
    let parts = [part(0, &[0.0, 1.0], &[1.0, 2.0], Ease::Step), part(1, &[0.5], &[3.0], Ease::Step)];
    let Merged { curve, error, jump } = whole(&parts.each_ref(), &[7.0; 3], 2.0, 1e-3).unwrap();
    assert_eq!((error, jump, curve.uniform_ease()), (0.0, 0.0, Some(Ease::Step)));
    assert_eq!(curve.times().iter().collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    assert_eq!(curve.values(), [1.0, 3.0, 7.0, 1.0, 3.0, 7.0, 2.0, 3.0, 7.0]);
}

#[test]
fn a_sum_is_within_the_reported_error() {
    let turned = part(0, &[0.0, 2.0], &[0.0, 4.0], Ease::Sine);
    let shift = part(0, &[0.0, 1.0, 2.0], &[1.0, 0.0, 5.0], Ease::Step);
    let Merged { curve, error, .. } = sum(&[&turned], &[&shift], &[7.0; 3], 2.0, 1e-3).unwrap();
    assert!(error > 0.0 && error <= 1e-3);
    for (time, shift) in [(0.3, 1.0), (0.9, 1.0), (1.2, 0.0), (2.0, 5.0)] {
        let expected = 2.0 * (1.0 - (std::f64::consts::FRAC_PI_2 * time).cos()) + shift;
        assert!((curve.at(time)[0] - expected).abs() <= 1.5 * error, "at {time}");
        assert_eq!(curve.at(time)[1..], [7.0; 2]);
    }
}

#[test]
fn parts_keep_what_is_before_the_clip_and_repeat_together() {
    let parts = |wrap| {
        let x = part(0, &[-0.5, 1.0], &[0.0, 3.0], Ease::Sine);
        let y = part(1, &[-0.5, 0.25, 1.0], &[1.0, 5.0, 2.0], Ease::Linear);
        [x, y].map(|part| part.with_curve(part.curve().clone().with_wrap(wrap, wrap)).unwrap())
    };
    for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
        let parts = parts(wrap);
        let Merged { curve, .. } = whole(&parts.each_ref(), &[7.0; 3], 1.0, 1e-4).unwrap();
        assert_eq!(curve.wrap(), (wrap, wrap));
        for step in -40..80 {
            let time = 0.1 * f64::from(step) + 0.01;
            for (component, part) in parts.iter().enumerate() {
                let away = (curve.at(time)[component] - part.curve().at(time)[0]).abs();
                assert!(away < 2e-4, "{wrap:?} at {time}");
            }
        }
    }
}

#[test]
fn a_step_to_the_end_of_a_period_that_repeats_is_shown_at_no_time() {
    let fineness = Fineness { jump: 1e-3, ..Fineness::from(1e-3) };
    for (before, after) in [(Wrap::Hold, Wrap::Repeat), (Wrap::Repeat, Wrap::Repeat)] {
        let steps = part(1, &[0.0, 0.5, 1.0], &[1.0, 2.0, 9.0], Ease::Step);
        let steps = steps.with_curve(steps.curve().clone().with_wrap(before, after)).unwrap();
        let Merged { curve, .. } = whole(&[&steps], &[7.0; 3], 4.0, fineness).unwrap();
        assert_eq!(curve.wrap(), (before, after));
        for step in 0..4000 {
            let shown = curve.at(f64::from(step) * 1e-3 - 0.4)[1];
            assert!((1.0..=2.0).contains(&shown), "{shown} at step {step}");
        }
    }
}
