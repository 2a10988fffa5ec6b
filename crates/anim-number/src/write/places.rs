//! Decimals as text.

use super::decimal::Decimal;

/// Appends a decimal: `12`, `-0.1`, or with an exponent, `1.25e-6`, if it has more than four zeros after the point.
///
/// Everything is stored in blocks of constant size, each over the surplus of the one before it: nothing is read again, and no branch
/// depends on the sign or on the number of digits.
#[inline]
pub(super) fn write(out: &mut Vec<u8>, negative: bool, decimal: &Decimal) {
    let start = out.len();
    out.extend_from_slice(&[b'-'; ROOM]);
    if let Some(text) = out.last_chunk_mut() {
        let len = fill(text, usize::from(negative), decimal);
        out.truncate(start + len);
    }
}

/// More than the longest decimal, so that every block fits.
const ROOM: usize = 40;

/// Writes a decimal after its sign; returns the length of both.
#[inline]
fn fill(text: &mut [u8; ROOM], sign: usize, decimal: &Decimal) -> usize {
    let digits = ascii(decimal.digits);
    let most = 16 - (digits ^ ZEROS).leading_zeros() as usize / 8;
    let count = most.max(17 * usize::from(decimal.last != 0));
    let last = b'0' + decimal.last;
    match decimal.point {
        MOST_ZEROS..=0 => {
            let at = sign + 2 + decimal.point.unsigned_abs() as usize;
            store(text, sign, *b"0.00000\0");
            store(text, at, digits.to_le_bytes());
            store(text, at + 16, [last]);
            at + count
        }
        1.. => {
            sign + around_the_point(text, sign, (digits, last), decimal.point.unsigned_abs() as usize, count)
        }
        _ => {
            let at = sign + around_the_point(text, sign, (digits, last), 1, count);
            let exponent = decimal.point.unsigned_abs() + 1;
            let long = usize::from(exponent >= 10);
            store(text, at, *b"e-1");
            store(text, at + 2 + long, [b'0' + (exponent % 10) as u8]);
            at + 3 + long
        }
    }
}

/// The smallest position of the point without an exponent.
const MOST_ZEROS: i32 = -4;

/// Writes digits with the point after the first few, if they do not end there; returns the length.
#[inline]
fn around_the_point(
    text: &mut [u8; ROOM],
    at: usize,
    (digits, last): (u128, u8),
    before: usize,
    count: usize,
) -> usize {
    let before = before.min(15);
    store(text, at, digits.to_le_bytes());
    store(text, at + before, [b'.']);
    store(text, at + before + 1, (digits >> (8 * before)).to_le_bytes());
    store(text, at + 17, [last]);
    if count > before { count + 1 } else { before }
}

#[inline]
fn store<const SIZE: usize>(text: &mut [u8; ROOM], at: usize, block: [u8; SIZE]) {
    text[at..at + SIZE].copy_from_slice(&block);
}

/// Sixteen zeros as text.
const ZEROS: u128 = u128::from_le_bytes([b'0'; 16]);

/// A number of sixteen digits as text, the first digit in the lowest byte.
#[inline]
fn ascii(number: u64) -> u128 {
    let (high, low) = (number / 100_000_000, number % 100_000_000);
    u128::from(eight(high)) | u128::from(eight(low)) << 64 | ZEROS
}

/// The eight digits of a number, a byte each, the first one in the lowest byte. Each step divides all parts at once.
#[inline]
fn eight(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7F_0000_007F;
    let twos = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((twos - tens * 10) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_in_their_order() {
        for number in
            [1_000_000_000_000_000, 1_234_567_890_123_456, 9_999_999_999_999_999, 1_000_000_200_000_003u64]
        {
            assert_eq!(ascii(number).to_le_bytes(), number.to_string().as_bytes());
        }
        // Every pair of digits and every four, in both halves.
        for four in 0..10_000 {
            let number = 1_000_000_000_000_000 + four * 100_010_001;
            assert_eq!(ascii(number).to_le_bytes(), number.to_string().as_bytes());
        }
    }

    #[test]
    fn the_point_is_anywhere() {
        for (digits, last, point, text) in [
            (1_234_500_000_000_000, 0, 3, "-123.45"),
            (1_234_500_000_000_000, 0, 5, "-12345"),
            (1_234_500_000_000_000, 0, 8, "-12345000"),
            (1_234_500_000_000_000, 0, 0, "-0.12345"),
            (1_234_567_890_123_456, 7, 1, "-1.2345678901234567"),
            (1_234_567_890_123_456, 7, 15, "-123456789012345.67"),
            (1_234_567_890_123_456, 7, -4, "-0.000012345678901234567"),
            (1_234_567_890_123_456, 7, -5, "-1.2345678901234567e-6"),
            (1_000_000_000_000_000, 0, -11, "-1e-12"),
        ] {
            let mut out = Vec::new();
            write(&mut out, true, &Decimal { digits, last, point });
            write(&mut out, false, &Decimal { digits, last, point });
            assert_eq!(String::from_utf8(out).unwrap(), format!("{text}{}", &text[1..]));
        }
    }
}
