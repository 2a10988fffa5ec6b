//! Powers of rotations: the same axis, with a multiple of the angle.

use std::f32::consts::PI;

use wide::{CmpEq, CmpLt, f32x4};

use crate::blocks::Block;

/// Four rotations, each with a multiple of its angle, which is at most half a turn. One without an angle stays the identity.
///
/// Sums, products, quotients and square roots round in the same way everywhere, so the bits are the same on every machine.
#[inline]
pub(crate) fn power(rotations: &Block<4>, exponents: f32x4) -> Block<4> {
    let sign = rotations[3].cmp_lt(f32x4::ZERO).blend(-f32x4::ONE, f32x4::ONE);
    let [x, y, z, w] = rotations.map(|part| part * sign);
    let length = (x * x + y * y + z * z).sqrt();
    let turns = exponents * turns(length, w);
    // A complete turn only changes the sign of the quaternion.
    let turns = turns - turns.round();
    let scale = length.cmp_eq(f32x4::ZERO).blend(f32x4::ZERO, sine(turns) / length);
    [x * scale, y * scale, z * scale, sine(f32x4::splat(0.5) - turns.abs())]
}

/// The angles of four rotations in turns, from the sine and the cosine of half the angle, both at least 0.
#[inline]
fn turns(sine: f32x4, cosine: f32x4) -> f32x4 {
    let more = f32x4::ONE + cosine;
    // The tangent of an eighth of the angle, at most √2 - 1. Up to there, the relative error of these coefficients is below 5·10⁻⁸.
    let tangent = sine / (more + (more + more).sqrt());
    odd(tangent, [1.273_239_5, -0.424_406_38, 0.254_322_86, -0.176_370_26, 0.101_690_29])
}

/// The sines of four angles in half turns, from -½ to ½. The relative error of these coefficients is below 5·10⁻⁸.
#[inline]
fn sine(half_turns: f32x4) -> f32x4 {
    odd(half_turns, [PI, -5.167_71, 2.550_069_8, -0.598_242_1, 0.077_560_39])
}

/// A polynomial with odd powers alone, the lowest first.
#[inline]
fn odd(x: f32x4, coefficients: [f32; 5]) -> f32x4 {
    let [a, b, c, d, e] = coefficients.map(f32x4::splat);
    let square = x * x;
    x * (a + square * (b + square * (c + square * (d + square * e))))
}

#[cfg(test)]
mod tests {
    use anim_core::quaternion;
    use proptest::prelude::*;

    use super::*;
    use crate::blocks::{block, one};
    use crate::vector;

    /// The angle in radians by which a power differs from that in double precision, and the angle of the power.
    fn error(rotation: [f32; 4], exponent: f32) -> (f64, f64) {
        let found = one(&power(&block(|_| rotation), f32x4::splat(exponent)), 2).map(f64::from);
        let length = quaternion::dot(found, found).sqrt();
        assert!((length - 1.0).abs() < 5e-7, "length {length} of {rotation:?} to the power of {exponent}");
        let [x, y, z, w] = rotation.map(f64::from);
        let sine = x.hypot(y).hypot(z);
        // An angle of more than half a turn is a smaller one about the opposite axis.
        let half = f64::from(exponent) * if w < 0.0 { -sine.atan2(-w) } else { sine.atan2(w) };
        let scale = if sine > 0.0 { half.sin() / sine } else { 0.0 };
        let expected = [x * scale, y * scale, z * scale, half.cos()];
        (quaternion::angle_between(found.map(|part| part / length), expected), 2.0 * half.abs())
    }

    #[test]
    fn powers_are_multiples_of_the_angle() {
        let half = 0.5f32.sqrt();
        for (rotation, exponent, [x, y, z, w]) in [
            ([0.0, 0.0, half, half], -1.0, [0.0, 0.0, -half, half]),
            ([0.0, 0.0, half, half], 2.0, [0.0, 0.0, 1.0, 0.0]),
            ([0.0, 0.0, -half, -half], 2.0, [0.0, 0.0, 1.0, 0.0]),
            ([0.0, 1.0, 0.0, 0.0], 0.5, [0.0, half, 0.0, half]),
            ([0.0, 1.0, 0.0, 0.0], 2.5, [0.0, half, 0.0, half]),
            ([0.6, 0.0, 0.0, 0.8], 0.0, [0.0, 0.0, 0.0, 1.0]),
            ([0.0, 0.0, 0.0, 1.0], 1e30, [0.0, 0.0, 0.0, 1.0]),
            ([0.0, 0.0, 0.0, -1.0], -3.0, [0.0, 0.0, 0.0, 1.0]),
            ([0.0, 1e-30, 0.0, 1.0], 2.0, [0.0, 0.0, 0.0, 1.0]),
        ] {
            let found = one(&power(&block(|_| rotation), f32x4::splat(exponent)), 0);
            let sign = vector::dot(found, [x, y, z, w]).signum();
            let near = found.iter().zip([x, y, z, w]).all(|(found, part)| (sign * found - part).abs() < 4e-7);
            assert!(near, "{found:?} is {rotation:?} to the power of {exponent}");
        }
        let odd = [f32::NAN, f32::INFINITY]
            .map(|exponent| power(&block(|_| [0.6, 0.0, 0.0, 0.8]), exponent.into()));
        assert!(odd.iter().flatten().all(|part| part.is_nan().all()));
    }

    proptest! {
        #[test]
        fn powers_have_single_precision(
            parts in prop::array::uniform4(-1.0..1.0f32),
            size in prop_oneof![Just(1.0f32), 1e-6..1.0f32],
            exponent in prop_oneof![-2.0..2.0f32, -2000.0..2000.0f32],
        ) {
            let [x, y, z, w] = parts;
            let (error, angle) = error(vector::normalize([x * size, y * size, z * size, w]), exponent);
            prop_assert!(error < 5e-7 * (1.0 + angle), "{} radians of {}", error, angle);
        }
    }
}
