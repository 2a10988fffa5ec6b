//! How values are compared.

use anim_core::{Channel, Property, largest_difference};

use super::difference::angle;

/// How values of a channel are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// Number by number.
    Numbers,
    /// As rotations.
    Angle,
}

impl Metric {
    pub(super) fn of(channel: &Channel) -> Self {
        let is_whole = channel.curve().width() == 4;
        if *channel.property() == Property::Rotation && is_whole { Self::Angle } else { Self::Numbers }
    }

    /// The distance between two values.
    pub(super) fn off(self, a: &[f64], b: &[f64]) -> f64 {
        match self {
            Self::Numbers => largest_difference(a, b),
            Self::Angle => angle(a, b),
        }
    }
}
