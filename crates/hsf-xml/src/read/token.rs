//! Numbers, words and quoted texts of a list.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::decode::{self, Odd, Space};
use super::scanner::{quote, until_quote};
use super::values::{Reference, Values};
use crate::Text;

/// A quoted text or a word.
pub(super) enum Token {
    Text(Text),
    Word(String),
}

/// Whether a byte ends the number before it: space, a bracket, a comma or a quote.
#[inline]
pub(super) fn ends_number(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'"')
}

impl Values<'_, '_> {
    /// A number followed by nothing but space, a bracket, a quote or markup.
    #[inline]
    pub(super) fn number(&mut self) -> Option<f64> {
        let rest = self.rest();
        let (number, len) =
            anim_number::word(rest, ends_number).or_else(|| self.number_before_others(rest))?;
        self.skip(len);
        Some(number)
    }

    /// A number followed by markup or by a quote that is not ASCII, and its length.
    #[cold]
    fn number_before_others(&self, text: &[u8]) -> Option<(f64, usize)> {
        let (number, len) = anim_number::prefix(text)?;
        let ends = match text.get(len..)? {
            [b'<', ..] => self.base.is_none(),
            [byte, ..] if byte.is_ascii() => false,
            after => quote(after).is_some(),
        };
        ends.then_some((number, len))
    }

    /// A quoted text or a word. The position advances.
    pub(super) fn token(&mut self) -> Result<Token, Reference> {
        let rest = self.rest();
        let (from, to, next, is_text) = match quote(rest) {
            Some((mark, len)) if mark != '\'' => {
                let (to, next) = self.text_end(mark, len);
                (len, to, next, true)
            }
            _ => {
                let to = word_end(rest, self.base.is_none());
                (0, to, to, false)
            }
        };
        let bytes = rest.get(from..to).unwrap_or_default();
        let markup = || rest.iter().position(|byte| *byte == b'<');
        let is_open = is_text && to == next;
        if self.base.is_none() && bytes.contains(&b'&')
            || is_open && markup().is_some_and(|ahead| self.is_aside(ahead))
        {
            return Err(Reference);
        }
        self.skip(next);
        let mut odd = Odd::default();
        let space = if self.base.is_none() { Space::Fold } else { Space::Keep };
        if is_text {
            let text = if self.base.is_none() {
                decode::decode(bytes, space, &mut odd)
            } else {
                decode::characters(bytes, &mut odd)
            };
            return Ok(Token::Text(Text::from(&*text)));
        }
        let word = decode::characters(bytes, &mut odd);
        Ok(Token::Word(word.chars().filter(|c| crate::text::is_xml(*c)).collect()))
    }

    /// The end of a quoted text, and the position where reading continues, both relative to its opening quote.
    fn text_end(&self, mark: char, len: usize) -> (usize, usize) {
        let markup = self.base.is_none();
        let body = self.rest().get(len..).unwrap_or_default();
        let stops = |byte: &u8| *byte == b'"' || *byte == b'<' && markup;
        let straight = || body.iter().position(stops).unwrap_or(body.len());
        let (to, quote) = match mark {
            // A straight quote ends at the next one, whatever is between them.
            '"' => match straight() {
                limit if body.get(limit) == Some(&b'"') => (limit, 1),
                limit => until_quote(body.get(..limit).unwrap_or_default(), markup),
            },
            _ => until_quote(body, markup),
        };
        // Without a closing quote the text ends with its line.
        let line = || body.iter().take(to).position(|byte| *byte == b'\n').unwrap_or(to);
        let to = if quote == 0 { line() } else { to }.saturating_add(len);
        (to, to.saturating_add(quote))
    }
}

/// The end of a word, which may contain a reference.
fn word_end(bytes: &[u8], markup: bool) -> usize {
    let mut at = 0usize;
    while let Some((c, len)) = bytes.get(at..).and_then(decode::first_char) {
        let ends = matches!(c, ' ' | '\t' | '\r' | '\n' | ',' | '[' | ']') || c == '<' && markup;
        if ends || c != '\'' && crate::text::is_quote(c) {
            break;
        }
        at = at.saturating_add(len);
    }
    at
}
