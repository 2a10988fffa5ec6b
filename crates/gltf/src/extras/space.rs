//! Axes and a unit that differ from those of glTF.

use anim_core::{Axis, Space};
use serde::{Deserialize, Serialize};

/// The axes and the length unit of an animation, if they differ from those of glTF.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SpaceExtras {
    #[serde(skip_serializing_if = "Option::is_none")]
    up: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forward: Option<String>,
    /// In metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<f64>,
}

impl SpaceExtras {
    /// The facts of a space that differ from those of another.
    pub(crate) fn differing(space: Space, usual: Space) -> Option<Self> {
        let other =
            |own: Option<Axis>, usual| own.filter(|_| own != usual).map(|axis| axis.name().to_owned());
        let extras = Self {
            up: other(space.up, usual.up),
            forward: other(space.forward, usual.forward),
            unit: space.unit.filter(|_| space.unit != usual.unit),
        };
        (extras != Self::default()).then_some(extras)
    }

    /// The space with the stated facts; `None` if one of them is invalid.
    pub(crate) fn space(&self) -> Option<Space> {
        let axis = |name: &Option<String>| match name.as_deref().map(Axis::from_name) {
            None => Some(None),
            Some(axis) => axis.map(Some),
        };
        let mut space = Space::UNKNOWN;
        (space.up, space.forward, space.unit) = (axis(&self.up)?, axis(&self.forward)?, self.unit);
        space.is_sound().then_some(space)
    }
}
