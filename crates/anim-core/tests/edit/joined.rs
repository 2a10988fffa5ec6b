//! Clips one after another, and clips that repeat.

use std::f64::consts::{FRAC_PI_2, TAU};

use anim_core::edit::{EditError, cycle, join, trim};
use anim_core::{
    Axis, Channel, Clip, ClipError, Curve, Ease, EulerOrder, Event, EventKind, Handles, Node, Positive,
    Property, Report, Space, Times, Wrap, quaternion,
};
use proptest::prelude::*;

use super::any::{self, ALL, Kind};
use super::same::{FINE, error, times, worlds_apart};

fn moving(property: Property, times: &[f64], values: &[f64], ease: Ease) -> Clip {
    let curve = Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), ease).unwrap();
    Clip::new("c")
        .with_duration(2.0)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, property, curve).unwrap()])
}

fn number(times: &[f64], values: &[f64], ease: Ease) -> Clip {
    moving(Property::named("x", 1), times, values, ease)
}

fn shown(clip: &Clip) -> (Vec<f64>, Vec<f64>) {
    let curve = clip.channels[0].curve();
    (curve.times().iter().collect(), curve.values().to_vec())
}

/// The distance between two values; for angles, between their rotations.
fn apart(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    match (property, a, b) {
        (Property::Euler(order), &[ax, ay, az], &[bx, by, bz]) => {
            quaternion::angle_between(order.to_quaternion([ax, ay, az]), order.to_quaternion([bx, by, bz]))
        }
        (Property::Euler(_) | Property::Angle { .. }, _, _) => {
            a.iter().zip(b).map(|(a, b)| ((a - b) / 2.0).sin().abs()).fold(0.0, f64::max)
        }
        _ => super::same::away(property, a, b),
    }
}

fn joined(a: &Clip, b: &Clip, crossfade: f64) -> Clip {
    join(&[a.clone(), b.clone()], crossfade, FINE, &mut Report::new()).unwrap()
}

#[test]
fn a_node_has_no_keys_in_clips_that_do_not_move_it() {
    let own = |number: usize| {
        let mut clip = moving(
            Property::Translation,
            &[0.0, 1.0, 2.0],
            &[0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 3.0, 0.0, 0.0],
            Ease::Linear,
        );
        clip.nodes[0].name = format!("{number}");
        clip
    };
    for crossfade in [0.0, 0.5] {
        let keys_of_each = |count: usize| -> Vec<usize> {
            let clips: Vec<Clip> = (0..count).map(own).collect();
            let whole = join(&clips, crossfade, FINE, &mut Report::new()).unwrap();
            // It moves in its own clip, and rests in all others.
            for (node, channel) in whole.channels.iter().enumerate() {
                for other in 0..count {
                    let middle = other as f64 * (2.0 - crossfade) + 1.0;
                    let expected = if other == node { [1.0, 2.0, 0.0] } else { [0.0; 3] };
                    let off = apart(channel.property(), &channel.curve().at(middle), &expected);
                    assert!(off < 1e-9, "{node} in {other}: {off}");
                }
            }
            whole.channels.iter().map(|channel| channel.curve().len()).collect()
        };
        let (few, many) = (keys_of_each(3), keys_of_each(12));
        assert_eq!((few[0], few[1], few[2]), (many[0], many[1], many[11]), "crossfade {crossfade}");
        assert!(many.iter().all(|keys| *keys <= few[1]), "{many:?}");
    }
}

#[test]
fn each_ease_joined_by_hand() {
    let line = |values: &[f64]| number(&[0.0, 2.0], values, Ease::Linear);
    let step = |values: &[f64]| number(&[0.0, 1.0], values, Ease::Step);
    let smooth = joined(&line(&[0.0, 4.0]), &line(&[4.0, 6.0]), 0.0);
    assert_eq!(shown(&smooth), (vec![0.0, 2.0, 4.0], vec![0.0, 4.0, 6.0]));
    assert_eq!(smooth.duration, 4.0);
    let steps = joined(&step(&[1.0, 2.0]), &step(&[3.0, 4.0]), 0.0);
    assert_eq!(shown(&steps), (vec![0.0, 1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0, 4.0]));
    let mut report = Report::new();
    let leap = join(&[line(&[0.0, 4.0]), line(&[8.0, 9.0])], 0.0, FINE, &mut report).unwrap();
    let at = |time: f64| leap.channels[0].curve().at(time)[0];
    assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0].map(at), [0.0, 2.0, 3.0, 8.0, 8.5]);
    assert!((at(1.999_99) - 3.999_98).abs() < 1e-9);
    assert_eq!(report.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>(), ["edit::jump"]);
    let late = number(&[1.0, 2.0], &[5.0, 5.0], Ease::Linear);
    assert_eq!(shown(&joined(&late, &late, 0.0)), (vec![0.0, 1.0, 2.0, 3.0, 4.0], vec![5.0; 5]));
}

#[test]
fn nodes_rest_as_before_in_clips_without_them() {
    // Angles and quaternions, which are joined as baked quaternions.
    let rest = quaternion::from_axis_angle([0.0, 1.0, 0.0], 0.7);
    let turned = quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.5);
    let angles = [[0.3, 0.1, 0.2], [0.9, 0.4, 0.1]].concat();
    let quaternions = [quaternion::IDENTITY, turned].concat();
    let mut clips = [
        moving(Property::Euler(EulerOrder::Xyz), &[0.0, 2.0], &angles, Ease::Linear),
        moving(Property::Rotation, &[0.0, 2.0], &quaternions, Ease::Slerp),
        Clip::new("other").with_duration(2.0).with_nodes(vec![Node::new("other")]),
    ];
    for clip in &mut clips[..2] {
        clip.nodes[0].rest.rotation = rest;
    }
    let done = join(&clips, 0.0, FINE, &mut Report::new()).unwrap();
    let poses = done.pose(5.0);
    assert!((done.nodes[0].rest.rotation, "n") == (rest, &*done.nodes[0].name));
    assert!(poses.local[0].distance(&done.nodes[0].rest.into()) < 1e-9, "{:?}", poses.local[0]);
}

