//! Names and words: bytes that are kept exactly.

use std::borrow::{Borrow, Cow};
use std::fmt;

use crate::name::Name;
use crate::origin::Origin;

/// The name of a state or a node: bytes between braces.
///
/// The bytes are not always UTF-8, and may include white space and `{`. A label remembers its location in the file for
/// diagnostics; comparisons ignore it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Label {
    bytes: Name,
    pub(crate) origin: Origin,
}

impl Label {
    /// The maximum length of a name in bytes: far more than anyone types, but small enough to report a missing brace early.
    pub const MAX_LEN: usize = 1 << 16;

    /// A label with these bytes; `None` if they include a `}` or are more than [`Label::MAX_LEN`].
    pub fn new(bytes: impl AsRef<[u8]>) -> Option<Self> {
        let bytes = bytes.as_ref();
        let fits = bytes.len() <= Self::MAX_LEN && !bytes.contains(&b'}');
        fits.then(|| Self { bytes: bytes.into(), origin: Origin::default() })
    }

    /// A label that the reader found between braces: the beginning of a text, no longer than [`Label::MAX_LEN`].
    #[inline]
    pub(crate) fn read(text: &[u8], len: usize, origin: Origin) -> Self {
        Self { bytes: Name::prefix(text, len), origin }
    }

    /// The bytes between the braces.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes()
    }

    /// The label with this displayed text. If the text is the displayed form of a label that is not UTF-8, each `\xNN` becomes
    /// a byte; else the label has the bytes of the text. `None` as for [`Label::new`].
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let spelt = Self::new(unspell(text.as_bytes()))
            .filter(|label| std::str::from_utf8(label.as_bytes()).is_err() && label.to_text() == text);
        spelt.or_else(|| Self::new(text))
    }

    /// Whether the displayed text reads as a different label, because the name itself contains `\xNN`.
    pub(crate) fn reads_as_another(&self) -> bool {
        self.as_bytes().contains(&b'\\') && Self::from_text(&self.to_text()).as_ref() != Some(self)
    }

    /// The displayed text, without a copy if all bytes are UTF-8.
    pub(crate) fn to_text(&self) -> Cow<'_, str> {
        std::str::from_utf8(self.as_bytes()).map_or_else(|_| self.to_string().into(), Cow::from)
    }
}

impl AsRef<[u8]> for Label {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// Labels compare and hash as their bytes do.
impl Borrow<[u8]> for Label {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The text, with `\xNN` for each byte that is not UTF-8.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spell(self.as_bytes(), f)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// A word of the file: at least one byte, no white space and no `{`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Word {
    bytes: Box<[u8]>,
    pub(crate) origin: Origin,
}

impl Word {
    /// A word with these bytes; `None` if there are none, or if they include white space or `{`.
    pub fn new(bytes: impl AsRef<[u8]>) -> Option<Self> {
        let bytes = bytes.as_ref();
        let fits = !bytes.is_empty() && bytes.iter().all(|&byte| is_word(byte));
        fits.then(|| Self::read(bytes, Origin::default()))
    }

    pub(crate) fn read(bytes: &[u8], origin: Origin) -> Self {
        Self { bytes: bytes.into(), origin }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spell(&self.bytes, f)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// Whether a byte is white space, which separates tokens.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a byte can be part of a token without braces.
pub(crate) const fn is_word(byte: u8) -> bool {
    !is_space(byte) && byte != b'{'
}

fn spell(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for chunk in bytes.utf8_chunks() {
        f.write_str(chunk.valid())?;
        for byte in chunk.invalid() {
            write!(f, "\\x{byte:02X}")?;
        }
    }
    Ok(())
}

/// Reverses [`spell`]: a byte replaces each `\xNN`.
fn unspell(mut text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    while let [first, rest @ ..] = text {
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let escaped = match text {
            [b'\\', b'x', high, low, rest @ ..] => {
                digit(*high).zip(digit(*low)).map(|(high, low)| (high << 4 | low, rest))
            }
            _ => None,
        };
        let (byte, rest) = escaped.filter(|(byte, _)| !byte.is_ascii()).unwrap_or((*first, rest));
        bytes.push(byte);
        text = rest;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_label_takes_any_bytes_but_a_closing_brace() {
        for bytes in [&b""[..], b" my node ", b"a{b", b"\xFF\n", &vec![b'x'; Label::MAX_LEN]] {
            assert_eq!(Label::new(bytes).map(|label| label.as_bytes().to_vec()), Some(bytes.to_vec()));
        }
        for bytes in [&b"}"[..], b"a}b", &vec![b'x'; Label::MAX_LEN + 1]] {
            assert_eq!(Label::new(bytes), None);
        }
    }

    #[test]
    fn a_word_has_no_white_space_and_no_opening_brace() {
        assert!(Word::new("1.1").is_some() && Word::new(b"\xFF}").is_some());
        for bytes in ["", "1 1", "a\x0Bb", "a{", "\n"] {
            assert_eq!(Word::new(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn labels_are_found_by_their_bytes() {
        let labels = HashMap::from([(Label::read(b"walk", 4, Origin::new(7, 4)), 1)]);
        assert_eq!((labels.get(&b"walk"[..]), labels.get(&b"run"[..])), (Some(&1), None));
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_escaped() {
        assert_eq!(Label::new(b"caf\xE9 \xC3\xBC").map(|label| label.to_string()), Some("caf\\xE9 ü".into()));
    }

    #[test]
    fn escapes_become_bytes_where_a_label_is_displayed_with_them() {
        let cases: [(&str, &[u8]); 12] = [
            (r"n\xE9", b"n\xE9"),
            (r"caf\xE9 ü", b"caf\xE9 \xC3\xBC"),
            (r"\xFF\xFE", b"\xFF\xFE"),
            (r"\\xE9", b"\\\xE9"),
            (r"\xC3", b"\xC3"),
            // The bytes would be UTF-8 or have another escape, so no label is displayed like this.
            (r"\xC3\xBC", br"\xC3\xBC"),
            (r"\x41", br"\x41"),
            (r"\x7D\xE9", b"\\x7D\xE9"),
            (r"n\xe9", br"n\xe9"),
            (r"n\xE", br"n\xE"),
            (r"n\", br"n\"),
            ("ü", "ü".as_bytes()),
        ];
        for (text, expected) in cases {
            let label = Label::from_text(text).unwrap();
            assert_eq!(label.as_bytes(), expected, "{text}");
            assert_eq!(label.to_string(), text);
            assert!(!label.reads_as_another());
        }
        for bytes in [&br"n\xE9"[..], b"\\xE9\xE9"] {
            assert!(Label::new(bytes).unwrap().reads_as_another());
        }
    }
}
