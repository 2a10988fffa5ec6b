//! A position in a JSON text, and reading of values from there.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::ops::Range;

use super::fault::{Fault, MAX_DEPTH, Scan, What};
use super::plain::plain;

/// The largest index: above 2⁵³ a 64-bit float cannot hold every whole number.
pub(crate) const MAX_INDEX: u64 = 1 << 53;

/// The byte order mark, with which editors begin a text.
pub(crate) const MARK: &str = "\u{feff}";

/// A position in a JSON text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) depth: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0, depth: 0 }
    }

    /// A scanner of a complete file, which may begin with a byte order mark.
    pub(crate) fn of_file(text: &'a str) -> Self {
        Self::starting_at(text, if text.starts_with(MARK) { MARK.len() } else { 0 })
    }

    /// A scanner that starts at a byte of the text.
    pub(crate) fn starting_at(text: &'a str, at: usize) -> Self {
        Self { at, ..Self::new(text) }
    }

    /// A scanner of a text nested in `depth` arrays and objects of another text.
    pub(crate) fn within(text: &'a str, depth: usize) -> Self {
        Self { depth, ..Self::new(text) }
    }

    /// The position: a byte of the text.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The text from the position on.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Moves to another byte of the text at the same depth.
    #[inline]
    pub(crate) fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Skips white space and returns the first byte of the next token; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.advance(1);
        }
        None
    }

    /// Checks that only white space follows.
    pub(crate) fn end(&mut self) -> Scan<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.syntax("the end of the text")) }
    }

    /// A syntax fault at the next byte.
    #[cold]
    pub(crate) fn syntax(&self, expected: &'static str) -> Fault {
        self.next_byte(What::Syntax(expected))
    }

    pub(super) fn next_byte(&self, what: What) -> Fault {
        let end = self.bytes.len().min(self.at.saturating_add(1));
        Fault::new(self.at.min(end)..end, what)
    }

    /// The fault of a value, from `start` to here, with another shape than expected.
    #[cold]
    pub(crate) fn shape(&self, start: usize, expected: &'static str) -> Fault {
        Fault::new(start..self.at.max(start), What::Shape(expected))
    }

    /// Skips the next value and fails: it does not have the expected shape, or it is not JSON.
    pub(crate) fn refuse<T>(&mut self, expected: &'static str) -> Scan<T> {
        let span = self.skip()?;
        Err(self.shape(span.start, expected))
    }

    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Consumes a byte of punctuation if it is next.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.advance(1);
        }
        found
    }

    pub(super) fn word(&mut self, word: &'static str) -> bool {
        let found = self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        if found {
            self.advance(word.len());
        }
        found
    }

    /// Consumes `null` if it is next.
    pub(crate) fn null(&mut self) -> bool {
        self.peek() == Some(b'n') && self.word("null")
    }

    /// `true`, `false`, 0 or 1.
    #[inline]
    pub(crate) fn boolean(&mut self) -> Scan<bool> {
        match self.peek() {
            Some(b't') if self.word("true") => Ok(true),
            Some(b'f') if self.word("false") => Ok(false),
            Some(b'0' | b'1') => {
                let start = self.at;
                match self.number()? {
                    0.0 => Ok(false),
                    1.0 => Ok(true),
                    _ => Err(self.shape(start, "true or false")),
                }
            }
            _ => self.refuse("true or false"),
        }
    }

    /// A whole number of at least 0; `2.0` is one.
    pub(crate) fn index(&mut self) -> Scan<usize> {
        let start = self.peek().map(|_| self.at).unwrap_or_default();
        let number = self.number()?;
        if (0.0..=MAX_INDEX as f64).contains(&number) && number.fract() == 0.0 {
            return Ok(number as usize);
        }
        Err(self.shape(start, "a whole number of at least 0"))
    }

    /// A string, unescaped.
    #[inline]
    pub(crate) fn string(&mut self) -> Scan<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return self.refuse("a string");
        }
        let start = self.at.saturating_add(1);
        let end = start.saturating_add(plain(self.bytes.get(start..).unwrap_or_default()));
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end.saturating_add(1);
            return Ok(Cow::Borrowed(self.text.get(start..end).unwrap_or_default()));
        }
        let opening = self.at;
        self.skip_string()?;
        let literal = self.text.get(opening..self.at).unwrap_or_default();
        // The only remaining fault is half a surrogate pair.
        match serde_json::from_str(literal) {
            Ok(string) => Ok(Cow::Owned(string)),
            Err(_) => Err(self.shape(opening, "a string without half a surrogate pair")),
        }
    }

    /// The name of a member and its colon.
    pub(super) fn key(&mut self) -> Scan<()> {
        if self.peek() != Some(b'"') {
            return Err(self.syntax("the name of a member"));
        }
        self.skip_string()?;
        self.colon()
    }

    fn colon(&mut self) -> Scan<()> {
        if self.take(b':') { Ok(()) } else { Err(self.syntax("a colon")) }
    }

    fn descend(&mut self) -> Scan<()> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > MAX_DEPTH {
            return Err(self.next_byte(What::Depth));
        }
        Ok(())
    }

    /// Reads an array: `element` reads one element per call. Returns the location of the array.
    #[inline]
    pub(crate) fn array(&mut self, mut element: impl FnMut(&mut Self) -> Scan<()>) -> Scan<Range<usize>> {
        if self.peek() != Some(b'[') {
            return self.refuse("an array");
        }
        let start = self.at;
        self.advance(1);
        self.descend()?;
        if !self.take(b']') {
            loop {
                element(self)?;
                if self.take(b']') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.syntax("a comma or ]"));
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(start..self.at)
    }

    /// Reads an object: `member` reads the value of one member per call. Returns the location of the object.
    #[inline]
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, Cow<'a, str>) -> Scan<()>,
    ) -> Scan<Range<usize>> {
        if self.peek() != Some(b'{') {
            return self.refuse("an object");
        }
        let start = self.at;
        self.advance(1);
        self.descend()?;
        if !self.take(b'}') {
            loop {
                if self.peek() != Some(b'"') {
                    return Err(self.syntax("the name of a member"));
                }
                let key = self.string()?;
                self.colon()?;
                self.peek();
                member(self, key)?;
                if self.take(b'}') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.syntax("a comma or }"));
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(start..self.at)
    }
}

impl<'a> Scanner<'a> {
    /// Part of the text.
    pub(crate) fn slice(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// The location of the first string after a position, if no quotes come before it.
    pub(crate) fn next_string(&self, from: usize) -> Range<usize> {
        let rest = self.text.get(from..).unwrap_or_default();
        let at = from.saturating_add(rest.find('"').unwrap_or_default());
        Self::starting_at(self.text, at).skip().unwrap_or(at..at)
    }
}