#[test]
fn a_jump_at_the_end_of_the_last_clip_is_not_shown() {
    // A loop of 2 s that is in its second period when the clip ends, at a key.
    let mut stairs = number(&[0.0, 1.0, 2.0], &[5.0, 6.0, 7.0], Ease::Step).with_duration(3.0);
    let curve = stairs.channels[0].curve().clone().with_wrap(Wrap::Hold, Wrap::Repeat);
    stairs.channels[0] = stairs.channels[0].with_curve(curve).unwrap();
    let done = joined(&number(&[0.0, 1.0], &[1.0, 2.0], Ease::Step), &stairs, 0.0);
    assert_eq!(shown(&done), (vec![0.0, 1.0, 2.0, 3.0, 4.0], vec![1.0, 2.0, 5.0, 6.0, 5.0]));
}

#[test]
fn where_the_next_clip_begins_the_one_before_does_not_start_again() {
    // Angles that repeat from 0.5 rad at 2 s, when the next clip begins, whose quaternion they have to become.
    let angles =
        moving(Property::Euler(EulerOrder::Xyz), &[0.0, 2.0], &[0.5, 0.0, 0.0, 2.5, 0.0, 0.0], Ease::Linear);
    let curve = angles.channels[0].curve().clone().with_wrap(Wrap::Hold, Wrap::Repeat);
    let channel = angles.channels[0].with_curve(curve).unwrap();
    let turn = |angle: f64| quaternion::from_axis_angle([1.0, 0.0, 0.0], angle);
    let next = moving(Property::Rotation, &[0.0, 2.0], &[turn(3.0), turn(3.5)].concat(), Ease::Slerp);
    let both = joined(&angles.with_channels(vec![channel]), &next, 0.0);
    for (time, angle) in [(1.0, 1.5), (2.0 - 1e-6, 2.5), (2.0 - 1e-7, 2.5), (2.0, 3.0), (3.0, 3.25)] {
        let found = both.pose(time).world[0].decompose().rotation;
        let off = quaternion::angle_between(found, turn(angle));
        assert!(off < 1e-5, "{off} at {time}");
    }
}

#[test]
fn clips_that_are_too_long_together_are_refused() {
    let long = Clip::new("long").with_duration(f64::MAX);
    let error = join(&[long.clone(), long], 0.0, FINE, &mut Report::new()).unwrap_err();
    assert_eq!(error, EditError::Clip { clip: "long".to_owned(), error: ClipError::Duration });
}

#[test]
fn fades_by_hand() {
    let [up, down] = [[0.0, 4.0], [8.0, 0.0]].map(|values| number(&[0.0, 2.0], &values, Ease::Linear));
    let done = joined(&up, &down, 1.0);
    // At 1.5 s the first is at 3, the second at 6, both half.
    let at = |time: f64| done.channels[0].curve().at(time)[0];
    assert_eq!(done.duration, 3.0);
    for (time, expected) in [(0.0, 0.0), (1.0, 2.0), (1.5, 4.5), (2.0, 4.0), (2.5, 2.0), (3.0, 0.0)] {
        assert!((at(time) - expected).abs() < 1e-3, "{time}: {}", at(time));
    }
    let [a, b] = [0.0, 1.0].map(|angle| {
        let q = quaternion::from_axis_angle([0.0, 1.0, 0.0], angle);
        moving(Property::Rotation, &[0.0], &q.map(|part| if angle > 0.5 { -part } else { part }), Ease::Step)
    });
    let turned = joined(&a, &b, 1.0).pose(1.5).world[0];
    let expected = quaternion::to_matrix(quaternion::from_axis_angle([0.0, 1.0, 0.0], 0.5));
    assert!((turned.linear()[0][0] - expected[0][0]).abs() < 1e-9, "on the arc");
    let [one, other] = [1.0, 0.0].map(|value| moving(Property::Visible, &[0.0], &[value], Ease::Step));
    let switched = joined(&one, &other, 1.0);
    assert_eq!([1.4, 1.6].map(|time| switched.channels[0].curve().at(time)[0]), [1.0, 0.0]);
}

#[test]
fn a_fade_goes_on_the_way_that_it_began() {
    let turning = |axis: [f64; 3], degrees: [f64; 3], sign: f64| {
        let turn = |angle: f64| quaternion::from_axis_angle(axis, angle.to_radians()).map(|part| part * sign);
        let values = degrees.map(turn);
        moving(Property::Rotation, &[0.0, 1.0, 2.0], values.as_flattened(), Ease::Slerp)
    };
    // From less than half a turn apart to more.
    for (axis, sign) in [([0.0, 0.0, 1.0], 1.0), ([0.0, 0.0, 1.0], -1.0), ([0.1, 0.0, 1.0], -1.0)] {
        let a = turning([0.0, 0.0, 1.0], [0.0, 0.0, -60.0], 1.0);
        let b = turning(axis, [150.0, 230.0, 300.0], sign);
        let mut report = Report::new();
        let done = join(&[a, b], 1.0, FINE, &mut report).unwrap();
        let curve = done.channels[0].curve();
        let at = |time: f64| -> [f64; 4] { curve.at(time).try_into().unwrap() };
        for step in 0..1000 {
            let time = 1.0 + f64::from(step) / 1000.0;
            let turned = quaternion::angle_between(at(time), at(time + 1e-3)).to_degrees();
            assert!(turned < 1.0, "{axis:?} {sign}: {turned}° at {time}");
        }
        if axis[0] == 0.0 {
            // Halfway from −30° to 190°.
            let middle = quaternion::from_axis_angle([0.0, 0.0, 1.0], 80f64.to_radians());
            assert!(quaternion::angle_between(at(1.5), middle) < 2e-3);
        }
        assert!(error(&report) < 2e-3, "{report}");
    }
}

