//! Eight bytes of text as one number, the first byte in the lowest: what is done to one is done to all.

/// The digit 0 in each byte.
pub(super) const ZEROS: u64 = each(b'0');

/// The highest bit of each byte.
const HIGH: u64 = each(0x80);

/// A byte in every place.
const fn each(byte: u8) -> u64 {
    0x0101_0101_0101_0101_u64.wrapping_mul(byte as u64)
}

/// The highest bit of each byte that is above 9, of a word from which [`ZEROS`] are taken. After a byte that is not ASCII
/// there may be others.
#[inline]
pub(super) const fn others(word: u64) -> u64 {
    (word.wrapping_add(each(0x76)) | word) & HIGH
}

/// How many bytes from the first on are 0 to 9, of a word from which [`ZEROS`] are taken.
#[inline]
pub(super) const fn digit_count(word: u64) -> u32 {
    others(word).trailing_zeros() / 8
}

/// The first bytes, one to eight, as the last of a word, after zeros.
#[inline]
pub(super) const fn as_last(word: u64, count: u32) -> u64 {
    word.wrapping_shl(count.wrapping_mul(8).wrapping_neg())
}

/// The number of eight digits, 0 to 9 each.
#[inline]
pub(super) const fn joined(digits: u64) -> u64 {
    // Neighbours are joined: digits to pairs, pairs to fours, fours to eight.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Puts digits, the first of a word and perhaps none, behind those of a number; `None` where 64 bits do not hold them.
#[expect(clippy::inline_always, reason = "an option of a number comes back through memory")]
#[inline(always)]
pub(super) fn appended(number: u64, word: u64, count: u32) -> Option<u64> {
    let digits = joined(word.unbounded_shl(64_u32.wrapping_sub(count.wrapping_mul(8))));
    number.checked_mul(*TENS.get(count as usize)?)?.checked_add(digits)
}

/// Powers of ten by which digits move to make room for up to eight more.
pub(super) const TENS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// A whole number below 2⁵² as a double: it is the fraction of one that is 2⁵² more. The instruction that converts waits for
/// what its register held before, the number before this one.
#[inline]
pub(super) const fn as_double(number: u64) -> f64 {
    f64::from_bits(0x4330_0000_0000_0000 | number) - 4_503_599_627_370_496.0
}
