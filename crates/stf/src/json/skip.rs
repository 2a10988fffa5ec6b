//! Skipping values.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use super::fault::{FINITE, MAX_DEPTH, Scan, What};
use super::plain::plain;
use super::scanner::Scanner;

impl Scanner<'_> {
    #[inline]
    pub(super) fn skip_string(&mut self) -> Scan<()> {
        self.advance(1);
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let plain = plain(rest);
            self.advance(plain);
            match rest.get(plain..).unwrap_or_default() {
                [] => return Err(self.syntax("the end of a string")),
                [b'"', ..] => {
                    self.advance(1);
                    return Ok(());
                }
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.advance(2),
                [b'\\', b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(|h| h.is_ascii_hexdigit()) => {
                    self.advance(6);
                }
                [b'\\', ..] => return Err(self.syntax("an escape that JSON knows")),
                _ => return Err(self.syntax("a string without control characters")),
            }
        }
    }

    /// Skips one value of any shape and returns its location.
    pub(crate) fn skip(&mut self) -> Scan<Range<usize>> {
        // For each open level, whether it is an object.
        let mut open: Vec<bool> = Vec::new();
        self.peek();
        let start = self.at;
        loop {
            let mut closed = if let Some(byte @ (b'{' | b'[')) = self.peek() {
                self.advance(1);
                open.push(byte == b'{');
                if open.len().saturating_add(self.depth) > MAX_DEPTH {
                    return Err(self.next_byte(What::Depth));
                }
                self.take(if byte == b'{' { b'}' } else { b']' })
            } else {
                self.skip_scalar()?;
                open.push(false);
                true
            };
            // After a value come the ends of levels, or the comma before the next value.
            while closed {
                open.pop();
                let Some(&object) = open.last() else { return Ok(start..self.at) };
                let close = if object { b'}' } else { b']' };
                if self.take(b',') {
                    break;
                }
                closed = self.take(close);
                if !closed {
                    return Err(self.syntax(if object { "a comma or }" } else { "a comma or ]" }));
                }
            }
            if open.last() == Some(&true) {
                self.key()?;
            }
        }
    }

    fn skip_scalar(&mut self) -> Scan<()> {
        match self.peek() {
            Some(b'"') => self.skip_string(),
            Some(b'-' | b'0'..=b'9') => self.skip_number(),
            Some(b't') if self.word("true") => Ok(()),
            Some(b'f') if self.word("false") => Ok(()),
            Some(b'n') if self.word("null") => Ok(()),
            Some(b'N' | b'I') => Err(self.syntax(FINITE)),
            _ => Err(self.syntax("a value")),
        }
    }

    /// Skips one value of any shape; fails on half a surrogate pair or a number that a 64-bit float cannot hold.
    pub(crate) fn sound(&mut self) -> Scan<()> {
        match self.peek() {
            Some(b'{') => self.object(|scanner, _| scanner.sound()).map(drop),
            Some(b'[') => self.array(Self::sound).map(drop),
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number().map(drop),
            _ => self.skip_scalar(),
        }
    }
}
