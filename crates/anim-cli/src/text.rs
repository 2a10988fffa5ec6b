//! Names and numbers as text.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) use anim_core::counted;
use unicode_width::UnicodeWidthStr as _;

/// A text with escaped control characters, so that no file can move a terminal's cursor, turn the direction of writing, or
/// imitate a line of this program.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let spell = |c: char| if is_control(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(spell).collect())
}

/// Whether a terminal obeys a character: control characters, line separators, and marks of the direction of writing.
fn is_control(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The number of columns that a text takes on a terminal: two for a wide character, none for a combining one.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A cell of a table: a text with spaces up to a number of columns. A longer text sticks out.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns(text)))
}

/// The reverse of [`escaped_name`](anim_core::escaped_name): the path with its escaped bytes restored. `None` if there are none, or on
/// systems without such names.
pub(crate) fn unescaped_name(path: &Path) -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        let mut parts = path.to_str()?.split("\\x");
        let mut bytes = parts.next()?.as_bytes().to_vec();
        let mut is_spelled = false;
        for part in parts {
            let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            is_spelled |= byte.is_some();
            match byte {
                Some(byte) => bytes.push(byte),
                None => bytes.extend(b"\\x"),
            }
            bytes.extend(part.bytes().skip(if byte.is_some() { 2 } else { 0 }));
        }
        is_spelled.then(|| std::ffi::OsString::from_vec(bytes).into())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Writes the shortest text that reads back to the same number: `0.1`, `-0.0`, `1e300`, and `inf`, `-inf` and `NaN` for numbers
/// that are not finite.
pub(crate) fn write_number(out: &mut impl Write, number: f64) -> io::Result<()> {
    if number.is_finite() { Ok(serde_json::to_writer(out, &number)?) } else { write!(out, "{number}") }
}

/// [`write_number`] as JSON, where numbers that are not finite are strings.
pub(crate) fn write_json_number(out: &mut impl Write, number: f64) -> io::Result<()> {
    if number.is_finite() { Ok(serde_json::to_writer(out, &number)?) } else { write!(out, "\"{number}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(visible("walk, Läufer, بطة"), "walk, Läufer, بطة");
        assert_eq!(visible("a\u{202E}b\nc\u{2028}"), "a\\u{202e}b\\nc\\u{2028}");
    }

    #[test]
    fn cells_are_equally_wide_on_a_terminal() {
        // The spaces are what the characters leave: wide ones take two columns, combining ones and joiners none.
        for (text, spaces) in [
            ("plain", 3),
            ("", 8),
            ("歩く", 4),
            ("한글", 4),
            ("e\u{301}te\u{301}", 5),
            ("été", 5),
            ("ﾊﾝｶｸ", 4),
            ("\u{200b}zero", 4),
            ("eight ch", 0),
            ("longer than eight", 0),
        ] {
            assert_eq!(padded(text, 8), format!("{text}{}", " ".repeat(spaces)), "{text}");
        }
    }

    #[test]
    fn numbers_read_back_to_their_bits() {
        let numbers = [
            0.0,
            -0.0,
            0.1,
            1.0 / 3.0,
            1e300,
            -5e-324,
            f64::MAX,
            123_456.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for number in numbers {
            let mut text = Vec::new();
            write_number(&mut text, number).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), number.to_bits(), "{text}");
            assert!(text.len() < 25, "{text}");
        }
    }

    #[test]
    fn json_spells_what_it_has_no_number_for() {
        for (number, expected) in
            [(f64::NAN, "\"NaN\""), (f64::NEG_INFINITY, "\"-inf\""), (-0.0, "-0.0"), (0.5, "0.5")]
        {
            let mut text = Vec::new();
            write_json_number(&mut text, number).unwrap();
            assert_eq!(text, expected.as_bytes());
        }
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(visible("plain ü"), "plain ü");
        assert_eq!(visible("\x1b[2Jgone\u{9b}\nline"), "\\u{1b}[2Jgone\\u{9b}\\nline");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_text_are_spelled() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        for (name, text) in [(&b"a\xff\xc3\xbc.tod"[..], "a\\xFFü.tod"), (b"\xfe\xffx", "\\xFE\\xFFx")] {
            assert_eq!(anim_core::escaped_name(OsStr::from_bytes(name)), text);
            assert_eq!(unescaped_name(Path::new(text)), Some(PathBuf::from(OsStr::from_bytes(name))));
        }
        for text in ["a.tod", "\\x", "a\\xü"] {
            assert_eq!(unescaped_name(Path::new(text)), None, "{text}");
        }
    }
}
