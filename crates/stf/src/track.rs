//! The model of a track.

use crate::{Keyframe, Member, Reference, Target};

/// The curves of one property.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The property that the track drives.
    pub target: Target,
    /// The frames at which any component has a key, ascending.
    pub timepoints: Vec<f64>,
    /// The interpolation of all keys if they share one, else a word such as `mixed` or `unknown`. It has no effect.
    pub interpolation: Option<String>,
    /// The components in the property's order; `None` for a component that is not animated.
    pub subtracks: Vec<Option<Subtrack>>,
    /// Whether the track was created by baking.
    pub track_baked: Option<bool>,
    /// Members that this crate does not know.
    pub other: Vec<Member>,
}

/// The curve of one component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subtrack {
    /// One entry for each of the track's timepoints.
    pub keyframes: Vec<Keyframe>,
    /// The buffer of the baked values, in the animation's `referenced_buffers`.
    pub baked: Option<Reference>,
    /// Members that this crate does not know.
    pub other: Vec<Member>,
}
