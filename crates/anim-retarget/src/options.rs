//! How motion is brought to a figure.

use anim_core::Fineness;

/// How motion is brought to a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The pose of the clip's nodes that corresponds to the rest pose of the figure.
    pub reference: Reference,
    /// Which nodes move from their places.
    pub travel: Travel,
    /// Whether the clip has other axes than the figure.
    pub axes: Axes,
    /// The largest error of baked translations and scales, in the unit of the value.
    pub tolerance: f64,
    /// The largest error of baked rotations, in radians.
    pub tolerance_angle: f64,
    /// How long jumps of baked curves take in seconds.
    pub jump: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reference: Reference::Rest,
            travel: Travel::Hips,
            axes: Axes::Body,
            tolerance: 1e-3,
            tolerance_angle: 1e-3,
            jump: 0.0,
        }
    }
}

impl Options {
    /// How near the baking of lengths comes.
    pub(crate) fn lengths(&self) -> Fineness {
        Fineness { tolerance: self.tolerance, jump: self.jump }
    }

    /// How near the baking of angles comes.
    pub(crate) fn angles(&self) -> Fineness {
        Fineness { tolerance: self.tolerance_angle, jump: self.jump }
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
        /// Their rest pose with arms and legs straightened to a T, and so is that of the figure: for figures that rest in an A
        /// pose and others that rest in a T pose. Nodes that are all in one place at rest have the pose at time 0 instead.
        TPose = "t-pose",
        /// Their rest pose with the nodes that have a counterpart unrotated, for nodes whose rest is some pose of a figure whose
        /// bones are unrotated at rest.
        Unrotated = "unrotated",
    }
}

anim_core::choice! {
    /// Which nodes of a figure move from their places.
    pub enum Travel {
        /// The hips, and nodes without a node above them that moves: bones keep their lengths.
        #[default]
        Hips = "hips",
        /// Every node whose source moves from its place and hangs from the same node.
        All = "all",
    }
}

anim_core::choice! {
    /// Whether a clip has other axes than a figure.
    pub enum Axes {
        /// The axes of the clip are turned by quarter turns, until its body stands and looks as that of the figure does at rest.
        #[default]
        Body = "body",
        /// The axes of the clip are those of the figure.
        Same = "same",
    }
}
