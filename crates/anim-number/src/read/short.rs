//! Numbers that sixteen bytes hold with what follows: nearly all that files have.
//!
//! A decimal of at most fifteen digits is a quotient of two whole numbers that are exact as doubles, and a division rounds
//! once (Clinger 1990).

use super::word::{TENS, ZEROS, as_last, joined, others};

/// A number of one to seven digits, alone or with a point and one to eight decimals, and its length; `None` for any other,
/// and unless `ends` holds of the byte that follows.
///
/// Where it ends is found before all else, so that the next number need not wait for this one.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub(super) fn read(text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(f64, usize)> {
    let window: &[u8; 16] = text.first_chunk()?;
    let (low, high) = window.split_first_chunk()?;
    let low = u64::from_le_bytes(*low) ^ ZEROS;
    let high = u64::from_le_bytes(*high.first_chunk()?) ^ ZEROS;
    let sign = u64::from(low as u8 == b'-' ^ b'0');
    // The first byte that is no digit, behind the sign: the point, or the end.
    let others_low = others(low) ^ (sign << 7);
    let whole = others_low.trailing_zeros() / 8;
    if !(1..=7).contains(&whole.wrapping_sub(sign as u32)) {
        return None;
    }
    // The sign counts as a zero before the digits.
    let before = joined(as_last(low ^ (sign.wrapping_neg() & u64::from(b'-' ^ b'0')), whole));
    let tail = window.get(whole as usize..)?;
    let &[first, ref decimals @ ..] = tail else { return None };
    let divisors = DIVISORS.get(sign as usize)?;
    if first != b'.' {
        return ends(first).then_some((before as i64 as f64 / divisors.first()?, whole as usize));
    }
    // The second byte that is no digit, the first of them taken away.
    let others_low = others_low & others_low.wrapping_sub(1);
    let in_low = others_low.trailing_zeros();
    let in_high = others(high).trailing_zeros().wrapping_add(64);
    let end = (if others_low == 0 { in_high } else { in_low }) / 8;
    let count = end.wrapping_sub(whole).wrapping_sub(1);
    if !ends(*window.get(end as usize)?) || !(1..=8).contains(&count) {
        return None;
    }
    let after = u64::from_le_bytes(*decimals.first_chunk()?) ^ ZEROS;
    let digits = before.wrapping_mul(*TENS.get(count as usize)?).wrapping_add(joined(as_last(after, count)));
    Some((digits as i64 as f64 / divisors.get(count as usize)?, end as usize))
}

/// [`TENS`] as doubles; the second ones for numbers below zero. Signs come in no order that a processor could foresee.
const DIVISORS: [[f64; 9]; 2] =
    [[1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8], [-1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8]];
