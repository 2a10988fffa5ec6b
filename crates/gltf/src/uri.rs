//! URIs of buffers: base64 data within the text, or a file next to the text.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

use crate::ErrorKind;

const DATA: &str = "data:";
const WRITTEN: &str = "data:application/octet-stream;base64,";

/// Base64 with or without `=` at its end.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Whether a URI holds its data.
pub(crate) fn is_data(uri: &str) -> bool {
    uri.get(..DATA.len()).is_some_and(|start| start.eq_ignore_ascii_case(DATA))
}

/// The bytes of a data URI (RFC 2397): in base64 or literal, both possibly with `%xx`. As in browsers, blanks before `base64` and
/// white space in it have no meaning.
pub(crate) fn decode(uri: &str) -> Result<Vec<u8>, ErrorKind> {
    let (head, data) = uri.split_once(',').ok_or(ErrorKind::DataUri("a comma before the data"))?;
    let data = unescape(data).ok_or(ErrorKind::DataUri("two hexadecimal digits after each `%`"))?;
    let head = head.to_ascii_lowercase();
    let is_base64 = head.strip_suffix("base64").is_some_and(|head| head.trim_end_matches(' ').ends_with(';'));
    if is_base64 {
        let is_space = u8::is_ascii_whitespace;
        let broken = data.iter().any(is_space);
        let data = if broken { data.iter().copied().filter(|byte| !is_space(byte)).collect() } else { data };
        LENIENT.decode(data).map_err(|_| ErrorKind::DataUri("base64 after `;base64,`"))
    } else {
        Ok(data.into_owned())
    }
}

/// A data URI of these bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut uri = WRITTEN.to_owned();
    STANDARD.encode_string(bytes, &mut uri);
    uri
}

/// The path that a URI names, with `%xx` decoded and without `./`: a relative path below the folder of the file.
pub(crate) fn path(uri: &str) -> Result<String, ErrorKind> {
    // These characters begin a query or a fragment, which files do not have.
    // Programs on Windows write backslashes between folders.
    let slashed = uri.replace('\\', "/");
    let bytes = if uri.contains(['?', '#']) { None } else { unescape(&slashed) };
    let path = bytes.and_then(|bytes| String::from_utf8(bytes.into_owned()).ok());
    let path = path.map(|path| path.split_inclusive('/').filter(|part| *part != "./").collect::<String>());
    path.filter(|path| is_inner(path)).ok_or_else(|| ErrorKind::Uri(uri.to_owned()))
}

/// The URI for which [`path`] returns this path: with `%xx` for each byte that RFC 3986 does not allow in a segment.
pub(crate) fn from_path(path: &str) -> Result<String, ErrorKind> {
    if !is_inner(path) {
        return Err(ErrorKind::Uri(path.to_owned()));
    }
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Ok(uri)
}

/// Whether a path stays below its folder on every system.
fn is_inner(path: &str) -> bool {
    let plain = |part: &str| !matches!(part, "" | "." | "..");
    path.split('/').all(plain) && !path.contains(['\\', ':', '\0'])
}

/// The bytes of a text with its `%xx` decoded; `None` if a `%` is not followed by two digits.
fn unescape(text: &str) -> Option<Cow<'_, [u8]>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            let (digits, tail) = tail.split_first_chunk::<2>()?;
            let digits = str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = tail;
        } else {
            bytes.push(first);
        }
    }
    Some(Cow::Owned(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_uris_hold_bytes() {
        assert_eq!(encode(&[0, 255]), "data:application/octet-stream;base64,AP8=");
        for good in [encode(&[0, 255]), "data:;base64,AP8=".into(), "DATA:x/y;BASE64,AP8=".into()] {
            assert!(is_data(&good));
            assert_eq!(decode(&good), Ok(vec![0, 255]), "{good}");
        }
        for good in [
            "data:;base64,AP8",
            "data:;base64,AP8%3D",
            "data:;base64,%41P8",
            "data:x/y; base64,AP8=",
            "data:;base64, A\nP8=\r\n",
            "data:,%00%ff",
            "data:x/y,%00%FF",
        ] {
            assert_eq!(decode(good), Ok(vec![0, 255]), "{good}");
        }
        assert_eq!(decode("data:,AP8="), Ok(b"AP8=".to_vec()));
        for bad in ["data:", "data:;base64,?", "data:;base64,A", "data:;base64,AP8%", "data:,%0", "data:,%zz"]
        {
            assert!(decode(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn paths_stay_below_the_folder() {
        assert_eq!(path("a.bin"), Ok("a.bin".into()));
        assert_eq!(path("a/my%20file.bin"), Ok("a/my file.bin".into()));
        assert_eq!(path("a\\b.bin"), Ok("a/b.bin".into()));
        for dotted in ["./a/b", "a/./b", "././a/b", "%2E/a/b"] {
            assert_eq!(path(dotted), Ok("a/b".into()), "{dotted}");
        }
        for bad in [
            "",
            "/a",
            "../a",
            "a/../b",
            "a//b",
            ".",
            "./",
            "a/.",
            ".//a",
            "./../a",
            "%2e%2e/a",
            "http://x/a",
            "file:a",
            "C:\\a",
            "..\\a",
            "a%",
            "a%zz",
            "a%+1",
            "%ff",
            "a?b",
            "a#b",
            "a%5Cb",
            "c%3Aa",
            "a%00",
        ] {
            assert_eq!(path(bad), Err(ErrorKind::Uri(bad.into())), "{bad}");
        }
    }

    #[test]
    fn characters_that_a_uri_forbids_are_escaped() {
        let cases = [
            ("a.bin", "a.bin"),
            ("sub/a-b_c~(1)+2.bin", "sub/a-b_c~(1)+2.bin"),
            ("my walk.bin", "my%20walk.bin"),
            ("gr\u{fc}n.bin", "gr%C3%BCn.bin"),
            ("100%.bin", "100%25.bin"),
            ("a%20b", "a%2520b"),
            ("what?#1", "what%3F%231"),
            ("\"<\n>\"", "%22%3C%0A%3E%22"),
        ];
        for (plain, uri) in cases {
            assert_eq!(from_path(plain).as_deref(), Ok(uri));
            assert_eq!(path(uri).as_deref(), Ok(plain));
        }
        for bad in ["", "/a", "../a", "a/../b", "a//b", "a/", ".", "data:,x", "C:\\a", "a\0"] {
            assert_eq!(from_path(bad), Err(ErrorKind::Uri(bad.into())), "{bad}");
        }
    }
}
