//! Texts in another encoding than expected.

/// Whether a text is probably UTF-16: it begins with a byte order mark, or with an ASCII character in two bytes.
pub fn is_utf_16(text: &[u8]) -> bool {
    matches!(text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, 1..=0x7F, ..] | [1..=0x7F, 0, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

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