#[test]
fn a_fade_goes_on_beyond_whole_turns() {
    let axis = [0.0, 0.6, 0.8];
    let degrees = |done: &Clip, time: f64| {
        let now = quaternion::from_axis_angle(axis, 0.0);
        match *done.channels[0].curve().at(time) {
            [angle] => angle.to_degrees(),
            [x, y, z, w] => quaternion::angle_between([x, y, z, w], now).to_degrees(),
            _ => panic!("neither an angle nor a quaternion"),
        }
    };
    // A wheel of one and a half turns a second comes to rest.
    let quaternions = |turns: f64| {
        let turn = |key: i32| quaternion::from_axis_angle(axis, turns * TAU * f64::from(key) / 12.0);
        let keys: Vec<f64> = (0..=24).map(|key| f64::from(key) / 12.0).collect();
        let values: Vec<f64> = (0..=24).flat_map(turn).collect();
        moving(Property::Rotation, &keys, &values, Ease::Slerp)
    };
    let mut report = Report::new();
    let done = join(&[quaternions(1.5), quaternions(0.0)], 1.0, FINE, &mut report).unwrap();
    for (u, time) in [0.1, 0.3, 0.5, 0.7, 0.9, 1.0].map(|u| (u, 1.0 + u)) {
        // From where the wheel is, the part of the turn that is over.
        let expected: f64 = 1.5 * 360.0 * time * (1.0 - u) + u * 360.0;
        let expected = (expected + 180.0).rem_euclid(360.0) - 180.0;
        let off = (degrees(&done, time) - expected.abs()).abs();
        assert!(off < 0.1, "{time}: {} for {expected}", degrees(&done, time));
    }
    assert!(error(&report) < 2e-3, "{report}");
    // Angles about an axis: 360° is where the other begins, at 0°.
    let angles = |values: [f64; 3]| {
        moving(Property::Angle { axis }, &[0.0, 1.0, 2.0], &values.map(f64::to_radians), Ease::Linear)
    };
    for (from, shift) in [([350.0, 355.0, 360.0], 360.0), ([0.0, 400.0, 800.0], 720.0)] {
        let done = joined(&angles(from), &angles([0.0, 10.0, 20.0]), 0.5);
        for time in [1.5, 1.6, 1.75, 1.9, 2.0] {
            let (u, rate) = ((time - 1.5) / 0.5, from[2] - from[1]);
            let expected = (from[1] + rate * (time - 1.0)) * (1.0 - u) + (shift + 10.0 * (time - 1.5)) * u;
            assert!((degrees(&done, time) - expected).abs() < 0.1, "{from:?} at {time}: {expected}");
        }
    }
}

#[test]
fn after_a_step_of_one_clip_a_fade_takes_the_shorter_way() {
    let axis = [0.0, 0.0, 1.0];
    let angle = |property: &Property, value: &[f64]| match (property, value) {
        (Property::Rotation, &[_, _, z, w]) => 2.0 * z.atan2(w),
        _ => value[value.len() - 1],
    };
    let turning = |property: &Property, degrees: &[f64], ease: Ease| {
        let keys: Vec<f64> = (0..degrees.len()).map(|key| key as f64 / 4.0).collect();
        let value = |degrees: &f64| match property {
            Property::Rotation => quaternion::from_axis_angle(axis, degrees.to_radians()).to_vec(),
            Property::Euler(_) => vec![0.0, 0.0, degrees.to_radians()],
            _ => vec![degrees.to_radians()],
        };
        let values: Vec<f64> = degrees.iter().flat_map(value).collect();
        moving(property.clone(), &keys, &values, ease)
    };
    let shorter = |degrees: f64| (degrees + 180.0).rem_euclid(360.0) - 180.0;
    // The angles of one clip at each quarter of a second, of which the fade shows four.
    for steps in [[0.0, 100.0, 200.0, 300.0], [170.0, -100.0, -10.0, 80.0], [90.0, 210.0, 330.0, 450.0]] {
        for property in [Property::Rotation, Property::Euler(EulerOrder::Xyz), Property::Angle { axis }] {
            let smooth = if property == Property::Rotation { Ease::Slerp } else { Ease::Linear };
            for is_first in [false, true] {
                let stepping: Vec<f64> = if is_first { [steps, steps].concat() } else { steps.to_vec() };
                let steady: Vec<f64> = (0..9).map(|key| 5.0 + 2.0 * f64::from(key)).collect();
                let clips = [turning(&property, &stepping, Ease::Step), turning(&property, &steady, smooth)];
                let done = joined(&clips[usize::from(!is_first)], &clips[usize::from(is_first)], 1.0);
                for place in 0..40 {
                    let u = (f64::from(place) + 0.5) / 40.0;
                    let step = steps[(u * 4.0) as usize];
                    let [from, to] =
                        if is_first { [step, 5.0 + 8.0 * u] } else { [5.0 + 8.0 * (1.0 + u), step] };
                    let expected = from + u * shorter(to - from);
                    let found = angle(&property, &done.channels[0].curve().at(1.0 + u)).to_degrees();
                    assert!(
                        shorter(found - expected).abs() < 0.1,
                        "{steps:?} {} {is_first}, {u}: {found} for {expected}",
                        property.name()
                    );
                }
            }
        }
    }
}

