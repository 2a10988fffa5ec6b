//! Transforms as the console computes them: the integer arithmetic of Sony's libgte and sample player, bit for bit.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use anim_core::{Affine, trig};

use crate::{Coordinate, Degrees, Factor, Matrix};

/// A 3×3 matrix of `i16` with 12 fraction bits, row by row, for column vectors.
pub type Matrix3 = [[i16; 3]; 3];

/// The identity matrix.
pub const IDENTITY: Matrix3 = [[4096, 0, 0], [0, 4096, 0], [0, 0, 4096]];

/// The transform of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The angles about X, Y and Z; 4096 is one turn.
    pub rotate: [i16; 3],
    /// The factors along X, Y and Z; 4096 is 1.
    pub scale: [i32; 3],
    /// The translation to which differences are added.
    pub translate: [i32; 3],
    /// The matrix that the console shows.
    pub matrix: Matrix3,
    /// The translation that the console shows.
    pub translation: [i32; 3],
    /// Whether the last change overflowed 16 or 32 bits.
    pub overflowed: bool,
}

impl Default for Coordinates {
    fn default() -> Self {
        Self {
            rotate: [0; 3],
            scale: [4096; 3],
            translate: [0; 3],
            matrix: IDENTITY,
            translation: [0; 3],
            overflowed: false,
        }
    }
}

impl Coordinates {
    /// Applies a coordinate packet.
    pub fn apply(&mut self, change: &Coordinate) {
        self.overflowed = false;
        if change.differential { self.add(change) } else { self.set(change) }
    }

    /// Adds differences to each part, then rebuilds the matrix from all parts.
    fn add(&mut self, change: &Coordinate) {
        for axis in 0..3 {
            if let Some(rotation) = change.rotation {
                self.rotate[axis] = self.rotate[axis].wrapping_add(turn_steps(rotation[axis]));
            }
            if let Some(scale) = change.scale {
                let factor = i32::from(scale.factors[axis].to_bits());
                let (product, overflowed) = self.scale[axis].overflowing_mul(factor);
                self.overflowed |= overflowed;
                self.scale[axis] = product / 4096;
            }
            if let Some(translation) = change.translation {
                let (sum, overflowed) = self.translate[axis].overflowing_add(translation[axis]);
                self.overflowed |= overflowed;
                self.translate[axis] = sum;
            }
        }
        self.rebuild(self.scale);
        self.translation = self.translate;
    }

    /// Sets the given parts and rebuilds only those. A rotation without a scale removes the scale from the matrix.
    fn set(&mut self, change: &Coordinate) {
        if let Some(rotation) = change.rotation {
            self.rotate = rotation.map(turn_steps);
            self.matrix = rotation_matrix(self.rotate);
        }
        if let Some(scale) = change.scale {
            self.scale = scale.factors.map(|factor| i32::from(factor.to_bits()));
            self.rebuild(self.scale);
        }
        if let Some(translation) = change.translation {
            self.translate = translation;
            self.translation = translation;
        }
    }

    fn rebuild(&mut self, scale: [i32; 3]) {
        let (matrix, overflowed) = scale_matrix(rotation_matrix(self.rotate), scale);
        self.matrix = matrix;
        self.overflowed |= overflowed;
    }

    /// Applies a matrix packet. It changes what the console shows, not the angles, factors and translation.
    pub fn show(&mut self, matrix: &Matrix) {
        self.matrix = matrix.rows.map(|row| row.map(Factor::to_bits));
        self.translation = matrix.translation;
        self.overflowed = false;
    }

    /// The map from the space of the object to that of its parent, exactly.
    pub fn local(&self) -> Affine {
        let linear = self.matrix.map(|row| row.map(|element| f64::from(element) / 4096.0));
        Affine::new(linear, self.translation.map(f64::from))
    }
}

/// An angle of the file in steps of 1/4096 turn: the quotient is truncated toward 0 and wraps at 16 bits.
pub fn turn_steps(angle: Degrees) -> i16 {
    (angle.to_bits() / 360) as i16
}

/// The sine of an angle in steps of 1/4096 turn; 4096 is 1. Entry i of the table is `round(4096·sin(2πi/4096))`.
pub fn sine(angle: i16) -> i32 {
    static TABLE: LazyLock<[i16; 4096]> = LazyLock::new(|| {
        std::array::from_fn(|i| (4096.0 * trig::sin(TAU * i as f64 / 4096.0)).round() as i16)
    });
    i32::from(TABLE[(angle & 4095) as usize])
}

/// The cosine of an angle in steps of 1/4096 turn; 4096 is 1.
pub fn cosine(angle: i16) -> i32 {
    sine(angle.wrapping_add(1024))
}

