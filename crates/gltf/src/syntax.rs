//! JSON text, and errors of its parser with their location in the file.

use std::ops::Range;

use anim_core::{LineColumn, Location, Sink, Span, is_utf_16, json_words};

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
    let begin = text.len().saturating_sub(text.trim_ascii_start().len());
    let is_object = text.get(begin) == Some(&b'{');
    let offset = if is_object { offset } else { begin };
    let LineColumn { line, column } = LineColumn::of(text, offset);
    let what = match what {
        _ if is_utf_16(text) => "the text is UTF-16, expected UTF-8",
        _ if !is_object => "expected a JSON object, or `glTF`, with which a .glb begins",
        what => &json_words(what),
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Root;

    #[test]
    fn errors_speak_of_json() {
        for (text, expected) in [
            ("", "expected a JSON object, or `glTF`, with which a .glb begins"),
            ("  \u{1}\u{2}noise", "expected a JSON object, or `glTF`, with which a .glb begins"),
            ("[]", "expected a JSON object, or `glTF`, with which a .glb begins"),
            (r#"{"nodes": {}}"#, "found an object, expected an array"),
            (r#"{"nodes": [7]}"#, "found the number `7`, expected an object"),
            (r#"{"nodes": [{"children": "0"}]}"#, "found the text \"0\", expected an array"),
            (r#"{"nodes": [{"name": []}]}"#, "found an array, expected a text"),
            (r#"{"nodes": [{"name": true}]}"#, "found `true`, expected a text"),
            (
                r#"{"nodes": [{"children": [0.5]}]}"#,
                "found the number `0.5`, expected a whole number, 0 or more",
            ),
        ] {
            let error = Root::parse(text.as_bytes(), 0).unwrap_err();
            let ErrorKind::Json { what, .. } = &error.kind else { panic!("{error}") };
            assert_eq!(what, expected, "{text}");
        }
    }
}
