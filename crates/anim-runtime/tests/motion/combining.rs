//! Poses that are blended, and differences that are added and taken away.

use anim_core::quaternion;
use anim_runtime::{Joint, Mask, Pose};
use proptest::prelude::*;

fn turned(axis: [f64; 3], degrees: f64) -> [f32; 4] {
    quaternion::from_axis_angle(axis, degrees.to_radians()).map(|part| part as f32)
}

/// The angle between two rotations in radians.
fn angle(a: [f32; 4], b: [f32; 4]) -> f64 {
    let [a, b] = [a, b].map(|rotation| quaternion::normalize(rotation.map(f64::from)));
    quaternion::angle_between(a, b)
}

fn near(found: [f32; 3], expected: [f32; 3], within: f32) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= within)
}

fn any_joint() -> impl Strategy<Value = Joint> {
    let (places, sizes) = (prop::array::uniform3(-2.0..2.0f32), prop::array::uniform3(0.5..1.5f32));
    let rotations = (prop::array::uniform3(-1.0..1.0f64), -179.0..179.0);
    (places, rotations, sizes).prop_map(|(translation, (axis, degrees), scale)| Joint {
        translation,
        rotation: turned(axis, degrees),
        scale,
    })
}

/// Poses of five joints, the last of which is in its own block.
fn any_pose() -> impl Strategy<Value = Pose> {
    prop::collection::vec(any_joint(), 5).prop_map(|joints| Pose::of(&joints))
}

#[test]
fn differences_turn_by_the_weight_times_the_angle() {
    let axis = [0.0, 0.6, 0.8];
    for (degrees, weight, expected) in [
        (90.0, -1.0, -90.0),
        (90.0, 2.0, 180.0),
        (90.0, 0.25, 22.5),
        (180.0, 0.25, 45.0),
        (120.0, 2.0, -120.0),
        // The shorter way is 90° back.
        (270.0, 0.5, -45.0),
        (1e-3, 1000.0, 1.0),
        (90.0, 100.0, 0.0),
    ] {
        let difference = Pose::of(&[Joint { rotation: turned(axis, degrees), ..Joint::IDENTITY }; 5]);
        let mut pose = Pose::of(&[Joint { rotation: turned([1.0, 0.0, 0.0], 50.0), ..Joint::IDENTITY }; 5]);
        let own = quaternion::from_axis_angle([1.0, 0.0, 0.0], 50f64.to_radians());
        let wanted = quaternion::multiply(own, quaternion::from_axis_angle(axis, f64::to_radians(expected)));
        pose.add(&difference, weight);
        for joint in pose.joints() {
            let error = angle(joint.rotation, wanted.map(|part| part as f32)).to_degrees();
            assert!(error < 1e-4 * f64::from(weight.abs().max(1.0)), "{degrees}° · {weight}: {error}° off");
        }
    }
}

#[test]
fn differences_scale_and_a_negative_weight_divides() {
    for (scale, weight, expected) in [
        (2.0, 1.0, 6.0),
        (2.0, -1.0, 1.5),
        (2.0, 0.5, 4.5),
        (2.0, -0.5, 2.0),
        (0.5, -1.0, 6.0),
        (f32::EPSILON, 1.0, 3.0 * f32::EPSILON),
        (0.0, 1.0, 0.0),
        (0.0, -1.0, 3.0),
    ] {
        let difference =
            Pose::of(&[Joint { scale: [scale; 3], translation: [4.0, 0.0, -8.0], ..Joint::IDENTITY }]);
        let mut pose = Pose::of(&[Joint { scale: [3.0; 3], ..Joint::IDENTITY }]);
        pose.add(&difference, weight);
        assert_eq!(pose.joint(0).scale, [expected; 3], "{scale} with weight {weight}");
        assert_eq!(pose.joint(0).translation, [4.0 * weight, 0.0, -8.0 * weight]);
    }
}

#[test]
fn rotations_by_no_finite_weight_are_nan() {
    let difference = Pose::of(&[Joint { rotation: turned([1.0, 0.0, 0.0], 9.0), ..Joint::IDENTITY }]);
    for weight in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut pose = Pose::of(&[Joint::IDENTITY]);
        pose.add(&difference, weight);
        assert!(pose.joint(0).rotation.iter().all(|part| part.is_nan()), "{weight}");
    }
}

#[test]
fn blends_are_exact_at_both_ends() {
    let joint = |place: f32, rotation: [f32; 4]| Joint {
        translation: [place, -place, 0.1],
        rotation,
        scale: [0.3 * place, 1.0, 3.0],
    };
    // The second rotation is nearer to the first with the other sign; neither has length 1 exactly.
    let (first, second) = (turned([1.0, 2.0, 3.0], 40.0), turned([3.0, 2.0, 1.0], 300.0));
    let (from, to) = (Pose::of(&[joint(1e8, first); 5]), Pose::of(&[joint(1.0, second); 5]));
    for (weight, expected) in [(0.0, &from), (-0.0, &from), (1.0, &to)] {
        let mut pose = from.clone();
        pose.blend(&to, weight);
        assert_eq!(pose, *expected, "weight {weight}");
    }
    let mut layered = from.clone();
    layered.layer(&to, 1.0, &Mask::new(&[0.0, 1.0, 0.5, 0.0, 1.0]));
    for (joint, expected) in [(0, &from), (1, &to), (3, &from), (4, &to)] {
        assert_eq!(layered.joint(joint), expected.joint(joint), "joint {joint}");
    }
    assert!(near(layered.joint(2).translation, [5e7, -5e7, 0.1], 8.0));
    // Nothing of a pose that is not a number where there is no weight.
    let odd = Joint { translation: [f32::NAN; 3], ..Joint::IDENTITY };
    layered.layer(&Pose::of(&[odd; 5]), 1.0, &Mask::new(&[0.0; 5]));
    assert_eq!(layered.joint(0), from.joint(0));
}

proptest! {
    #[test]
    fn the_opposite_weight_takes_a_difference_away(
        pose in any_pose(),
        difference in any_pose(),
        weight in prop_oneof![Just(1.0f32), 0.0..1.9f32],
    ) {
        let mut found = pose.clone();
        found.add(&difference, 0.0);
        prop_assert_eq!(&found, &pose);
        found.add(&difference, weight);
        found.add(&difference, -weight);
        for (found, wanted) in found.joints().zip(pose.joints()) {
            prop_assert!(near(found.translation, wanted.translation, 1e-5), "{:?} {:?}", found, wanted);
            prop_assert!(angle(found.rotation, wanted.rotation) < 1e-5, "{:?} {:?}", found, wanted);
            prop_assert!(near(found.scale, wanted.scale, 1e-5), "{:?} {:?}", found, wanted);
        }
    }
}
