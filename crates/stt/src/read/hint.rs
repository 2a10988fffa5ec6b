//! The likely causes of errors.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{LineColumn, nearest};

use crate::error::{Expected, Hint};

/// The position of the reader in the structure of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The state, node or key being read; `None` before the first state.
    pub(super) part: Option<Part>,
    /// The number of nodes or keys of the state that was read last.
    pub(super) last: Option<Count>,
    /// Where the last name begins, if its closing brace seems to be missing.
    pub(super) open: Option<usize>,
}

/// One of several parts whose number the file announces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Where it begins.
    pub(super) start: usize,
    pub(super) count: Count,
}

/// A number of parts that the file announces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) what: &'static str,
    pub(super) total: usize,
    /// Where the number is.
    pub(super) at: usize,
}

/// A line with fewer numbers than files usually have there in a node or a key.
struct Line {
    start: usize,
    found: usize,
    wanted: usize,
}

impl Part {
    /// The only line before an error that lacks numbers. Files usually have a line for each three numbers of a node, and lines
    /// of 1, 2 and 2 numbers for a key; a part with another layout has no such line.
    fn short_line(&self, bytes: &[u8], error: usize) -> Option<Line> {
        let mut short = None;
        let mut start = self.start;
        let layout: [usize; 3] = match self.count.what {
            "node" => [3, 3, 3],
            "key" => [1, 2, 2],
            _ => return None,
        };
        let mut wanted = layout.into_iter().cycle();
        for line in bytes.get(start..error)?.split_inclusive(|&byte| byte == b'\n') {
            let words = || line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let is_number = |word: &[u8]| matches!(word, [b'0'..=b'9' | b'+' | b'-' | b'.', ..]);
            let found = words().count();
            // The line of the error itself is not complete.
            if line.ends_with(b"\n") && words().next().is_some_and(is_number) {
                match wanted.next()?.checked_sub(found) {
                    Some(0) => {}
                    Some(missing) if short.is_none() => {
                        short = Some(Line { start, found, wanted: found.saturating_add(missing) });
                    }
                    _ => return None,
                }
            }
            start = start.saturating_add(line.len());
        }
        short
    }
}

/// The encoding of a text whose characters have two or four bytes, detected by its byte order mark or a `#` at its beginning.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [b'#', 0, 0, 0, ..] | [0, 0, 0, b'#', ..] => {
            Some("UTF-32")
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'#', 0, ..] | [0, b'#', ..] => Some("UTF-16"),
        _ => None,
    }
}

impl Context {
    /// The likely cause of an error at an offset.
    pub(super) fn hint(
        &self,
        bytes: &[u8],
        at: usize,
        expected: Expected,
        found: Option<&str>,
    ) -> Option<Hint> {
        let place = |offset: usize| LineColumn::of(bytes, offset);
        let found = found.unwrap_or_default();
        let is = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(found));
        if let Some(encoding) = wide(bytes).filter(|_| expected == Expected::Id) {
            return Some(Hint::Encoding(encoding));
        }
        if let Some(start) = self.open {
            return Some(Hint::Open { place: place(start) });
        }
        let words: &[&str] = match expected {
            Expected::Id => &["#MINDRENDER"],
            Expected::Token("SINGLE or KEYFRAME") => &["SINGLE", "KEYFRAME"],
            Expected::Token("STATIC or DYNAMIC") => &["STATIC", "DYNAMIC"],
            _ => &[],
        };
        if let (Expected::Token("SINGLE or KEYFRAME"), Some(Count { what, total: count, at })) =
            (expected, self.last)
            && is(["STATIC", "DYNAMIC"])
        {
            return Some(Hint::Announced { what, count, place: place(at) });
        }
        let announced =
            |Count { what, total: count, at }: Count| Hint::Announced { what, count, place: place(at) };
        if let (Expected::Token("STATIC or DYNAMIC"), Some(part)) = (expected, self.part)
            && is(["SINGLE", "KEYFRAME"])
        {
            return Some(announced(part.count));
        }
        if let Some(word) =
            nearest(found, words.iter().copied()).and_then(|near| words.iter().find(|word| **word == near))
        {
            return Some(Hint::Nearest(word));
        }
        let is_number = matches!(expected, Expected::Number(_) | Expected::Integer(_) | Expected::Type(_));
        if let Some(part) = self.part.filter(|_| is_number)
            && let Some(Line { start, found, wanted }) = part.short_line(bytes, at)
        {
            return Some(Hint::Short { place: place(start), found, wanted });
        }
        // Only the beginning of a name without a closing brace is known.
        let Part { number, start, count } = self.part.filter(|_| expected != Expected::Brace)?;
        Some(if start >= at {
            announced(count)
        } else {
            Hint::Within { what: count.what, number, count: count.total, place: place(start) }
        })
    }
}
