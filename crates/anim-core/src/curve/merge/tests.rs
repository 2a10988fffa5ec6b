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
    assert_eq!(whole(&[], &[7.0; 3], 2.0, 1e-3), Err(ClipError::NoParts));
}

/// The largest angle between rotations whose components are driven separately and their merged curve, at many times.
fn off(property: &Property, parts: &[Channel], rest: &[f64], merged: &Curve) -> f64 {
    let rotation = |numbers: &[f64]| match property {
        Property::Euler(order) => order.to_quaternion(std::array::from_fn(|i| numbers[i])),
        _ => quaternion::normalize(std::array::from_fn(|i| numbers[i])),
    };
    let mut most = 0.0f64;
    for step in 0..=20_000 {
        let time = f64::from(step) / 10_000.0;
        let mut numbers = rest.to_vec();
        for part in parts {
            numbers[part.component()] = part.curve().at(time)[0];
        }
        most = most.max(angle_between(rotation(&numbers), rotation(&merged.at(time))));
    }
    most
}

#[test]
fn of_rotations_the_angle_is_within_the_tolerance_and_stated() {
    let channel = |property: &Property, component: usize, to: f64, ease: Ease| {
        let from = if component == 3 { 1.0 } else { 0.0 };
        let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 1, vec![from, to], ease).unwrap();
        Channel::part(0, property.clone(), component, curve).unwrap()
    };
    let mut cases = Vec::new();
    // One turn about Y, whose components are short where it is fast.
    for degrees in [20f64, 90.0, 150.0, 178.0] {
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        let parts = [(1, sin, Ease::Sine), (3, cos, Ease::Linear)]
            .map(|(component, to, ease)| channel(&Property::Rotation, component, to, ease));
        cases.push((Property::Rotation, parts.to_vec(), quaternion::IDENTITY.to_vec()));
    }
    let euler = Property::Euler(EulerOrder::Xyz);
    for parts in
        [vec![(1, Ease::Sine), (2, Ease::Linear)], vec![(0, Ease::Sine), (1, Ease::Linear), (2, Ease::Sine)]]
    {
        let parts =
            parts.into_iter().map(|(component, ease)| channel(&euler, component, 1.5, ease)).collect();
        cases.push((euler.clone(), parts, vec![0.0; 3]));
    }
    for (property, parts, rest) in cases {
        for tolerance in [1e-2, 1e-3, 1e-4] {
            let merged = whole(&parts.iter().collect::<Vec<_>>(), &rest, 2.0, tolerance).unwrap();
            let found = off(&property, &parts, &rest, &merged.curve);
            assert!(found <= merged.error * 1.001 && merged.error <= tolerance, "{found}, {}", merged.error);
            assert!(merged.error < 1.1 * found, "{found}, stated as {}", merged.error);
        }
    }
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

