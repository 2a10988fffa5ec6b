//! Locations in files.

use std::fmt;
use std::ops::Range;

/// A range of bytes, `start..end`, counted from the first byte of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// A span of `len` bytes at `start`; it ends at `usize::MAX` at the latest.
    pub const fn at(start: usize, len: usize) -> Self {
        Self { start, end: start.saturating_add(len) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A location in a file: its bytes, its path in the document's structure, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Location {
    /// The bytes, if they are known.
    pub span: Option<Span>,
    /// The path in the document, such as `frame[3]/packet[0]`; empty for the document itself.
    pub path: String,
}

impl Location {
    /// A location known only by its bytes.
    pub fn span(span: impl Into<Span>) -> Self {
        Self { span: Some(span.into()), path: String::new() }
    }

    /// A location known only by its path.
    pub fn path(path: impl Into<String>) -> Self {
        Self { span: None, path: path.into() }
    }

    /// The location with a path.
    #[must_use]
    pub fn in_path(self, path: impl Into<String>) -> Self {
        Self { path: path.into(), ..self }
    }

    /// Whether neither the bytes nor the path are known.
    pub fn is_unknown(&self) -> bool {
        self.span.is_none() && self.path.is_empty()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.span, self.path.as_str()) {
            (None, "") => f.write_str("the document"),
            (None, path) => f.write_str(path),
            (Some(span), "") => write!(f, "bytes {}..{}", span.start, span.end),
            (Some(span), path) => write!(f, "{path}, bytes {}..{}", span.start, span.end),
        }
    }
}

/// A location in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineColumn {
    /// The line, from 1; lines end at `\n`, `\r\n` or `\r`.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The line and column of the byte at `offset`; an offset past the end means the end.
    pub fn of(text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let ends = |at: &usize| match text[*at] {
            b'\n' => true,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let line_start = (0..before.len()).rfind(ends).map_or(0, |end| end + 1);
        let line = (0..line_start).filter(ends).count() + 1;
        // A byte of another encoding is a character, although it looks like the rest of one.
        let begins = |at: &usize| before[*at] & 0xC0 != 0x80 || *at == 0 || before[*at - 1].is_ascii();
        let characters = (line_start..before.len()).filter(begins).count();
        Self { line, column: characters + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_and_column_count_from_one() {
        let text = "ab\ncd\nüx".as_bytes();
        for (offset, line, column) in
            [(0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 2, 3), (6, 3, 1), (8, 3, 2), (9, 3, 3), (99, 3, 3)]
        {
            assert_eq!(LineColumn::of(text, offset), LineColumn { line, column }, "offset {offset}");
        }
    }

    #[test]
    fn bytes_of_other_encodings_are_characters() {
        // The quotes of Windows, which look like the rest of a character, and a letter of Latin-1.
        let text = b"\n\x93ab\x94 caf\xE9 x";
        for (offset, column) in [(1, 1), (2, 2), (4, 4), (5, 5), (6, 6), (9, 9), (10, 10), (11, 11)] {
            assert_eq!(LineColumn::of(text, offset), LineColumn { line: 2, column }, "offset {offset}");
        }
    }

    #[test]
    fn lines_end_as_any_system_ends_them() {
        for text in ["a\nbc\n\nd", "a\r\nbc\r\n\r\nd", "a\rbc\r\rd"] {
            for (letter, line, column) in [('b', 2, 1), ('c', 2, 2), ('d', 4, 1)] {
                let offset = text.find(letter).unwrap();
                assert_eq!(LineColumn::of(text.as_bytes(), offset), LineColumn { line, column }, "{text:?}");
            }
        }
        // Between the two bytes of an end, the line is still the same.
        assert_eq!(LineColumn::of(b"a\r\nb", 2), LineColumn { line: 1, column: 3 });
    }

    #[test]
    fn a_location_names_all_it_knows() {
        let cases = [
            (Location::default(), "the document"),
            (Location::path("frame[3]"), "frame[3]"),
            (Location::span(4..8), "bytes 4..8"),
            (Location::span(4..8).in_path("frame[3]"), "frame[3], bytes 4..8"),
        ];
        for (location, text) in cases {
            assert_eq!(location.to_string(), text);
        }
    }
}
