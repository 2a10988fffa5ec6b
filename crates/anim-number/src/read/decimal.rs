//! Numbers with a point and many decimals, as in the shortest form of doubles.

use super::nearest::{nearest, quotient};
use super::word::{TENS, ZEROS, appended, as_last, digit_count, joined};

/// A number with one to seven digits before the point, without leading zeros, with one to 23 decimals and without an exponent,
/// and its length. `None` for any other, and if the digits exceed 64 bits.
///
/// The branches on one digit before the point, and on the number of words of decimals, are mostly predicted.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<(f64, usize)> {
    let negative = *text.first()? == b'-';
    let (before, behind) = match text.get(usize::from(negative)..)? {
        [digit @ b'0'..=b'9', b'.', behind @ ..] => (u64::from(digit & 15), behind),
        [b'0', ..] => return None,
        unsigned => {
            let word = u64::from_le_bytes(*unsigned.first_chunk()?) ^ ZEROS;
            let count = digit_count(word);
            if !(1..8).contains(&count) {
                return None;
            }
            (joined(as_last(word, count)), unsigned.get(count as usize..)?.strip_prefix(b".")?)
        }
    };
    let first = word(behind, 0)?;
    let in_first = digit_count(first);
    let (size, count) = if in_first < 8 {
        if in_first == 0 {
            return None;
        }
        let before = before.wrapping_mul(*TENS.get(in_first as usize)?);
        (quotient(before.wrapping_add(joined(as_last(first, in_first))), in_first)?, in_first)
    } else {
        let (second, third) = (word(behind, 8)?, word(behind, 16)?);
        let (in_second, in_third) = (digit_count(second), digit_count(third));
        if in_third == 8 {
            return None;
        }
        // A processor cannot predict lengths: bytes that are not digits count as none, without a branch.
        let in_third = if in_second == 8 { in_third } else { 0 };
        let digits = before.wrapping_mul(100_000_000).wrapping_add(joined(first));
        let digits = appended(appended(digits, second, in_second)?, third, in_third)?;
        let count = in_second.wrapping_add(in_third).wrapping_add(8);
        (nearest(digits, count)?, count)
    };
    let after = behind.get(count as usize..)?;
    if matches!(after.first()?, b'e' | b'E') {
        return None;
    }
    let end = text.len().wrapping_sub(after.len());
    Some((f64::from_bits(size.to_bits() | u64::from(negative) << 63), end))
}

/// Eight bytes from `place` on, minus [`ZEROS`].
#[inline]
fn word(text: &[u8], place: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*text.get(place..)?.first_chunk()?) ^ ZEROS)
}
