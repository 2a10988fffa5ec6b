//! Poses of any chain of joints: matrices, blends, layers and differences.

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Times, Transform, Wrap, quaternion};
use anim_runtime::{Joint, Mask, Model, Motion, Pose};
use proptest::prelude::*;

use crate::clips::near;

/// A position, an axis, an angle about it, and a scale.
type Rest = ([f64; 3], [f64; 3], f64, f64);

/// A chain of nodes with rotations, translations and scales at rest.
fn chain(joints: &[Rest]) -> Clip {
    let node = |(i, (place, axis, angle, scale)): (usize, &Rest)| {
        let rotation = quaternion::from_axis_angle(*axis, *angle);
        let node = Node::new(i.to_string()).with_rest(Transform {
            translation: *place,
            rotation,
            scale: [*scale; 3],
        });
        if i == 0 { node } else { node.with_parent(i - 1) }
    };
    Clip::new("chain").with_nodes(joints.iter().enumerate().map(node).collect())
}

fn any_chain() -> impl Strategy<Value = Clip> {
    let vector = || prop::array::uniform3(-2.0..2.0f64);
    prop::collection::vec((vector(), vector(), -3.0..3.0f64, 0.5..1.5f64), 1..9)
        .prop_map(|joints| chain(&joints))
}

proptest! {
    #[test]
    fn matrices_are_those_of_the_clip(clip in any_chain()) {
        let motion = Motion::compile(&clip).unwrap();
        let model = Model::new(motion.figure(), &motion.new_pose());
        for (joint, exact) in clip.pose(0.0).world.iter().enumerate() {
            let found = model.matrices()[joint].as_flattened();
            prop_assert!(near(found, &exact.to_rows(), 1e-3), "{:?} {:?}", found, exact);
        }
    }

    #[test]
    fn one_joint_is_as_in_the_pose(turns in prop::collection::vec(prop::array::uniform4(-1.0..1.0f64), 8..24), time in 0.0..1.0f64) {
        let (keys, joints) = (turns.len() / 4, 4);
        let channel = |joint: usize| {
            let times = Times::keys((0..keys).map(|key| key as f64 / (keys - 1) as f64).collect::<Vec<_>>()).unwrap();
            let values = turns[joint..].iter().step_by(joints).take(keys).map(|turn| quaternion::normalize(*turn));
            let values = values.collect::<Vec<_>>().concat();
            Channel::new(joint, Property::Rotation, Curve::new(times, 4, values, Ease::Slerp).unwrap()).unwrap()
        };
        let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
        let clip = Clip::new("turns").with_duration(1.0).with_nodes(nodes).with_channels((0..joints).map(channel).collect());
        let motion = Motion::compile(&clip).unwrap();
        let mut pose = motion.new_pose();
        motion.pose(time, Wrap::Hold, &mut pose);
        for joint in 0..joints {
            prop_assert_eq!(motion.joint(joint, time, Wrap::Hold), pose.joint(joint));
        }
    }

    #[test]
    fn a_blend_is_between_and_a_layer_keeps_the_rest((a, b) in (any_chain(), any_chain()), weight in 0.0..1.0f32) {
        let joints = a.nodes.len().min(b.nodes.len());
        let pose = |clip: &Clip| Pose::of(&clip.nodes[..joints].iter().map(|node| node.rest.into()).collect::<Vec<_>>());
        let (from, to) = (pose(&a), pose(&b));
        let mut blended = from.clone();
        blended.blend(&to, weight);
        let mut layered = from.clone();
        let weights: Vec<f32> = (0..joints).map(|joint| f32::from(u8::from(joint % 2 == 1))).collect();
        layered.layer(&to, weight, &Mask::new(&weights));
        for joint in 0..joints {
            let [from, to, blended, layered] = [&from, &to, &blended, &layered].map(|pose| pose.joint(joint));
            let u = f64::from(weight);
            let place = [0, 1, 2].map(|i| f64::from(from.translation[i]) * (1.0 - u) + f64::from(to.translation[i]) * u);
            prop_assert!(near(&blended.translation, &place, 1e-5));
            // The straight line between quaternions stays in the plane of the arc.
            let angle = |a: Joint, b: Joint| quaternion::angle_between(a.rotation.map(f64::from), b.rotation.map(f64::from));
            prop_assert!((angle(from, blended) + angle(blended, to) - angle(from, to)).abs() < 2e-3);
            let wanted = if joint % 2 == 1 { blended } else { from };
            prop_assert!(near(&layered.translation, &wanted.translation.map(f64::from), 1e-6));
            prop_assert!(near(&layered.scale, &wanted.scale.map(f64::from), 1e-6));
            prop_assert!(angle(layered, wanted) < 1e-3);
        }
    }

    #[test]
    fn a_difference_added_to_its_reference_is_the_pose((a, b) in (any_chain(), any_chain())) {
        let joints = a.nodes.len().min(b.nodes.len());
        let pose = |clip: &Clip| Pose::of(&clip.nodes[..joints].iter().map(|node| node.rest.into()).collect::<Vec<_>>());
        let (reference, wanted) = (pose(&a), pose(&b));
        let mut difference = wanted.clone();
        difference.subtract(&reference);
        let mut found = reference.clone();
        found.add(&difference, 1.0);
        for (found, wanted) in found.joints().zip(wanted.joints()) {
            prop_assert!(near(&found.translation, &wanted.translation.map(f64::from), 1e-5));
            prop_assert!(near(&found.scale, &wanted.scale.map(f64::from), 1e-5));
            let angle = quaternion::angle_between(found.rotation.map(f64::from), wanted.rotation.map(f64::from));
            prop_assert!(angle < 1e-3, "{}", angle);
        }
        let mut same = reference.clone();
        same.add(&difference, 0.0);
        prop_assert_eq!(same.joint(0).translation, reference.joint(0).translation);
    }
}
