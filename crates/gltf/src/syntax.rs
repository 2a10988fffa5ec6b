//! JSON text, and errors of its parser with their location in the file.

use std::ops::Range;

use anim_core::{LineColumn, Location, Sink, Span};

use crate::{Error, ErrorKind, codes};

/// A byte order mark, which readers may ignore.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The message that identifies a value that is nested too deeply.
pub(crate) const TOO_DEEP: &str = "nested too deeply";

/// The parser's error with the location at which it stopped; `start` is the first byte of the text in the file.
pub(crate) fn error(error: &serde_json::Error, text: &[u8], start: usize) -> Error {
    let (line, column) = (error.line(), error.column());
    let line_start = match line.checked_sub(2) {
        None => 0,
        Some(newline) => {
            let mut newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            newlines.nth(newline).map_or(text.len(), |(at, _)| at.saturating_add(1))
        }
    };
    let offset = line_start.saturating_add(column.saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let what = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    let LineColumn { line, column } = LineColumn::of(text, offset);
    let what = if is_utf_16(text) { "the text is UTF-16, expected UTF-8" } else { what };
    let kind = if what.starts_with("recursion limit") || what == TOO_DEEP {
        ErrorKind::Nesting { line, column }
    } else {
        ErrorKind::Json { line, column, what: what.to_owned() }
    };
    let length = usize::from(offset < text.len());
    Error::new(kind, Location::span(Span::at(start.saturating_add(offset), length)))
}

/// The JSON text in a chunk of a .glb, with its first byte in the file. Reports a byte order mark before it and zeros after it, which
/// some programs write.
pub(crate) fn in_chunk<'a>(file: &'a [u8], at: &Range<usize>, sink: &mut dyn Sink) -> (&'a [u8], usize) {
    let chunk = file.get(at.clone()).unwrap_or_default();
    let (text, after) = (bare(chunk), chunk.strip_prefix(BOM).unwrap_or(chunk));
    let start = at.end.saturating_sub(after.len());
    let marks = (at.start..start, "a byte order mark comes before the JSON");
    let zeros = (start.saturating_add(text.len())..at.end, "zeros pad the JSON, expected spaces");
    for (bytes, message) in [marks, zeros] {
        if !bytes.is_empty() {
            sink.report(codes::JSON.at(Location::span(bytes), message));
        }
    }
    (text, start)
}

/// The JSON text in a chunk.
pub(crate) fn bare(chunk: &[u8]) -> &[u8] {
    let mut text = chunk.strip_prefix(BOM).unwrap_or(chunk);
    while let Some(shorter) = text.strip_suffix(b"\0") {
        text = shorter;
    }
    text
}

/// Whether a text begins with a byte order mark of UTF-16, or with a brace in two bytes.
fn is_utf_16(text: &[u8]) -> bool {
    matches!(text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, b'{', ..] | [b'{', 0, ..])
}
