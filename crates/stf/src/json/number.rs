//! Numbers: exactly what the text says, rounded once.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::decimal;

use super::{Scan, Scanner};

impl Scanner<'_> {
    /// A number that `f64` can hold, the nearest one.
    #[inline]
    pub(crate) fn number(&mut self) -> Scan<f64> {
        self.peek();
        match plain(self.bytes.get(self.at..).unwrap_or_default()) {
            Some((value, length)) => {
                self.advance(length);
                Ok(value)
            }
            None => self.any_number(),
        }
    }

    #[inline(never)]
    fn any_number(&mut self) -> Scan<f64> {
        if !matches!(self.peek(), Some(b'-' | b'0'..=b'9')) {
            return self.refuse("a number");
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
        Err(self.shape(start, "a number that a 64-bit float can hold"))
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
            rest = decimal::take_digits(after, &mut parts.digits);
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
            let mut exponent = 0;
            rest = decimal::take_digits(digits, &mut exponent);
            let count = digits.len().saturating_sub(rest.len());
            fault = (count == 0).then_some("a digit of an exponent");
            parts.exact &= count <= 4;
            let exponent = i32::try_from(exponent).unwrap_or(i32::MAX);
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

/// A number without an exponent and of at most nineteen digits, seven of them before the point, and its length: what files
/// have. `None` for any other, and where the text ends.
#[inline(always)]
#[expect(clippy::inline_always, reason = "numbers are most of a text")]
fn plain(text: &[u8]) -> Option<(f64, usize)> {
    let negative = text.first() == Some(&b'-');
    let sign = usize::from(negative);
    let (mut digits, whole) = match text.get(sign..)? {
        // Mostly it is one digit.
        [digit @ b'0'..=b'9', b'.', ..] => (u64::from(digit & 15), 1),
        unsigned => decimal::leading_digits(*unsigned.first_chunk()?),
    };
    let leading_zero = whole > 1 && text.get(sign) == Some(&b'0');
    if leading_zero || !(1..8).contains(&whole) {
        return None;
    }
    let mut end = sign.wrapping_add(whole);
    let mut scale = 0;
    if text.get(end) == Some(&b'.') {
        let rest = text.get(end.wrapping_add(1)..)?;
        let after = decimal::take_digits(rest, &mut digits);
        scale = rest.len().wrapping_sub(after.len());
        if scale == 0 || scale.wrapping_add(whole) > decimal::MOST_DIGITS {
            return None;
        }
        end = end.wrapping_add(1).wrapping_add(scale);
    }
    if matches!(text.get(end)?, b'e' | b'E') {
        return None;
    }
    let size = decimal::scaled(digits, scale as i32)?;
    Some((if negative { -size } else { size }, end))
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
        let size = decimal::scaled(self.digits, self.scale).filter(|_| self.exact)?;
        Some(if self.negative { -size } else { size })
    }
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
