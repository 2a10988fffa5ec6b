//! Texts of unknown encoding, and their line endings.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::fmt::Write as _;

use anim_core::{Location, Sink};

use crate::codes;

/// The line ending of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum LineEnd {
    /// `\r\n`, as in the game's own files.
    #[default]
    CrLf,
    /// `\n`.
    Lf,
}

impl LineEnd {
    /// The bytes.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CrLf => "\r\n",
            Self::Lf => "\n",
        }
    }

    /// The ending of a text's first line; that of the game's files if the text has one line.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut lines = text.split(|&byte| byte == b'\n');
        match (lines.next(), lines.next()) {
            (Some(first), Some(_)) if first.last() != Some(&b'\r') => Self::Lf,
            _ => Self::CrLf,
        }
    }
}

/// The bytes of U+FEFF, which some editors write before a text. The game does not know it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a byte is white space.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// A text without the byte order mark before its first word, and without separators there; several marks are all skipped.
pub(crate) fn after_mark(text: &[u8], separates: fn(u8) -> bool) -> &[u8] {
    let mut rest = text;
    loop {
        let blank = rest.iter().take_while(|byte| separates(**byte) && **byte != b'\n').count();
        match rest.get(blank..).and_then(|begin| begin.strip_prefix(BYTE_ORDER_MARK)) {
            Some(after) => rest = after,
            None => return rest,
        }
    }
}

/// Reports the byte order mark of a text.
pub(crate) fn report_mark(text: &[u8], separates: fn(u8) -> bool, sink: &mut dyn Sink) {
    let skipped = text.len().saturating_sub(after_mark(text, separates).len());
    if skipped > 0 {
        let message = "the text begins with a byte order mark, which is skipped; the game does not skip it";
        sink.report(codes::BYTE_ORDER_MARK.at(Location::span(0..skipped), message));
    }
}

/// A text without its end mark, Ctrl-Z or NUL, and without the white space around it; a text without an end mark as it is.
pub(crate) fn before_end_mark(text: &[u8]) -> &[u8] {
    let blank = |byte: &u8| is_blank(*byte) || is_end_mark(*byte);
    let end = text.iter().rposition(|byte| !blank(byte)).map_or(0, |last| last.saturating_add(1));
    match text.split_at_checked(end) {
        Some((before, after)) if after.iter().any(|byte| is_end_mark(*byte)) => before,
        _ => text,
    }
}

/// Reports the end mark of a text.
pub(crate) fn report_end_mark(text: &[u8], sink: &mut dyn Sink) {
    let end = before_end_mark(text).len();
    if let Some(blank) = text.get(end..).and_then(|rest| rest.iter().position(|byte| is_end_mark(*byte))) {
        let message = "the text ends with an end mark, Ctrl-Z or NUL, which is skipped";
        sink.report(codes::END_MARK.at(Location::span(end.saturating_add(blank)..text.len()), message));
    }
}

/// Whether a byte is Ctrl-Z or NUL.
fn is_end_mark(byte: u8) -> bool {
    matches!(byte, b'\x1A' | 0)
}

/// The code point of a character that represents a byte from 0x80 up, without the byte.
const BYTE_0: u32 = 0xF700;

/// The characters that represent bytes.
const BYTES: std::ops::RangeInclusive<char> = '\u{F780}'..='\u{F7FF}';

/// Bytes as text. Bytes that are not UTF-8, or that encode one of the characters U+F780 to U+F7FF, become these characters,
/// one per byte, so that [`encode`] restores the bytes.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes)
        && !text.contains(|c| BYTES.contains(&c))
    {
        return text.to_owned();
    }
    let mut text = String::with_capacity(bytes.len());
    let stand_in =
        |byte: &u8| char::from_u32(BYTE_0 | u32::from(*byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if BYTES.contains(&c) {
                text.extend(c.encode_utf8(&mut [0; 4]).as_bytes().iter().map(stand_in));
            } else {
                text.push(c);
            }
        }
        text.extend(chunk.invalid().iter().map(stand_in));
    }
    text
}

/// The bytes of a text that [`decode`] made.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(|c| BYTES.contains(&c)) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        if BYTES.contains(&c) {
            bytes.push(u32::from(c) as u8);
        } else {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(bytes)
}

/// A text from [`decode`] as it is displayed: `\xNN` for each byte that is not UTF-8.
pub(crate) fn displayed(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| BYTES.contains(&c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if BYTES.contains(&c) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\x{:02X}", u32::from(c) & 0xFF);
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// The text whose [`displayed`] form this is, if it has bytes that are not UTF-8; else the text itself.
pub(crate) fn from_displayed(shown: &str) -> Cow<'_, str> {
    let mut parts = shown.split("\\x");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match spelt_byte(part) {
            Some((c, rest)) => text.extend(std::iter::once(c).chain(rest.chars())),
            None => text.extend(["\\x", part]),
        }
    }
    if is_stable(&text) { Cow::Owned(text) } else { Cow::Borrowed(shown) }
}

/// The character for a byte whose two hexadecimal digits begin a text, and the rest of the text.
fn spelt_byte(text: &str) -> Option<(char, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let is_upper = digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'));
    let byte = u32::from_str_radix(digits, 16).ok().filter(|byte| is_upper && *byte >= 0x80)?;
    Some((char::from_u32(BYTE_0 | byte)?, rest))
}

/// Whether a text reads back unchanged after it is written.
pub(crate) fn is_stable(text: &str) -> bool {
    decode(&encode(text)) == text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_have_characters() {
        for (bytes, text) in [
            (&b"hip"[..], "hip"),
            ("hüfte".as_bytes(), "hüfte"),
            (b"h\xFCfte", "h\u{F7FC}fte"),
            ("\u{F780}".as_bytes(), "\u{F7EF}\u{F79E}\u{F780}"),
        ] {
            assert_eq!(decode(bytes), text);
            assert_eq!(*encode(text), *bytes);
        }
        assert!(!is_stable("\u{F7C3}\u{F7BC}"), "together they are UTF-8");
    }

    #[test]
    fn bytes_are_displayed_in_hexadecimal() {
        for (bytes, shown) in [
            (&b"H\xFCfte"[..], "H\\xFCfte"),
            ("H\u{fc}fte".as_bytes(), "H\u{fc}fte"),
            (b"\xE9\x80", "\\xE9\\x80"),
        ] {
            assert_eq!(displayed(&decode(bytes)), shown);
            assert_eq!(*encode(&from_displayed(shown)), *bytes);
        }
        // Neither escaped bytes nor escapes of bytes that are not UTF-8.
        for text in ["\\x", "\\xfc", "\\x41", "\\xG0", "\\xC3\\xBC", "a\\x\u{fc}"] {
            assert_eq!(from_displayed(text), text);
        }
    }

    #[test]
    fn the_first_line_decides_the_line_ending() {
        for (text, end) in [
            ("", LineEnd::CrLf),
            ("a", LineEnd::CrLf),
            ("a\r\nb\n", LineEnd::CrLf),
            ("a\nb\r\n", LineEnd::Lf),
            ("\n", LineEnd::Lf),
        ] {
            assert_eq!(LineEnd::of(text.as_bytes()), end, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_byte_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let text = decode(&bytes);
            prop_assert_eq!(&*encode(&text), &bytes[..]);
        }

        #[test]
        fn texts_of_other_characters_are_stable(text in ".*") {
            prop_assume!(!text.contains(|c| BYTES.contains(&c)));
            prop_assert!(is_stable(&text));
        }
    }
}
