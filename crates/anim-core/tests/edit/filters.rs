//! Axes and sizes, constants, quaternions and Euler angles, and roots.

use std::f64::consts::{PI, TAU};

use anim_core::edit::{EditError, drop_constants, euler_filter, hemisphere, reroot, scale, to_space};
use anim_core::{
    Affine, Axis, Channel, Clip, Curve, Deviation, Ease, EulerOrder, Fate, Node, Positive, Property, Report,
    Space, Times, Unit, Wrap, quaternion,
};
use proptest::prelude::*;

use super::any::{self, ALL, Kind, WRAPS};
use super::same::{FINE, difference, error, times, worlds_apart};

fn one(property: Property, values: &[f64], ease: Ease) -> Clip {
    let width = property.width();
    let times: Vec<f64> = (0..values.len() / width).map(|key| key as f64).collect();
    let curve = Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap();
    let channel = Channel::new(0, property, curve).unwrap();
    Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
}

fn values(clip: &Clip) -> &[f64] {
    clip.channels[0].curve().values()
}

#[test]
fn quaternions_do_not_leap() {
    let clip = one(
        Property::Rotation,
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.6, -0.8, 0.0, 0.0, 0.8, 0.6],
        Ease::Linear,
    );
    let mut report = Report::new();
    let done = hemisphere(&clip, &mut report).unwrap();
    assert_eq!(values(&done), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.8, 0.6]);
    assert_eq!(report.changes[0].to_string(), "hemisphere: c: 1 keys");
}

#[test]
fn angles_do_not_leap() {
    let xyz = Property::Euler(EulerOrder::Xyz);
    // A whole turn, then the other solution: outer angles plus half a turn, the middle one mirrored.
    let clip = one(xyz, &[0.1, 0.2, 3.0, 0.1, 0.2, 3.1 - TAU, 0.1 + PI, PI - 0.2, 3.1 - PI], Ease::Linear);
    let done = euler_filter(&clip, &mut Report::new()).unwrap();
    let expected = [0.1, 0.2, 3.0, 0.1, 0.2, 3.1, 0.1, 0.2, 3.1];
    assert!(values(&done).iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{:?}", values(&done));
    let spin = one(Property::Angle { axis: [0.0, 0.0, 1.0] }, &[0.0, 9.0], Ease::Linear);
    assert_eq!(euler_filter(&spin, &mut Report::new()).unwrap(), spin);
}

/// The angle of the only loss, its code and its time.
fn turned(report: &Report) -> Option<(&str, f64, Option<f64>)> {
    let [loss] = report.losses.as_slice() else { return None };
    match loss.fate {
        Fate::Approximated(Deviation { size, unit: Unit::Angle, .. }) => {
            Some((loss.code.id, size, loss.time))
        }
        _ => None,
    }
}

#[test]
fn a_spin_that_ends_is_a_loss() {
    let xyz = || Property::Euler(EulerOrder::Xyz);
    let (step, spin) = (350_f64.to_radians(), [0.0, 0.0, 0.0, 350_f64.to_radians(), 0.0, 0.0]);
    let euler = |clip: &Clip| {
        let mut report = Report::new();
        (euler_filter(clip, &mut report).unwrap(), report)
    };
    // Half a second after the first key, 175° became −5°: half a turn.
    let (done, report) = euler(&one(xyz(), &spin, Ease::Linear));
    assert!((values(&done)[3] - (step - TAU)).abs() < 1e-12);
    let (code, angle, time) = turned(&report).unwrap();
    assert_eq!((code, time), ("edit::turns", Some(0.5)));
    assert!((angle - PI).abs() < 1e-6, "{angle}");
    // Steps show only keys.
    assert!(euler(&one(xyz(), &spin, Ease::Step)).1.losses.is_empty());
    // An angle alone: the curve of X.
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, step], Ease::Linear).unwrap();
    let alone = Channel::part(0, xyz(), 0, curve).unwrap();
    let (_, report) = euler(&one(xyz(), &spin, Ease::Linear).with_channels(vec![alone]));
    assert!((turned(&report).unwrap().1 - PI).abs() < 1e-12);
}

#[test]
fn straight_lines_between_quaternions_near_zero_turn_by_half_a_turn_at_once() {
    for offset in [0.02, 0.002, 0.0002] {
        // One line passes 0 within an instant, which is a whole turn; the other one hardly moves.
        let near = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, offset, -0.98];
        let mut report = Report::new();
        hemisphere(&one(Property::Rotation, &near, Ease::Linear), &mut report).unwrap();
        let (_, angle, _) = turned(&report).unwrap();
        assert!((angle - PI).abs() < 2e-3, "{offset}: {angle}");
    }
}

