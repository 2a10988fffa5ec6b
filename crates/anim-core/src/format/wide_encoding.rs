//! Texts in another encoding than expected.

/// The encoding of a text whose characters probably have two or four bytes: `UTF-16` or `UTF-32`. Such a text begins with a byte order
/// mark, or with an ASCII character among zeros.
pub fn wide_encoding(text: &[u8]) -> Option<&'static str> {
    match text {
        [0xFF, 0xFE, 0, 0, ..]
        | [0, 0, 0xFE, 0xFF, ..]
        | [1..=0x7F, 0, 0, 0, ..]
        | [0, 0, 0, 1..=0x7F, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, 1..=0x7F, ..] | [1..=0x7F, 0, ..] => Some("UTF-16"),
        _ => None,
    }
}

/// Whether a text is probably UTF-16: see [`wide_encoding`].
pub fn is_utf_16(text: &[u8]) -> bool {
    wide_encoding(text) == Some("UTF-16")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_tell() {
        for text in [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF", b"{\0\0\0", b"\0\0\0H"] {
            assert_eq!((wide_encoding(text), is_utf_16(text)), (Some("UTF-32"), false), "{text:?}");
        }
    }

    #[test]
    fn two_bytes_tell() {
        for text in [b"\xFF\xFEa\0", b"\xFE\xFF\0a", b"{\0\"\0", b"\0H\0I"] {
            assert!(is_utf_16(text), "{text:?}");
        }
        for text in [&b""[..], b"a", b"{\"", "\u{feff}a".as_bytes(), b"\0\0"] {
            assert!(!is_utf_16(text), "{text:?}");
        }
    }
}
