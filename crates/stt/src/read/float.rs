//! Numbers as nearly all files write them, at a glance.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::decimal::joined;

use crate::label::is_space;

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
        joined(moved_up(whole, whole_len)).wrapping_mul(1_000_000).wrapping_add(joined(decimals << 8));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AFTER: &[u8] = b"\n{a name} SINGLE";

    /// What is made of a token that is not the last of a file, in bits.
    fn quick(token: &str) -> Option<u64> {
        let text = [token.as_bytes(), AFTER].concat();
        six_decimals(&text).map(|(number, rest)| {
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
            assert_eq!(quick(token), Some(bits(token)), "{token}");
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
            assert_eq!(quick(token), None, "{token}");
        }
        assert_eq!(six_decimals(b"1.000000 and mor"), None, "the end of a file is for the slow way");
    }

    proptest! {
        #[test]
        fn the_quick_way_agrees_with_the_standard_library(token in "-?[0-9]{1,9}(\\.([0-9]{0,9}|[0-9]{6}))?") {
            prop_assert!(quick(&token).is_none_or(|found| found == bits(&token)));
        }

        #[test]
        fn no_bytes_are_too_odd(bytes in prop::collection::vec(prop_oneof![prop::num::u8::ANY, prop::sample::select(b"0123456789.- ".to_vec())], 0..40)) {
            if let Some((found, rest)) = six_decimals(&bytes) {
                let token = bytes.strip_suffix(rest).unwrap();
                prop_assert_eq!(std::str::from_utf8(token).unwrap().parse(), Ok(found));
            }
        }
    }
}
