//! Eight bytes of text as one 64-bit integer, the first byte lowest, so that one operation acts on all of them.

/// The digit 0 in each byte.
pub(super) const ZEROS: u64 = each(b'0');

/// The highest bit of each byte.
const HIGH: u64 = each(0x80);

/// The same byte in every position.
const fn each(byte: u8) -> u64 {
    0x0101_0101_0101_0101_u64.wrapping_mul(byte as u64)
}

/// The highest bit of each byte above 9, in a word minus [`ZEROS`]. After a byte that is not ASCII, other bits may be set.
#[inline]
pub(super) const fn others(word: u64) -> u64 {
    (word.wrapping_add(each(0x76)) | word) & HIGH
}

/// The number of leading bytes that are 0 to 9, in a word minus [`ZEROS`].
#[inline]
pub(super) const fn digit_count(word: u64) -> u32 {
    others(word).trailing_zeros() / 8
}

/// The first one to eight bytes, moved to the end of a word, after zeros.
#[inline]
pub(super) const fn as_last(word: u64, count: u32) -> u64 {
    word.wrapping_shl(count.wrapping_mul(8).wrapping_neg())
}

/// The number with these eight digits, each 0 to 9.
#[inline]
pub(super) const fn joined(digits: u64) -> u64 {
    // Neighbours are joined: digits to pairs, pairs to fours, fours to eight.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Appends the first `count` digits of a word, which may be none, to a number; `None` if the result exceeds 64 bits.
#[expect(clippy::inline_always, reason = "an option of a number comes back through memory")]
#[inline(always)]
pub(super) fn appended(number: u64, word: u64, count: u32) -> Option<u64> {
    let digits = joined(word.unbounded_shl(64_u32.wrapping_sub(count.wrapping_mul(8))));
    number.checked_mul(*TENS.get(count as usize)?)?.checked_add(digits)
}

/// The powers of ten that make room for up to eight more digits.
pub(super) const TENS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// An integer below 2⁵² as a double: it is the fraction of a double that is 2⁵² larger. The conversion instruction would depend
/// on the previous content of its register, which is the number before this one.
#[inline]
pub(super) const fn as_double(number: u64) -> f64 {
    f64::from_bits(0x4330_0000_0000_0000 | number) - 4_503_599_627_370_496.0
}
