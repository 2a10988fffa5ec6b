//! The words of the text before the frames.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use winnow::ascii::Caseless;
use winnow::combinator::{not, opt, preceded, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{literal, one_of, take_while};

use crate::text::{is_blank, is_line_end, is_space};
use crate::{ChannelKind, number};

type Input<'a> = LocatingSlice<&'a [u8]>;
type Parsed<T> = Result<T, EmptyError>;

/// A position in the text. Every `take_…` method moves past what it takes, and does not move if it finds something else.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    input: Input<'a>,
}

impl<'a> Tokens<'a> {
    /// The beginning of the text, after a byte order mark if there is one.
    pub(super) fn new(text: &'a [u8]) -> Self {
        let mut tokens = Self { text, input: LocatingSlice::new(text) };
        tokens.take(literal(&b"\xEF\xBB\xBF"[..]).void());
        tokens
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.input.current_token_start()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.input.iter().all(|&byte| is_space(byte))
    }

    /// Takes a keyword in any letter case.
    pub(super) fn take_keyword(&mut self, word: &'static str) -> bool {
        self.take(keyword(word)).is_some()
    }

    /// Takes two keywords on one line.
    pub(super) fn take_keywords(&mut self, first: &'static str, second: &'static str) -> bool {
        self.take((keyword(first), blanks, keyword(second)).void()).is_some()
    }

    /// Takes a colon on the same line.
    pub(super) fn take_colon(&mut self) -> bool {
        self.take((blanks, b':').void()).is_some()
    }

    /// Takes a brace.
    pub(super) fn take_brace(&mut self, brace: u8) -> bool {
        self.take(preceded(space, brace.void())).is_some()
    }

    /// Takes the rest of the line up to a brace, without the blanks around it.
    pub(super) fn name(&mut self) -> &'a [u8] {
        self.take(name).unwrap_or_default()
    }

    /// Takes the name of a channel.
    pub(super) fn channel(&mut self) -> Option<ChannelKind> {
        let letters = take_while(1.., |byte: u8| byte.is_ascii_alphabetic());
        let named = letters.verify_map(ChannelKind::from_name);
        self.take(preceded(space, terminated(named, not(one_of(is_word)))))
    }

    /// Takes a whole number. A number that is too large becomes the largest of the type.
    pub(super) fn count(&mut self) -> Option<usize> {
        let digits = take_while(1.., |byte: u8| byte.is_ascii_digit());
        let digits = self.take(preceded(space, terminated(digits, not(one_of(is_word)))))?;
        let append = |count: usize, digit: &u8| {
            count.saturating_mul(10).saturating_add(usize::from(digit.saturating_sub(b'0')))
        };
        Some(digits.iter().fold(0, append))
    }

    /// Takes a finite number that ends at a space or at the end.
    pub(super) fn number(&mut self) -> Option<f64> {
        let from = self.offset();
        let spaces = self.text.get(from..)?.iter().position(|&byte| !is_space(byte))?;
        let (value, end) = number::read(self.text, from.saturating_add(spaces))?;
        self.input.next_slice(end.saturating_sub(from));
        Some(value)
    }

    fn take<T>(&mut self, parser: impl Parser<Input<'a>, T, EmptyError>) -> Option<T> {
        // If there is no value, `opt` resets the position and does not fail.
        opt(parser).parse_next(&mut self.input).ok().flatten()
    }
}

/// A byte that continues a word.
fn is_word(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b'{' | b'}' | b':')
}

fn blanks(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., is_blank).void().parse_next(input)
}

fn space(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., is_space).void().parse_next(input)
}

fn keyword<'a>(word: &'static str) -> impl Parser<Input<'a>, (), EmptyError> {
    (space, literal(Caseless(word)), not(one_of(is_word))).void()
}

fn name<'a>(input: &mut Input<'a>) -> Parsed<&'a [u8]> {
    let line = take_while(0.., |byte: u8| !is_line_end(byte) && byte != b'{');
    preceded(blanks, line.map(trim_end)).parse_next(input)
}

fn trim_end(line: &[u8]) -> &[u8] {
    let len = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last.saturating_add(1));
    line.get(..len).unwrap_or_default()
}
/// A number as [`Tokens::count`] reads it, for messages after `the stated`.
pub(super) fn stated_number(count: usize) -> String {
    match count {
        usize::MAX => "number, which is beyond any count".to_owned(),
        _ => count.to_string(),
    }
}