#[test]
fn straight_lines_between_quaternions_that_go_another_way_are_a_loss() {
    let far = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.6, -0.8];
    let mut report = Report::new();
    hemisphere(&one(Property::Rotation, &far, Ease::Linear), &mut report).unwrap();
    // From (0, 1) to (−0.6, −0.8), as (z, w), the line passes 0 on the side of −z: half way it is (−0.3, 0.1), to (0.6, 0.8) it is
    // (0.3, 0.9). The angle between two rotations is twice that between their quaternions.
    let (code, angle, _) = turned(&report).unwrap();
    let half = 2.0 * ((0.1 * 0.9 - 0.3 * 0.3) / (0.1_f64.hypot(0.3) * 0.9_f64.hypot(0.3))).abs().acos();
    assert_eq!(code, "edit::turns");
    assert!(angle >= half - 1e-9 && angle <= PI, "{angle}, {half}");
    let mut report = Report::new();
    hemisphere(&one(Property::Rotation, &far, Ease::Slerp), &mut report).unwrap();
    assert!(report.losses.is_empty(), "{report}");
}

#[test]
fn rotations_that_move_apart_with_every_period_are_half_a_turn_apart_at_some_time() {
    // The offset of a period is that of the last key, which changes its sign.
    let clip = |property: Property, values: &[f64], wrap: Wrap| {
        let mut clip = one(property, values, Ease::Linear);
        let channel = &clip.channels[0];
        clip.channels[0] = channel.with_curve(channel.curve().clone().with_wrap(wrap, wrap)).unwrap();
        clip
    };
    let values = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.1, -1.0];
    for (wrap, expected) in [(Wrap::Repeat, false), (Wrap::RepeatWithOffset, true)] {
        let mut report = Report::new();
        hemisphere(&clip(Property::Rotation, &values, wrap), &mut report).unwrap();
        let (_, size, _) = turned(&report).unwrap();
        assert_eq!(size == PI, expected, "{size} {wrap:?}");
    }
    // Whole turns more or less are the same rotation in each period.
    let angles = [0.0, 0.0, 0.0, 0.5 + TAU, 0.0, 0.0];
    let mut report = Report::new();
    euler_filter(&clip(Property::Euler(EulerOrder::Xyz), &angles, Wrap::RepeatWithOffset), &mut report)
        .unwrap();
    let (_, size, _) = turned(&report).unwrap();
    assert!(size < PI + 1e-9, "{size}");
}

#[test]
fn channels_at_rest_go_and_others_that_stand_still_keep_a_key() {
    let still = |property: Property, value: &[f64]| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        Channel::new(0, property, Curve::new(times, value.len(), value.repeat(2), Ease::Linear).unwrap())
            .unwrap()
    };
    let clip = one(Property::Scale, &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], Ease::Linear);
    let mut clip = clip.with_channels(vec![
        still(Property::Translation, &[0.0; 3]),
        still(Property::Scale, &[2.0; 3]),
        still(Property::Visible, &[1.0]),
        still(Property::Euler(EulerOrder::Xyz), &[0.0; 3]),
        still(Property::Color, &[0.0; 3]),
    ]);
    let done = drop_constants(&clip, &mut Report::new()).unwrap();
    let left: Vec<_> =
        done.channels.iter().map(|channel| (channel.property().name(), channel.curve().len())).collect();
    assert_eq!(left, [("scale", 1), ("color", 1)]);
    clip.channels.push(still(Property::Rotation, &[0.0, 0.0, 1.0, 0.0]));
    let done = drop_constants(&clip, &mut Report::new()).unwrap();
    assert!(done.channels.iter().any(|channel| channel.property().name() == "euler"), "two rotations");
}

