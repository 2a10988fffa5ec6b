//! The sizes of errors.

use std::f64::consts::PI;
use std::fmt;

use crate::{Brief, Property, Unit};

/// The size of an error and its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Deviation {
    /// The size, at least 0; infinite or NaN if a value in the target is not finite.
    pub size: f64,
    /// The unit.
    pub unit: Unit,
}

impl Deviation {
    /// A distance: in the length unit of the source for lowering, of the target for encoding. A conversion of files converts the
    /// former to the latter.
    pub const fn length(size: f64) -> Self {
        Self { size, unit: Unit::Length }
    }

    /// The error of a rotation as an angle in radians: at most half a turn, even if its parts add up to more, and infinite if one of
    /// the rotations is not finite.
    pub const fn angle(size: f64) -> Self {
        Self { size: if size.is_finite() { size.min(PI) } else { size }, unit: Unit::Angle }
    }

    /// A ratio.
    pub const fn ratio(size: f64) -> Self {
        Self { size, unit: Unit::Ratio }
    }

    /// A time in seconds.
    pub const fn time(size: f64) -> Self {
        Self { size, unit: Unit::Time }
    }

    /// An error of a property's values, in the unit of that property. See [`Deviation::angle`] for rotations.
    pub fn of(property: &Property, size: f64) -> Self {
        match property.unit() {
            Unit::Angle => Self::angle(size),
            unit => Self { size, unit },
        }
    }
}

impl fmt::Display for Deviation {
    /// The size with its unit, such as `0.00125 rad`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Length => " units",
            Unit::Angle => " rad",
            Unit::Time => " s",
            Unit::Ratio | Unit::Own => "",
        };
        write!(f, "{:.4}{unit}", Brief(self.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_unit_of_their_property() {
        let cases = [
            (Property::Translation, Unit::Length),
            (Property::Rotation, Unit::Angle),
            (Property::Scale, Unit::Ratio),
            (Property::named("attribute", 1), Unit::Own),
        ];
        for (property, unit) in cases {
            assert_eq!(Deviation::of(&property, 1.0).unit, unit, "{}", property.name());
            let most = if unit == Unit::Angle { PI } else { 9.0 };
            assert_eq!(Deviation::of(&property, 9.0).size, most, "{}", property.name());
        }
        assert_eq!(Deviation::angle(0.5).to_string(), "0.5 rad");
    }
}
