//! The options of retargeting.

use anim_core::{Fineness, KeyLimit, Positive};

/// The options of retargeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The pose of the clip's nodes that corresponds to the rest pose of the figure.
    pub reference: Reference,
    /// Which nodes translate.
    pub travel: Travel,
    /// Whether the clip has other axes than the figure.
    pub axes: Axes,
    /// What tells how much larger the figure is than that of the clip.
    pub size: Size,
    /// The largest error of baked translations and scales, in the unit of the value.
    pub tolerance: Positive,
    /// The largest error of baked rotations, in radians.
    pub tolerance_angle: Positive,
    /// The duration of jumps in baked curves, in seconds; if not given, the shortest that single precision keeps.
    pub jump: Option<Positive>,
    /// How many keys a baked curve may have.
    pub limit: KeyLimit,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reference: Reference::Rest,
            travel: Travel::Hips,
            axes: Axes::Body,
            size: Size::Legs,
            tolerance: Positive::literal(1e-3),
            tolerance_angle: Positive::literal(1e-3),
            jump: None,
            limit: KeyLimit::default(),
        }
    }
}

impl Options {
    /// The fineness of baking lengths.
    pub(crate) fn lengths(&self) -> Fineness {
        self.fineness(self.tolerance)
    }

    /// The fineness of baking angles.
    pub(crate) fn angles(&self) -> Fineness {
        self.fineness(self.tolerance_angle)
    }

    fn fineness(&self, tolerance: Positive) -> Fineness {
        let jump = self.jump.map_or(0.0, Positive::get);
        Fineness { tolerance: tolerance.get(), jump, limit: self.limit }
    }
}

anim_core::choice! {
    /// The pose of a clip's nodes that corresponds to the rest pose of a figure.
    pub enum Reference {
        /// Their rest pose.
        #[default]
        Rest = "rest",
        /// Their pose at time 0, for clips that begin with the figure at rest.
        First = "first",
        /// Their rest pose, with arms and legs straightened to a T in both figures: for figures that rest in an A pose and others
        /// that rest in a T pose. Nodes that all rest at one point use the pose at time 0 instead.
        TPose = "t-pose",
        /// Their rest pose without the rotations of nodes that have a counterpart: for clips whose rest is some pose of a figure
        /// whose bones have no rotation at rest.
        Unrotated = "unrotated",
    }
}

anim_core::choice! {
    /// Which nodes of a figure translate.
    pub enum Travel {
        /// The hips, and nodes without a moving ancestor: bones keep their lengths.
        #[default]
        Hips = "hips",
        /// Every node whose source translates and has the corresponding parent.
        All = "all",
    }
}

anim_core::choice! {
    /// Whether a clip has other axes than a figure.
    pub enum Axes {
        /// The axes of the clip are rotated by quarter turns, until its body stands and faces like that of the figure at rest.
        #[default]
        Body = "body",
        /// The axes of the clip are those of the figure.
        Same = "same",
    }
}

anim_core::choice! {
    /// What tells how much larger one figure is than another.
    pub enum Size {
        /// The lengths of the legs: feet do not slide.
        #[default]
        Legs = "legs",
        /// The heights of the hips above the ground, at Y = 0, as programs measure avatars; the legs where no hips are above the
        /// ground, and where the two differ by more than a factor of 2.
        Hips = "hips",
    }
}
