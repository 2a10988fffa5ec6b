//! Numbers as text: six decimals where that is exact.

use std::io::Write as _;

use anim_number::{write_shortest, write_six};

/// Appends a finite number: with six decimals where they read back to the same number, else as the shortest text that does.
#[inline]
pub(super) fn put(out: &mut Vec<u8>, number: f64) {
    if !write_six(out, number) {
        long(out, number);
    }
}

/// Below this, an exponent is shorter where six decimals are not exact.
const SMALL: f64 = 1e-3;

#[cold]
fn long(out: &mut Vec<u8>, number: f64) {
    if number.abs() < SMALL {
        // Writing to a vector cannot fail.
        let _ = write!(out, "{number:e}");
    } else {
        write_shortest(out, number);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(number: f64) -> String {
        let mut out = Vec::new();
        put(&mut out, number);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn six_decimals_where_exact_and_else_the_shortest() {
        let cases = [
            (0.0, "0.000000"),
            (-0.0, "-0.000000"),
            (50.0, "50.000000"),
            (-0.1, "-0.100000"),
            (1e-6, "0.000001"),
            (123.456_789, "123.456789"),
            (1e-7, "1e-7"),
            (1.0 / 3.0, "0.3333333333333333"),
            (0.123_456_7, "0.1234567"),
            (0.001_234_567, "0.001234567"),
            (0.000_123_456_7, "1.234567e-4"),
            (1.5e-10, "1.5e-10"),
            (9_007_199_254_740_993.0, "9007199254740992.000000"),
            (1e16 + 2.0, "10000000000000002.000000"),
        ];
        for (number, expected) in cases {
            assert_eq!(text(number), expected);
        }
        assert_eq!(text(f64::MAX), format!("{:.6}", f64::MAX));
    }

    proptest! {
        #[test]
        fn the_shortest_text_is_written_unless_six_decimals_are_exact(
            number in prop_oneof![any::<f64>(), -1e10..1e10f64, -0.01..0.01f64, (-3_000_000_000_000i64..3_000_000_000_000).prop_map(|n| n as f64 / 1e6)],
        ) {
            prop_assume!(number.is_finite());
            let [decimals, plain, exponent] =
                [format!("{number:.6}"), format!("{number}"), format!("{number:e}")];
            let shortest = if exponent.len() < plain.len() { exponent } else { plain };
            let expected = if decimals.parse() == Ok(number) { decimals } else { shortest };
            prop_assert_eq!(text(number), expected);
        }
    }
}
