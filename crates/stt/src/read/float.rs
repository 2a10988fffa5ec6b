//! Numbers as the files write them, eight digits at a time.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::label::{is_space, is_word};

/// The number at the beginning of the bytes and how many bytes it takes, if it is one of at most eight digits, a point and
/// six decimals, followed by white space: what files have. `None` for any other, and at the end of a file.
///
/// The end of the token is found before anything else, so that the next number can begin while this one is computed.
#[inline]
pub(super) fn six_decimals(bytes: &[u8]) -> Option<(f64, usize)> {
    let window = u128::from_le_bytes(*bytes.first_chunk()?);
    // The high bit of each byte up to a space, exact in the first of them.
    let blanks = window.wrapping_sub(0x21 * EACH) & !window & (0x80 * EACH);
    let len = blanks.trailing_zeros() / 8;
    let sign = u32::from(bytes.first() == Some(&b'-'));
    let whole_len = len.checked_sub(sign.wrapping_add(DECIMALS + 1))?;
    let tail = window.wrapping_shr(8u32.wrapping_mul(len.wrapping_sub(DECIMALS + 1))) as u64;
    if !(1..=8).contains(&whole_len) || tail & 0xFF != u64::from(b'.') || !is_space(*bytes.get(len as usize)?)
    {
        return None;
    }
    let spare = 8u32.wrapping_sub(whole_len).wrapping_mul(8);
    let zeros = u128::from(ZEROS).wrapping_shl(spare).wrapping_shr(64) as u64;
    let whole = (window.wrapping_shr(8u32.wrapping_mul(sign)) as u64).wrapping_shl(spare) | zeros;
    let decimals = tail.wrapping_shr(8).wrapping_shl(16) | ZEROS & 0xFFFF;
    if !(all_digits(whole) && all_digits(decimals)) {
        return None;
    }
    let millionths = value(whole & LOW).wrapping_mul(1_000_000).wrapping_add(value(decimals & LOW));
    // Both are exact, so that the quotient is the number that is nearest.
    let bits = (millionths as f64 / 1e6).to_bits();
    // Signs come in no order that a processor could foresee.
    Some((f64::from_bits(bits | u64::from(sign).wrapping_shl(63)), len as usize))
}

const DECIMALS: u32 = 6;
/// 1 in each byte.
const EACH: u128 = u128::MAX / 0xFF;
/// The digit 0 in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;
/// The lower half of each byte.
const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;

fn all_digits(text: u64) -> bool {
    let above = text.wrapping_add(0x0606_0606_0606_0606);
    (text & !LOW) | (above & !LOW).wrapping_shr(4) == 0x3333_3333_3333_3333
}

/// The number of eight digits, the first in the lowest byte.
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
pub(super) fn short(bytes: &[u8]) -> Option<(f64, usize)> {
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
    if is_word(*bytes.get(end)?) || mantissa > MAX_EXACT {
        return None;
    }
    let value = mantissa as f64 / scale;
    Some((if negative { -value } else { value }, end))
}

/// Whole numbers up to here are exact.
const MAX_EXACT: u64 = 1 << 53;

const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The digits from a place on, eight at most: their number and how many they are.
#[inline]
fn digits(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    // The high bit of each byte that is no digit; what it carries only reaches later ones.
    let below = word.wrapping_sub(0x3030_3030_3030_3030);
    let above = word.wrapping_add(0x4646_4646_4646_4646);
    let others = (word | below | above) & 0x8080_8080_8080_8080;
    let len = (others.trailing_zeros() / 8).min(8);
    if len == 0 {
        return Some((0, 0));
    }
    // The digits moved up, zeros before them.
    let digits = (word & LOW).wrapping_shl(8u32.wrapping_sub(len).wrapping_mul(8));
    Some((value(digits), len as usize))
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

    /// What the quick ways make of a token that is not the last of a file; they agree where both know it.
    fn quick(token: &str) -> Option<(f64, usize)> {
        let text = format!("{token}\n{{a name}} SINGLE");
        let [first, second] = [six_decimals, short].map(|way| way(text.as_bytes()));
        let bits = |(number, len): (f64, usize)| (number.to_bits(), len);
        assert!(first.is_none() || first.map(bits) == second.map(bits), "{token}: {first:?} {second:?}");
        second
    }

    #[test]
    fn six_decimals_are_known_at_a_glance() {
        for token in
            ["0.000000", "-0.000000", "-80.000000", "12345678.123456", "-99999999.999999", "00.000001"]
        {
            let expected: f64 = token.parse().unwrap();
            let (found, len) = six_decimals(format!("{token} and more of it").as_bytes()).unwrap();
            assert_eq!((found.to_bits(), len), (expected.to_bits(), token.len()), "{token}");
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
            assert_eq!(six_decimals(format!("{token} and more of it").as_bytes()), None, "{token}");
        }
        assert_eq!(six_decimals(b"1.000000 and mo"), None, "the end of a file is for the slow way");
    }

    #[test]
    fn the_quick_way_knows_what_files_write() {
        for token in ["0.000000", "-80.000000", "3", "-0.0", "12345678.87654321", "1.", "0001.5", "99999999"]
        {
            let expected: f64 = token.parse().unwrap();
            let (found, len) = quick(token).unwrap();
            assert_eq!((found.to_bits(), len), (expected.to_bits(), token.len()), "{token}");
        }
        for token in
            ["", "-", ".5", "+1", "1e5", "123456789", "0.123456789", "1x", "1.5x", "nan", "--1", "\u{b0}"]
        {
            assert_eq!(quick(token), None, "{token}");
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
        fn the_quick_way_agrees_with_the_slow(token in "-?[0-9]{1,9}(\\.([0-9]{0,9}|[0-9]{6}))?") {
            if let Some((found, len)) = quick(&token) {
                prop_assert_eq!((found.to_bits(), len), (token.parse::<f64>().unwrap().to_bits(), token.len()));
            }
        }

        #[test]
        fn no_bytes_are_too_odd(bytes in prop::collection::vec(prop_oneof![prop::num::u8::ANY, prop::sample::select(b"0123456789.- ".to_vec())], 0..40)) {
            for (found, len) in [short(&bytes), six_decimals(&bytes)].into_iter().flatten() {
                prop_assert_eq!(std::str::from_utf8(&bytes[..len]).unwrap().parse(), Ok(found));
            }
        }
    }
}
