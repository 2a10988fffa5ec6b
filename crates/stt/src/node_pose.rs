//! The pose of one node.

use anim_core::{Affine, EulerOrder, Transform, quaternion};

/// The pose that a state gives a node, in the numbers of the file. A vector that the state does not drive is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodePose {
    /// The displacement, in the model's unit of length.
    pub displacement: Option<[f64; 3]>,
    /// The translation, in the model's unit of length.
    pub translation: Option<[f64; 3]>,
    /// The angles about X, Y and Z, in degrees.
    pub orientation: Option<[f64; 3]>,
}

impl NodePose {
    /// The position, which is the sum of displacement and translation; `None` if neither is driven.
    pub fn position(&self) -> Option<[f64; 3]> {
        match (self.displacement, self.translation) {
            (Some(a), Some(b)) => Some([a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            (a, b) => a.or(b),
        }
    }

    /// The map from the node's space to its parent's, with the angles in this order. A vector that is not driven is at rest, at
    /// the origin.
    pub fn to_affine(&self, order: EulerOrder) -> Affine {
        let angles = self.orientation.map(|angles| angles.map(f64::to_radians));
        let rotation = angles.map_or(quaternion::IDENTITY, |angles| order.to_quaternion(angles));
        Affine::from(Transform {
            translation: self.position().unwrap_or_default(),
            rotation: quaternion::normalize(rotation),
            ..Transform::IDENTITY
        })
    }

    /// The three vectors, in the order of the file.
    pub(crate) fn vectors(&mut self) -> [&mut Option<[f64; 3]>; 3] {
        [&mut self.displacement, &mut self.translation, &mut self.orientation]
    }
}
