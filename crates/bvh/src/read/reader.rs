//! The text of a file, and the locations of findings and errors in it.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{LineColumn, Location, Span};

use crate::text::{is_space, quoted};
use crate::{ChannelKind, Error, ErrorKind};

/// The structural words of a file, if they are single words.
const KEYWORDS: [&str; 7] = ["HIERARCHY", "ROOT", "JOINT", "OFFSET", "CHANNELS", "MOTION", "Frames:"];

/// The maximum number of bytes of a word that is compared with known ones.
const LONGEST: usize = 32;

/// The text of a file.
pub(super) struct Reader<'a> {
    pub(super) text: &'a [u8],
}

impl Reader<'_> {
    /// The location of a span, limited to the text.
    pub(super) fn location(&self, span: Span) -> Location {
        Location::span(Span { start: span.start.min(self.text.len()), end: span.end.min(self.text.len()) })
    }

    /// An error at the first word at or after an offset.
    pub(super) fn error(&self, from: usize, kind: impl FnOnce(LineColumn, String) -> ErrorKind) -> Error {
        let (span, word) = self.word(from);
        let found = if word.is_empty() { "the end of the file".to_owned() } else { quoted(word) };
        Error::new(kind(LineColumn::of(self.text, span.start), found), self.location(span))
    }

    pub(super) fn syntax(&self, from: usize, expected: &'static str) -> Error {
        // If a single word is expected, the message already contains it.
        let is_allowed =
            |word: &&str| expected.contains(&quoted(word.as_bytes())) && expected.trim_matches('`') != *word;
        let allowed: Vec<_> = KEYWORDS.into_iter().filter(is_allowed).collect();
        let near = self.near(from, &allowed);
        self.error(from, |at, found| ErrorKind::Syntax { at, found, expected, near })
    }

    pub(super) fn channel(&self, from: usize) -> Error {
        let near = self.near(from, &ChannelKind::ALL.map(ChannelKind::name));
        self.error(from, |at, found| ErrorKind::Channel { at, found, near })
    }

    /// The known word nearest to the first word at or after an offset, unless they are equal or the word is too long.
    fn near(&self, from: usize, known: &[&'static str]) -> Option<&'static str> {
        let (_, word) = self.word(from);
        let word = std::str::from_utf8(word.get(..LONGEST.min(word.len()))?).ok()?;
        let known = known.iter().copied().filter(|known| !known.eq_ignore_ascii_case(word));
        anim_core::nearest(word, known)
    }

    pub(super) fn number(&self, from: usize) -> Error {
        self.error(from, |at, found| ErrorKind::Number { at, found })
    }

    /// The first word at or after an offset: everything up to a space.
    pub(super) fn word(&self, from: usize) -> (Span, &[u8]) {
        let rest = self.text.get(from..).unwrap_or_default();
        let start = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
        let rest = rest.get(start..).unwrap_or_default();
        let len = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
        (Span::at(from.saturating_add(start), len), rest.get(..len).unwrap_or_default())
    }

    /// The text from an offset on, without the space at its end.
    pub(super) fn trailing(&self, from: usize) -> &[u8] {
        let rest = self.text.get(from..).unwrap_or_default();
        let len = rest.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last.saturating_add(1));
        rest.get(..len).unwrap_or_default()
    }
}
