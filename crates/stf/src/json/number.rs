//! Numbers: the exact value of the text, rounded once.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::{Scan, Scanner};

impl Scanner<'_> {
    /// The number of the text, rounded to the nearest `f64`, if that is finite.
    #[inline]
    pub(crate) fn number(&mut self) -> Scan<f64> {
        self.peek();
        match anim_number::plain(self.bytes.get(self.at..).unwrap_or_default()) {
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
        self.skip_number()?;
        let value = anim_number::parse(self.bytes.get(start..self.at).unwrap_or_default());
        value.ok_or_else(|| self.shape(start, "a number that a 64-bit float can hold"))
    }

    /// Skips a number of any size.
    pub(super) fn skip_number(&mut self) -> Scan<()> {
        let whole = self.bytes.get(self.at..).unwrap_or_default();
        let whole = whole.strip_prefix(b"-").unwrap_or(whole);
        let mut rest = after_digits(whole);
        let mut fault = match whole {
            [b'0', b'0'..=b'9', ..] => Some("a number without leading zeros"),
            [b'0'..=b'9', ..] => None,
            [b'I', ..] => Some(super::FINITE),
            _ => Some("a digit"),
        };
        if let ([b'.', decimals @ ..], None) = (rest, fault) {
            rest = after_digits(decimals);
            fault = (rest.len() == decimals.len()).then_some("a digit after the point");
        }
        if let ([b'e' | b'E', exponent @ ..], None) = (rest, fault) {
            let digits = match exponent {
                [b'-' | b'+', digits @ ..] | digits => digits,
            };
            rest = after_digits(digits);
            fault = (rest.len() == digits.len()).then_some("a digit of an exponent");
        }
        self.advance(self.bytes.len().saturating_sub(self.at).saturating_sub(rest.len()));
        match fault {
            None => Ok(()),
            Some(expected) => Err(self.syntax(expected)),
        }
    }
}

/// The text after the digits at its start.
fn after_digits(mut text: &[u8]) -> &[u8] {
    while let [b'0'..=b'9', after @ ..] = text {
        text = after;
    }
    text
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
