//! Fixed-point numbers of TOD, compared with integers.

use anim_formats::tod::hardware::{scale_matrix, turn_steps};
use anim_formats::tod::{Degrees, Factor};

use super::{Scratch, differ};

/// An angle of 32 bits, and a double of 64 bits as an angle.
pub(super) fn angle(bits: u64, _: &mut Scratch) -> Option<String> {
    let raw = bits as u32 as i32;
    let angle = Degrees::from_bits(raw);
    let exact = differ(&fraction(angle.degrees()), &Some(i128::from(raw) << 8));
    let again = differ(&Degrees::from_degrees(angle.degrees()), &angle);
    let turns = i128::from(raw) / 360;
    // The remainder of the whole steps in 16 bits, by division rather than by dropping bits.
    let steps = differ(&i128::from(turn_steps(angle)), &((turns + 32768).rem_euclid(65536) - 32768));
    let degrees = double(bits);
    let nearest = rounded(degrees, i128::from(i32::MIN), i128::from(i32::MAX));
    let written = differ(&i128::from(Degrees::from_degrees(degrees).to_bits()), &nearest);
    exact.or(again).or(steps).or(written)
}

/// A factor of 16 bits, and a double of 64 bits as a factor.
pub(super) fn factor(bits: u64, _: &mut Scratch) -> Option<String> {
    let raw = bits as u16 as i16;
    let factor = Factor::from_bits(raw);
    let exact = differ(&fraction(factor.number()), &Some(i128::from(raw) << 8));
    let again = differ(&Factor::from_number(factor.number()), &factor);
    let number = double(bits);
    let nearest = rounded(number, i128::from(i16::MIN), i128::from(i16::MAX));
    let written = differ(&i128::from(Factor::from_number(number).to_bits()), &nearest);
    exact.or(again).or(written)
}

/// An element of a matrix times a factor, as the console computes it.
pub(super) fn scaled(bits: u64, _: &mut Scratch) -> Option<String> {
    let (element, scale) = (bits as u16 as i16, (bits >> 16) as u32 as i32);
    let (found, overflowed) = scale_matrix([[element; 3]; 3], [scale; 3]);
    let product = i128::from(element) * i128::from(scale);
    let wrap = |number: i128, bits: u32| {
        let half = 1i128 << (bits - 1);
        (number + half).rem_euclid(2 * half) - half
    };
    let kept = wrap(wrap(product, 32).div_euclid(4096), 16);
    differ(&found.map(|row| row.map(i128::from)), &[[kept; 3]; 3])
        .or_else(|| differ(&overflowed, &(kept != product.div_euclid(4096))))
}

/// Half of the values are any double, which is rarely within the range; half are within a few times the range.
fn double(bits: u64) -> f64 {
    if bits >> 63 == 0 {
        return f64::from_bits(bits << 1 | bits >> 62);
    }
    let exponent = 1023 - 14 + (bits >> 52) % 36;
    f64::from_bits(bits << 63 | exponent << 52 | (bits & ((1 << 52) - 1)))
}

/// 2²⁰ times a double, if that is an integer of at most 127 bits.
fn fraction(number: f64) -> Option<i128> {
    let (mantissa, exponent) = parts(number);
    match exponent + 20 {
        shift @ 0..=70 => Some(mantissa << shift),
        shift @ -60..0 => (mantissa & ((1 << -shift) - 1) == 0).then(|| mantissa >> -shift),
        _ => (mantissa == 0).then_some(0),
    }
}

/// 4096 times a double, rounded to the nearest integer, halves away from 0, and clamped; NaN gives 0.
fn rounded(number: f64, least: i128, most: i128) -> i128 {
    if number.is_nan() {
        return 0;
    }
    let (mantissa, exponent) = parts(number);
    let (size, sign) = (mantissa.abs(), mantissa.signum());
    let steps = match exponent + 12 {
        shift @ 0..=60 => size << shift,
        shift @ -60..0 => (size + (1 << (-shift - 1))) >> -shift,
        shift => {
            if shift > 0 {
                size << 60
            } else {
                0
            }
        }
    };
    (steps * sign).clamp(least, most)
}

/// The integer and the exponent of two of a double.
fn parts(number: f64) -> (i128, i32) {
    let bits = number.to_bits();
    let (fraction, exponent) = (i128::from(bits & ((1 << 52) - 1)), (bits >> 52 & 0x7FF) as i32);
    let size = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    (if number.is_sign_negative() { -size } else { size }, exponent.max(1) - 1075)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_round_as_by_hand() {
        for (number, expected) in [
            (0.0, 0),
            (1.0, 4096),
            (-1.0, -4096),
            (0.5 / 4096.0, 1),
            (-0.5 / 4096.0, -1),
            (1.5 / 4096.0, 2),
            (0.49 / 4096.0, 0),
            (1e-300, 0),
            (8.0, 32767),
            (-1e300, -32768),
            (f64::INFINITY, 32767),
            (f64::NAN, 0),
        ] {
            assert_eq!(rounded(number, -32768, 32767), expected, "{number}");
        }
    }

    #[test]
    fn half_of_the_doubles_are_near_the_range() {
        let mut random = crate::random::Random::new(3);
        let near = (0..1000).filter(|_| (1e-3..1e6).contains(&double(random.next()).abs())).count();
        assert!((400..600).contains(&near), "{near}");
    }
}
