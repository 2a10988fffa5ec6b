//! Figures with their limbs straightened to a T.

use anim_core::quaternion::{self, Quaternion};
use anim_core::vector::{cross, dot, norm};
use anim_core::{Node, Transform};

use crate::HumanBone;
use crate::axes::{Find, facing};
use crate::hung::Hung;

/// The segments of limbs, from the body outwards, with their directions in a T pose, for a figure that stands along Y with its
/// left on +X.
const SEGMENTS: [(HumanBone, HumanBone, [f64; 3]); 8] = {
    use HumanBone::{
        LeftFoot, LeftHand, LeftLowerArm, LeftLowerLeg, LeftUpperArm, LeftUpperLeg, RightFoot, RightHand,
        RightLowerArm, RightLowerLeg, RightUpperArm, RightUpperLeg,
    };
    [
        (LeftUpperArm, LeftLowerArm, [1.0, 0.0, 0.0]),
        (LeftLowerArm, LeftHand, [1.0, 0.0, 0.0]),
        (RightUpperArm, RightLowerArm, [-1.0, 0.0, 0.0]),
        (RightLowerArm, RightHand, [-1.0, 0.0, 0.0]),
        (LeftUpperLeg, LeftLowerLeg, [0.0, -1.0, 0.0]),
        (LeftLowerLeg, LeftFoot, [0.0, -1.0, 0.0]),
        (RightUpperLeg, RightLowerLeg, [0.0, -1.0, 0.0]),
        (RightLowerLeg, RightFoot, [0.0, -1.0, 0.0]),
    ]
};

/// A pose with arms and legs straightened to a T: each segment whose two ends exist takes the shortest rotation, so that it does
/// not roll. The pose stays unchanged if the stance of the figure is unknown.
pub(crate) fn straightened(nodes: &[Node], pose: &[Transform], find: Find<'_>) -> Vec<Transform> {
    let mut pose = pose.to_vec();
    let Some(axes) = facing(&Hung::new(nodes, &pose), find) else { return pose };
    for (bone, next, direction) in SEGMENTS {
        let (Some(bone), Some(next)) = (find(bone), find(next)) else { continue };
        let hung = Hung::new(nodes, &pose);
        let (from, to) = (hung.place(Some(bone)), hung.place(Some(next)));
        let wanted = std::array::from_fn(|i| (0..3).map(|axis| axes[axis][i] * direction[axis]).sum());
        let turn = shortest(std::array::from_fn(|i| to[i] - from[i]), wanted);
        let parent = quaternion::conjugate(hung.rotation(hung.parents[bone]));
        let turned = quaternion::multiply(turn, hung.unflipped(bone));
        pose[bone].rotation = quaternion::normalize(quaternion::multiply(parent, turned));
    }
    pose
}

/// The shortest rotation from one direction to another; none for opposite directions or without a direction.
fn shortest(from: [f64; 3], to: [f64; 3]) -> Quaternion {
    let (a, b) = (from.map(|part| part / norm(from)), to.map(|part| part / norm(to)));
    let (axis, cosine) = (cross(a, b), dot(a, b));
    if cosine.is_nan() || cosine < -0.999_999 {
        return quaternion::IDENTITY;
    }
    quaternion::normalize([axis[0], axis[1], axis[2], 1.0 + cosine])
}
