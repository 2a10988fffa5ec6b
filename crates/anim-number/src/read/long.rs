//! Numbers with any number of digits before and after the point, as long as they fit 64 bits.

use super::nearest::nearest;
use super::word::{ZEROS, appended, digit_count};

/// A number of one or more digits, with or without a point and decimals, and its length. `None` for a number with an exponent,
/// with digits that exceed 64 bits, or within eight bytes of the end of the text.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<(f64, usize)> {
    let negative = *text.first()? == b'-';
    let unsigned = text.get(usize::from(negative)..)?;
    let (digits, behind) = run(0, unsigned)?;
    let (digits, decimals, after) = match behind {
        [b'.', decimals @ ..] => {
            let (digits, after) = run(digits, decimals)?;
            (digits, decimals.len().wrapping_sub(after.len()), after)
        }
        _ => (digits, 0, behind),
    };
    let is_number = unsigned.first()?.is_ascii_digit() && !matches!(after.first()?, b'e' | b'E');
    let size = match decimals {
        _ if !is_number => return None,
        0 => digits as f64,
        _ => nearest(digits, decimals as u32)?,
    };
    let end = text.len().wrapping_sub(after.len());
    Some((f64::from_bits(size.to_bits() | u64::from(negative) << 63), end))
}

/// Appends all digits at the beginning of a text to a number; returns the rest of the text, too.
#[inline]
fn run(mut number: u64, mut text: &[u8]) -> Option<(u64, &[u8])> {
    loop {
        let word = u64::from_le_bytes(*text.first_chunk()?) ^ ZEROS;
        let count = digit_count(word);
        number = appended(number, word, count)?;
        text = text.get(count as usize..)?;
        if count < 8 {
            return Some((number, text));
        }
    }
}
