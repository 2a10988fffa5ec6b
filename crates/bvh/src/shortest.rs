//! Numbers to text: the fewest digits that read back exactly.

use std::io::Write as _;

/// Appends the shortest decimal that reads back as this finite number.
#[inline]
pub(crate) fn write(value: f64, out: &mut Vec<u8>) {
    if !(few_decimals::<6>(value, 1e6, out) || few_decimals::<10>(value, 1e10, out)) {
        long(value, out);
    }
}

/// Writes a number that is a decimal of at most so many decimals and fifteen digits in all.
///
/// Such decimals are all different doubles, so one that reads back is the shortest; and it reads back if the division
/// gives the number, because both of its terms are exact and it rounds once, as readers do.
#[inline]
fn few_decimals<const DECIMALS: usize>(value: f64, scale: f64, out: &mut Vec<u8>) -> bool {
    let size = value.abs();
    // The conversion of what is too large stops at the largest whole number.
    let mantissa = (size * scale + 0.5) as u64;
    if mantissa > MAX_MANTISSA || mantissa as f64 / scale != size {
        return false;
    }
    let scale = 10u64.pow(DECIMALS as u32);
    let mut text = [b'0'; 24];
    let point = text.len() - 1 - DECIMALS;
    let mut end = text.len();
    digits(mantissa % scale, &mut text[..end]);
    while end > point + 1 && text[end - 1] == b'0' {
        end -= 1;
    }
    let whole = digits(mantissa / scale, &mut text[..point]).min(point - 1);
    text[point] = b'.';
    if end == point + 1 {
        end = point;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    out.extend_from_slice(&text[whole..end]);
    true
}

/// Fifteen digits: any such decimal is a double of its own.
const MAX_MANTISSA: u64 = 999_999_999_999_999;

/// Puts the digits of a number at the end of a text of zeros and says where they begin; 0 has none.
#[inline]
fn digits(mut number: u64, text: &mut [u8]) -> usize {
    let mut at = text.len();
    while number > 0 {
        at -= 1;
        text[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    at
}

/// Any number, by the standard library; very large and very small ones with an exponent.
fn long(value: f64, out: &mut Vec<u8>) {
    let plain = value == 0.0 || (1e-5..1e16).contains(&value.abs());
    // Writing to a vector does not fail.
    let _ = if plain { write!(out, "{value}") } else { write!(out, "{value:e}") };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        write(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    /// The significant digits of a decimal, without zeros around them.
    fn significant(text: &str) -> String {
        let mantissa = text.split('e').next().unwrap_or_default();
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').to_owned()
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-12.5, "-12.5"),
            (0.1, "0.1"),
            (100.0, "100"),
            (1e-6, "0.000001"),
            (1.25e-11, "1.25e-11"),
            (1.0 / 30.0, "0.03333333333333333"),
            (1_234.567_891_2, "1234.5678912"),
            (1e22, "1e22"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e308"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn every_number_reads_back_from_the_fewest_digits(bits in any::<u64>(), short in -1_000_000_000..1_000_000_000i64, decimals in 0..12i32) {
            for value in [f64::from_bits(bits), short as f64 / 10f64.powi(decimals), short as f64] {
                prop_assume!(value.is_finite());
                let text = text(value);
                prop_assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()), "{}", text);
                prop_assert_eq!(significant(&text), significant(&format!("{value:e}")));
            }
        }
    }
}
