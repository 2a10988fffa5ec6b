//! Numbers with six decimals, and integers.

use std::io::Write as _;

/// Appends a number with six decimals, as `{number:.6}` writes it, if that reads back to the same number. Returns whether it did.
#[inline]
pub fn write_six(out: &mut Vec<u8>, number: f64) -> bool {
    let millionths = (number.abs() * 1e6).round();
    if millionths >= EXACT {
        return write_six_slowly(out, number);
    }
    // The division rounds the value of the six decimals only once, correctly.
    if millionths / 1e6 != number.abs() {
        return false;
    }
    if number.is_sign_negative() {
        out.push(b'-');
    }
    let millionths = millionths as u64;
    write_whole(out, millionths / 1_000_000);
    let mut decimals = *b".000000";
    let mut left = (millionths % 1_000_000) as usize;
    for pair in [5, 3, 1] {
        decimals[pair..pair + 2].copy_from_slice(&PAIRS[left % 100]);
        left /= 100;
    }
    out.extend_from_slice(&decimals);
    true
}

/// Below this, the error of the product with a million is less than a half: if any six decimals read back, they are the ones to
/// which it rounds.
const EXACT: f64 = (1u64 << 51) as f64;

#[cold]
fn write_six_slowly(out: &mut Vec<u8>, number: f64) -> bool {
    let start = out.len();
    // Writing to a vector cannot fail.
    let _ = write!(out, "{number:.6}");
    let same = crate::parse(&out[start..]) == Some(number);
    if !same {
        out.truncate(start);
    }
    same
}

/// Appends an integer.
pub fn write_whole(out: &mut Vec<u8>, mut number: u64) {
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    // The longest has 20 digits.
    let mut digits = [0; 20];
    let mut start = digits.len();
    while number >= 10 {
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number > 0 {
        start -= 1;
        digits[start] = b'0' + number as u8;
    }
    out.extend_from_slice(&digits[start..]);
}

/// The digits of 0 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn six(number: f64) -> Option<String> {
        let mut out = b"1 ".to_vec();
        let written = write_six(&mut out, number);
        let text = String::from_utf8(out.split_off(2)).unwrap();
        assert!(written || text.is_empty(), "{number}");
        written.then_some(text)
    }

    /// The same by the standard library.
    fn expected(number: f64) -> Option<String> {
        Some(format!("{number:.6}")).filter(|text| number.is_finite() && text.parse() == Ok(number))
    }

    #[test]
    fn six_decimals_where_they_read_back() {
        for (number, text) in [
            (0.0, Some("0.000000")),
            (-0.0, Some("-0.000000")),
            (50.0, Some("50.000000")),
            (-0.1, Some("-0.100000")),
            (1e-6, Some("0.000001")),
            (123.456_789, Some("123.456789")),
            (1e-7, None),
            (1.0 / 3.0, None),
            (0.123_456_7, None),
            (9_007_199_254_740_993.0, Some("9007199254740992.000000")),
            (1e16 + 2.0, Some("10000000000000002.000000")),
            (f64::INFINITY, None),
            (f64::NAN, None),
        ] {
            assert_eq!(six(number).as_deref(), text);
        }
        assert_eq!(six(f64::MAX), expected(f64::MAX));
    }

    #[test]
    fn whole_numbers_have_all_their_digits() {
        for number in [0, 9, 10, 99, 100, 101, 1_000_000, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            write_whole(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn six_decimals_are_those_of_the_standard_library(
            number in prop_oneof![any::<f64>(), -1e10..1e10f64, 1e9..1e11f64],
            millionths in -5_000_000_000_000_000..5_000_000_000_000_000i64,
            fewer in 0..50u32,
        ) {
            let short = (millionths >> fewer) as f64 / 1e6;
            for number in [number, short, short.next_up(), short.next_down()] {
                prop_assert_eq!(six(number), expected(number));
            }
        }
    }
}
