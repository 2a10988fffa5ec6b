//! Going past values without making anything of them.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use super::{FINITE, MAX_DEPTH, Scan, Scanner, What};

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

    /// Goes past one value of any shape and says where it is.
    pub(crate) fn skip(&mut self) -> Scan<Range<usize>> {
        // Whether each open level is an object; a level's first value has no comma before it.
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
            // After a value: the ends of levels, or the comma before the next value.
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
            Some(b'-' | b'0'..=b'9') => self.skip_number().map(|_| ()),
            Some(b't') if self.word("true") => Ok(()),
            Some(b'f') if self.word("false") => Ok(()),
            Some(b'n') if self.word("null") => Ok(()),
            Some(b'N' | b'I') => Err(self.syntax(FINITE)),
            _ => Err(self.syntax("a value")),
        }
    }

    /// Goes past one value of any shape, in which every string has a meaning and every number a 64-bit float.
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

/// How many bytes come before the first quote, backslash or control character, or before the end.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mut at = 0_usize;
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*eight);
        // The highest bit of each byte below a limit. What is borrowed only reaches bytes behind the first of them.
        let below = |word: u64, limit: u64| {
            word.wrapping_sub(EACH.wrapping_mul(limit)) & !word & EACH.wrapping_mul(0x80)
        };
        let quote = below(word ^ EACH.wrapping_mul(u64::from(b'"')), 1);
        let backslash = below(word ^ EACH.wrapping_mul(u64::from(b'\\')), 1);
        let found = quote | backslash | below(word, u64::from(b' '));
        if found != 0 {
            return at.wrapping_add(found.trailing_zeros() as usize / 8);
        }
        at = at.wrapping_add(8);
        rest = after;
    }
    at.wrapping_add(rest.iter().take_while(|&&byte| byte != b'"' && byte != b'\\' && byte >= b' ').count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plain;

    proptest! {
        #[test]
        fn the_first_byte_with_a_meaning_is_found(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x20..0x24_u8, Just(b'\\')], 0..40)) {
            let expected = bytes.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
            prop_assert_eq!(plain(&bytes), expected.unwrap_or(bytes.len()));
        }
    }
}
