//! Trigonometry with the same bits on every machine.
//!
//! The functions of the standard library are those of the system: their last bits differ between systems and browsers, and so would
//! the files computed with them. Addition, multiplication, division and square root are defined to the bit, and these functions use
//! nothing else.

mod far;

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, PI};

/// The sine and the cosine of an angle in radians, both with an error below 2⁻⁵²; NaN for an angle that is not finite.
///
/// The functions of the standard library are hardly more accurate and several times slower, which matters for long curves of
/// angles. The only branch is for huge angles, so that the compiler can vectorise loops.
#[inline]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    if angle.abs() < LARGE { within(angle) } else { far(angle) }
}

/// [`sin_cos`] for any angle of at least 1 radian.
#[cold]
fn far(angle: f64) -> (f64, f64) {
    let (quarters, rest) = far::quarters(angle.abs());
    let (sin, cos) = within(rest);
    let (sin, cos) = match quarters & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    (if angle < 0.0 { -sin } else { sin }, cos)
}

/// The sine of an angle in radians: see [`sin_cos`].
#[inline]
pub fn sin(angle: f64) -> f64 {
    sin_cos(angle).0
}

/// The cosine of an angle in radians: see [`sin_cos`].
#[inline]
pub fn cos(angle: f64) -> f64 {
    sin_cos(angle).1
}

/// The angle between the direction (x, y) and the x axis in radians, −π to π, with a relative error below 2⁻⁵²; signs of zeros
/// and infinities count as in [`f64::atan2`].
pub fn atan2(y: f64, x: f64) -> f64 {
    let (height, width) = (y.abs(), x.abs());
    let steep = match () {
        () if y.is_nan() || x.is_nan() => return f64::NAN,
        () if height == 0.0 => 0.0,
        () if height == width => FRAC_PI_4,
        () if width == 0.0 || height.is_infinite() => FRAC_PI_2,
        () if width.is_infinite() => 0.0,
        () => atan(height / width),
    };
    let angle = if x.is_sign_negative() { PI - (steep - PI_REST) } else { steep };
    angle.copysign(y)
}

/// The angle whose sine is a number from −1 to 1, −π/2 to π/2 radians; NaN for other numbers.
pub fn asin(sine: f64) -> f64 {
    atan2(sine, ((1.0 - sine) * (1.0 + sine)).sqrt())
}

/// The angle whose cosine is a number from −1 to 1, 0 to π radians; NaN for other numbers.
pub fn acos(cosine: f64) -> f64 {
    atan2(((1.0 - cosine) * (1.0 + cosine)).sqrt(), cosine)
}

/// The length of (x, y) without intermediate overflow, with a relative error below 2⁻⁵²; infinite if one of them is.
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    let square = x * x + y * y;
    // Within these limits no square has overflowed, and that of the larger component has all its digits.
    if (1e-280..1e300).contains(&square) { square.sqrt() } else { far_hypot(x.abs(), y.abs()) }
}

#[cold]
fn far_hypot(x: f64, y: f64) -> f64 {
    if x == 0.0 || y == 0.0 {
        return x + y;
    }
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    let unit = if x.max(y) > 1.0 { POWER } else { 1.0 / POWER };
    let (x, y) = (x / unit, y / unit);
    unit * (x * x + y * y).sqrt()
}

/// The cube root of a number, with a relative error below 2⁻⁵¹.
pub fn cbrt(number: f64) -> f64 {
    let size = number.abs();
    if size == 0.0 || !size.is_finite() {
        return number;
    }
    // Outside these limits, cubes would overflow or lose digits.
    let (unit, unit_of_root) = match size {
        ..1e-200 => (f64::from_bits((1023 - 600) << 52), f64::from_bits((1023 - 200) << 52)),
        1e200.. => (f64::from_bits((1023 + 600) << 52), f64::from_bits((1023 + 200) << 52)),
        _ => (1.0, 1.0),
    };
    let size = size / unit;
    // A third of the exponent is within 6 % of the root, and each step of Halley's method triples the number of correct digits.
    let mut root = f64::from_bits(size.to_bits() / 3 + (0x2A9F_7893 << 32));
    for _ in 0..3 {
        let cube = root * root * root;
        root += root * ((size - cube) / (2.0 * cube + size));
    }
    (root * unit_of_root).copysign(number)
}

/// 2⁵⁶⁰, which scales very large and very small numbers so that their squares are in range.
const POWER: f64 = f64::from_bits((1023 + 560) << 52);

/// The difference between π and its nearest double.
const PI_REST: f64 = 1.224_646_799_147_353_2e-16;

/// The angle from 0 to π/2 whose tangent is a positive number.
fn atan(tangent: f64) -> f64 {
    // The nearest of five angles, its low-order part, and the tangent of the remainder (FreeBSD's msun).
    let (angle, rest, left) = match tangent {
        t if t < 0.4375 => (0.0, 0.0, t),
        t if t < 0.6875 => {
            (4.636_476_090_008_061e-1, 2.269_877_745_296_168_7e-17, (2.0 * t - 1.0) / (2.0 + t))
        }
        t if t < 1.1875 => (FRAC_PI_4, 3.061_616_997_868_383e-17, (t - 1.0) / (t + 1.0)),
        t if t < 2.4375 => {
            (9.827_937_232_473_29e-1, 1.390_331_103_123_099_8e-17, (t - 1.5) / (1.0 + 1.5 * t))
        }
        t => (FRAC_PI_2, 6.123_233_995_736_766e-17, -1.0 / t),
    };
    let z = left * left;
    let w = z * z;
    let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = ATAN;
    let odd = z * (a0 + w * (a2 + w * (a4 + w * (a6 + w * (a8 + w * a10)))));
    let even = w * (a1 + w * (a3 + w * (a5 + w * (a7 + w * a9))));
    angle - ((left * (odd + even) - rest) - left)
}

