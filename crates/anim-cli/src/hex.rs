//! A hex dump of a part of a binary file: offsets, bytes, ASCII.

use std::fmt::Write as _;

use anim_core::Span;

const ROW: usize = 16;

/// Rows shown around the span on each side.
const CONTEXT: usize = 1;

/// Rows shown of the span itself; for a longer one, the first and the last rows.
const MOST: usize = 6;

/// The rows around a span, with its bytes marked: coloured if `color`, otherwise underlined.
pub(crate) fn window(bytes: &[u8], span: Span, color: bool) -> String {
    let start = span.start.min(bytes.len());
    // An empty span marks the byte after it, or the position where one is missing.
    let end = span.end.clamp(start, bytes.len()).max(start + 1);
    let (first, last) = (start / ROW, (end - 1) / ROW);
    let top = first.saturating_sub(CONTEXT);
    let bottom = (last + CONTEXT).min(bytes.len() / ROW);
    let width = format!("{:x}", bottom * ROW).len().max(8);
    let mut text = String::new();
    let whole = last - first < MOST;
    let upper = if whole { top..=bottom } else { top..=first + MOST / 2 - 1 };
    for row in upper {
        write_row(&mut text, bytes, row, start..end, (width, color));
    }
    if !whole {
        let _ = writeln!(text, "{:width$} |", "…");
        for row in last + 1 - MOST / 2..=bottom {
            write_row(&mut text, bytes, row, start..end, (width, color));
        }
    }
    text
}

fn write_row(
    text: &mut String,
    bytes: &[u8],
    row: usize,
    marked: std::ops::Range<usize>,
    (width, color): (usize, bool),
) {
    let from = row * ROW;
    let chunk = bytes.get(from..bytes.len().min(from + ROW)).unwrap_or_default();
    let touched = marked.start < from + ROW && marked.end > from;
    if chunk.is_empty() && !touched {
        return;
    }
    let _ = write!(text, "{from:0width$x} |");
    let mut under = String::new();
    let mut ascii = String::new();
    for column in 0..ROW {
        let at = from + column;
        let gap = if column == ROW / 2 { "  " } else { " " };
        let is_marked = marked.contains(&at);
        under.push_str(gap);
        under.push_str(if is_marked { "^^" } else { "  " });
        text.push_str(gap);
        let (on, off) = if is_marked && color { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        match chunk.get(column) {
            Some(byte) => {
                let _ = write!(text, "{on}{byte:02x}{off}");
                let visible = if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '.' };
                let _ = write!(ascii, "{on}{visible}{off}");
            }
            None => text.push_str("  "),
        }
    }
    let _ = writeln!(text, " | {ascii}");
    // A missing byte cannot be coloured, so it is always underlined.
    if touched && (!color || marked.end > bytes.len()) {
        let _ = writeln!(text, "{:width$} |{}", "", under.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(count: usize) -> Vec<u8> {
        (0..count).map(|i| i as u8).collect()
    }

    #[test]
    fn the_span_is_marked_among_its_neighbours() {
        let expected = "\
00000010 | 10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f | ................
00000020 | 20 21 22 23 24 25 26 27  28 29 2a 2b 2c 2d 2e 2f |  !\"#$%&'()*+,-./
         |                      ^^  ^^
00000030 | 30 31 32 33 34 35 36 37  38 39 3a 3b 3c 3d 3e 3f | 0123456789:;<=>?
";
        assert_eq!(window(&bytes(256), Span::at(0x27, 2), false), expected);
    }

    #[test]
    fn the_place_after_the_end_can_be_marked() {
        let expected = "\
00000000 | 00 01 02 03                                      | ....
         |             ^^
";
        for span in [Span::at(4, 0), Span::at(4, 8), Span::at(400, 8)] {
            assert_eq!(window(&bytes(4), span, false), expected, "{span:?}");
        }
        let expected = "\
00000000 | 00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f | ................
00000010 |                                                  | 
         | ^^
";
        assert_eq!(window(&bytes(16), Span::at(16, 4), false), expected);
        assert!(window(&[], Span::at(0, 0), false).contains("^^"));
    }

    #[test]
    fn a_long_span_is_cut_in_the_middle() {
        let text = window(&bytes(4096), Span::at(0, 4096), false);
        let offsets: Vec<_> =
            text.lines().filter_map(|line| line.split(' ').next()).filter(|s| !s.is_empty()).collect();
        assert_eq!(offsets, ["00000000", "00000010", "00000020", "…", "00000fd0", "00000fe0", "00000ff0"]);
    }

    #[test]
    fn colour_stands_for_the_underline() {
        let text = window(&bytes(16), Span::at(1, 1), true);
        assert!(text.contains(" \x1b[1;31m01\x1b[0m ") && !text.contains("^^"));
    }

    #[test]
    fn any_span_of_any_bytes_has_a_window() {
        for count in 0..40 {
            for (start, end) in
                [(0, 0), (0, usize::MAX), (usize::MAX, usize::MAX), (17, 3), (count, count + 1)]
            {
                let text = window(&bytes(count), Span { start, end }, false);
                assert!(text.contains("^^"), "{count} {start} {end}");
            }
        }
    }
}
