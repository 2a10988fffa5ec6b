//! Conversion of values of clips to values of the file.

use anim_core::Property;

use crate::Vector;

/// Whether a state can hold a property, exactly or as poses.
pub(super) fn is_held(property: &Property) -> bool {
    property.is_rotation()
        || matches!(property, Property::Translation | Property::Displacement | Property::Matrix)
}

/// An angle in degrees: of the numbers that give the same radians, one with six decimals if there is one.
pub(super) fn degrees(radians: f64) -> f64 {
    let degrees = radians.to_degrees();
    let round = (degrees * 1e6).round() / 1e6;
    if round.to_radians() == radians { round } else { degrees }
}

/// Three numbers as a vector; `None` if one of them is not finite.
pub(super) fn vector(numbers: &[f64]) -> Option<Vector> {
    Vector::new(numbers.try_into().ok()?)
}

/// The axis as −1, 0 and 1; `None` if it is not one of X, Y and Z.
pub(super) fn along(axis: [f64; 3]) -> Option<[f64; 3]> {
    let count = axis.iter().filter(|part| **part != 0.0).count();
    (count == 1).then(|| axis.map(|part| if part == 0.0 { 0.0 } else { part.signum() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_of_six_decimals_come_back() {
        for text in ["0.1", "-0.7", "23.456", "0.000007", "179.999999", "-719.1", "1e5", "0"] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(degrees(expected.to_radians()).to_bits(), expected.to_bits(), "{text}");
        }
        for radians in [1.0, 1e-9, 1e300] {
            assert_eq!(degrees(radians), radians.to_degrees());
        }
    }
}