#[test]
fn euler_angles_fade_along_the_arc() {
    for order in EulerOrder::ALL {
        for (a, b) in [([0.0; 3], [90.0, 0.0, 90.0]), ([10.0, -70.0, 30.0], [-120.0, 40.0, 85.0])] {
            let held = |degrees: [f64; 3]| {
                moving(Property::Euler(order), &[0.0], &degrees.map(f64::to_radians), Ease::Step)
            };
            let [from, to] = [a, b].map(|degrees| order.to_quaternion(degrees.map(f64::to_radians)));
            let mut report = Report::new();
            let done = join(&[held(a), held(b)], 1.0, FINE, &mut report).unwrap();
            assert!(done.channels[0].property() == &Property::Euler(order));
            for u in [0.0, 0.1, 0.37, 0.5, 0.81, 1.0] {
                let angles: [f64; 3] = done.channels[0].curve().at(1.0 + u).try_into().unwrap();
                let expected = quaternion::slerp(from, to, u);
                let off = quaternion::angle_between(order.to_quaternion(angles), expected);
                assert!(off < 1e-3, "{order:?} {a:?} {b:?} at {u}: {off}");
            }
            // Near gimbal lock, angles change too fast to be followed within the tolerance.
            assert!(error(&report) < 2e-2, "{order:?} {a:?} {b:?}: {report}");
        }
    }
}

#[test]
fn rounding_and_the_lengths_of_quaternions_make_no_jump() {
    // The lengths that numbers of single precision have.
    let turning = |[from, to]: [f64; 2], length: f64| {
        let turn =
            |angle: f64| quaternion::from_axis_angle([0.3, -0.5, 0.8], angle).map(|part| part * length);
        let values = [from, f64::midpoint(from, to), to].map(turn);
        moving(Property::Rotation, &[0.0, 1.0, 2.0], values.as_flattened(), Ease::Slerp)
    };
    let loss = |report: &Report| report.losses.iter().any(|loss| loss.code.id == "edit::jump");
    for length in [1.0, -1.0, 1.0 + 6e-8, -1.0 - 6e-8, 0.5] {
        let a = turning([0.1, 0.7], 1.0 - 3e-8);
        for (b, crossfade) in [(turning([0.7, 1.9], length), 0.0), (turning([0.9, 1.9], length), 0.7)] {
            let mut report = Report::new();
            let done = join(&[a.clone(), b.clone()], crossfade, FINE, &mut report).unwrap();
            assert!(!loss(&report), "{length} {crossfade}: {report}");
            for time in [2.0, 2.5, 4.0 - crossfade] {
                let own = b.pose(time - 2.0 + crossfade).world[0];
                assert!(done.pose(time).world[0].distance(&own) < 1e-7);
            }
            let (times, _) = shown(&done);
            assert!(times.windows(2).all(|ends| ends[1] - ends[0] > 1e-3), "{times:?}");
        }
        let mut report = Report::new();
        cycle(&turning([0.1, 0.7], length), 0.7, FINE, &mut report).unwrap();
        assert!(!loss(&report), "{length}: {report}");
    }
}

#[test]
fn a_fade_of_angles_goes_on_the_way_that_it_began() {
    let turning = |degrees: &[f64], ease| {
        let times: Vec<f64> =
            (0..degrees.len()).map(|key| 2.0 * key as f64 / (degrees.len() - 1) as f64).collect();
        let values: Vec<f64> = degrees.iter().flat_map(|z| [0.0, 0.0, z.to_radians()]).collect();
        moving(Property::Euler(EulerOrder::Xyz), &times, &values, ease)
    };
    let a = turning(&[0.0, 0.0, -60.0], Ease::Linear);
    // From less than half a turn apart to more; frames whose numbers jump by a turn; the other angles of the same rotations.
    let frames: Vec<f64> = (0..=150)
        .map(|frame| 150.0 + f64::from(frame))
        .map(|z| if z > 180.0 { z - 360.0 } else { z })
        .collect();
    let mut flipped = turning(&[150.0, 230.0, 300.0], Ease::Linear);
    let values = [150.0f64, 230.0, 300.0].map(|z| [180.0, 180.0, z - 180.0].map(f64::to_radians));
    let curve = flipped.channels[0].curve();
    let curve = Curve::new(curve.times().clone(), 3, values.concat(), Ease::Linear).unwrap();
    flipped.channels[0] = flipped.channels[0].with_curve(curve).unwrap();
    let smooth = turning(&[150.0, 230.0, 300.0], Ease::Linear);
    // Halfway from −30° to 190°, or to the frame of 187°.
    for (b, middle) in [(smooth, 80.0), (turning(&frames, Ease::Step), 78.5), (flipped, 80.0)] {
        let mut report = Report::new();
        let done = join(&[a.clone(), b.clone()], 1.0, FINE, &mut report).unwrap();
        let at = |time: f64| done.channels[0].curve().at(time)[2].to_degrees();
        for step in 0..1000 {
            let time = 1.0 + f64::from(step) / 1000.0;
            assert!((at(time + 1e-3) - at(time)).abs() < 1.5, "{} at {time}", at(time));
        }
        assert!((at(1.5) - middle).abs() < 0.1, "{}", at(1.5));
        for time in [0.2, 0.9, 2.1, 2.9] {
            let (source, own) = if time < 1.5 { (&a, time) } else { (&b, time - 1.0) };
            assert!(done.pose(time).world[0].distance(&source.pose(own).world[0]) < 1e-9, "at {time}");
        }
        assert!(done.channels[0].curve().at(2.5)[2] > 3.5, "the rest goes on with the same turn");
        assert!(
            !report
                .losses
                .iter()
                .any(|loss| loss.code.id == "edit::jump" && b.channels[0].curve().len() == 3)
        );
    }
}

