//! Numbers as the files write them, eight digits at a time.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::label::{is_space, is_word};

/// The number at the beginning of the bytes and what follows it, if it is one of at most eight digits, a point and
/// six decimals, followed by white space: what files have. `None` for any other, and at the end of a file.
///
/// The end of the token is found before anything else, so that the next number can begin while this one is computed.
#[inline]
pub(super) fn six_decimals(bytes: &[u8]) -> Option<(f64, &[u8])> {
    let window: &[u8; LONGEST] = bytes.first_chunk()?;
    let sign = usize::from(window.first() == Some(&b'-'));
    let whole = word(window, sign)? ^ ZEROS;
    let whole_len = digit_count(whole);
    let point_at = sign.wrapping_add(whole_len);
    // The point, the six decimals, and what follows them.
    let tail = word(window, point_at)?;
    let decimals = tail ^ (ZEROS & !0xFF | POINT);
    // Bytes above 9; of the point, above 0; not of what follows.
    let others = decimals.wrapping_add(0x0076_7676_7676_767F) | decimals;
    if whole_len == 0 || others & (HIGH >> 8) != 0 || !is_space(tail.wrapping_shr(56) as u8) {
        return None;
    }
    let millionths =
        value(moved_up(whole, whole_len)).wrapping_mul(1_000_000).wrapping_add(value(decimals << 8));
    // Both are exact, so that the quotient is the number that is nearest.
    let bits = (millionths as f64 / 1e6).to_bits();
    // Signs come in no order that a processor could foresee.
    let number = f64::from_bits(bits | (sign as u64).wrapping_shl(63));
    Some((number, bytes.get(point_at.wrapping_add(1 + DECIMALS)..)?))
}

const DECIMALS: usize = 6;
/// A sign, eight digits, a point, the decimals, and what follows.
const LONGEST: usize = 10 + DECIMALS + 1;
const POINT: u64 = b'.' as u64;
/// The digit 0 in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;
/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The eight bytes from a place on, the first in the lowest byte.
#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// How many bytes from the lowest on are 0 to 9.
#[inline]
fn digit_count(word: u64) -> usize {
    // The high bit of each byte that is none; what it carries only reaches later ones.
    let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & HIGH;
    (others.trailing_zeros() / 8) as usize
}

/// So many bytes of a word, at least one, moved to its upper end, zeros before them.
#[inline]
fn moved_up(word: u64, len: usize) -> u64 {
    word.wrapping_shl(8u32.wrapping_sub(len as u32).wrapping_mul(8))
}

