//! Names: bytes that are kept exactly.

use std::fmt;

use crate::name::Name;
use crate::origin::Origin;

/// The name of a state or a node: bytes between braces.
///
/// They are not always UTF-8, and may hold white space and `{`. Where a name was read is remembered for diagnostics and
/// plays no part in comparisons.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "crate::serde_impls::Text", try_from = "crate::serde_impls::Text")
)]
pub struct Label {
    bytes: Name,
    pub(crate) origin: Origin,
}

impl Label {
    /// The most bytes of a name. No name that anyone types is longer; where a brace is missing, reading ends here.
    pub const MAX_LEN: usize = 1 << 16;

    /// This name, or `None` if it has a `}` or is longer than [`Label::MAX_LEN`].
    pub fn new(bytes: impl AsRef<[u8]>) -> Option<Self> {
        let bytes = bytes.as_ref();
        let fits = bytes.len() <= Self::MAX_LEN && !bytes.contains(&b'}');
        fits.then(|| Self { bytes: bytes.into(), origin: Origin::default() })
    }

    /// A name that the reader found between braces, no longer than [`Label::MAX_LEN`].
    pub(crate) fn read(bytes: &[u8], origin: Origin) -> Self {
        Self { bytes: bytes.into(), origin }
    }

    /// The bytes between the braces.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes()
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

/// A word of the file: bytes without white space and `{`, at least one.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "crate::serde_impls::Text", try_from = "crate::serde_impls::Text")
)]
pub struct Word {
    bytes: Box<[u8]>,
    pub(crate) origin: Origin,
}

impl Word {
    /// This word, or `None` if it is empty or has white space or `{`.
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

/// White space of any kind separates tokens.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Bytes that a token without braces is made of.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_holds_all_that_braces_can_hold() {
        for bytes in [&b""[..], b" my node ", b"a{b", b"\xFF\n", &vec![b'x'; Label::MAX_LEN]] {
            assert_eq!(Label::new(bytes).map(|label| label.as_bytes().to_vec()), Some(bytes.to_vec()));
        }
        for bytes in [&b"}"[..], b"a}b", &vec![b'x'; Label::MAX_LEN + 1]] {
            assert_eq!(Label::new(bytes), None);
        }
    }

    #[test]
    fn a_word_has_no_space_and_no_brace() {
        assert!(Word::new("1.1").is_some() && Word::new(b"\xFF}").is_some());
        for bytes in ["", "1 1", "a\x0Bb", "a{", "\n"] {
            assert_eq!(Word::new(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_spelled() {
        assert_eq!(Label::new(b"caf\xE9 \xC3\xBC").map(|label| label.to_string()), Some("caf\\xE9 ü".into()));
    }
}
