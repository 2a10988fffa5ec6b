//! The XML declaration: `<?xml version="1.0" encoding="UTF-8"?>` (XML 1.0, 2.8 and 4.3.3).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// The content of an XML declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declaration<'a> {
    /// The name of an encoding, if there is one.
    pub(super) encoding: Option<&'a str>,
}

/// The declaration from the text after `<?xml`, without its end; `None` if it is malformed.
pub(super) fn parse(text: &str) -> Option<Declaration<'_>> {
    let (version, rest) = stated(text, "version")?;
    let digits = version.strip_prefix("1.")?;
    let is_version = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (encoding, rest) = stated(rest, "encoding").map_or((None, rest), |(name, rest)| (Some(name), rest));
    let (standalone, rest) = stated(rest, "standalone").unwrap_or(("no", rest));
    let is_sound = is_version
        && encoding.is_none_or(is_name)
        && matches!(standalone, "yes" | "no")
        && rest.trim_start_matches(SPACE).is_empty();
    is_sound.then_some(Declaration { encoding })
}

/// White space of XML.
const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The value of the pseudo-attribute `name`, which must be next after white space, and the rest of the text.
fn stated<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let rest = text.trim_start_matches(SPACE);
    let rest = rest.strip_prefix(name).filter(|_| rest.len() < text.len())?;
    let rest = rest.trim_start_matches(SPACE).strip_prefix('=')?.trim_start_matches(SPACE);
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest.get(1..)?.split_once(quote)
}

/// Whether XML allows the name of an encoding.
fn is_name(name: &str) -> bool {
    let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(goes_on)
}

/// Whether reading a text as UTF-8, or as Windows-1252 where it is not UTF-8, is correct for an encoding.
pub(super) fn is_read(encoding: &str, text: &[u8]) -> bool {
    let name = encoding.to_ascii_lowercase();
    match name.as_str() {
        // Bytes that are not UTF-8 are reported separately.
        "utf-8" | "utf8" => true,
        "windows-1252" | "iso-8859-1" => text.is_ascii() || std::str::from_utf8(text).is_err(),
        // Encodings that extend ASCII.
        _ if name == "us-ascii" || name.starts_with("iso-8859-") || name.starts_with("windows-125") => {
            text.is_ascii()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_as_xml_has_it() {
        for (text, expected) in [
            (" version=\"1.0\"", Some(None)),
            (" version='1.1' ", Some(None)),
            ("\n version = \"1.0\"\tencoding='UTF-8'", Some(Some("UTF-8"))),
            (" version=\"1.0\" encoding=\"x_1-y.z\" standalone=\"yes\"", Some(Some("x_1-y.z"))),
            (" version=\"1.0\" standalone='no'", Some(None)),
            ("", None),
            ("version=\"1.0\"", None),
            (" version=1.0", None),
            (" version=\"2.0\"", None),
            (" version=\"1.\"", None),
            (" version=\"1.0'", None),
            (" encoding=\"UTF-8\"", None),
            (" encoding=\"UTF-8\" version=\"1.0\"", None),
            (" version=\"1.0\"encoding=\"UTF-8\"", None),
            (" version=\"1.0\" encoding=\"\"", None),
            (" version=\"1.0\" encoding=\"8bit\"", None),
            (" version=\"1.0\" standalone=\"maybe\"", None),
            (" version=\"1.0\" standalone=\"yes\" encoding=\"UTF-8\"", None),
            (" version=\"1.0\" Encoding=\"UTF-8\"", None),
        ] {
            assert_eq!(parse(text).map(|declaration| declaration.encoding), expected, "{text}");
        }
    }

    #[test]
    fn an_encoding_is_the_one_that_is_read() {
        let (ascii, utf_8, single) = (&b"a"[..], "ü".as_bytes(), &b"\xFC"[..]);
        for (encoding, expected) in [
            ("utf-8", [true, true, true]),
            ("US-ASCII", [true, false, false]),
            ("ISO-8859-1", [true, false, true]),
            ("Windows-1252", [true, false, true]),
            ("ISO-8859-15", [true, false, false]),
            ("windows-1251", [true, false, false]),
            ("UTF-16", [false; 3]),
            ("EBCDIC-CP-US", [false; 3]),
        ] {
            assert_eq!([ascii, utf_8, single].map(|text| is_read(encoding, text)), expected, "{encoding}");
        }
    }
}
