//! Text inside binary files: the JSON of containers.

use std::ops::Range;

use anim_core::Span;

/// The largest number of header bytes before the JSON that happen to be text.
const HEADER: usize = 16;

/// The largest number of header bytes before the first JSON.
const MOST_HEADERS: usize = 256;

/// The shortest text that is shown as text.
const LEAST: usize = 32;

/// The JSON text around a span in a binary file; `None` if the bytes there are something else.
pub(crate) fn json_around(bytes: &[u8], span: Span) -> Option<Range<usize>> {
    let inside = bytes.get(span.start..span.end).filter(|inside| !inside.is_empty())?;
    if !inside.iter().all(|byte| is_text(*byte)) {
        return None;
    }
    let start = bytes.get(..span.start)?.iter().rposition(|byte| !is_text(*byte)).map_or(0, |last| last + 1);
    let after = bytes.get(span.end..)?.iter().position(|byte| !is_text(*byte));
    let end = after.map_or(bytes.len(), |after| span.end + after);
    let head = bytes.get(start..end.min(start + HEADER))?;
    let start = start + head.iter().position(|byte| matches!(byte, b'{' | b'['))?;
    (start <= span.start && end - start >= LEAST).then_some(start..end)
}

/// The JSON text near the beginning of a binary file.
pub(crate) fn first_json(bytes: &[u8]) -> Option<Range<usize>> {
    let start = bytes.iter().take(MOST_HEADERS).position(|byte| *byte == b'{')?;
    json_around(bytes, Span::at(start, 1))
}

fn is_text(byte: u8) -> bool {
    !byte.is_ascii_control() || byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &[u8] = b"{\"asset\": {\"version\": \"2.0\"},\n \"scene\": 7}";

    #[test]
    fn the_text_begins_at_its_brace_and_ends_before_other_bytes() {
        let file = [b"glTF\x02\0\0\0\x70\0\0\0JSON", JSON, b"\0\0\0\0{"].concat();
        let text = 16..16 + JSON.len();
        assert_eq!(json_around(&file, Span::at(20, 4)), Some(text.clone()));
        assert_eq!(json_around(&file, Span::at(16, JSON.len())), Some(text));
        for span in [Span::at(12, 4), Span::at(16, JSON.len() + 1), Span::at(0, 4), Span::at(20, 0)] {
            assert_eq!(json_around(&file, span), None, "{span:?}");
        }
        assert_eq!(json_around(&file, Span { start: 30, end: 20 }), None);
        assert_eq!(json_around(&file, Span::at(9999, 1)), None);
        assert_eq!(first_json(&file), Some(16..16 + JSON.len()));
    }

    #[test]
    fn letters_among_numbers_are_not_a_text() {
        let file =
            [&[0u8; 16][..], b"{ab}", &[1; 40], b"plain words that are not JSON at all, but long"].concat();
        assert_eq!(json_around(&file, Span::at(17, 2)), None);
        assert_eq!(json_around(&file, Span::at(70, 2)), None);
    }
}
