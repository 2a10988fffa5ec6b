//! Poses: translation, rotation and scale of every joint, relative to its parent.

use anim_core::{Transform, quaternion};

use crate::blocks::Blocks;
use crate::vector::{self, IDENTITY};

/// Translation, rotation and scale of a joint, relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The position, in the clip's length unit.
    pub translation: [f32; 3],
    /// The rotation: a quaternion x, y, z, w of length 1.
    pub rotation: [f32; 4],
    /// The scale along the joint's own axes.
    pub scale: [f32; 3],
}

impl Joint {
    /// A joint at its parent.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: IDENTITY, scale: [1.0; 3] };
}

impl Default for Joint {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<Transform> for Joint {
    fn from(transform: Transform) -> Self {
        Self {
            translation: transform.translation.map(|part| part as f32),
            rotation: vector::normalize(quaternion::normalize(transform.rotation).map(|part| part as f32)),
            scale: transform.scale.map(|part| part as f32),
        }
    }
}

/// The joints of a figure at one time, in the figure's order. Its memory is reused: filling it again does not allocate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    pub(crate) translation: Blocks<3>,
    pub(crate) rotation: Blocks<4>,
    pub(crate) scale: Blocks<3>,
}

impl Pose {
    /// The pose of these joints. A rotation whose length is 0 or not finite counts as none.
    pub fn of(joints: &[Joint]) -> Self {
        let column = |part: fn(&Joint) -> [f32; 3]| joints.iter().map(part).collect::<Vec<_>>();
        let rotation: Vec<_> = joints.iter().map(|joint| vector::normalize(joint.rotation)).collect();
        Self {
            translation: Blocks::of(&column(|joint| joint.translation), [0.0; 3]),
            rotation: Blocks::of(&rotation, IDENTITY),
            scale: Blocks::of(&column(|joint| joint.scale), [1.0; 3]),
        }
    }

    /// The number of joints.
    pub fn len(&self) -> usize {
        self.rotation.len()
    }

    /// Whether there are no joints.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One joint. Panics if there is no such joint.
    pub fn joint(&self, joint: usize) -> Joint {
        Joint {
            translation: self.translation.get(joint),
            rotation: self.rotation.get(joint),
            scale: self.scale.get(joint),
        }
    }

    /// Changes one joint. A rotation whose length is 0 or not finite counts as none. Panics if there is no such joint.
    pub fn set(&mut self, joint: usize, value: Joint) {
        self.translation.set(joint, value.translation);
        self.rotation.set(joint, vector::normalize(value.rotation));
        self.scale.set(joint, value.scale);
    }

    /// All joints, in order.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = Joint> + '_ {
        (0..self.len()).map(|joint| self.joint(joint))
    }

    /// Copies another pose into this one. Panics if it has another number of joints.
    pub fn copy(&mut self, other: &Self) {
        assert_eq!(self.len(), other.len(), "the poses are of different figures");
        self.translation.blocks_mut().copy_from_slice(other.translation.blocks());
        self.rotation.blocks_mut().copy_from_slice(other.rotation.blocks());
        self.scale.blocks_mut().copy_from_slice(other.scale.blocks());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_equal_if_their_joints_are() {
        let rest = Pose::of(&[Joint::IDENTITY; 5]);
        let mut pose = rest.clone();
        pose.blend(&rest, f32::NAN);
        assert_ne!(pose, rest);
        (0..5).for_each(|joint| pose.set(joint, Joint::IDENTITY));
        assert_eq!(pose, rest);
        assert_ne!(pose, Pose::of(&[Joint::IDENTITY; 6]));
        pose.set(4, Joint { scale: [1.0, 1.0, 2.0], ..Joint::IDENTITY });
        assert_ne!(pose, rest);
    }

    #[test]
    fn rotations_have_any_length() {
        let turned = |rotation| Joint::from(Transform { rotation, ..Transform::IDENTITY }).rotation;
        for size in [1e-100, 1e-30, 1.0, 1e30, 1e100] {
            let found = turned([0.0, 0.0, 3.0 * size, -4.0 * size]);
            let near = (found[2] - 0.6).abs() < 1e-6 && (found[3] + 0.8).abs() < 1e-6;
            assert!(near && found[..2] == [0.0; 2], "{found:?} from {size:e}");
        }
        for odd in [[0.0; 4], [f64::INFINITY, 0.0, 0.0, 1.0], [f64::NAN, 0.0, 0.0, 1.0]] {
            assert_eq!(turned(odd), IDENTITY, "{odd:?}");
        }
        let mut pose = Pose::of(&[Joint::IDENTITY]);
        pose.set(0, Joint { rotation: [0.0, 0.0, 1e30, 1e30], ..Joint::IDENTITY });
        assert!((pose.joint(0).rotation[2] - 0.5f32.sqrt()).abs() < 1e-6);
    }

    #[test]
    #[should_panic(expected = "the poses are of different figures")]
    fn poses_of_other_figures_are_not_copied() {
        // Both take two blocks of four joints.
        Pose::of(&[Joint::IDENTITY; 5]).copy(&Pose::of(&[Joint::IDENTITY; 6]));
    }
}
