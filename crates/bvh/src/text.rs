//! Text of a file in an unknown encoding.

use std::borrow::Cow;
use std::fmt;

/// Text as bytes. Most files are ASCII, but the format defines no encoding, so every byte is kept.
///
/// It is displayed as UTF-8, with `\xNN` for each byte that is not UTF-8.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Vec<u8>);

impl Text {
    /// The text of these bytes.
    pub const fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether there is no byte.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The displayed text.
    pub fn to_str(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.to_string()),
        }
    }

    /// The beginning of the text in quotes, for messages.
    pub(crate) fn quoted(&self) -> String {
        quoted(&self.0)
    }
}

/// The beginning of a text in quotes, which keeps messages short.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let start: Vec<u8> = bytes.iter().copied().take(QUOTED).collect();
    let more = if bytes.len() > QUOTED { "…" } else { "" };
    format!("`{}{more}`", Text(start))
}

/// The maximum number of bytes of a text in a message.
const QUOTED: usize = 40;

/// A byte between words that does not end a line. Control characters are blanks.
#[inline]
pub(crate) const fn is_blank(byte: u8) -> bool {
    is_space(byte) && !is_line_end(byte)
}

/// A byte that ends a line.
#[inline]
pub(crate) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// A byte between words.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    byte <= b' '
}

/// Whether a number may begin with a byte.
#[inline]
pub(crate) const fn starts_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.')
}

/// Whether bytes can be read back as the name of a joint.
pub(crate) fn is_name(bytes: &[u8]) -> bool {
    let outer = |byte: Option<&u8>| byte.is_some_and(|&byte| is_blank(byte));
    !bytes.iter().any(|&byte| is_line_end(byte) || byte == b'{')
        && !outer(bytes.first())
        && !outer(bytes.last())
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02X}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_are_displayed_in_hexadecimal() {
        for (bytes, shown) in [
            (&b"Hips"[..], "Hips"),
            ("Hüfte".as_bytes(), "Hüfte"),
            (b"H\xFCfte", "H\\xFCfte"),
            (b"\xE9\xE8", "\\xE9\\xE8"),
        ] {
            assert_eq!(Text::from(bytes).to_str(), shown);
        }
    }

    #[test]
    fn a_message_shows_the_beginning_of_a_long_text() {
        assert_eq!(quoted(&[b'a'; 40]), format!("`{}`", "a".repeat(40)));
        assert_eq!(quoted(&vec![b'a'; 10_000_000]), format!("`{}…`", "a".repeat(40)));
    }
}
