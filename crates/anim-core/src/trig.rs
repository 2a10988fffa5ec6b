//! Sines and cosines, fast.

use std::f64::consts::FRAC_2_PI;

/// The sine and the cosine of an angle in radians, both with an error below 2⁻⁵².
///
/// The functions of the standard library are hardly more accurate and take several times as long, which matters for long
/// curves of angles. The only branch is for huge angles, so that the compiler can vectorise loops.
#[inline]
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    if angle.abs() < LARGE { within(angle) } else { angle.sin_cos() }
}

/// From here on, the number of quarter turns in an angle is too large for the reduction. NaN takes that branch too.
pub(crate) const LARGE: f64 = 1_000_000.0;

/// [`sin_cos`] for angles below [`LARGE`].
#[inline]
pub(crate) fn within(angle: f64) -> (f64, f64) {
    // Adding 1.5·2⁵² leaves the nearest integer number of quarter turns in the low bits.
    let shifted = angle * FRAC_2_PI + 6_755_399_441_055_744.0;
    let quarters = shifted.to_bits();
    let n = shifted - 6_755_399_441_055_744.0;
    // The first two parts of π/2 have 33 bits each: their products with n are exact (Cody and Waite 1980).
    let r =
        angle - n * 1.570_796_326_734_125_6 - n * 6.077_100_506_303_966e-11 - n * 2.022_266_248_795_950_6e-21;
    let z = r * r;
    // The polynomials of FreeBSD's msun, whose error is below 2⁻⁵⁷ from −π/4 to π/4.
    let sin = r + r * z * polynomial(z, SIN);
    let cos = 1.0 - 0.5 * z + z * z * polynomial(z, COS);
    let odd = 0u64.wrapping_sub(quarters & 1);
    let pick = |even: f64, other: f64| even.to_bits() & !odd | other.to_bits() & odd;
    let sin_sign = (quarters & 2) << 62;
    let cos_sign = (quarters.wrapping_add(1) & 2) << 62;
    (f64::from_bits(pick(sin, cos) ^ sin_sign), f64::from_bits(pick(cos, sin) ^ cos_sign))
}

#[inline]
fn polynomial(z: f64, [a, b, c, d, e, f]: [f64; 6]) -> f64 {
    a + z * (b + z * (c + z * (d + z * (e + z * f))))
}

const SIN: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

const COS: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use proptest::prelude::*;

    use super::*;

    fn error(angle: f64) -> f64 {
        let ((sin, cos), (expected_sin, expected_cos)) = (sin_cos(angle), angle.sin_cos());
        (sin - expected_sin).abs().max((cos - expected_cos).abs())
    }

    proptest! {
        #[test]
        fn the_result_is_that_of_the_standard_library(small in -10.0..10.0f64, large in -2e6..2e6f64) {
            prop_assert!(error(small) <= f64::EPSILON && error(large) <= f64::EPSILON);
        }
    }

    #[test]
    fn every_octant_and_its_ends_are_right() {
        for eighths in -1000..1000 {
            let angle = f64::from(eighths) * FRAC_PI_4;
            for angle in [angle.next_down(), angle, angle.next_up()] {
                assert!(error(angle) <= f64::EPSILON, "{angle}");
            }
        }
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }

    #[test]
    fn nan_has_no_sine() {
        for angle in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(sin_cos(angle).0.is_nan() && sin_cos(angle).1.is_nan());
        }
    }
}