#[test]
fn what_a_clip_does_not_move_is_at_rest_there() {
    let mut a = moving(Property::Translation, &[0.0, 2.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    a.nodes[0].rest.translation = [7.0; 3];
    let mut b =
        moving(Property::Euler(EulerOrder::Xyz), &[0.0, 2.0], &[0.0, 0.0, 0.0, 0.5, 0.0, 0.0], Ease::Linear);
    b.nodes[0].rest.scale = [2.0; 3];
    b.nodes.push(Node::new("new").with_parent(0));
    let done = joined(&a, &b, 0.0);
    assert_eq!((done.nodes.len(), done.nodes[1].parent), (2, Some(0)));
    for (time, source, own) in [(0.5, &a, 0.5), (1.5, &a, 1.5), (2.0, &b, 0.0), (3.0, &b, 1.0)] {
        assert!(source.pose(own).world[0].distance(&done.pose(time).world[0]) < 1e-9, "at {time}");
    }
    let quarter = quaternion::from_axis_angle([1.0, 0.0, 0.0], 1.0);
    let c = moving(Property::Rotation, &[0.0], &quarter, Ease::Step);
    let done = joined(&b, &c, 0.0);
    assert!(b.pose(1.0).world[0].distance(&done.pose(1.0).world[0]) < 1e-3, "angles and quaternions");
    assert!(c.pose(1.0).world[0].distance(&done.pose(3.0).world[0]) < 1e-9);
}

#[test]
fn what_no_part_of_a_property_drives_is_at_rest_too() {
    let clip = |rest: f64, driven: f64| {
        let curve = Curve::constant(&[driven]).unwrap();
        let mut node = Node::new("n");
        node.rest.scale = [rest; 3];
        node.rest.translation = [rest; 3];
        let parts = [(Property::Scale, 1), (Property::Translation, 2)];
        let channel = |(property, part)| Channel::part(0, property, part, curve.clone()).unwrap();
        Clip::new("c").with_duration(2.0).with_nodes(vec![node]).with_channels(parts.map(channel).to_vec())
    };
    let done = joined(&clip(2.0, 3.0), &clip(5.0, 7.0), 0.0);
    for (time, rest, driven) in [(0.0, 2.0, 3.0), (1.5, 2.0, 3.0), (2.0, 5.0, 7.0), (4.0, 5.0, 7.0)] {
        let local = done.pose(time).local[0];
        assert_eq!([0, 1, 2].map(|part| local.linear()[part][part]), [rest, driven, rest], "at {time}");
        assert_eq!(local.translation(), [rest, rest, driven], "at {time}");
    }
}

#[test]
fn a_rotation_that_is_stored_in_another_way_leaves_all_else_as_it_is() {
    let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
    let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], Ease::Bezier).unwrap();
    let handles = [0.5, -1.0, 2.0].map(|rise| Handles { into: [-0.25, -rise], out: [0.25, rise] });
    let way = way.with_handles(handles.repeat(3)).unwrap();
    let with = |property: Property, value: &[f64]| {
        let turn = Channel::new(0, property, Curve::constant(value).unwrap()).unwrap();
        let way = Channel::new(0, Property::Translation, way.clone()).unwrap();
        Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(vec![turn, way])
    };
    let half = FRAC_PI_2 / 2.0;
    let angle = with(Property::Angle { axis: [1.0, 0.0, 0.0] }, &[half]);
    let quaternion = with(Property::Rotation, &quaternion::from_axis_angle([0.0, 1.0, 0.0], half));
    let mut report = Report::new();
    let joined = join(&[angle, quaternion], 0.0, FINE, &mut report).unwrap();
    let baked = report.losses.iter().filter(|loss| loss.code.id == "edit::curve").count();
    assert_eq!(baked, 0, "{report}");
    let moves = |channel: &&Channel| *channel.property() == Property::Translation;
    let curve = joined.channels.iter().find(moves).unwrap().curve();
    for time in [0.3, 0.9, 1.7] {
        let (first, next) = (curve.at(time), curve.at(2.0 + time));
        for (found, expected) in first.iter().chain(&next).zip(way.at(time).iter().cycle()) {
            assert!((found - expected).abs() < 1e-12, "{time}: {first:?} {next:?}");
        }
    }
    assert_eq!(curve.len(), 6);
}

#[test]
fn a_node_keeps_its_parents_where_its_rotation_is_stored_in_another_way() {
    let mut nodes = vec![Node::new("flat"), Node::new("n").with_parent(0)];
    nodes[0].rest.scale = [0.0; 3];
    nodes[1].rest.translation = [1.0, 2.0, 3.0];
    let constant =
        |property, value: &[f64]| Channel::new(1, property, Curve::constant(value).unwrap()).unwrap();
    let clip = |channels| Clip::new("c").with_duration(2.0).with_nodes(nodes.clone()).with_channels(channels);
    // Its parent is flat, and it has no parent after 1 s.
    let parents = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, -1.0], Ease::Step).unwrap();
    let a = clip(vec![
        constant(Property::Euler(EulerOrder::Xyz), &[0.0; 3]),
        Channel::new(1, Property::Parent, parents).unwrap(),
    ]);
    let turned = [
        constant(Property::Rotation, &[1.0, 0.0, 0.0, 0.0]),
        constant(Property::Matrix, &[1.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 2.0, 0.0, 0.0, -1.0, 3.0]),
    ];
    for other in turned {
        let done = joined(&a, &clip(vec![other]), 0.0);
        for (time, parent, position) in [
            (0.5, Some(0), [0.0; 3]),
            (1.0, None, [1.0, 2.0, 3.0]),
            (1.5, None, [1.0, 2.0, 3.0]),
            (2.5, Some(0), [0.0; 3]),
        ] {
            let pose = done.pose(time);
            assert_eq!((pose.parent[1], pose.world[1].translation()), (parent, position), "at {time}");
        }
        assert_eq!(done.pose(1.5).world[1].linear()[1], [0.0, 1.0, 0.0]);
        assert_eq!(done.pose(2.5).local[1].linear()[1], [0.0, -1.0, 0.0]);
    }
}

