//! Numbers to text.

mod decimal;
pub(crate) mod fixed;
mod places;

use std::io::Write as _;

/// Appends the shortest decimal that reads back to the same number, and of these the nearest: `1`, `-0.1`, `1.25e-11`.
///
/// The digits are those of the standard library, which takes the larger of two equally near decimals. Numbers below 10⁻⁵ and from
/// 10¹⁶ on have an exponent. Numbers that are not finite are written as `inf`, `-inf` and `NaN`, which [`parse`](crate::parse)
/// does not accept.
#[inline]
pub fn write_shortest(out: &mut Vec<u8>, number: f64) {
    match decimal::shortest(number) {
        Some(decimal) => places::write(out, number.is_sign_negative(), &decimal),
        None => write_others(out, number),
    }
}

/// Numbers that are very small or very large, and 0.
#[inline(never)]
fn write_others(out: &mut Vec<u8>, number: f64) {
    match number.abs() {
        // No two decimals are equally near to such a number.
        ..1.0 => {
            let mut buffer = zmij::Buffer::new();
            let text = buffer.format(number);
            out.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
        }
        // Writing to a vector cannot fail.
        ..1e16 => drop(write!(out, "{number}")),
        _ => drop(write!(out, "{number:e}")),
    }
}

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
