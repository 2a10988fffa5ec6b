//! Whether a file is text, and the line and column of any byte.

use std::ops::Range;

/// The distance in bytes between positions with a stored character count.
const STEP: usize = 1024;

/// The lines of a text. Looking up a position is fast however long the lines are.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    text: &'a [u8],
    /// Where each line begins.
    lines: Vec<usize>,
    /// The number of characters before each multiple of [`STEP`] bytes.
    characters: Vec<usize>,
}

impl<'a> Places<'a> {
    /// Indexes the lines of a file. `None` if it is binary, and so has none; an empty file has one, as an empty text.
    pub fn of_file(bytes: &'a [u8]) -> Option<Self> {
        (bytes.is_empty() || is_text(bytes)).then(|| Self::of(bytes))
    }

    /// Indexes the lines of a text.
    pub fn of(text: &'a [u8]) -> Self {
        let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let mut before = 0;
        let characters = (0..text.len()).step_by(STEP).map(|start| {
            let here = before;
            before += count(text, start..(start + STEP).min(text.len()));
            here
        });
        Self { text, lines, characters: characters.collect() }
    }

    /// The line and the column of a byte, both from 1, the column in characters. A byte past the end means the end.
    pub fn line_column(&self, at: usize) -> [usize; 2] {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines[line - 1];
        [line, self.before(at) - self.before(start) + 1]
    }

    /// The number of characters that begin before a byte.
    fn before(&self, at: usize) -> usize {
        let step = (at / STEP).min(self.characters.len().saturating_sub(1));
        let known = self.characters.get(step).copied().unwrap_or(0);
        known + count(self.text, step * STEP..at)
    }
}

/// Whether a file is text, judged by its beginning: there are no control characters but white space. Text of another encoding than
/// UTF-8 has bytes from 0x80 on, but more of others.
pub fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..1024).unwrap_or(bytes);
    let is_control = |c: char| c.is_control() && !c.is_whitespace();
    let (mut known, mut foreign) = (0, 0);
    for chunk in head.utf8_chunks() {
        if chunk.valid().contains(is_control) {
            return false;
        }
        known += chunk.valid().len();
        foreign += chunk.invalid().len();
    }
    foreign < known
}

/// The number of characters of a text that begin in these bytes. A byte of another encoding is one, although it looks like the rest of
/// one.
fn count(text: &[u8], bytes: Range<usize>) -> usize {
    bytes.filter(|at| text[*at] & 0xC0 != 0x80 || *at == 0 || text[*at - 1].is_ascii()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_counting_from_the_beginning_gives() {
        for text in ["", "a", "\n", "ü\nßß\n\nend", &format!("{}\n{}", "ü".repeat(1500), "x".repeat(3000))]
        {
            let places = Places::of(text.as_bytes());
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let before = &text[..at];
                let last = before.rsplit('\n').next().unwrap();
                let expected = [before.matches('\n').count() + 1, last.chars().count() + 1];
                assert_eq!(places.line_column(at), expected, "{at}");
            }
            assert_eq!(places.line_column(usize::MAX), places.line_column(text.len()));
        }
    }

    #[test]
    fn bytes_of_other_encodings_are_characters() {
        // Each space is a character, and so is each quote of Windows between two; more than one step of them.
        let text = b"\x93 ".repeat(STEP);
        let places = Places::of(&text);
        for at in [0, 1, 2, STEP - 1, STEP, STEP + 1, 2 * STEP] {
            assert_eq!(places.line_column(at), [1, at + 1], "{at}");
        }
    }

    #[test]
    fn empty_files_and_texts_have_lines_and_binary_files_have_none() {
        for (bytes, expected) in [(&b""[..], Some([1, 1])), (b"a\nb", Some([2, 2])), (b"a\0\nb", None)] {
            let end = Places::of_file(bytes).map(|places| places.line_column(bytes.len()));
            assert_eq!(end, expected, "{bytes:?}");
        }
    }

    #[test]
    fn text_is_told_from_bytes() {
        for text in ["{}\r\n\t", "grün", &"ü".repeat(600)[..], &format!("a{}", "ü".repeat(600))] {
            assert!(is_text(text.as_bytes()), "{text}");
        }
        // In Latin-1, and with the quotes of Windows.
        for bytes in [&b"caf\xe9"[..], b"<A Name=\x93b\x94/>", b"caf\xc3"] {
            assert!(is_text(bytes), "{bytes:?}");
        }
        for bytes in [&b""[..], b"glTF\x02\0\0\0", b"\xff\xfe", b"P\0\0\0", b"caf\xe9\0"] {
            assert!(!is_text(bytes), "{bytes:?}");
        }
    }
}
