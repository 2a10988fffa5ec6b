//! Numbers of six decimals, where they are expected.

use super::word::{HIGH, ZEROS, as_double, as_last, digit_count, joined};

/// A number of one to seven digits and just six decimals, and its length; `None` for any other, and unless `ends` holds of
/// the byte that follows.
///
/// That it ends there is foreseen, so that the next number begins before it is known.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub(super) fn read(text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(f64, usize)> {
    let window: &[u8; 17] = text.first_chunk()?;
    let sign = usize::from(window.first() == Some(&b'-'));
    let before = word(window, sign)? ^ ZEROS;
    let whole = digit_count(before);
    let point = sign.wrapping_add(whole as usize);
    // The point, the decimals, and what follows them.
    let tail = word(window, point)?;
    let decimals = tail ^ (ZEROS & !0xFF | u64::from(b'.'));
    // Bytes above 9; of the point, above 0; not of what follows.
    let others = decimals.wrapping_add(0x0076_7676_7676_767F) | decimals;
    if !(1..8).contains(&whole) || others & (HIGH >> 8) != 0 || !ends(tail.wrapping_shr(56) as u8) {
        return None;
    }
    let millionths =
        joined(as_last(before, whole)).wrapping_mul(1_000_000).wrapping_add(joined(decimals << 8));
    // Both are exact, so that the quotient is the number that is nearest.
    let size = as_double(millionths) / 1e6;
    // Signs come in no order that a processor could foresee.
    Some((f64::from_bits(size.to_bits() | (sign as u64).wrapping_shl(63)), point.wrapping_add(7)))
}

/// Eight bytes from a place on.
#[inline]
fn word(window: &[u8; 17], place: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*window.get(place..)?.first_chunk()?))
}
