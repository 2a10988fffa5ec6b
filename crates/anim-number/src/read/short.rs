//! Numbers that fit seventeen bytes including the byte after them: nearly all numbers in files.
//!
//! A decimal of at most fifteen digits is a quotient of two integers that doubles hold exactly, and a division rounds only once
//! (Clinger 1990).

use wide::{CmpEq, CmpGt, i8x16};

use super::word::{ZEROS, as_double, as_last, joined, others};

/// A number of one to seven digits, alone or with a point and up to eight decimals, and its length; `None` for any other, and
/// unless `ends` holds for the next byte, which is neither a digit nor a point.
///
/// Reading the next number depends only on the end of this one, which is known after ten instructions, without a branch that
/// depends on lengths or signs.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub(super) fn read(text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(f64, usize)> {
    let window: &[u8; 17] = text.first_chunk()?;
    let sign = usize::from(window[0] == b'-');
    let bytes: &[u8; 16] = window.first_chunk()?;
    let (nondigits, stops) = classes(bytes);
    // A sign in the first position is neither.
    let [whole, end] =
        [nondigits, stops].map(|mask| (mask ^ sign as u32 | 1 << 16).trailing_zeros() as usize);
    let count = whole.wrapping_sub(sign);
    if !(1..=7).contains(&count) || !ends(*bytes.get(end)?) {
        return None;
    }
    let before = joined(as_last(word(window, sign)?, count as u32));
    // The decimals are padded with zeros to eight, so that every number is a multiple of the same unit.
    let after = word(window, whole.wrapping_add(1))? & FIRST.get(end.wrapping_sub(whole))?;
    if others(after) != 0 {
        return None;
    }
    let digits = before.wrapping_mul(100_000_000).wrapping_add(joined(after));
    Some((as_double(digits) / UNITS.get(sign)?, end))
}

/// Bit masks of the bytes that are not digits, and of those that are neither digits nor points: the first byte in the lowest bit.
#[inline]
fn classes(bytes: &[u8; 16]) -> (u32, u32) {
    let bytes = i8x16::new(bytes.map(|byte| byte as i8));
    // The digits become the ten smallest numbers.
    let nondigits = (bytes ^ i8x16::splat((b'0' | 0x80) as i8)).cmp_gt(i8x16::splat(i8::MIN + 9));
    let points = bytes.cmp_eq(i8x16::splat(b'.' as i8));
    (nondigits.move_mask() as u32, (nondigits & !points).move_mask() as u32)
}

/// Eight bytes from `place` on, minus [`ZEROS`].
#[inline]
fn word(window: &[u8; 17], place: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*window.get(place..)?.first_chunk()?) ^ ZEROS)
}

/// The mask of the decimals in eight bytes, by the length of the point and all decimals.
const FIRST: [u64; 10] = [
    0,
    0,
    0xFF,
    0xFFFF,
    0xFF_FFFF,
    0xFFFF_FFFF,
    0xFF_FFFF_FFFF,
    0xFFFF_FFFF_FFFF,
    0xFF_FFFF_FFFF_FFFF,
    u64::MAX,
];

/// The divisors for positive and for negative numbers: a table, because a processor cannot predict signs.
const UNITS: [f64; 2] = [1e8, -1e8];
