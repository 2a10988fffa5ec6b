//! The part of a text file shown with a diagnostic.

use std::ops::Range;

use anim_core::{Diagnostic, LineColumn, Severity, Span};
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::text::visible;

/// The largest number of bytes shown before and after the span, so that a file with a single line stays readable.
const REACH: usize = 4096;

/// What ends a line, alone or together.
const LINE_ENDS: [u8; 2] = *b"\r\n";

/// The diagnostic with the lines of a text in the source and a marked span; `None` if the source has no such text. Lines count from the
/// beginning of the text. Bytes that are not UTF-8 are shown as `\xNN`.
pub(crate) fn annotated(
    label: &str,
    source: &[u8],
    text: Range<usize>,
    diagnostic: &Diagnostic,
    span: Span,
    color: bool,
) -> Option<String> {
    let label = if text.start == 0 {
        visible(label)
    } else {
        format!("{} (JSON from byte {})", visible(label), text.start).into()
    };
    let source = source.get(text.clone())?;
    let span = Span { start: span.start.checked_sub(text.start)?, end: span.end.checked_sub(text.start)? };
    let start = boundary(source, span.start.min(source.len()));
    let end = boundary(source, span.end.clamp(start, source.len()).min(start + REACH));
    let (from, to) = (line_start(source, start), line_end(source, end));
    let [before, marked, after] = [from..start, start..end, end..to].map(|part| source.get(part).map(spelt));
    let (before, marked, after) = (before?, marked?, after?);
    let mark = before.len()..before.len() + marked.len();
    let text = before + &marked + &after;
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let path = visible(&diagnostic.at.path);
    let mark = AnnotationKind::Primary.span(mark);
    let mark = if path.is_empty() { mark } else { mark.label(path) };
    let first = LineColumn::of(source, from);
    let snippet = Snippet::source(&*text).line_start(first.line).annotation(mark);
    let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.id);
    // The snippet counts columns in what it shows.
    let report = if first.column == 1
        && source.get(from..start).is_some_and(|line| std::str::from_utf8(line).is_ok())
    {
        title.element(snippet.path(label))
    } else {
        let LineColumn { line, column } = LineColumn::of(source, start);
        title.element(Origin::path(label).line(line).char_column(column)).element(snippet)
    };
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    Some(renderer.render(&[report]) + "\n")
}

/// A text with `\xNN` for each byte that is not UTF-8.
fn spelt(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    text
}

/// The start of the line of a byte, or of a character within reach.
fn line_start(source: &[u8], at: usize) -> usize {
    let least = at.saturating_sub(REACH);
    let near = source.get(least..at).unwrap_or_default();
    near.iter()
        .rposition(|byte| LINE_ENDS.contains(byte))
        .map_or_else(|| boundary(source, least), |newline| least + newline + 1)
}

/// The end of the line of a byte, or of a character within reach.
fn line_end(source: &[u8], at: usize) -> usize {
    let most = source.len().min(at + REACH);
    let near = source.get(at..most).unwrap_or_default();
    near.iter()
        .position(|byte| LINE_ENDS.contains(byte))
        .map_or_else(|| boundary(source, most), |newline| at + newline)
}

/// The first character boundary at or after this byte.
fn boundary(source: &[u8], at: usize) -> usize {
    let inside = |byte: &u8| byte & 0xC0 == 0x80;
    at + source.get(at..).unwrap_or_default().iter().take_while(|byte| inside(byte)).take(3).count()
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Location};

    use super::*;

    static ODD: Code = Code::warning("toy::odd", "something is odd");

    fn show(source: &[u8], span: Span) -> Option<String> {
        let diagnostic = ODD.at(Location::span(span).in_path("nodes[1]"), "three legs");
        annotated("a.json", source, 0..source.len(), &diagnostic, span, false)
    }

    #[test]
    fn the_line_is_shown_with_its_number() {
        let expected = "\
warning[toy::odd]: three legs
 --> a.json:2:4
  |
2 | b: three
  |    ^^^^^ nodes[1]
";
        for text in ["a: 1\nb: three\nc: 3\n", "a: 1\rb: three\rc: 3\r"] {
            assert_eq!(show(text.as_bytes(), Span::at(8, 5)).unwrap(), expected);
        }
        assert_eq!(show(b"a: 1\r\nb: three\r\nc: 3\r\n", Span::at(9, 5)).unwrap(), expected);
    }

    #[test]
    fn the_column_is_that_of_the_whole_line() {
        let source = format!("a\n{}x{}", "ü".repeat(10_000), "ß".repeat(10_000));
        let text = show(source.as_bytes(), Span::at(20_002, 1)).unwrap();
        assert!(text.contains("\n --> a.json:2:10001\n"), "{text}");
    }

    #[test]
    fn any_span_of_any_text_is_shown() {
        let long = format!("{}x{}", "ü".repeat(10_000), "ß".repeat(10_000));
        for source in ["", "a", "a\n", "\n\n", "ü", &long] {
            for (start, end) in
                [(0, 0), (0, usize::MAX), (usize::MAX, usize::MAX), (9, 3), (1, 1), (20_000, 20_001)]
            {
                assert!(
                    show(source.as_bytes(), Span { start, end })
                        .is_none_or(|text| text.contains("three legs"))
                );
            }
        }
        assert!(show(long.as_bytes(), Span::at(20_000, 1)).unwrap().len() < 1000);
    }

    #[test]
    fn bytes_of_other_encodings_are_shown_as_numbers() {
        let expected = "\
warning[toy::odd]: three legs
 --> a.json:2:11
  |
 ::: 
2 | \\x93b\\x94: caf\\xE9 three \\x80
  |                    ^^^^^ nodes[1]
";
        // The quotes of Windows, which are no beginning of a character in UTF-8, and a letter of Latin-1.
        assert_eq!(show(b"a: 1\n\x93b\x94: caf\xE9 three \x80\n", Span::at(15, 5)).unwrap(), expected);
        let marked = show(b"\xE9\xE8\n", Span::at(0, 2)).unwrap();
        assert!(marked.contains("1 | \\xE9\\xE8\n  | ^^^^^^^^"), "{marked}");
    }
}