#[test]
fn equal_quaternions_that_are_not_of_length_1_are_no_constant() {
    // Between the keys the length is 1, which shows next to a part that another channel drives.
    let clip = one(Property::Rotation, &[0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Linear);
    let part = Curve::constant(&[2.0]).unwrap();
    let part = Channel::part(0, Property::Rotation, 2, part).unwrap();
    let channels = vec![clip.channels[0].clone(), part];
    let clip = clip.with_channels(channels);
    let less = drop_constants(&clip, &mut Report::new()).unwrap();
    let angle = |clip: &Clip, time: f64| clip.pose(time).local[0].linear()[1][1].acos();
    // The axis is (0, 2, 2) at the keys and (0, 1, 2) between them.
    for (time, expected) in [(0.0, 0.0f64), (0.5, -0.6)] {
        for clip in [&clip, &less] {
            assert!((angle(clip, time) - expected.acos()).abs() < 1e-12, "{time}");
        }
    }
    // Arcs between the numbers of any property are of length 1.
    let arc = one(Property::named("turn", 4), &[0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Slerp);
    let less = drop_constants(&arc, &mut Report::new()).unwrap();
    for (time, expected) in [(0.0, 2.0), (0.5, 1.0)] {
        assert_eq!(less.channels[0].curve().at(time)[1], expected, "{time}");
    }
}

#[test]
fn what_the_clip_does_not_state_cannot_change() {
    let clip = one(Property::Translation, &[1.0, 2.0, 3.0], Ease::Step);
    let y_up = Space::right_handed(Axis::Y);
    assert!(matches!(to_space(&clip, y_up, &mut Report::new()), Err(EditError::Unfit(_))));
    assert!(matches!(
        to_space(&clip, Space::UNKNOWN.in_metres(1.0), &mut Report::new()),
        Err(EditError::Unfit(_))
    ));
    let z_up = clip.with_space(Space::right_handed(Axis::Z).in_metres(0.01));
    let done = to_space(&z_up, y_up.in_metres(1.0), &mut Report::new()).unwrap();
    assert_eq!(values(&done), [0.01, 0.03, -0.02]);
    let centimetres = to_space(&z_up, Space::UNKNOWN.in_metres(1.0), &mut Report::new()).unwrap();
    assert_eq!((values(&centimetres), centimetres.space.up), (&[0.01, 0.02, 0.03][..], Some(Axis::Z)));
}

/// The map with its translation times a factor.
fn grown(map: &Affine, factor: f64) -> Affine {
    Affine::new(map.linear(), map.translation().map(|part| part * factor))
}

proptest! {
    #[test]
    fn every_length_grows(clip in any::clip(ALL), factor in 0.1..9.0f64) {
        let large = scale(&clip, Positive::new(factor).unwrap(), &mut Report::new());
        for time in times(-1.0, 3.0) {
            for (before, after) in clip.pose(time).world.iter().zip(&large.pose(time).world) {
                let size = after.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
                prop_assert!(grown(before, factor).distance(after) <= 1e-9 * size);
            }
        }
    }

    #[test]
    fn without_constants_every_pose_is_the_same(clip in any::clip(ALL), still in prop::collection::vec(any::channel(3, ALL), 3)) {
        let mut clip = clip;
        for channel in still {
            let curve = channel.curve();
            let repeated = Curve::new(curve.times().clone(), curve.width(), curve.value(0).repeat(curve.len()), Ease::Linear);
            clip.channels.push(channel.with_curve(repeated.unwrap()).unwrap());
        }
        let less = drop_constants(&clip, &mut Report::new()).unwrap();
        prop_assert!(less.key_count() <= clip.key_count());
        for time in times(-1.0, 3.0) {
            prop_assert!(worlds_apart(&clip, &less, time) < 1e-9);
        }
    }

    #[test]
    fn filters_keep_the_rotations_of_keys(clip in any::clip(Kind { wraps: &WRAPS[..1], ..ALL })) {
        let done = hemisphere(&euler_filter(&clip, &mut Report::new()).unwrap(), &mut Report::new()).unwrap();
        for (before, after) in clip.channels.iter().zip(&done.channels) {
            for key in 0..before.curve().len() {
                let rotation = |channel: &Channel| {
                    let value = channel.curve().value(key);
                    match (channel.property(), value) {
                        (Property::Rotation, &[x, y, z, w]) => quaternion::normalize([x, y, z, w]),
                        (Property::Euler(order), &[x, y, z]) => order.to_quaternion([x, y, z]),
                        _ => quaternion::IDENTITY,
                    }
                };
                prop_assert!(quaternion::angle_between(rotation(before), rotation(after)) < 1e-9);
            }
        }
        let again = hemisphere(&euler_filter(&done, &mut Report::new()).unwrap(), &mut Report::new()).unwrap();
        prop_assert!(difference(&done, &again, times(0.0, 2.0), |time| time) < 1e-9);
    }
}

#[test]
fn roots_stay_as_they_are_unless_they_ever_hang_on_something() {
    let mut clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a"), Node::new("b")]);
    let rooted = |clip: &Clip| {
        let mut report = Report::new();
        let done = reroot(std::slice::from_ref(clip), &["b".into()], FINE, &mut report).unwrap();
        (done.into_iter().next().unwrap(), report.changes.len())
    };
    assert_eq!(rooted(&clip), (clip.clone(), 0));
    // From half a second on, its parent is a node at 5 along X.
    clip.nodes[0].rest.translation = [5.0, 0.0, 0.0];
    let parents = Curve::new(Times::keys([0.0, 0.5]).unwrap(), 1, vec![-1.0, 0.0], Ease::Step).unwrap();
    clip.channels = vec![Channel::new(1, Property::Parent, parents).unwrap()];
    let (done, changes) = rooted(&clip);
    let seen =
        [0.25, 0.75].map(|time| (done.pose(time).parent[1], done.pose(time).world[1].translation()[0]));
    assert_eq!((seen, changes), ([(None, 0.0), (None, 5.0)], 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_new_root_moves_as_before(clip in any::clip(Kind { wraps: &WRAPS[..1], ..ALL })) {
        let mut report = Report::new();
        let coarse = Positive::literal(0.05);
        let done = reroot(std::slice::from_ref(&clip), &["arm_l".into()], coarse, &mut report).unwrap();
        prop_assert_eq!(done[0].nodes[1].parent, None);
        let hip = clip.channels.iter().filter(|channel| channel.node() == 0 && channel.property().is_spatial());
        let keys: Vec<f64> = hip.flat_map(|channel| channel.curve().times().iter()).collect();
        for time in times(0.0, 2.0) {
            let most = if keys.contains(&time) { 1e-9 } else { 1e-6 + 40.0 * error(&report) };
            prop_assert!(worlds_apart(&clip, &done[0], time) <= most, "{} {}", time, report);
        }
    }
}