/// The number of eight digits, 0 to 9 each, the first in the lowest byte.
#[inline]
fn value(digits: u64) -> u64 {
    // Pairs, fours, and all eight together.
    let pairs = digits.wrapping_mul(2561) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// The same for at most eight digits, and perhaps a point and at most eight more.
///
/// `None` for any other token, and where fewer than eight bytes follow: the slow way decides there.
#[inline]
pub(super) fn short(bytes: &[u8]) -> Option<(f64, &[u8])> {
    let negative = bytes.first() == Some(&b'-');
    let digits_at = usize::from(negative);
    let (whole, whole_len) = digits(bytes, digits_at)?;
    let mut end = digits_at.wrapping_add(whole_len);
    let (mut mantissa, mut scale) = (whole, 1.0);
    if whole_len == 0 {
        return None;
    }
    if bytes.get(end) == Some(&b'.') {
        let (fraction, len) = digits(bytes, end.wrapping_add(1))?;
        let power = POWERS.get(len)?;
        mantissa = whole.wrapping_mul(*power).wrapping_add(fraction);
        scale = *power as f64;
        end = end.wrapping_add(1).wrapping_add(len);
    }
    let rest = bytes.get(end..)?;
    if is_word(*rest.first()?) || mantissa > MAX_EXACT {
        return None;
    }
    let value = mantissa as f64 / scale;
    Some((if negative { -value } else { value }, rest))
}

/// Whole numbers up to here are exact.
const MAX_EXACT: u64 = 1 << 53;

const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The digits from a place on, eight at most: their number and how many they are.
#[inline]
fn digits(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = word(bytes, at)? ^ ZEROS;
    let len = digit_count(word);
    Some((if len == 0 { 0 } else { value(moved_up(word, len)) }, len))
}

/// The number that a whole token is; `None` if it is none, or is not finite.
pub(super) fn whole(token: &[u8]) -> Option<f64> {
    // The words for what is not finite have letters that numbers do not.
    let plain = token.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let text = std::str::from_utf8(token).ok().filter(|_| plain)?;
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AFTER: &[u8] = b"\n{a name} SINGLE";

    type Way = fn(&[u8]) -> Option<(f64, &[u8])>;

    /// What a quick way makes of a token that is not the last of a file, in bits.
    fn quick(way: Way, token: &str) -> Option<u64> {
        let text = [token.as_bytes(), AFTER].concat();
        way(&text).map(|(number, rest)| {
            assert_eq!(rest, AFTER, "{token}");
            number.to_bits()
        })
    }

    fn bits(token: &str) -> u64 {
        token.parse::<f64>().unwrap().to_bits()
    }

    #[test]
    fn six_decimals_are_known_at_a_glance() {
        for token in
            ["0.000000", "-0.000000", "-80.000000", "12345678.123456", "-99999999.999999", "00.000001"]
        {
            assert_eq!(quick(six_decimals, token), Some(bits(token)), "{token}");
        }
        for token in [
            "",
            ".000000",
            "-.000000",
            "1.00000",
            "1.0000000",
            "123456789.000000",
            "1.00000x",
            "x.000000",
            "1,000000",
            "1.000000{",
            "1.000000\x01",
            "\u{b0}.00000",
        ] {
            assert_eq!(quick(six_decimals, token), None, "{token}");
        }
        assert_eq!(six_decimals(b"1.000000 and mor"), None, "the end of a file is for the slow way");
    }

    #[test]
    fn the_quick_way_knows_what_files_write() {
        for token in ["0.000000", "-80.000000", "3", "-0.0", "12345678.87654321", "1.", "0001.5", "99999999"]
        {
            assert_eq!(quick(short, token), Some(bits(token)), "{token}");
        }
        for token in
            ["", "-", ".5", "+1", "1e5", "123456789", "0.123456789", "1x", "1.5x", "nan", "--1", "\u{b0}"]
        {
            assert_eq!(quick(short, token), None, "{token}");
        }
        assert_eq!(short(b"1.5"), None, "the end of a file is for the slow way");
    }

    #[test]
    fn what_is_not_a_finite_number_is_none() {
        for token in ["", "-", ".", "inf", "nan", "Infinity", "1e999", "0x10", "1,5", "1e", "\u{b2}"] {
            assert_eq!(whole(token.as_bytes()), None, "{token}");
        }
        for (token, expected) in [("1e3", 1000.0), (".5", 0.5), ("+2.", 2.0), ("-1E-400", -0.0)] {
            assert_eq!(whole(token.as_bytes()), Some(expected), "{token}");
        }
    }

    proptest! {
        #[test]
        fn the_quick_ways_agree_with_the_slow(token in "-?[0-9]{1,9}(\\.([0-9]{0,9}|[0-9]{6}))?") {
            for way in [six_decimals, short] {
                prop_assert!(quick(way, &token).is_none_or(|found| found == bits(&token)));
            }
        }

        #[test]
        fn no_bytes_are_too_odd(bytes in prop::collection::vec(prop_oneof![prop::num::u8::ANY, prop::sample::select(b"0123456789.- ".to_vec())], 0..40)) {
            for (found, rest) in [short(&bytes), six_decimals(&bytes)].into_iter().flatten() {
                let token = bytes.strip_suffix(rest).unwrap();
                prop_assert_eq!(std::str::from_utf8(token).unwrap().parse(), Ok(found));
            }
        }
    }
}
