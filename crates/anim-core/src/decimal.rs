//! Decimal numbers as text, read exactly as the standard library reads them and several times as fast.
//!
//! The arithmetic that readers of texts share. What a number may look like is each format's own matter.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// The finite number that a whole text says; `None` if it says none.
///
/// A number is a sign or none, digits with a point among them, before or behind them or without one, and perhaps an
/// exponent. White space is no part of it, nor are words such as `inf`.
#[inline]
pub fn parse(text: &[u8]) -> Option<f64> {
    let (number, len) = prefix(text)?;
    (len == text.len()).then_some(number)
}

/// The finite number that a text begins with, as [`parse`] takes it, and how many bytes it has; `None` if there is none.
#[inline]
pub fn prefix(text: &[u8]) -> Option<(f64, usize)> {
    let (negative, unsigned) = match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] | unsigned => (false, unsigned),
    };
    let mut digits = 0;
    let mut rest = take_digits(unsigned, &mut digits);
    let mut count = unsigned.len().wrapping_sub(rest.len());
    let mut scale = 0;
    if let [b'.', after @ ..] = rest {
        rest = take_digits(after, &mut digits);
        let decimals = after.len().wrapping_sub(rest.len());
        count = count.wrapping_add(decimals);
        scale = i32::try_from(decimals).unwrap_or(i32::MAX);
    }
    if count == 0 {
        return None;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let exponent;
        (exponent, rest) = take_exponent(after)?;
        scale = scale.saturating_sub(exponent);
    }
    let len = text.len().wrapping_sub(rest.len());
    let size = if count <= MOST_DIGITS { scaled(digits, scale) } else { None };
    let size =
        size.or_else(|| by_the_standard_library(text.get(text.len().wrapping_sub(unsigned.len())..len)?))?;
    Some((if negative { -size } else { size }, len))
}

/// As many digits never overflow 64 bits.
pub const MOST_DIGITS: usize = 19;

/// `digits` · 10^−`scale`, the nearest number; `None` where that takes more than one or two operations to know.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it is a fifth of reading a number, half of that the call")]
pub fn scaled(digits: u64, scale: i32) -> Option<f64> {
    let power = POWERS.get(scale.unsigned_abs() as usize);
    match (digits, power) {
        (0, _) => Some(0.0),
        // Both are exact, so that the operation rounds once (Clinger 1990).
        (..=MAX_EXACT, Some(power)) if scale >= 0 => Some(digits as f64 / power),
        (..=MAX_EXACT, Some(power)) => Some(digits as f64 * power),
        _ => divided(digits, *FIFTHS.get(usize::try_from(scale).ok()?)?, scale),
    }
}

/// The number that the digits at the start of eight bytes are, all at once, and how many there are.
#[inline]
pub const fn leading_digits(text: [u8; 8]) -> (u64, usize) {
    let bytes = u64::from_le_bytes(text);
    let digits = bytes.wrapping_sub(0x3030_3030_3030_3030);
    // The highest bit of the first byte that is no digit, and of none before it.
    let others = (bytes.wrapping_add(0x4646_4646_4646_4646) | digits) & 0x8080_8080_8080_8080;
    let bits = others.trailing_zeros() & !7;
    // Only the digits stay, as the last of eight; the ones before them are 0.
    let digits = if bits == 0 { 0 } else { digits << 64_u32.wrapping_sub(bits) };
    (joined(digits), bits as usize / 8)
}

/// The number of eight digits, 0 to 9 each, the first in the lowest byte.
#[inline]
pub const fn joined(digits: u64) -> u64 {
    // Neighbours are joined: digits to pairs, pairs to fours, fours to eight.
    let pairs = (digits.wrapping_mul(2561) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Puts the digits at the start of a text behind those of a number, and gives what follows them.
#[inline]
pub fn take_digits<'a>(mut text: &'a [u8], number: &mut u64) -> &'a [u8] {
    while let Some((eight, after)) = text.split_first_chunk() {
        let (digits, count) = leading_digits(*eight);
        let power = WHOLE_POWERS.get(count).copied().unwrap_or_default();
        *number = number.wrapping_mul(power).wrapping_add(digits);
        if count < 8 {
            return text.get(count..).unwrap_or_default();
        }
        text = after;
    }
    while let [digit @ b'0'..=b'9', after @ ..] = text {
        *number = number.wrapping_mul(10).wrapping_add(u64::from(digit & 15));
        text = after;
    }
    text
}

/// The exponent behind an `e`, and what follows it.
#[cold]
fn take_exponent(text: &[u8]) -> Option<(i32, &[u8])> {
    let (negative, unsigned) = match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] | unsigned => (false, unsigned),
    };
    let mut rest = unsigned;
    let mut exponent = 0_i32;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit & 15));
        rest = after;
    }
    let sign = if negative { -1 } else { 1 };
    (rest.len() < unsigned.len()).then_some((exponent.saturating_mul(sign), rest))
}

