//! Numbers as text: read exactly and fast, written short.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// The powers of ten that an `f64` holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The number that a whole text says, if it is a finite one in decimal.
pub(crate) fn parse(text: &[u8]) -> Option<f64> {
    let (number, len) = prefix(text)?;
    (len == text.len()).then_some(number)
}

/// The finite decimal number that a text begins with, and how many bytes it takes.
#[inline]
pub(crate) fn prefix(text: &[u8]) -> Option<(f64, usize)> {
    let negative = text.first() == Some(&b'-');
    let signed = negative || text.first() == Some(&b'+');
    let mut rest = text.get(usize::from(signed)..)?;
    let (mut mantissa, mut digits) = (0u64, 0u32);
    take_digits(&mut rest, &mut mantissa, &mut digits);
    let whole = digits;
    if let Some((b'.', after)) = rest.split_first() {
        rest = after;
        take_digits(&mut rest, &mut mantissa, &mut digits);
    }
    if digits == 0 {
        return None;
    }
    let fraction = digits.wrapping_sub(whole) as i32;
    let mut exponent = 0i32;
    if let Some((b'e' | b'E', after)) = rest.split_first() {
        let down = after.first() == Some(&b'-');
        let mut after = after.get(usize::from(down || after.first() == Some(&b'+'))..)?;
        let before = after.len();
        while let Some((digit @ b'0'..=b'9', tail)) = after.split_first() {
            exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit & 15));
            after = tail;
        }
        // An `e` without digits is no part of a number.
        if after.len() == before {
            return None;
        }
        exponent = if down { exponent.saturating_neg() } else { exponent };
        rest = after;
    }
    let len = text.len().wrapping_sub(rest.len());
    let scale = exponent.saturating_sub(fraction);
    // A product or quotient of two numbers that are held exactly is rounded once: it is the nearest.
    if digits <= 19
        && mantissa <= 1 << 53
        && let Some(ten) = TENS.get(scale.unsigned_abs() as usize)
    {
        let size = if scale < 0 { mantissa as f64 / ten } else { mantissa as f64 * ten };
        return Some((if negative { -size } else { size }, len));
    }
    let number: f64 = std::str::from_utf8(text.get(..len)?).ok()?.parse().ok()?;
    number.is_finite().then_some((number, len))
}

/// Takes digits into a mantissa, which overflows past 19 of them.
#[inline]
fn take_digits(rest: &mut &[u8], mantissa: &mut u64, digits: &mut u32) {
    let mut at = *rest;
    while let Some((eight, tail)) = at.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*eight);
        if !all_digits(word) {
            break;
        }
        *mantissa = mantissa.wrapping_mul(100_000_000).wrapping_add(eight_digits(word));
        *digits = digits.saturating_add(8);
        at = tail;
    }
    while let Some((digit @ b'0'..=b'9', tail)) = at.split_first() {
        *mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit & 15));
        *digits = digits.saturating_add(1);
        at = tail;
    }
    *rest = at;
}

/// Whether eight bytes are all digits.
#[inline]
fn all_digits(word: u64) -> bool {
    let high = word & 0xF0F0_F0F0_F0F0_F0F0;
    let carried = word.wrapping_add(0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0;
    high == 0x3030_3030_3030_3030 && carried == 0x3030_3030_3030_3030
}

/// The number that eight digits say, the first in the lowest byte: pairs, then fours, then all.
#[inline]
fn eight_digits(word: u64) -> u64 {
    let pairs = (word & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(2561) >> 8;
    let fours = (pairs & 0x00FF_00FF_00FF_00FF).wrapping_mul(6_553_601) >> 16;
    (fours & 0x0000_FFFF_0000_FFFF).wrapping_mul(42_949_672_960_001) >> 32
}

/// Appends the shortest text that reads back to the same number.
pub(crate) fn write(out: &mut Vec<u8>, number: f64) {
    use std::io::Write as _;
    let size = number.abs();
    // Writing to a vector cannot fail.
    let _ = if size == 0.0 || (1e-5..1e16).contains(&size) {
        write!(out, "{number}")
    } else {
        write!(out, "{number:e}")
    };
}

/// [`write`] as a text of its own.
pub(crate) fn text(number: f64) -> String {
    let mut out = Vec::new();
    write(&mut out, number);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", "+", ".", "e5", "1e", "1e+", "inf", "NaN", "1e999", "0x1", "--1", "1 ", " 1"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
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
            "123456789012345678901234567890",
        ] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(parse(text.as_bytes()).map(f64::to_bits), Some(expected.to_bits()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn numbers_read_as_the_standard_library_reads_them(
            whole in "[0-9]{0,24}", fraction in "[0-9]{1,24}", exponent in -330..330i32, shown in any::<bool>(),
        ) {
            let text = if shown { format!("-{whole}.{fraction}e{exponent}") } else { format!("{whole}.{fraction}") };
            let expected = text.parse::<f64>().unwrap();
            let found = parse(text.as_bytes());
            prop_assert_eq!(found.map(f64::to_bits), expected.is_finite().then_some(expected.to_bits()), "{}", text);
        }

        #[test]
        fn what_is_written_reads_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(parse(text(number).as_bytes()).map(f64::to_bits), Some(bits));
            prop_assert!(text(number).len() < 25);
        }
    }
}
