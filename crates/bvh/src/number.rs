//! Numbers, each of which is a word.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_number::write_shortest;

use crate::text::is_space;

/// The finite number at a position and the position after it; `None` if there is no number that ends at a space or at the end.
#[expect(
    clippy::inline_always,
    reason = "a pair that is returned through memory takes longer than the number"
)]
#[inline(always)]
pub(crate) fn read(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let (value, len) = anim_number::word(text.get(at..)?, is_space)?;
    Some((value, at.wrapping_add(len)))
}

/// Appends the shortest decimal that reads back as this finite number. It has no exponent if ten decimals are enough, because
/// people also read small angles and offsets.
#[inline]
pub(crate) fn write(value: f64, out: &mut Vec<u8>) {
    if value.abs() < SMALL && value != 0.0 {
        write_small(value, out);
    } else {
        write_shortest(out, value);
    }
}

/// Below this the shortest text has an exponent.
const SMALL: f64 = 1e-5;

#[cold]
fn write_small(value: f64, out: &mut Vec<u8>) {
    let plain = value.to_string();
    let decimals = plain.trim_start_matches('-').trim_start_matches("0.");
    if decimals.len() <= 10 {
        out.extend_from_slice(plain.as_bytes());
    } else {
        write_shortest(out, value);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a number that is followed by others and one that ends the text; both are the same.
    fn both(token: &str) -> Option<f64> {
        let inside = read(format!("{token} 1.5 2.5\n").as_bytes(), 0);
        let last = read(format!("0 {token}").as_bytes(), 2);
        assert_eq!(
            inside.map(|(value, end)| (value.to_bits(), end)),
            last.map(|(value, end)| (value.to_bits(), end.wrapping_sub(2)))
        );
        assert!(inside.is_none_or(|(_, end)| end == token.len()), "{token}");
        inside.map(|(value, _)| value)
    }

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
    fn every_way_to_write_a_number_is_read() {
        for (token, value) in [
            ("0", 0.0),
            ("-0", -0.0),
            ("7", 7.0),
            (".5", 0.5),
            ("-.5", -0.5),
            ("5.", 5.0),
            ("+1.25", 1.25),
            ("1e-5", 1e-5),
            ("-1.5E+3", -1500.0),
            ("12345678", 12_345_678.0),
            ("0.12345678", 0.123_456_78),
            ("0.1234567890123456", 0.123_456_789_012_345_6),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("00000000000000000000000001.5", 1.5),
            ("4.9406564584124654e-324", 5e-324),
        ] {
            assert_eq!(both(token).map(f64::to_bits), Some(f64::to_bits(value)), "{token}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for token in [
            "",
            "-",
            ".",
            "-.",
            "+",
            "e5",
            "1e",
            "1,5",
            "1.2.3",
            "--1",
            "nan",
            "NaN",
            "inf",
            "-infinity",
            "1e999",
            "0x10",
            "1_000",
            "12abc",
            "1.5}",
        ] {
            assert_eq!(both(token), None, "{token}");
        }
    }

    #[test]
    fn a_place_past_the_end_holds_no_number() {
        assert_eq!((read(b"1", 1), read(b"1", 7)), (None, None));
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
            (-2.5e-9, "-0.0000000025"),
            (1e-10, "0.0000000001"),
            (1.25e-9, "1.25e-9"),
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
        fn every_number_reads_back_from_the_fewest_digits(bits in any::<u64>(), short in -1_000_000_000..1_000_000_000i64, decimals in 0..16i32) {
            for value in [f64::from_bits(bits), short as f64 / 10f64.powi(decimals), short as f64] {
                prop_assume!(value.is_finite());
                let text = text(value);
                prop_assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()), "{}", text);
                prop_assert_eq!(significant(&text), significant(&format!("{value:e}")));
                // Ten decimals at most, or a usual size, or an exponent.
                let few = format!("{value:.10}").parse() == Ok(value) && value.abs() < 1e5;
                let plain = few || (1e-5..1e16).contains(&value.abs());
                prop_assert_eq!(text.contains('e'), !plain, "{}", text);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn decimals_are_read_as_the_standard_library_reads_them(token in "[-+]?[0-9]{0,20}(\\.[0-9]{0,24})?([eE][-+]?[0-9]{1,3})?") {
            let expected = token.parse::<f64>().ok().filter(|value| value.is_finite());
            prop_assert_eq!(both(&token).map(f64::to_bits), expected.map(f64::to_bits));
        }

        #[test]
        fn usual_numbers_are_read_as_the_standard_library_reads_them(whole in -1000..1000i32, decimals in "[0-9]{1,17}") {
            let token = format!("{whole}.{decimals}");
            prop_assert_eq!(both(&token).map(f64::to_bits), token.parse::<f64>().ok().map(f64::to_bits));
        }

        #[test]
        fn noise_is_no_number_unless_the_standard_library_says_so(token in "[-+.0-9eE,x]{0,12}") {
            let expected = token.parse::<f64>().ok().filter(|value| value.is_finite());
            prop_assert_eq!(both(&token).map(f64::to_bits), expected.map(f64::to_bits));
        }
    }
}
