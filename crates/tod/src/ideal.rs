//! Transforms computed with real numbers: the console's rules without its truncation and overflow.

use anim_core::{Affine, EulerOrder};

use crate::{Coordinate, Degrees, Factor, Matrix};

/// The order of the console's rotations: Rx·Ry·Rz.
pub const EULER_ORDER: EulerOrder = EulerOrder::Xyz;

/// The transform of one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    /// The angles about X, Y and Z in degrees, which may exceed full turns.
    pub degrees: [f64; 3],
    /// The factors along X, Y and Z.
    pub scale: [f64; 3],
    /// The translation to which differences are added.
    pub translate: [f64; 3],
    /// The linear part of the map that is shown.
    pub linear: Linear,
    /// The translation that is shown.
    pub translation: [f64; 3],
}

/// The source of an object's linear map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Linear {
    /// Scale, then rotation.
    Parts {
        /// The angles about X, Y and Z in degrees.
        degrees: [f64; 3],
        /// The factors along X, Y and Z.
        scale: [f64; 3],
    },
    /// The rows of a matrix packet.
    Matrix([[f64; 3]; 3]),
}

impl Default for Coordinates {
    fn default() -> Self {
        Self {
            degrees: [0.0; 3],
            scale: [1.0; 3],
            translate: [0.0; 3],
            linear: Linear::Parts { degrees: [0.0; 3], scale: [1.0; 3] },
            translation: [0.0; 3],
        }
    }
}

impl Coordinates {
    /// Applies a coordinate packet.
    pub fn apply(&mut self, change: &Coordinate) {
        let rotation = change.rotation.map(|angles| angles.map(Degrees::degrees));
        let scale = change.scale.map(|scale| scale.factors.map(Factor::number));
        let translation = change.translation.map(|units| units.map(f64::from));
        if change.differential {
            let with = |state: [f64; 3], change: Option<[f64; 3]>, join: fn(f64, f64) -> f64| match change {
                Some(change) => std::array::from_fn(|axis| join(state[axis], change[axis])),
                None => state,
            };
            self.degrees = with(self.degrees, rotation, |state, change| state + change);
            self.scale = with(self.scale, scale, |state, change| state * change);
            self.translate = with(self.translate, translation, |state, change| state + change);
            self.linear = Linear::Parts { degrees: self.degrees, scale: self.scale };
            self.translation = self.translate;
            return;
        }
        if let Some(degrees) = rotation {
            self.degrees = degrees;
            self.linear = Linear::Parts { degrees, scale: [1.0; 3] };
        }
        if let Some(scale) = scale {
            self.scale = scale;
            self.linear = Linear::Parts { degrees: self.degrees, scale };
        }
        if let Some(translation) = translation {
            self.translate = translation;
            self.translation = translation;
        }
    }

    /// Applies a matrix packet. It changes what is shown, not the angles, factors and translation.
    pub fn show(&mut self, matrix: &Matrix) {
        self.linear = Linear::Matrix(matrix.rows.map(|row| row.map(Factor::number)));
        self.translation = matrix.translation.map(f64::from);
    }

    /// The map from the space of the object to that of its parent.
    pub fn local(&self) -> Affine {
        let linear = match self.linear {
            Linear::Matrix(rows) => rows,
            Linear::Parts { degrees, scale } => {
                let rows = EULER_ORDER.to_matrix(degrees.map(f64::to_radians));
                rows.map(|row| std::array::from_fn(|column| row[column] * scale[column]))
            }
        };
        Affine::new(linear, self.translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::hardware;

    #[test]
    fn both_modes_agree_where_nothing_is_truncated() {
        let turn = |x: i32, y: i32, z: i32| Some([x, y, z].map(|angle| Degrees::from_bits(angle * 360)));
        let scale = |bits: i16| Some(Scale::new([Factor::from_bits(bits); 3]));
        let add = Coordinate { differential: true, ..Coordinate::default() };
        let packets = [
            Coordinate {
                rotation: turn(1024, 0, 0),
                scale: scale(8192),
                translation: Some([5, -6, 7]),
                ..add
            },
            Coordinate { rotation: turn(-1024, 2048, 0), differential: false, ..add },
            Coordinate { scale: scale(2048), ..add },
            Coordinate { rotation: turn(0, 0, 1024), translation: Some([1, 1, 1]), ..add },
            Coordinate { scale: scale(4096), differential: false, ..add },
            Coordinate { translation: Some([0, 0, 9]), differential: false, ..add },
        ];
        let (mut ideal, mut hardware) = (Coordinates::default(), hardware::Coordinates::default());
        for packet in packets {
            ideal.apply(&packet);
            hardware.apply(&packet);
            assert!(ideal.local().distance(&hardware.local()) < 1e-12, "{packet:?}");
        }
    }

    #[test]
    fn small_differences_add_up() {
        let mut c = Coordinates::default();
        let nudge = Coordinate {
            differential: true,
            rotation: Some([Degrees::from_bits(1); 3]),
            ..Coordinate::default()
        };
        (0..4096).for_each(|_| c.apply(&nudge));
        assert_eq!(c.degrees, [1.0; 3]);
    }
}
