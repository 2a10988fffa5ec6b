//! The double nearest to a decimal.

/// The number nearest to `digits` · 10^−`decimals`; `None` if one multiplication is not enough to determine it.
#[inline]
pub(super) fn nearest(digits: u64, decimals: u32) -> Option<f64> {
    product(digits, decimals).or_else(|| odd(digits, decimals))
}

/// By one multiplication; `None` if the omitted part could decide the rounding.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
fn product(digits: u64, decimals: u32) -> Option<f64> {
    let (bits, shift) = *FIFTHS.get(decimals as usize)?;
    let zeros = digits.leading_zeros();
    let product = u128::from(digits.wrapping_shl(zeros)).wrapping_mul(u128::from(bits));
    // Normalised without a branch: whether the first bit is set cannot be predicted.
    let (high, low) = ((product >> 64) as u64, product as u64);
    let spare = high >> 63 ^ 1;
    let top = high << spare | (low >> 63 & spare);
    // The exact product exceeds these 64 bits by less than three units of the last bit. This matters only near the midpoint of
    // two numbers.
    let rest = top & 0x7FF;
    if digits == 0 || matches!(rest, 0x3FC..=0x400) {
        return None;
    }
    let mantissa = (top >> 11).wrapping_add(rest >> 10);
    // mantissa · 2^exponent, a normal number for all decimals in the table.
    let exponent =
        75_u32.wrapping_sub(zeros).wrapping_sub(shift).wrapping_sub(decimals).wrapping_sub(spare as u32);
    // The implicit first bit of the mantissa adds one to the exponent.
    let biased = u64::from(exponent.wrapping_add(1023 + 51));
    Some(f64::from_bits(mantissa.wrapping_add(biased << 52)))
}

/// By one division of exact numbers, which rounds only once (Clinger 1990); `None` if they are not exact.
#[inline]
pub(super) fn quotient(digits: u64, decimals: u32) -> Option<f64> {
    let power = POWERS.get(decimals as usize)?;
    (digits <= 1 << 53).then_some(digits as i64 as f64 / power)
}

#[cold]
fn odd(digits: u64, decimals: u32) -> Option<f64> {
    quotient(digits, decimals)
}

/// The powers of ten that doubles hold exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The first 64 bits of 5^−n, normalised, and their shift: 5^−n ≈ bits · 2^−shift, rounded down.
const FIFTHS: [(u64, u32); 24] = fifths();

#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "computed by the compiler")]
const fn fifths() -> [(u64, u32); 24] {
    let mut table = [(0, 0); 24];
    let (mut n, mut power) = (0, 1u128);
    while n < table.len() {
        let quotient = (1u128 << 127) / power;
        let spare = 64 - quotient.leading_zeros();
        table[n] = ((quotient >> spare) as u64, 127 - spare);
        power *= 5;
        n += 1;
    }
    table
}
