//! Decimals, compared with the standard library.

use std::io::Write as _;

use super::{Scratch, differ};

/// Text after a number, which must not become part of it.
const AFTER: [&[u8]; 4] = [b"", b" ", b",12345678901234567890", b"\n-1.5 2.5 3.5"];

/// Digits given by 64 bits, with a point and sometimes with an exponent.
pub(super) fn digits(bits: u64, scratch: &mut Scratch) -> Option<String> {
    let text = &mut scratch.cleared().text;
    if bits & 1 == 1 {
        text.push(b'-');
    }
    let start = text.len();
    // Few digits are as frequent as many.
    let _ = write!(text, "{}", bits.rotate_left(7) >> (bits >> 1 & 63));
    let places = (bits >> 7 & 31) as usize;
    let len = text.len() - start;
    if places < 24 {
        (len..=places).for_each(|_| text.insert(start, b'0'));
        text.insert(text.len() - places, b'.');
    }
    if (bits >> 12).is_multiple_of(8) {
        let _ = write!(text, "e{}", (bits >> 15 & 1023) as i32 - 512);
    }
    read(text, AFTER[(bits >> 25 & 3) as usize])
}

/// A double as the standard library writes it, which must read back, and as we write it, which must be the same text.
pub(super) fn shortest(bits: u64, scratch: &mut Scratch) -> Option<String> {
    let number = double(bits);
    let Scratch { text, other } = scratch.cleared();
    let is_plain = number == 0.0 || (1e-5..1e16).contains(&number.abs());
    let _ = if is_plain { write!(text, "{number}") } else { write!(text, "{number:e}") };
    anim_number::write_shortest(other, number);
    differ(other, text).or_else(|| read(text, b" 1"))
}

/// A double with six decimals, if that reads back.
pub(super) fn six(bits: u64, scratch: &mut Scratch) -> Option<String> {
    // Numbers written in this form usually have few decimals.
    let number = match bits & 3 {
        0 => double(bits),
        1 => f64::from((bits >> 32) as u32 as i32) / 1e6,
        2 => (bits as i64 >> 12) as f64 / 1e6,
        _ => f64::from((bits >> 32) as u32 as i32) / 4096.0,
    };
    let Scratch { text, other } = scratch.cleared();
    let _ = write!(text, "{number:.6}");
    let reads_back =
        number.is_finite() && std::str::from_utf8(text).is_ok_and(|text| text.parse() == Ok(number));
    if !reads_back {
        text.clear();
    }
    let written = anim_number::write_six(other, number);
    differ(&written, &reads_back).or_else(|| differ(other, text))
}

/// Any double, or one of a size that files have.
fn double(bits: u64) -> f64 {
    if bits & 4 == 0 {
        return f64::from_bits(bits.rotate_left(21));
    }
    let exponent = 1023 - 20 + (bits >> 53) % 40;
    // Single precision is as frequent as double.
    let fraction =
        (bits & ((1 << 52) - 1)) >> 29 << 29 | if bits & 8 == 0 { bits >> 24 & ((1 << 29) - 1) } else { 0 };
    f64::from_bits((bits & 16) << 59 | exponent << 52 | fraction)
}

/// What is wrong with the number read from a text, alone and followed by other text.
fn read(text: &mut Vec<u8>, after: &[u8]) -> Option<String> {
    let expected = std::str::from_utf8(text).ok()?.parse::<f64>().ok().filter(|number| number.is_finite());
    let expected = expected.map(f64::to_bits);
    let len = text.len();
    let alone = anim_number::parse(text).map(f64::to_bits);
    text.extend_from_slice(after);
    let begins = anim_number::prefix(text).map(|(number, len)| (number.to_bits(), len));
    let ends =
        anim_number::word(text, |byte| byte <= b' ' || byte == b',').map(|(number, _)| number.to_bits());
    let plain = anim_number::plain(text).map(|(number, len)| (number.to_bits(), len));
    let shown = |wrong| format!("`{}`: {wrong}", String::from_utf8_lossy(text));
    differ(&alone, &expected)
        .or_else(|| differ(&begins, &expected.map(|bits| (bits, len))))
        .or_else(|| differ(&ends, &expected))
        .or_else(|| plain.and_then(|plain| differ(&Some(plain), &expected.map(|bits| (bits, len)))))
        .map(shown)
}
