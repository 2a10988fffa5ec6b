//! The rest pose of a node that several clips share.

use crate::Transform;

/// The rest pose that a file gives to a node of several clips. Only those parts of a clip's rest pose count that the clip uses: a part
/// that its channels drive at all times may differ.
///
/// ```
/// use anim_core::{SharedRest, Transform};
///
/// let far = Transform { translation: [5.0, 0.0, 0.0], ..Transform::IDENTITY };
/// let mut shared = SharedRest::new(Transform::IDENTITY, [false, true, true]);
/// let other = SharedRest::new(far, [true, true, false]);
/// assert!(shared.agrees(&other));
/// shared.join(&other);
/// assert_eq!(shared.pose(), far);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedRest {
    pose: Transform,
    used: [bool; 3],
}

impl SharedRest {
    /// The rest pose of a node in one clip, and whether the clip uses its translation, its rotation and its scale.
    pub fn new(pose: Transform, used: [bool; 3]) -> Self {
        Self { pose, used }
    }

    /// The rest pose that serves all clips so far.
    pub fn pose(&self) -> Transform {
        self.pose
    }

    /// Whether one rest pose can serve both: the parts that both use are equal.
    pub fn agrees(&self, other: &Self) -> bool {
        let (a, b) = (&self.pose, &other.pose);
        let same = [a.translation == b.translation, a.rotation == b.rotation, a.scale == b.scale];
        (0..3).all(|part| same[part] || !self.used[part] || !other.used[part])
    }

    /// Adopts the parts that another clip uses.
    pub fn join(&mut self, other: &Self) {
        let [translation, rotation, scale] = other.used;
        if translation {
            self.pose.translation = other.pose.translation;
        }
        if rotation {
            self.pose.rotation = other.pose.rotation;
        }
        if scale {
            self.pose.scale = other.pose.scale;
        }
        self.used = std::array::from_fn(|part| self.used[part] || other.used[part]);
    }
}
