//! Numbers from text, those of few digits at a glance.
//!
//! A decimal of at most fifteen digits is a quotient of two whole numbers that are exact as doubles, and a division rounds
//! once (Clinger 1990). Nearly all numbers of real files are such.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::decimal::{self, joined};

use crate::text::is_space;

/// The finite number at a place and the place after it; `None` if there is none that ends at a space or at the end.
#[inline]
pub(crate) fn read(text: &[u8], at: usize) -> Option<(f64, usize)> {
    quick(text, at).or_else(|| any(text, at))
}

/// A number of one to four digits before the point and at most eight after it, sixteen bytes with what follows.
///
/// Where it ends is found before all else and without a branch, so that the next number need not wait for this one.
#[expect(
    clippy::inline_always,
    reason = "a pair that is returned through memory takes longer than the number"
)]
#[inline(always)]
pub(crate) fn quick(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let word = u128::from_le_bytes(*text.get(at..)?.first_chunk()?);
    // A sum has the highest bit of each byte above a space, or from the digits on. A byte above ASCII spoils those after
    // it, and is found out below.
    let spaces = !word.wrapping_add(0x5F5F_5F5F_5F5F_5F5F_5F5F_5F5F_5F5F_5F5F)
        & 0x8080_8080_8080_8080_8080_8080_8080_8080;
    let end = spaces.trailing_zeros() / 8;
    let low = word as u64;
    let sign = u64::from(low as u8 == b'-');
    let others = !low.wrapping_add(each(0x50)) & each(0x80) ^ (sign << 7);
    let whole = others.trailing_zeros() / 8;
    let decimals = end.wrapping_sub(whole).saturating_sub(1);
    let fits = (1..=4).contains(&whole.wrapping_sub(sign as u32)) && decimals <= 8;
    if !fits || whole < end && low.wrapping_shr(whole.wrapping_mul(8)) as u8 != b'.' {
        return None;
    }
    let before = last_digits((low ^ each(b'0')) & !(sign.wrapping_mul(0xFF)), whole);
    let after = word.wrapping_shr(whole.wrapping_mul(8).wrapping_add(8)) as u64;
    let after = last_digits(after ^ each(b'0'), decimals);
    // A byte above 9 carries into its highest bit.
    let beyond = before.wrapping_add(each(0x76)) | before | after.wrapping_add(each(0x76)) | after;
    if beyond & each(0x80) != 0 {
        return None;
    }
    let (scale, divisor) = *SCALES.get(decimals as usize)?;
    let mantissa = four((before >> 32) as u32).wrapping_mul(scale).wrapping_add(joined(after));
    let size = small(mantissa) / divisor;
    Some((f64::from_bits(size.to_bits() | sign << 63), at.wrapping_add(end as usize)))
}

/// Any finite number.
#[inline(never)]
fn any(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let text = text.get(at..)?;
    let (value, len) = decimal::prefix(text)?;
    text.get(len).is_none_or(|&byte| is_space(byte)).then_some((value, at.wrapping_add(len)))
}

/// A byte in every place of a word.
const fn each(byte: u8) -> u64 {
    0x0101_0101_0101_0101_u64.wrapping_mul(byte as u64)
}

/// The first bytes of a word moved to its high end, after zeros; none of them, or at most eight.
#[inline]
const fn last_digits(word: u64, count: u32) -> u64 {
    if count == 0 { 0 } else { word.wrapping_shl(64_u32.wrapping_sub(count.wrapping_mul(8))) }
}

/// The number of four digits, the first of them in the lowest byte: pairs, then all.
#[inline]
const fn four(digits: u32) -> u64 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    ((pairs & 0x00FF_00FF).wrapping_mul(0x0064_0001) >> 16) as u64
}

/// A whole number below 2⁵² as a double: it is the fraction of one that is 2⁵² more. The instruction that converts waits for
/// what its register held before, the number before this one.
#[inline]
const fn small(number: u64) -> f64 {
    f64::from_bits(0x4330_0000_0000_0000 | number) - 4_503_599_627_370_496.0
}

/// Powers of ten by exponent.
const SCALES: [(u64, f64); 9] = [
    (1, 1e0),
    (10, 1e1),
    (100, 1e2),
    (1000, 1e3),
    (10_000, 1e4),
    (100_000, 1e5),
    (1_000_000, 1e6),
    (10_000_000, 1e7),
    (100_000_000, 1e8),
];

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
