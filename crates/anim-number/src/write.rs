//! Numbers to text.

pub(crate) mod fixed;

use std::io::Write as _;

/// Appends the shortest decimal that reads back to the same number, and of these the nearest: `1`, `-0.1`, `1.25e-11`.
///
/// The digits are those of the standard library, which takes the larger of two equally near decimals. Numbers below 10⁻⁵ and from
/// 10¹⁶ on have an exponent. Numbers that are not finite are written as `inf`, `-inf` and `NaN`, which [`parse`](crate::parse)
/// does not accept.
#[inline]
pub fn write_shortest(out: &mut Vec<u8>, number: f64) {
    let mut buffer = Aligned(zmij::Buffer::new());
    let text = buffer.0.format(number);
    if number.abs() < PLAIN_UP_TO && (text.len() < HALFWAY_DIGITS || !is_halfway(number)) {
        out.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
    } else {
        by_the_standard_library(out, number);
    }
}

/// Digits within one cache line. Across two lines they are copied at half the speed, because they have just been written.
#[repr(align(32))]
struct Aligned(zmij::Buffer);

const PLAIN_FROM: f64 = 1e-5;
const PLAIN_UP_TO: f64 = 1e16;

#[cold]
fn by_the_standard_library(out: &mut Vec<u8>, number: f64) {
    let plain = (PLAIN_FROM..PLAIN_UP_TO).contains(&number.abs());
    // Writing to a vector cannot fail.
    let _ = if plain { write!(out, "{number}") } else { write!(out, "{number:e}") };
}

/// With fewer digits, no two decimals are equally near.
const HALFWAY_DIGITS: usize = 16;

/// Whether two decimals of 16 or 17 digits may be equally near to a number, with the even one, which `zmij` takes, below it.
///
/// Such a number has one more digit, a 5. This is true for every sixteenth angle in single precision.
#[inline]
fn is_halfway(number: f64) -> bool {
    let bits = number.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let zeros = mantissa.trailing_zeros();
    // The number is odd · 2^−places, which is odd · 5^places · 10^−places.
    let odd = mantissa >> zeros;
    let places = 1075_u64.wrapping_sub((bits >> 52) & 0x7FF).wrapping_sub(u64::from(zeros));
    let digits = FIVES.get(places as usize).and_then(|&power| odd.checked_mul(power));
    // An odd multiple of five, divided by ten and rounded down, is even if its second bit is not set.
    digits.is_some_and(|digits| (LEAST..100 * LEAST).contains(&digits) && digits & 2 == 0)
}

/// The smallest number of 17 digits.
const LEAST: u64 = 10_000_000_000_000_000;

/// Powers of five. With more places, all numbers have more than 18 digits.
const FIVES: [u64; 26] = {
    let mut powers = [1; 26];
    let mut place = 1;
    while place < powers.len() {
        powers[place] = powers[place - 1] * 5;
        place += 1;
    }
    powers
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(number: f64) -> String {
        let mut out = Vec::new();
        write_shortest(&mut out, number);
        String::from_utf8(out).unwrap()
    }

    /// The same, by the standard library.
    fn expected(number: f64) -> String {
        let plain = number == 0.0 || (1e-5..1e16).contains(&number.abs());
        if plain { format!("{number}") } else { format!("{number:e}") }
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        for (number, shortest) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-12.5, "-12.5"),
            (0.1, "0.1"),
            (100.0, "100"),
            (1e-5, "0.00001"),
            (9.9e-6, "9.9e-6"),
            (1.25e-11, "1.25e-11"),
            (1.0 / 30.0, "0.03333333333333333"),
            (1_234.567_891_2, "1234.5678912"),
            (1e15, "1000000000000000"),
            (9_999_999_999_999_998.0, "9999999999999998"),
            (0.063_739_776_611_328_13, "0.06373977661132813"),
            (-132.158_966_064_453_13, "-132.15896606445313"),
            (64.943_756_103_515_63, "64.94375610351563"),
            (1e16, "1e16"),
            (-1.5e16, "-1.5e16"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(text(number), shortest);
        }
    }

    /// Below a power of two numbers are twice as close as above it, where methods differ if they do.
    #[test]
    fn powers_of_two_and_their_neighbours_are_written_as_the_standard_library_writes_them() {
        for exponent in 0..2047u64 {
            for bits in [exponent << 52, (exponent << 52) + 1, ((exponent + 1) << 52) - 1] {
                let number = f64::from_bits(bits);
                assert_eq!(text(number), expected(number));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn numbers_are_written_as_the_standard_library_writes_them(
            bits in any::<u64>(),
            single in any::<u32>(),
            short in -1_000_000_000..1_000_000_000i64,
            decimals in 0..12i32,
        ) {
            let short = short as f64;
            // An angle in single precision.
            let angle = f64::from(single as f32 / u32::MAX as f32 * 180.0);
            let single = f64::from(f32::from_bits(single));
            for number in [f64::from_bits(bits), single, angle, short / 10f64.powi(decimals), short] {
                prop_assert_eq!(text(number), expected(number));
                if number.is_finite() {
                    let read = crate::parse(text(number).as_bytes());
                    prop_assert_eq!(read.map(f64::to_bits), Some(number.to_bits()));
                }
            }
        }
    }
}