const ATAN: [f64; 11] = [
    3.333_333_333_333_293e-1,
    -1.999_999_999_987_648_3e-1,
    1.428_571_427_250_346_6e-1,
    -1.111_111_040_546_235_6e-1,
    9.090_887_133_436_507e-2,
    -7.691_876_205_044_83e-2,
    6.661_073_137_387_531e-2,
    -5.833_570_133_790_573_5e-2,
    4.976_877_994_615_932e-2,
    -3.653_157_274_421_691_6e-2,
    1.628_582_011_536_578_2e-2,
];

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
    // After an odd number of quarter turns, sine and cosine swap.
    let odd = 0u64.wrapping_sub(quarters & 1);
    let swap = (sin.to_bits() ^ cos.to_bits()) & odd;
    let sin_sign = (quarters & 2) << 62;
    let cos_sign = (quarters.wrapping_add(1) & 2) << 62;
    (f64::from_bits(sin.to_bits() ^ swap ^ sin_sign), f64::from_bits(cos.to_bits() ^ swap ^ cos_sign))
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
    use proptest::prelude::*;

    use super::*;

    fn error(angle: f64) -> f64 {
        let ((sin, cos), (expected_sin, expected_cos)) = (sin_cos(angle), angle.sin_cos());
        (sin - expected_sin).abs().max((cos - expected_cos).abs())
    }

    /// Whether two numbers differ by at most two steps of double precision.
    fn are_near(found: f64, expected: f64) -> bool {
        found.to_bits() == expected.to_bits()
            || (found - expected).abs() <= 2.0 * f64::EPSILON * expected.abs()
    }

    /// Numbers of all sizes.
    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![-2.0..2.0f64, -1e3..1e3f64, prop::num::f64::NORMAL | prop::num::f64::ZERO]
    }

    proptest! {
        #[test]
        fn the_result_is_that_of_the_standard_library(small in -10.0..10.0f64, large in -2e6..2e6f64) {
            prop_assert!(error(small) <= f64::EPSILON && error(large) <= f64::EPSILON);
        }

        #[test]
        fn angles_of_many_turns_have_all_digits(angle in prop::num::f64::NORMAL) {
            let ((sin, cos), (expected_sin, expected_cos)) = (far(angle.abs().max(1.0)), angle.abs().max(1.0).sin_cos());
            prop_assert!(are_near(sin, expected_sin) && are_near(cos, expected_cos), "{sin}, {cos} of {angle}");
            let (back, same) = sin_cos(-angle);
            prop_assert_eq!((-back, same), sin_cos(angle));
        }

        #[test]
        fn directions_and_lengths_are_those_of_the_standard_library(x in number(), y in number()) {
            prop_assert!(are_near(atan2(y, x), y.atan2(x)), "{} for {}", atan2(y, x), y.atan2(x));
            prop_assert!(are_near(hypot(x, y), x.hypot(y)), "{} for {}", hypot(x, y), x.hypot(y));
        }

        #[test]
        fn cube_roots_are_those_of_the_standard_library(x in number()) {
            prop_assert!(are_near(cbrt(x), x.cbrt()), "{} for {}", cbrt(x), x.cbrt());
        }

        #[test]
        fn angles_of_sines_are_those_of_the_standard_library(part in -1.0..=1.0f64) {
            prop_assert!(are_near(asin(part), part.asin()), "{} for {}", asin(part), part.asin());
            prop_assert!((acos(part) - part.acos()).abs() <= 2.0 * f64::EPSILON * part.acos().max(1e-8));
        }
    }

    #[test]
    fn the_angle_nearest_to_a_quarter_turn_keeps_its_digits() {
        // Of all doubles the one nearest to a multiple of π/2 (Kahan and McDonald 1983), and other known values.
        let nearest = 6_381_956_970_095_103.0 * 2.0_f64.powi(797);
        assert!(are_near(cos(nearest), -4.687_165_924_254_628e-19), "{}", cos(nearest));
        assert!(are_near(sin(1e22), -0.852_200_849_767_188_8), "{}", sin(1e22));
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(sin(odd).is_nan() && cos(odd).is_nan());
        }
    }

    #[test]
    fn zeros_infinities_and_nan_have_the_directions_and_lengths_of_the_standard_library() {
        let odd = [0.0, 1.0, 1e-320, 1e308, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN];
        for x in odd.into_iter().flat_map(|x| [x, -x]) {
            for y in odd.into_iter().flat_map(|y| [y, -y]) {
                let directions = (atan2(y, x), y.atan2(x));
                let lengths = (hypot(x, y), x.hypot(y));
                for (found, expected) in [directions, lengths] {
                    let is_same = are_near(found, expected) || found.is_nan() && expected.is_nan();
                    // Subnormal numbers have few digits.
                    assert!(
                        is_same || (found - expected).abs() <= 1e-322,
                        "{found} for {expected}: {x}, {y}"
                    );
                }
            }
        }
        for x in odd.into_iter().flat_map(|x| [x, -x]) {
            assert!(
                are_near(cbrt(x), x.cbrt()) || x.is_nan() && cbrt(x).is_nan(),
                "{} for {}",
                cbrt(x),
                x.cbrt()
            );
        }
        assert!(asin(1.5).is_nan() && acos(-1.5).is_nan());
        assert_eq!([asin(1.0), asin(-1.0), acos(1.0), acos(-1.0)], [FRAC_PI_2, -FRAC_PI_2, 0.0, PI]);
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
