//! Lines and columns of many places in one text.

/// How far apart the places are up to which characters are counted once.
const STEP: usize = 1024;

/// The lines of a text. A place takes a short time however long the lines are.
pub(super) struct Places<'a> {
    text: &'a [u8],
    /// Where each line begins.
    lines: Vec<usize>,
    /// How many characters there are before every [`STEP`] bytes.
    characters: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let mut before = 0;
        let characters = text.chunks(STEP).map(|chunk| {
            let here = before;
            before += count(chunk);
            here
        });
        Self { text, lines, characters: characters.collect() }
    }

    /// The line and the column of a byte, both from 1, the column in characters. A byte past the end means the end.
    pub(super) fn line_column(&self, at: usize) -> [usize; 2] {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines[line - 1];
        [line, self.before(at) - self.before(start) + 1]
    }

    /// How many characters begin before a byte.
    fn before(&self, at: usize) -> usize {
        let step = (at / STEP).min(self.characters.len().saturating_sub(1));
        let known = self.characters.get(step).copied().unwrap_or(0);
        known + count(&self.text[step * STEP..at])
    }
}

/// How many characters begin in these bytes.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
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
}