/// libgte's `RotMatrix`: Rx·Ry·Rz for angles in steps of 1/4096 turn.
pub fn rotation_matrix(rotate: [i16; 3]) -> Matrix3 {
    let [sx, sy, sz] = rotate.map(sine);
    let [cx, cy, cz] = rotate.map(cosine);
    let a = (-cz * sy) >> 12;
    let b = (-sz * sy) >> 12;
    let rows = [
        [(cz * cy) >> 12, (-(sz * cy)) >> 12, sy],
        [((sz * cx) >> 12) - ((a * sx) >> 12), ((cz * cx) >> 12) + ((b * sx) >> 12), (-(cy * sx)) >> 12],
        [((sz * sx) >> 12) + ((a * cx) >> 12), ((cz * sx) >> 12) - ((b * cx) >> 12), (cy * cx) >> 12],
    ];
    rows.map(|row| row.map(|element| element as i16))
}

/// libgte's `ScaleMatrix`: each column times its factor. Products wrap at 32 bits, results at 16. The second value is whether
/// any of them wrapped.
pub fn scale_matrix(matrix: Matrix3, scale: [i32; 3]) -> (Matrix3, bool) {
    let mut overflowed = false;
    let scaled = matrix.map(|row| {
        std::array::from_fn(|column| {
            let exact = (i64::from(row[column]) * i64::from(scale[column])) >> 12;
            let kept = (i32::from(row[column]).wrapping_mul(scale[column]) >> 12) as i16;
            overflowed |= i64::from(kept) != exact;
            kept
        })
    });
    (scaled, overflowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    fn degrees(angles: [i32; 3]) -> [Degrees; 3] {
        angles.map(|angle| Degrees::from_bits(angle * 4096))
    }

    fn scale(factors: [i16; 3]) -> Scale {
        Scale::new(factors.map(Factor::from_bits))
    }

    /// 2⁵⁶ times the sine of `steps` of 4096 in the first quarter turn, by the series in integers.
    fn exact_sine(steps: i128) -> i128 {
        // The first factor is 2⁶⁴·π, and a step is π/2048.
        let angle = (0x3_243F_6A88_85A3_08D3_i128 * steps) >> 19;
        let (mut sum, mut term) = (0, angle);
        for power in (2..40).step_by(2) {
            sum += term;
            term = -(((((term * angle) >> 56) * angle) >> 56) / (power * (power + 1)));
        }
        sum
    }

    #[test]
    fn every_sine_is_the_nearest_integer() {
        for angle in i16::MIN..=i16::MAX {
            let steps = i128::from(angle).rem_euclid(4096);
            let (half, within) = (steps / 2048, steps % 2048);
            let exact = exact_sine(within.min(2048 - within)) * 4096;
            let (nearest, rest) = ((exact + (1 << 55)) >> 56, (exact + (1 << 55)) & ((1 << 56) - 1));
            // The series is off by less than 2²⁴, too little to change which integer is nearest.
            assert!((1 << 24..(1 << 56) - (1 << 24)).contains(&rest), "{angle}");
            let expected = if half == 0 { nearest } else { -nearest };
            assert_eq!(i128::from(sine(angle)), expected, "{angle}");
        }
    }

    #[test]
    fn steps_of_a_turn_are_quotients_that_wrap() {
        for around in [i64::from(i32::MIN), -32768 * 360, 0, 32767 * 360, i64::from(i32::MAX)] {
            for bits in (around - 32768..around + 32768).filter_map(|bits| i32::try_from(bits).ok()) {
                let quotient = i64::from(bits.unsigned_abs() / 360) * i64::from(bits.signum());
                let expected = (quotient + 32768).rem_euclid(65536) - 32768;
                assert_eq!(i64::from(turn_steps(Degrees::from_bits(bits))), expected, "{bits}");
            }
        }
    }

    #[test]
    fn every_element_of_a_matrix_scales_as_integers_do() {
        for element in i16::MIN..=i16::MAX {
            for scale in [0, 1, -1, 4095, 4096, 4097, -32768, 32767, i32::MAX, i32::MIN] {
                let product = i128::from(element) * i128::from(scale);
                let wrap = |number: i128, half: i128| (number + half).rem_euclid(2 * half) - half;
                let expected = wrap(wrap(product, 1 << 31).div_euclid(4096), 1 << 15);
                let (found, overflowed) = scale_matrix([[element; 3]; 3], [scale; 3]);
                assert_eq!(found.map(|row| row.map(i128::from)), [[expected; 3]; 3], "{element} {scale}");
                assert_eq!(overflowed, expected != product.div_euclid(4096), "{element} {scale}");
            }
        }
    }

    #[test]
    fn angles_are_truncated_toward_zero() {
        for (bits, steps) in
            [(359, 0), (360, 1), (-359, 0), (-360, -1), (360 * 4096, 4096), (360 * 40_000, -25_536)]
        {
            assert_eq!(turn_steps(Degrees::from_bits(bits)), steps, "{bits}");
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!(rotation_matrix([1024, 0, 0]), [[4096, 0, 0], [0, 0, -4096], [0, 4096, 0]]);
        assert_eq!(rotation_matrix([0, 1024, 0]), [[0, 0, 4096], [0, 4096, 0], [-4096, 0, 0]]);
        assert_eq!(rotation_matrix([0, 0, 1024]), [[0, -4096, 0], [4096, 0, 0], [0, 0, 4096]]);
        assert_eq!(rotation_matrix([0, 0, -3072]), rotation_matrix([0, 0, 1024]));
    }

    #[test]
    fn shifts_round_down() {
        // RotMatrix computed in another language, in which `>>` rounds down.
        let cases = [
            ([341, 512, 682], [[1450, -2507, 2896], [3795, 524, -1447], [513, 3196, 2508]]),
            ([-100, 2000, 3001], [[443, -4062, 301], [-4020, -486, -625], [653, -227, -4038]]),
        ];
        for (rotate, matrix) in cases {
            assert_eq!(rotation_matrix(rotate), matrix);
        }
    }

    #[test]
    fn a_rotation_without_a_scale_removes_the_scale_from_the_matrix_alone() {
        let mut c = Coordinates::default();
        c.apply(&Coordinate {
            rotation: Some(degrees([0; 3])),
            scale: Some(scale([8192; 3])),
            ..Coordinate::default()
        });
        assert_eq!(c.matrix[0][0], 8192);
        c.apply(&Coordinate { rotation: Some(degrees([0; 3])), ..Coordinate::default() });
        assert_eq!((c.matrix, c.scale), (IDENTITY, [8192; 3]));
        c.apply(&Coordinate { differential: true, ..Coordinate::default() });
        assert_eq!(c.matrix[0][0], 8192, "a difference rebuilds the matrix from all parts");
    }

    #[test]
    fn a_scale_without_a_rotation_applies_to_the_last_rotation() {
        let mut c = Coordinates::default();
        c.apply(&Coordinate { rotation: Some(degrees([0, 0, 90])), ..Coordinate::default() });
        c.apply(&Coordinate { scale: Some(scale([4096, 8192, 4096])), ..Coordinate::default() });
        c.apply(&Coordinate { scale: Some(scale([4096, 8192, 4096])), ..Coordinate::default() });
        assert_eq!(c.matrix, [[0, -8192, 0], [4096, 0, 0], [0, 0, 4096]]);
    }

    #[test]
    fn each_difference_is_truncated_separately() {
        let mut c = Coordinates::default();
        let nudge = Coordinate {
            differential: true,
            rotation: Some([Degrees::from_bits(719), Degrees::from_bits(-719), Degrees::default()]),
            ..Coordinate::default()
        };
        c.apply(&nudge);
        c.apply(&nudge);
        assert_eq!(c.rotate, [2, -2, 0]);
    }

    #[test]
    fn a_differential_scale_truncates_and_overflows_like_the_console() {
        let factor =
            |bits| Coordinate { differential: true, scale: Some(scale([bits; 3])), ..Coordinate::default() };
        let mut c = Coordinates { scale: [-3; 3], ..Coordinates::default() };
        c.apply(&factor(2048));
        assert_eq!((c.scale, c.overflowed), ([-1; 3], false));
        // 4096·100 × 32767 overflows 32 bits: 13421363200 − 3·2³² = 536461312, over 4096.
        let mut c = Coordinates { scale: [409_600; 3], ..Coordinates::default() };
        c.apply(&factor(i16::MAX));
        assert_eq!((c.scale, c.overflowed), ([130_972; 3], true));
        // A factor of 8 and more does not fit the matrix: 32768 becomes −32768.
        let mut c = Coordinates { scale: [16_384; 3], ..Coordinates::default() };
        c.apply(&factor(8192));
        assert_eq!((c.matrix[0][0], c.overflowed), (-32768, true));
    }

    #[test]
    fn a_matrix_is_shown_but_does_not_change_the_parts() {
        let mut c = Coordinates::default();
        c.apply(&Coordinate { translation: Some([1, 2, 3]), ..Coordinate::default() });
        let rows = [[2, 0, 0], [0, 2, 0], [0, 0, 2]].map(|row: [i16; 3]| row.map(Factor::from_bits));
        c.show(&Matrix { rows, translation: [7, 8, 9], ..Matrix::default() });
        assert_eq!((c.matrix[0][0], c.translation), (2, [7, 8, 9]));
        c.apply(&Coordinate { differential: true, translation: Some([1, 1, 1]), ..Coordinate::default() });
        assert_eq!((c.matrix, c.translation), (IDENTITY, [2, 3, 4]));
    }
}