#[test]
fn events_and_axes_come_along() {
    let enter = |time, seconds| Event::new(time, EventKind::Enter { name: "s".into(), index: None, seconds });
    let a = number(&[0.0], &[0.0], Ease::Step).with_events(vec![enter(0.5, None)]);
    let b = a.clone().with_events(vec![enter(0.25, None)]);
    assert_eq!(joined(&a, &b, 0.5).events, [enter(0.5, Some(1.5)), enter(1.75, None)]);
    let long = a.clone().with_events(vec![enter(0.5, Some(9.0))]);
    assert_eq!(joined(&long, &long, 0.0).events, [enter(0.5, Some(1.5)), enter(2.5, Some(9.0))]);
    let up = |axis| {
        moving(Property::Translation, &[0.0], &[1.0, 2.0, 3.0], Ease::Step)
            .with_space(Space::right_handed(axis))
    };
    let done = joined(&up(Axis::Y), &up(Axis::Z), 0.0);
    assert_eq!(done.channels[0].curve().at(3.0), [1.0, 3.0, -2.0]);
    // Nodes that only one of the clips has: parents and events follow.
    let step = |time, node| Event::named(time, "step", vec![]).with_node(node);
    let one = a.clone().with_nodes(vec![Node::new("lamp"), Node::new("n")]).with_events(vec![step(1.0, 1)]);
    let other = b.clone().with_nodes(vec![Node::new("n"), Node::new("hand").with_parent(0)]);
    let other = other.with_events(vec![step(1.0, 1), step(1.5, 0)]);
    let done = joined(&one, &other, 0.0);
    let tree: Vec<_> = done.nodes.iter().map(|node| (&*node.name, node.parent)).collect();
    assert_eq!(tree, [("lamp", None), ("n", None), ("hand", Some(1))]);
    assert_eq!(done.events, [step(1.0, 1), step(3.0, 2), step(3.5, 1)]);
    let mut hung = b.clone();
    hung.nodes = vec![Node::new("root"), Node::new("n").with_parent(0)];
    assert!(matches!(join(&[a.clone(), hung], 0.0, FINE, &mut Report::new()), Err(EditError::Unfit(_))));
    assert!(matches!(join(&[a, b], 1.5, FINE, &mut Report::new()), Err(EditError::Argument(_))));
}

#[test]
fn a_seam_is_closed_within_the_tolerance() {
    let clip = number(&[0.0, 1.0, 2.0], &[0.0, 5.0, 0.25], Ease::Linear);
    let looped = |crossfade, tolerance: f64| {
        cycle(&clip, crossfade, Positive::new(tolerance).unwrap(), &mut Report::new())
    };
    assert_eq!(shown(&looped(0.0, 0.5).unwrap()).1, [0.0, 5.0, 0.0]);
    assert!(matches!(looped(0.0, 0.1), Err(EditError::Open { size: 0.25, .. })));
    let done = looped(0.5, 0.001).unwrap();
    let at = |time: f64| done.channels[0].curve().at(time)[0];
    // The last half second, from 2.625 down to 0.25, is faded into the first, from 0 up to 2.5.
    assert_eq!((done.duration, at(0.0), at(1.5)), (1.5, 2.625, 2.625));
    assert!((at(0.25) - 1.343_75).abs() < 1e-3 && at(1.0) == 5.0);
    assert!(matches!(looped(1.5, 0.1), Err(EditError::Argument(_))));
}

#[test]
fn a_curve_of_one_key_does_not_reach_beyond_a_loop() {
    for (key, expected) in [(0.5, 0.5), (1.75, 0.0)] {
        let clip = number(&[key], &[7.0], Ease::Step).with_duration(2.0);
        let done = cycle(&clip, 0.5, FINE, &mut Report::new()).unwrap();
        assert_eq!((done.duration, shown(&done)), (1.5, (vec![expected], vec![7.0])));
    }
}

#[test]
fn events_of_the_last_seconds_are_in_the_first_ones_of_a_loop() {
    let event = |time, name: &str| Event::named(time, name, vec![]);
    let clip = number(&[0.0, 2.0], &[0.0, 1.0], Ease::Linear);
    let clip = clip.with_events(vec![event(0.25, "step"), event(1.0, "step"), event(1.75, "nod")]);
    let events =
        |crossfade| cycle(&clip, crossfade, Positive::literal(2.0), &mut Report::new()).unwrap().events;
    assert_eq!(events(0.5), [event(0.25, "step"), event(0.25, "nod"), event(1.0, "step")]);
    assert_eq!(events(0.0), clip.events);
}

