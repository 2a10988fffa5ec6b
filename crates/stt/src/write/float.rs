//! Numbers as text: six decimals where that is exact.

/// Appends a finite number: with six decimals where they read back to the same number, else as the shortest text that does.
#[inline]
pub(super) fn put(out: &mut Vec<u8>, number: f64) {
    let millionths = (number.abs() * 1e6).round();
    // Below the limit the division is the one correct rounding of what the six decimals say.
    if millionths < EXACT && millionths / 1e6 == number.abs() {
        if number.is_sign_negative() {
            out.push(b'-');
        }
        let millionths = millionths as u64;
        put_integer(out, millionths / 1_000_000);
        let mut decimals = *b".000000";
        let mut left = (millionths % 1_000_000) as usize;
        for pair in [5, 3, 1] {
            decimals[pair..pair + 2].copy_from_slice(&PAIRS[left % 100]);
            left /= 100;
        }
        out.extend_from_slice(&decimals);
    } else {
        out.extend_from_slice(slow(number).as_bytes());
    }
}

/// Up to here the product with a million is off by less than a half.
const EXACT: f64 = (1u64 << 51) as f64;

/// From here on all numbers are whole, and decimals say them exactly, however many digits that takes.
const WHOLE: f64 = (1u64 << 53) as f64;

#[cold]
fn slow(number: f64) -> String {
    let decimals = format!("{number:.6}");
    if number.abs() >= WHOLE || decimals.parse() == Ok(number) {
        return decimals;
    }
    let (plain, exponent) = (format!("{number}"), format!("{number:e}"));
    if exponent.len() < plain.len() { exponent } else { plain }
}

/// Appends a whole number.
pub(super) fn put_integer(out: &mut Vec<u8>, mut number: u64) {
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
            (1.5e-10, "1.5e-10"),
            (9_007_199_254_740_993.0, "9007199254740992.000000"),
            (1e16 + 2.0, "10000000000000002.000000"),
        ];
        for (number, expected) in cases {
            assert_eq!(text(number), expected);
        }
        assert_eq!(text(f64::MAX), format!("{:.6}", f64::MAX));
    }

    #[test]
    fn whole_numbers_have_all_their_digits() {
        for number in [0, 9, 10, 99, 100, 101, 1_000_000, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_integer(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }

    proptest! {
        #[test]
        fn the_quick_way_writes_what_formatting_does(
            number in prop_oneof![any::<f64>(), -1e10..1e10f64, (-3_000_000_000_000i64..3_000_000_000_000).prop_map(|n| n as f64 / 1e6)],
        ) {
            prop_assume!(number.is_finite());
            let decimals = format!("{number:.6}");
            let written = text(number);
            prop_assert_eq!(written.parse::<f64>().map(f64::to_bits), Ok(number.to_bits()));
            prop_assert_eq!(written == decimals, decimals.parse() == Ok(number), "{} {}", written, decimals);
        }
    }
}
