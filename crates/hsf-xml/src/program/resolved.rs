//! Resolved targets: their path, and the transform that their `TargetObject` states.

use std::sync::Arc;

use anim_core::Transform;
use anim_core::quaternion::{self, Quaternion};

use crate::eval::spline::Vector;
use crate::eval::track::at_rest;
use crate::{Element, Key, Subtarget, Tag, Target, TargetKind};

/// The maximum length in bytes of a target's path, or of an animation's full name; longer ones are not joined.
pub(crate) const MAX_PATH: usize = 1024;

/// The position of the camera, and the point at which it looks.
const CAMERAS: [&str; 2] = ["CAMERAPOS", "CAMERATARGET"];

/// A modelling matrix that does not rotate.
const IDENTITY: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

/// A target in the form that animations name.
pub(super) type Named = (TargetKind, Arc<str>);

/// A target without its prefix, with the transform that its `TargetObject` states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResolvedTarget {
    /// The path, tag, key or file, without its prefix.
    pub(crate) name: Arc<str>,
    /// Whether it is the path of a segment, to which paths inside it are relative.
    pub(crate) is_segment: bool,
    /// The kind of the name.
    pub(crate) kind: TargetKind,
    /// The parts of the target that are animated.
    pub(crate) subtargets: Vec<Subtarget>,
    /// The point about which the target rotates.
    pub(crate) pivot: [f64; 3],
    /// The rows of the modelling matrix, each the image of an axis.
    matrix: [f64; 9],
    pub(crate) scale: [f64; 3],
}

impl ResolvedTarget {
    /// The reserved word for a camera at the end of a segment's path.
    pub(crate) fn camera(&self) -> Option<&'static str> {
        let last = self.name.rsplit('/').next().unwrap_or_default();
        CAMERAS.into_iter().find(|word| self.is_segment && last.eq_ignore_ascii_case(word))
    }

    /// A target without a `TargetObject`. The path of a segment is appended to the path around it, unless it begins at the root
    /// of the scene.
    pub(super) fn plain(target: &Target<'_>, within: Option<&Self>) -> Self {
        let is_segment = target.kind == TargetKind::Segment;
        let outer = within.filter(|outer| is_segment && outer.is_segment && !target.is_absolute());
        let fits = |outer: &&Self| outer.name.len() + target.name.len() < MAX_PATH;
        let name = match outer.filter(fits) {
            Some(outer) => format!("{}/{}", outer.name, target.name).into(),
            None => target.name.into(),
        };
        Self {
            name,
            is_segment,
            kind: target.kind,
            subtargets: Vec::new(),
            pivot: [0.0; 3],
            matrix: IDENTITY,
            scale: [1.0; 3],
        }
    }

    /// The target of a `TargetObject`.
    pub(super) fn of_object(object: &Element, target: &Target<'_>) -> Self {
        Self {
            pivot: object.vector(Key::Pivot),
            matrix: object.vector(Key::Rotation),
            scale: object.vector(Key::Scale),
            subtargets: object.all(Tag::Subtarget).map(Subtarget::of).collect(),
            ..Self::plain(target, None)
        }
    }

    /// Whether its pivot, rotation and scale do nothing.
    pub(super) fn is_plain(&self) -> bool {
        self.pivot == [0.0; 3] && self.matrix == IDENTITY && self.scale == [1.0; 3]
    }

    /// Whether another target has the same pivot, rotation and scale.
    pub(super) fn is_placed_as(&self, other: &Self) -> bool {
        self.pivot == other.pivot && self.is_shaped_as(other)
    }

    /// Whether another target has the same rotation and scale.
    pub(crate) fn is_shaped_as(&self, other: &Self) -> bool {
        (self.matrix, self.scale) == (other.matrix, other.scale)
    }

    /// The target with the pivot, rotation and scale of another one.
    pub(super) fn placed_as(&self, other: &Self) -> Self {
        Self { pivot: other.pivot, matrix: other.matrix, scale: other.scale, ..self.clone() }
    }

    /// The transform of the target at rest: scaled, then rotated about its pivot.
    pub(crate) fn transform(&self) -> Transform {
        let rotation = self.rotation();
        Transform { translation: self.around_pivot([0.0; 3], rotation), rotation, scale: self.scale }
    }

    /// The rotation of the modelling matrix.
    pub(crate) fn rotation(&self) -> Quaternion {
        let m = &self.matrix;
        quaternion::normalize(quaternion::from_matrix([
            [m[0], m[3], m[6]],
            [m[1], m[4], m[7]],
            [m[2], m[5], m[8]],
        ]))
    }

    /// The translation of a target that is rotated about its pivot and then moved.
    pub(crate) fn around_pivot(&self, moved: [f64; 3], rotation: Quaternion) -> [f64; 3] {
        let m = quaternion::to_matrix(quaternion::normalize(rotation));
        let p = self.pivot;
        std::array::from_fn(|i| moved[i] + p[i] - (m[i][0] * p[0] + m[i][1] * p[1] + m[i][2] * p[2]))
    }

    /// The value of the target before an interpolator of this kind drives it.
    pub(crate) fn rest(&self, tag: Tag) -> Vector {
        match tag {
            Tag::ScaleInterpolator => [self.scale[0], self.scale[1], self.scale[2], 0.0],
            Tag::QuatRotInterpolator => self.rotation(),
            _ => at_rest(tag),
        }
    }
}