#[test]
fn a_jump_in_a_fade_takes_a_moment() {
    let times = [0.0, 1.75, 2.0];
    let eases = vec![Ease::Linear, Ease::Step, Ease::Step];
    let line = number(&times, &[0.0, 1.0, 5.0], Ease::Linear);
    let curve = line.channels[0].curve().clone().with_eases(eases).unwrap();
    let jumps = line.clone().with_channels(vec![line.channels[0].with_curve(curve).unwrap()]);
    let told = |second: &Clip| {
        let mut report = Report::new();
        // Both are the same where the fade begins and ends, so the only jump is within.
        join(&[jumps.clone(), second.clone()], 0.5, FINE, &mut report).unwrap();
        report.losses.iter().filter(|loss| loss.code.id == "edit::jump").count()
    };
    let still = |value: f64| number(&[0.0, 2.0], &[value, value], Ease::Linear);
    let jump = number(&[0.0, 0.25, 0.250_000_001, 2.0], &[0.0, 1.0, 5.0, 6.0], Ease::Linear);
    assert_eq!([still(5.0), jump].map(|clip| told(&clip)), [0, 1]);
}

#[test]
fn a_loop_says_what_it_changed() {
    let told = |values: &[f64], ease, crossfade| {
        let times: Vec<f64> = (0..values.len()).map(|time| time as f64).collect();
        let clip = number(&times, values, ease);
        let mut report = Report::new();
        cycle(&clip, crossfade, Positive::literal(0.5), &mut report).unwrap();
        let losses: Vec<_> = report.losses.iter().map(|loss| loss.message.clone()).collect();
        (report.changes[0].message.clone(), losses)
    };
    let seam = "the end took the value of the start".to_owned();
    let still = "nothing to change: no curve but steps ends with another value than it begins with";
    let baked = "the cross-fade was baked to keys".to_owned();
    let stepped = "shorter by 0.5 s; all curves are steps, which switch in the middle of the cross-fade";
    for (values, ease, crossfade, message, losses) in [
        (
            &[0.0, 5.0, 0.25][..],
            Ease::Linear,
            0.0,
            "the end of 1 curve took the value of its start",
            vec![seam],
        ),
        (&[0.0, 5.0, 0.0], Ease::Linear, 0.0, still, vec![]),
        (&[0.0, 5.0, 1.0], Ease::Step, 0.0, still, vec![]),
        (&[3.0], Ease::Linear, 0.0, "nothing to change: no curve moves", vec![]),
        (&[3.0], Ease::Linear, 0.5, "shorter by 0.5 s; no curve moves", vec![]),
        (&[0.0, 5.0, 0.25], Ease::Linear, 0.5, "cross-faded over 0.5 s", vec![baked]),
        (&[0.0, 5.0, 0.25], Ease::Step, 0.5, stepped, vec![]),
    ] {
        assert_eq!(told(values, ease, crossfade), (message.to_owned(), losses), "{values:?} {crossfade}");
    }
}

#[test]
fn what_only_some_of_the_clips_drive_is_told() {
    let flag = |name: &str, is_driven: bool| {
        let channel =
            |property: Property| Channel::new(0, property, Curve::constant(&[7.0]).unwrap()).unwrap();
        let channels = if is_driven { vec![channel(Property::named("attribute", 1))] } else { Vec::new() };
        Clip::new(name).with_duration(1.0).with_nodes(vec![Node::new("box")]).with_channels(channels)
    };
    let told = |driven: &[bool]| {
        let clips: Vec<_> = driven.iter().map(|driven| flag("a", *driven)).collect();
        let mut report = Report::new();
        join(&clips, 0.0, Positive::literal(1e-3), &mut report).unwrap();
        report.changes[0].message.clone()
    };
    assert_eq!(told(&[true, true]), "2 clips became `a`");
    let held =
        "2 clips became `a`; 1 channel without a rest value is not in all of them, and holds in the others";
    assert_eq!((told(&[true, false]), told(&[false, true])), (held.to_owned(), held.to_owned()));
}

/// The clip of one angle about Y, or of Euler angles with this first angle.
fn turning(angles: &[f64], is_euler: bool) -> Clip {
    let times: Vec<f64> = (0..angles.len()).map(|key| 2.0 * key as f64 / (angles.len() - 1) as f64).collect();
    let values: Vec<f64> = angles.iter().flat_map(|angle| [*angle, 0.5, 0.25]).collect();
    if is_euler {
        return moving(Property::Euler(EulerOrder::Yxz), &times, &values, Ease::Linear);
    }
    moving(Property::Angle { axis: [0.0, 1.0, 0.0] }, &times, angles, Ease::Linear)
}

#[test]
fn whole_turns_are_closed_already() {
    use std::f64::consts::TAU;
    for (is_euler, turns) in [(true, 1.0), (true, -3.0), (false, 4.0)] {
        let close = |end: f64| {
            let clip = turning(&[0.125, 0.4 * end, 0.125 + end], is_euler);
            cycle(&clip, 0.0, Positive::literal(0.25), &mut Report::new()).map(|done| (clip, done))
        };
        let (clip, done) = close(turns * TAU).unwrap();
        for time in times(0.0, 2.0) {
            assert!(worlds_apart(&clip, &done, time) < 1e-12, "{turns} at {time}");
        }
        // A little more than whole turns: the turns stay.
        let (_, done) = close(turns * TAU + 0.125).unwrap();
        assert!((done.channels[0].curve().at(2.0)[0] - (0.125 + turns * TAU)).abs() < 1e-12);
        assert!(matches!(close(turns * TAU + 0.5), Err(EditError::Open { .. })));
    }
}

