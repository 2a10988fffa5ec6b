//! Numbers in texts, as C reads them: the longest prefix of a word that is a number.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::one_of;

/// The number at the beginning of a word and the rest of the word; `None` without a number, or if single precision cannot hold
/// it.
pub(crate) fn float(word: &[u8]) -> Option<(f32, &[u8])> {
    let (_, len) = anim_number::prefix(word)?;
    let (text, rest) = word.split_at_checked(len)?;
    // Parsed from the text again: converting from double precision would round twice.
    let number: f32 = str::from_utf8(text).ok()?.parse().ok()?;
    number.is_finite().then_some((number, rest))
}

/// The integer at the beginning of a word and the rest of the word; `None` without one or if 32 bits cannot hold it.
pub(crate) fn integer(word: &[u8]) -> Option<(i32, &[u8])> {
    let mut rest = word;
    let number = whole(&mut rest).ok()?;
    str::from_utf8(number).ok()?.parse().ok().map(|number| (number, rest))
}

/// `-12`
fn whole<'w>(input: &mut &'w [u8]) -> Result<&'w [u8], EmptyError> {
    (opt(one_of(b"+-")), digit1).take().parse_next(input)
}

/// A float as text: six decimals, or more if it needs them to read back exactly.
pub(crate) fn six_decimals(number: f32) -> String {
    let text = format!("{number:.6}");
    let is_exact = text.parse::<f32>().is_ok_and(|read| read.to_bits() == number.to_bits());
    if is_exact { text } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_is_the_longest_beginning_that_is_one() {
        for (word, expected) in [
            ("1.5", Some((1.5, ""))),
            ("1.5abc", Some((1.5, "abc"))),
            ("-.5", Some((-0.5, ""))),
            ("+2.", Some((2.0, ""))),
            ("1e2", Some((100.0, ""))),
            ("1e+2e", Some((100.0, "e"))),
            ("1e", Some((1.0, "e"))),
            ("1e-", Some((1.0, "e-"))),
            ("1.2.3", Some((1.2, ".3"))),
            ("1f", Some((1.0, "f"))),
            ("0x10", Some((0.0, "x10"))),
            ("1e39", None),
            ("", None),
            (".", None),
            ("-", None),
            ("nan", None),
            ("inf", None),
            ("e5", None),
            (" 1", None),
        ] {
            let found = float(word.as_bytes());
            assert_eq!(found, expected.map(|(number, rest)| (number, rest.as_bytes())), "{word}");
        }
    }

    #[test]
    fn a_whole_number_ends_at_its_point() {
        for (word, expected) in [
            ("20", Some((20, ""))),
            ("-3x", Some((-3, "x"))),
            ("1.5", Some((1, ".5"))),
            ("2147483648", None),
            ("x", None),
        ] {
            let found = integer(word.as_bytes());
            assert_eq!(found, expected.map(|(number, rest)| (number, rest.as_bytes())), "{word}");
        }
    }

    #[test]
    fn six_decimals_unless_they_are_another_float() {
        for (number, text) in [
            (0.0, "0.000000"),
            (-0.0, "-0.000000"),
            (1.109_821, "1.109821"),
            (0.1, "0.100000"),
            (1e-7, "0.0000001"),
            (1.0 / 3.0, "0.33333334"),
        ] {
            assert_eq!(six_decimals(number), text);
        }
    }

    proptest! {
        #[test]
        fn a_written_float_reads_as_itself(bits: u32) {
            let number = f32::from_bits(bits);
            prop_assume!(number.is_finite());
            let text = six_decimals(number);
            let (read, rest) = float(text.as_bytes()).unwrap();
            prop_assert_eq!((read.to_bits(), rest), (bits, &b""[..]), "{}", text);
        }
    }
}
