//! Numbers: exactly what the text says, rounded once.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::{Fault, Scan, Scanner, What};

impl Scanner<'_> {
    /// A number that `f64` can hold, the nearest one.
    #[inline]
    pub(crate) fn number(&mut self) -> Scan<f64> {
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => {}
            _ => return self.refuse("a number"),
        }
        let start = self.at;
        let parts = self.skip_number()?;
        if let Some(value) = parts.value() {
            return Ok(value);
        }
        let value = self.text.get(start..self.at).unwrap_or_default().parse().unwrap_or(f64::NAN);
        if f64::is_finite(value) {
            return Ok(value);
        }
        Err(Fault { at: start..self.at, what: What::Shape("a number that a 64-bit float can hold") })
    }

    /// Goes past a number, and gathers its digits on the way.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "numbers are most of a text")]
    pub(super) fn skip_number(&mut self) -> Scan<Parts> {
        let mut parts = Parts { negative: false, digits: 0, scale: 0, exact: true };
        let mut rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.len();
        if let [b'-', after @ ..] = rest {
            (parts.negative, rest) = (true, after);
        }
        let whole = rest;
        // Mostly one digit, or a few.
        rest = parts.few_digits(rest);
        let mut fault = match whole {
            [b'0', b'0'..=b'9', ..] => Some("a number without leading zeros"),
            [b'0'..=b'9', ..] => None,
            [b'I', ..] => Some(super::FINITE),
            _ => Some("a digit"),
        };
        if let ([b'.', after @ ..], None) = (rest, fault) {
            rest = parts.digits(after);
            let count = after.len().saturating_sub(rest.len());
            parts.scale = i32::try_from(count).unwrap_or(i32::MAX);
            fault = (count == 0).then_some("a digit after the point");
        }
        // A mantissa of more than 19 digits may have overflowed.
        parts.exact &= whole.len().saturating_sub(rest.len()) <= 20;
        if let ([b'e' | b'E', after @ ..], None) = (rest, fault) {
            let (negative, digits) = match after {
                [b'-', digits @ ..] => (true, digits),
                [b'+', digits @ ..] | digits => (false, digits),
            };
            let mut exponent = Parts { negative: false, digits: 0, scale: 0, exact: true };
            rest = exponent.digits(digits);
            let count = digits.len().saturating_sub(rest.len());
            fault = (count == 0).then_some("a digit of an exponent");
            parts.exact &= count <= 4;
            let exponent = i32::try_from(exponent.digits).unwrap_or(i32::MAX);
            let scale = if negative { exponent } else { exponent.wrapping_neg() };
            parts.scale = parts.scale.saturating_add(scale);
        }
        self.advance(length.saturating_sub(rest.len()));
        match fault {
            None => Ok(parts),
            Some(expected) => Err(self.syntax(expected)),
        }
    }
}

/// A number as ±digits · 10^−scale.
pub(super) struct Parts {
    negative: bool,
    digits: u64,
    scale: i32,
    /// Whether `digits` and `scale` are the number, or too short for it.
    exact: bool,
}

impl Parts {
    #[inline]
    fn digits<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let Some((eight, after)) = rest.split_first_chunk::<8>() {
            let (number, count) = leading_digits(*eight);
            let power = WHOLE_POWERS.get(count).copied().unwrap_or_default();
            self.digits = self.digits.wrapping_mul(power).wrapping_add(number);
            if count < 8 {
                return rest.get(count..).unwrap_or_default();
            }
            rest = after;
        }
        self.few_digits(rest)
    }

    #[inline]
    fn few_digits<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            self.digits = self.digits.wrapping_mul(10).wrapping_add(u64::from(digit & 15));
            rest = after;
        }
        rest
    }

    /// The nearest `f64`, where it can be had fast.
    #[inline]
    fn value(&self) -> Option<f64> {
        let scale = usize::try_from(self.scale).ok().filter(|_| self.exact)?;
        let size = match (self.digits, POWERS.get(scale)) {
            (0, _) => 0.0,
            // Both are exact, so that the division rounds once.
            (digits, Some(power)) if digits <= 1 << 53 => digits as f64 / power,
            (digits, _) => divided(digits, *FIFTHS.get(scale)?, self.scale)?,
        };
        Some(if self.negative { -size } else { size })
    }
}

/// The number that the digits at the start of a text are, all at once, and how many there are.
#[inline]
fn leading_digits(text: [u8; 8]) -> (u64, usize) {
    let bytes = u64::from_le_bytes(text);
    let digits = bytes.wrapping_sub(0x3030_3030_3030_3030);
    // The highest bit of the first byte that is no digit, and of none before it.
    let others = (bytes.wrapping_add(0x4646_4646_4646_4646) | digits) & 0x8080_8080_8080_8080;
    let bits = others.trailing_zeros() & !7;
    // Only the digits stay, as the last of eight; the ones before them are 0.
    let digits = digits.checked_shl(64u32.wrapping_sub(bits)).unwrap_or_default();
    // Neighbours are joined: digits to pairs, pairs to fours, fours to eight.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let pair = 0x0000_00FF_0000_00FF;
    let high = (pairs & pair).wrapping_mul(100 + (1_000_000 << 32));
    let low = ((pairs >> 16) & pair).wrapping_mul(1 + (10_000 << 32));
    (high.wrapping_add(low) >> 32, bits as usize / 8)
}

/// Powers of ten by which digits move to make room for up to eight more.
const WHOLE_POWERS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

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

    fn number(text: &str) -> Option<f64> {
        let mut scanner = Scanner::new(text);
        let value = scanner.number().ok()?;
        scanner.end().ok().map(|()| value)
    }

    #[test]
    fn what_json_calls_a_number_is_one() {
        for good in [
            "0",
            "-0",
            "-0.0",
            "1",
            "10.50",
            "1e5",
            "1E+5",
            "1.5e-07",
            "123456789012345678901234567890",
            "4e-400",
        ] {
            assert_eq!(number(good).map(f64::to_bits), good.parse::<f64>().ok().map(f64::to_bits), "{good}");
        }
        for bad in [
            "",
            "-",
            "01",
            "-01",
            "1.",
            ".5",
            "1e",
            "1e+",
            "+1",
            "1e999",
            "NaN",
            "Infinity",
            "-Infinity",
            "0x1",
        ] {
            assert_eq!(number(bad), None, "{bad}");
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
        fn numbers_are_the_nearest(bits in any::<u64>(), single in any::<u32>(), digits in any::<u64>(), scale in 0usize..30) {
            let single = f64::from(f32::from_bits(single));
            for value in [f64::from_bits(bits), single].into_iter().filter(|value| value.is_finite()) {
                for text in [format!("{value:?}"), format!("{value:.9}"), format!("{value:e}"), format!("{value:.17}")] {
                    let expected: f64 = text.parse().unwrap();
                    prop_assert_eq!(number(&text).map(f64::to_bits), Some(expected.to_bits()), "{}", text);
                }
            }
            for digits in [digits, digits >> 11, digits >> 30] {
                let text = format!("{digits}e-{scale}");
                prop_assert_eq!(number(&text), text.parse().ok(), "{}", text);
            }
        }
    }
}