#[test]
fn what_repeats_already_goes_on() {
    use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
    let looped = |times: &[f64], before, after| {
        let values: Vec<f64> = (0..times.len()).map(|key| key as f64).collect();
        let mut clip = number(times, &values, Ease::Linear);
        let curve = clip.channels[0].curve().clone().with_wrap(before, after);
        clip.channels[0] = clip.channels[0].with_curve(curve).unwrap();
        let mut report = Report::new();
        let done = cycle(&clip, 0.0, Positive::literal(9.0), &mut report).unwrap();
        let is_lost = report.losses.iter().any(|loss| loss.code.id == "edit::ends");
        (done.channels == clip.channels, is_lost)
    };
    for (keys, before, after, expected) in [
        (&[0.0, 2.0][..], Hold, Repeat, (true, false)),
        (&[0.0, 0.5], Hold, Repeat, (true, false)),
        (&[0.0, 1.0], Hold, PingPong, (true, false)),
        (&[1.0, 1.5], PingPong, PingPong, (true, false)),
        // Half of a period, values that differ from those at time 0, and an offset.
        (&[0.0, 2.0], Hold, PingPong, (false, true)),
        (&[1.0, 1.5], Hold, PingPong, (false, true)),
        (&[0.0, 1.0], Hold, RepeatWithOffset, (false, true)),
        // Keys beyond the ends.
        (&[0.0, 3.0], Hold, Hold, (false, true)),
        (&[-1.0, 2.0], Hold, Hold, (false, true)),
        (&[0.0, 2.0], Hold, Hold, (false, false)),
    ] {
        assert_eq!(looped(keys, before, after), expected, "{keys:?} {before:?} {after:?}");
    }
}

const HELD: Kind = Kind { wraps: &[Wrap::Hold], ..ALL };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn parts_of_what_was_joined_are_the_clips(a in any::clip(HELD), b in any::clip(HELD)) {
        let mut report = Report::new();
        let b = b.in_space(a.space).into_owned();
        let done = join(&[a.clone(), b.clone()], 0.0, FINE, &mut report).unwrap();
        prop_assert_eq!(done.validate(), Ok(()));
        for (clip, from, to) in [(&a, 0.0, 2.0), (&b, 2.0, 4.0)] {
            let part = trim(&done, Some(from.into()), Some(to.into()), &mut Report::new()).unwrap();
            prop_assert_eq!(part.duration, 2.0);
            for time in times(0.0, 2.0).filter(|time| *time < 2.0) {
                let apart = worlds_apart(clip, &part, time);
                prop_assert!(apart <= 1e-6 + 40.0 * error(&report), "{} at {} of {}: {}", apart, time, from, report);
            }
        }
    }

    #[test]
    fn outside_of_a_fade_the_poses_are_those_of_the_clips(a in any::clip(HELD), b in any::clip(HELD)) {
        let mut report = Report::new();
        let b = b.in_space(a.space).into_owned();
        let coarse = Positive::literal(0.05);
        let done = join(&[a.clone(), b.clone()], 0.5, coarse, &mut report).unwrap();
        let most = 1e-6 + 40.0 * error(&report);
        for time in times(0.0, 1.49) {
            prop_assert!(worlds_apart(&a, &done, time) <= most);
        }
        for time in times(0.51, 2.0) {
            let world = b.pose(time).world;
            let found = done.pose(time + 1.5).world;
            for (one, other) in world.iter().zip(&found) {
                let size = one.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
                prop_assert!(one.distance(other) <= most * size);
            }
        }
    }

    #[test]
    fn a_loop_ends_where_it_begins(clip in any::clip(Kind { wraps: &[Wrap::Hold, Wrap::PingPong], ..ALL })) {
        let coarse = Positive::literal(0.05);
        let done = cycle(&clip, 0.5, coarse, &mut Report::new()).unwrap();
        prop_assert_eq!(done.duration, 1.5);
        for channel in &done.channels {
            let steps = (0..channel.curve().len()).any(|key| channel.curve().ease(key) == Ease::Step);
            let [start, end] = [0.0, 1.5].map(|time| channel.curve().at(time));
            prop_assert!(steps || apart(channel.property(), &start, &end) < 1e-6);
        }
    }
}

#[test]
fn the_sign_of_a_scale_fades_along_its_axis() {
    let clip = |scale: [f64; 3], property: Property, value: &[f64]| {
        let mut node = Node::new("n");
        node.rest.scale = scale;
        let turned = Channel::new(0, property, Curve::constant(value).unwrap()).unwrap();
        Clip::new("c").with_duration(2.0).with_nodes(vec![node]).with_channels(vec![turned])
    };
    let half = FRAC_PI_2.sin() / 2f64.sqrt();
    // Angles in one clip and a quaternion in the other: a quarter turn about X in both.
    let a = clip([1.0, 3.0, -2.0], Property::Euler(EulerOrder::Xyz), &[FRAC_PI_2, 0.0, 0.0]);
    let b = clip([1.0, 3.0, 1.0], Property::Rotation, &[half, 0.0, 0.0, half]);
    for (clips, ends) in [([&a, &b], [-2.0, 1.0]), ([&b, &a], [1.0, -2.0])] {
        let done = joined(clips[0], clips[1], 1.0);
        for (time, u) in [(0.5, 0.0), (1.25, 0.25), (1.5, 0.5), (1.75, 0.75), (2.5, 1.0)] {
            let z = ends[0] * (1.0 - u) + ends[1] * u;
            let expected = [[1.0, 0.0, 0.0], [0.0, 0.0, -z], [0.0, 3.0, 0.0]];
            let found = done.pose(time).local[0].linear();
            let off = found.as_flattened().iter().zip(expected.as_flattened()).map(|(a, b)| (a - b).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{time}: {found:?}");
        }
    }
}
