//! The base of all readers of parts: tokens with locations, counts, and errors after which reading continues.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{LineColumn, Location, Sink, Span};

use super::hint::{Context, Count, Part};
use super::token::{self, Fault, Input, Missed, Result};
use crate::error::Expected;
use crate::label::is_word;
use crate::origin::Origin;
use crate::{Error, ErrorKind, Flag, Label, Seconds, codes};

/// The maximum number of errors found before the last one.
const MOST_ERRORS: usize = 15;

/// The number of characters of a token that an error shows.
const SHOWN: usize = 40;

/// A file that is being read.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) strict: bool,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) context: Context,
    /// The first error after which reading continued, and the number of such errors.
    pub(super) first: Option<Error>,
    pub(super) errors: usize,
}

impl<'a> Reader<'a> {
    /// Records an error and moves to where reading can continue; returns the error if there is no such position.
    #[cold]
    pub(super) fn recover<T>(
        &mut self,
        input: &mut Input<'a>,
        fault: Fault,
        next: impl Fn(&mut Input<'a>) -> Option<T>,
    ) -> Result<T> {
        let missed = fault.missed();
        let start = self.bytes.len().saturating_sub(missed.rest);
        // After the opening brace of a name without a closing brace.
        let skipped = usize::from(missed.expected == Expected::Brace);
        let mut rest = self.bytes.get(start.saturating_add(skipped)..).unwrap_or_default();
        if self.errors >= MOST_ERRORS {
            return Err(fault);
        }
        let Some(found) = next(&mut rest) else { return Err(fault) };
        let error = self.error(missed);
        match &self.first {
            None => self.first = Some(error),
            Some(_) => self.sink.report(error.into()),
        }
        self.errors = self.errors.saturating_add(1);
        self.context.open = None;
        *input = rest;
        Ok(found)
    }

    /// Marks the beginning of one of several parts.
    #[inline]
    pub(super) fn begin(&mut self, input: &mut Input<'_>, number: usize, count: Count) {
        token::space(input);
        self.context.part = Some(Part { number, start: self.offset(input), count });
    }

    /// A count of parts, each of which takes at least `least` bytes. `names` are the singular and the plural.
    pub(super) fn count(
        &mut self,
        input: &mut Input<'_>,
        [one, several]: [&'static str; 2],
        what: &'static str,
        least: usize,
    ) -> Result<Count> {
        token::space(input);
        let (rest, at) = (input.len(), self.offset(input));
        let stated: u64 = token::integer(input, Expected::Integer(what))?;
        let most = input.len().checked_div(least).unwrap_or(0);
        let count = usize::try_from(stated).ok().filter(|&count| count <= most);
        let count = count.ok_or_else(|| {
            Fault::new(rest, Expected::AtMost { most, things: if most == 1 { one } else { several } })
        })?;
        Ok(Count { what: one, total: count, at })
    }

    pub(super) fn label(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Label> {
        token::space(input);
        let start = self.offset(input);
        let (len, text, is_odd) = token::label(input, what)?;
        // A name with a brace or a line break may be two names and the text between them.
        self.context.open = is_odd.then_some(start);
        Ok(Label::read(text, len, Origin::new(start, self.offset(input).saturating_sub(start))))
    }

    #[inline]
    pub(super) fn seconds(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Seconds> {
        let (value, origin) = self.placed(input, |input| token::number(input, what))?;
        Ok(Seconds::read(value, origin))
    }

    pub(super) fn flag(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Flag> {
        let (value, origin) = self.placed(input, |input| token::integer(input, Expected::Integer(what)))?;
        Ok(Flag::read(value, origin))
    }

    /// The index of the next keyword, in any case.
    #[expect(clippy::inline_always, reason = "the words of each call are known, and compared as numbers")]
    #[inline(always)]
    pub(super) fn keyword(
        &mut self,
        input: &mut Input<'_>,
        expected: Expected,
        words: &[&[u8]],
    ) -> Result<usize> {
        token::space(input);
        match words.iter().position(|word| token::exactly(input, word)) {
            Some(index) => Ok(index),
            None => self.keyword_in_other_case(input, expected, words),
        }
    }

    #[cold]
    pub(super) fn keyword_in_other_case(
        &mut self,
        input: &mut Input<'_>,
        expected: Expected,
        words: &[&[u8]],
    ) -> Result<usize> {
        let (rest, start) = (input.len(), self.offset(input));
        let found = token::word(input, expected)?;
        let known = words.iter().enumerate().find(|(_, word)| found.eq_ignore_ascii_case(word));
        let (index, written) = known.ok_or_else(|| Fault::new(rest, expected))?;
        let at = Location::span(Span::at(start, found.len()));
        let [found, written] = [found, *written].map(String::from_utf8_lossy);
        let message = format!("the keyword is `{found}`, expected `{written}`");
        self.sink.report(codes::KEYWORD_CASE.at(at, message));
        Ok(index)
    }

    /// The result of a parser after white space, with its location.
    #[inline]
    pub(super) fn placed<'i, T>(
        &self,
        input: &mut Input<'i>,
        parse: impl FnOnce(&mut Input<'i>) -> Result<T>,
    ) -> Result<(T, Origin)> {
        token::space(input);
        let start = self.offset(input);
        let found = parse(input)?;
        Ok((found, Origin::new(start, self.offset(input).saturating_sub(start))))
    }

    #[inline]
    pub(super) fn offset(&self, input: &Input<'_>) -> usize {
        self.bytes.len().saturating_sub(input.len())
    }

    /// The error for a token, with its line, its column and its text.
    pub(super) fn error(&self, fault: Missed) -> Error {
        let start = self.bytes.len().saturating_sub(fault.rest);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let len = match rest.first() {
            Some(b'{') => rest.iter().position(|&byte| byte == b'}').map_or(1, |end| end.saturating_add(1)),
            _ => rest.iter().take_while(|byte| is_word(**byte)).count(),
        };
        // Of a name without a closing brace, only the opening brace is shown.
        let len = if fault.expected == Expected::Brace { 1 } else { len };
        let found = rest.get(..len).filter(|token| !token.is_empty()).map(shown);
        let place = LineColumn::of(self.bytes, start);
        let hint = self.context.hint(self.bytes, start, fault.expected, found.as_deref());
        let kind = ErrorKind::Token {
            place,
            expected: fault.expected,
            found: found.map(Into::into),
            hint: hint.map(Box::new),
        };
        Error::new(kind, Location::span(Span::at(start, len)))
    }
}

/// A token as a text, or its beginning if it is long. Bytes that are not UTF-8, and control characters, are `\xNN`.
fn shown(token: &[u8]) -> String {
    let (mut text, mut count) = (String::new(), 0usize);
    // Characters have at most four bytes: those shown are complete.
    let beginning = token.get(..token.len().min(4 * SHOWN)).unwrap_or_default();
    for chunk in beginning.utf8_chunks() {
        let escaped = |byte: u32| format!("\\x{byte:02X}");
        let valid = chunk.valid().chars();
        let valid = valid.map(|char| if char.is_control() { escaped(char.into()) } else { char.into() });
        for piece in valid.chain(chunk.invalid().iter().map(|byte| escaped(u32::from(*byte)))) {
            count = count.saturating_add(piece.chars().count());
            if count > SHOWN {
                text.push('…');
                return text;
            }
            text.push_str(&piece);
        }
    }
    if beginning.len() < token.len() {
        text.push('…');
    }
    text
}