#[test]
fn between_keys_a_complete_quaternion_has_length_1_before_parts_replace_its_numbers() {
    let channel = |start: f64, component: usize, values: &[f64], ease: Ease| {
        let times = Times::keys([start, start + 1.0]).unwrap();
        let curve = Curve::new(times, values.len() / 2, values.to_vec(), ease).unwrap();
        Channel::part(0, Property::Rotation, component, curve).unwrap()
    };
    // Nearly three times as long as it should be, and without a length.
    let long = [0.4, 0.1, 2.0, 2.0, -0.6, 1.0, 0.3, 2.5];
    // The part may begin before the quaternion, or after it.
    for (whole, start, part) in
        [(long, 0.0, 0.0), (long, 0.25, 0.25), (long, 0.25, 0.5), (long, 0.25, 0.0), ([0.0; 8], 0.25, 0.25)]
    {
        for eases in
            [[Ease::Linear; 2], [Ease::Step; 2], [Ease::Sine, Ease::Linear], [Ease::Bezier, Ease::Step]]
        {
            let parts = channel(part, 1, &[0.9, -0.2, 0.4, 0.3], eases[1]);
            let channels = vec![channel(start, 0, &whole, eases[0]), parts];
            let parts: Vec<_> = channels.iter().collect();
            let merged = whole_of(&parts);
            let clip =
                crate::Clip::new("").with_nodes(vec![crate::Node::new("")]).with_channels(channels.clone());
            for time in (0..=2000).map(|step| f64::from(step) / 1000.0) {
                let raw: [f64; 4] = std::array::from_fn(|part| channels[0].curve().at(time)[part]);
                let length = raw.iter().map(|part| part * part).sum::<f64>().sqrt();
                let is_between = eases[0] != Ease::Step && (start..start + 1.0).contains(&time);
                let mut expected = match length {
                    _ if !is_between => raw,
                    0.0 => [0.0, 0.0, 0.0, 1.0],
                    length => raw.map(|part| part / length),
                };
                expected[1..3].copy_from_slice(&channels[1].curve().at(time));
                let length = expected.iter().map(|part| part * part).sum::<f64>().sqrt();
                let expected = expected.map(|part| part / length);
                let found = quaternion::normalize(std::array::from_fn(|part| merged.at(time)[part]));
                let off = angle_between(expected, found);
                // At a key the length changes, which is a jump.
                let keys = [start, start + 1.0, part, part + 1.0];
                let is_jump = keys.iter().any(|key| (time - key).abs() < 2e-3);
                assert!(off < 1.1e-3 || is_jump, "{whole:?} {eases:?}: {off} at {time}");
                let pose = clip.pose(time).local[0];
                let posed = quaternion::to_matrix(expected);
                let linear = pose.linear();
                let far = linear.as_flattened().iter().zip(posed.as_flattened()).map(|(a, b)| (a - b).abs());
                assert!(is_jump || far.fold(0.0, f64::max) < 1e-9, "{whole:?} {eases:?} at {time}");
            }
        }
    }
}

fn whole_of(parts: &[&Channel]) -> Curve {
    whole(parts, &quaternion::IDENTITY, 2.0, 1e-3).unwrap().curve.into_owned()
}

#[test]
fn steps_of_whole_turns_beside_other_angles_do_not_turn() {
    let euler = Property::Euler(EulerOrder::Xyz);
    let angle = |component: usize, times: &[f64], values: &[f64], ease: Ease| {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap();
        Channel::part(0, euler.clone(), component, curve).unwrap()
    };
    let tau = 2.0 * PI;
    for jump in [tau, -tau, 2.0 * tau, tau + 5e-4, tau + 0.3] {
        for (ease, values) in
            [(Ease::Linear, [0.0, 0.5, 1.0]), (Ease::Sine, [0.3; 3]), (Ease::Sine, [0.0, 1.0, 0.5])]
        {
            let x = angle(0, &[0.0, 1.0, 2.0], &values, ease);
            let y = angle(1, &[0.0, 1.0, 2.0], &[0.0, jump, jump], Ease::Step);
            let fine = Fineness { jump: 5e-4, ..Fineness::from(1e-3) };
            let parts = [x, y];
            let merged = whole(&parts.each_ref(), &[0.0; 3], 2.0, fine).unwrap();
            let made = crate::to_rotation(&merged.curve, &euler, [0.0, 2.0], fine).unwrap();
            let stated = merged.error + made.error + 1e-6;
            assert!(stated < 3e-3, "{jump} {ease:?}: {stated}");
            let times = (0..=20_000).map(|n| f64::from(n) * 1e-4).filter(|time| (time - 1.0).abs() > 6e-4);
            for time in times {
                let [x, y] = parts.each_ref().map(|part| part.curve().at(time)[0]);
                let exact = EulerOrder::Xyz.to_quaternion([x, y, 0.0]);
                let found = made.curve.at(time).first_chunk().copied().unwrap();
                let off = angle_between(exact, quaternion::normalize(found));
                assert!(off <= stated, "{jump} {ease:?}: {off} of {stated} at {time}");
            }
        }
    }
}