#[cold]
fn by_the_standard_library(text: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// Whole numbers up to here are exact.
const MAX_EXACT: u64 = 1 << 53;

/// Powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Powers of ten by which digits move to make room for up to eight more.
const WHOLE_POWERS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The first 64 bits of 5^−n, the first of them set, and how far they are moved: 5^−n ≈ bits · 2^−shift, from below.
const FIFTHS: [(u64, i32); 28] = fifths();

#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "computed by the compiler")]
const fn fifths() -> [(u64, i32); 28] {
    let mut table = [(0, 0); 28];
    let (mut n, mut power) = (0, 1u128);
    while n < 28 {
        let quotient = (1u128 << 127) / power;
        let spare = 64 - quotient.leading_zeros() as i32;
        table[n] = ((quotient >> spare) as u64, 127 - spare);
        power *= 5;
        n += 1;
    }
    table
}

/// digits · 10^−scale by one multiplication; `None` where what the multiplication leaves out could decide the rounding.
#[inline]
fn divided(digits: u64, (bits, shift): (u64, i32), scale: i32) -> Option<f64> {
    let zeros = digits.leading_zeros();
    let product = u128::from(digits.wrapping_shl(zeros)).wrapping_mul(u128::from(bits));
    let (product, spare) = if product >> 127 == 1 { (product, 0) } else { (product.wrapping_shl(1), 1) };
    // The true product is up to two units of the 64th bit above these 64 bits.
    let top = (product >> 64) as u64;
    let (mantissa, rest) = (top >> 11, top & 0x7FF);
    if matches!(rest, 0x3FC..=0x400 | 0x7FC..=0x7FF | 0) {
        return None;
    }
    let mantissa = mantissa.wrapping_add(u64::from(rest > 0x400));
    // mantissa · 2^exponent, an ordinary number for every scale in the table.
    let exponent = 75_i32
        .wrapping_sub(i32::try_from(zeros).ok()?)
        .wrapping_sub(shift)
        .wrapping_sub(scale)
        .wrapping_sub(spare);
    let power = f64::from_bits(u64::try_from(exponent.wrapping_add(1023)).ok()? << 52);
    Some(mantissa as f64 * power)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the standard library makes of a text, and nothing of words.
    fn expected(text: &str) -> Option<u64> {
        let plain = !text.contains(['n', 'N', 'i', 'I']);
        text.parse().ok().filter(|number: &f64| plain && number.is_finite()).map(f64::to_bits)
    }

    fn found(text: &str) -> Option<u64> {
        parse(text.as_bytes()).map(f64::to_bits)
    }

    #[test]
    fn every_way_to_write_a_number_is_read() {
        for text in [
            "0",
            "-0",
            "+5",
            ".5",
            "5.",
            "-.5e-3",
            "1E5",
            "00012",
            "1e-400",
            "4.9406564584124654e-324",
            "1.7976931348623157e308",
            "9007199254740993",
            "0.1234567890123456",
            "18446744073709551616",
            "00000000000000000000000001.5",
            "123456789012345678901234567890",
            "1e-99999999999",
        ] {
            assert!(found(text).is_some(), "{text}");
            assert_eq!(found(text), expected(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_none() {
        for text in [
            "", "-", "+", ".", "-.", "e5", "1e", "1e+", "inf", "NaN", "1e999", "0x1", "--1", "1 ", " 1",
            "1,5",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn what_follows_a_number_is_left() {
        for (text, len) in [("1.5,2", 3), ("-3}", 2), ("1.2.3", 3), ("12345678901x", 11), ("1e5 ", 3)] {
            let (number, end) = prefix(text.as_bytes()).unwrap();
            assert_eq!((Ok(number), end), (text[..len].parse(), len), "{text}");
        }
    }

    #[test]
    fn digits_are_counted_and_joined() {
        for (text, number) in [(b"12345678", 12_345_678), (b"00000000", 0), (b"99999999", 99_999_999)] {
            assert_eq!(leading_digits(*text), (number, 8));
        }
        for at in 0..8 {
            for other in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
                // Whatever follows the first byte that is no digit.
                for after in [b'9', other, 0, 255] {
                    let mut text = *b"98765432";
                    text[at] = other;
                    text[at + 1..].fill(after);
                    let number = "98765432"[..at].parse().unwrap_or(0);
                    assert_eq!(leading_digits(text), (number, at), "{other} at {at}, then {after}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn decimals_read_as_the_standard_library_reads_them(
            text in "[-+]?[0-9]{0,24}(\\.[0-9]{0,24})?([eE][-+]?[0-9]{0,4})?",
        ) {
            prop_assert_eq!(found(&text), expected(&text), "{}", text);
        }

        #[test]
        fn noise_is_no_number_unless_the_standard_library_says_so(text in "[-+.0-9eE,x]{0,12}") {
            prop_assert_eq!(found(&text), expected(&text), "{}", text);
        }

        #[test]
        fn numbers_are_the_nearest(bits in any::<u64>(), single in any::<u32>(), digits in any::<u64>(), scale in -30..30) {
            for number in [f64::from_bits(bits), f64::from(f32::from_bits(single))] {
                prop_assume!(number.is_finite());
                for text in [format!("{number:?}"), format!("{number:.9}"), format!("{number:e}"), format!("{number:.17}")] {
                    prop_assert_eq!(found(&text), expected(&text), "{}", text);
                }
            }
            for digits in [digits, digits >> 11, digits >> 30] {
                let text = format!("{digits}e{scale}");
                prop_assert_eq!(found(&text), expected(&text), "{}", text);
            }
        }
    }
}
