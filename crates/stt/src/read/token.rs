//! Tokens: words, numbers and names, with the position of an unexpected one.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::str::FromStr;

use winnow::Parser;
use winnow::error::ParserError;
use winnow::token::take_while;

use crate::Label;
use crate::error::Expected;
use crate::label::{is_space, is_word};

/// The rest of the file.
pub(super) type Input<'i> = &'i [u8];

/// An unexpected token. Its text and its line are determined once, for the error.
///
/// It is boxed so that results with numbers fit into registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(Box<Missed>);

/// What was expected, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    /// The number of bytes from the start of the token to the end of the file.
    pub(super) rest: usize,
    pub(super) expected: Expected,
}

impl Fault {
    #[cold]
    pub(super) fn new(rest: usize, expected: Expected) -> Self {
        Self(Box::new(Missed { rest, expected }))
    }

    pub(super) fn missed(&self) -> Missed {
        *self.0
    }
}

pub(super) type Result<T> = std::result::Result<T, Fault>;

impl ParserError<Input<'_>> for Fault {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        Self::new(input.len(), Expected::End)
    }

    fn into_inner(self) -> std::result::Result<Self, Self> {
        Ok(self)
    }
}

/// White space of any kind, or none. All other parsers of this file begin at the start of a token.
#[inline]
pub(super) fn space(input: &mut Input<'_>) {
    match *input {
        [first, ..] if *first > b' ' => {}
        // Usually it is one byte.
        [first, rest @ ..] if is_space(*first) && rest.first().is_some_and(|second| *second > b' ') => {
            *input = rest;
        }
        _ => spaces(input),
    }
}

/// Any number of bytes of white space.
#[inline(never)]
fn spaces(input: &mut Input<'_>) {
    let count = input.iter().take_while(|byte| is_space(**byte)).count();
    *input = input.get(count..).unwrap_or_default();
}

/// Whether the next word is this one; if so, moves past it.
#[inline]
pub(super) fn exactly(input: &mut Input<'_>, word: &[u8]) -> bool {
    match input.strip_prefix(word) {
        Some(rest) if rest.first().is_none_or(|byte| !is_word(*byte)) => {
            *input = rest;
            true
        }
        _ => false,
    }
}

/// A word.
pub(super) fn word<'i>(input: &mut Input<'i>, expected: Expected) -> Result<&'i [u8]> {
    take_while(1.., is_word)
        .map_err(|fault: Fault| Fault::new(fault.missed().rest, expected))
        .parse_next(input)
}

/// A name in braces: its length and the rest of the file after the opening brace, and whether it includes a brace or a line break.
#[inline]
pub(super) fn label<'i>(input: &mut Input<'i>, what: &'static str) -> Result<(usize, Input<'i>, bool)> {
    let start = *input;
    let Some(name) = start.strip_prefix(b"{") else {
        return Err(Fault::new(start.len(), Expected::Label(what)));
    };
    let is_odd = |byte: &u8| *byte == b'\n' || *byte > b'z' && matches!(byte, b'{' | b'}');
    let plain = name.iter().position(is_odd).unwrap_or(name.len());
    let is_plain = name.get(plain) == Some(&b'}');
    let len = if is_plain { Some(plain) } else { name.iter().position(|byte| *byte == b'}') };
    match len.and_then(|len| Some((len, name.get(len.checked_add(1)?..)?))) {
        Some((len, rest)) if len <= Label::MAX_LEN => {
            *input = rest;
            Ok((len, name, !is_plain))
        }
        _ => Err(Fault::new(start.len(), Expected::Brace)),
    }
}

/// A finite number.
#[inline]
pub(super) fn number(input: &mut Input<'_>, what: &'static str) -> Result<f64> {
    let (number, rest) = number_and_rest(input, what)?;
    *input = rest;
    Ok(number)
}

#[expect(
    clippy::inline_always,
    reason = "numbers are most of a file, and a pair would come back through memory"
)]
#[inline(always)]
fn number_and_rest<'i>(input: Input<'i>, what: &'static str) -> Result<(f64, Input<'i>)> {
    if let Some((number, len)) = anim_number::word(input, |byte| !is_word(byte))
        && let Some(rest) = input.get(len..)
    {
        return Ok((number, rest));
    }
    Err(Fault::new(input.len(), Expected::Number(what)))
}

/// Three finite numbers, white space before each; moves past one byte of white space after them.
pub(super) fn numbers(input: &mut Input<'_>, what: &'static str) -> Result<[f64; 3]> {
    // A local copy stays in registers.
    let mut rest = *input;
    let mut numbers = [0.0; 3];
    for slot in &mut numbers {
        space(&mut rest);
        (*slot, rest) = match number_and_space(rest) {
            Some(found) => found,
            None => number_and_rest(rest, what)?,
        };
    }
    *input = rest;
    Ok(numbers)
}

/// A number, and the rest after the byte of white space that ends it, which thus need not be looked at again.
#[expect(clippy::inline_always, reason = "see `number_and_rest`")]
#[inline(always)]
fn number_and_space(input: Input<'_>) -> Option<(f64, Input<'_>)> {
    let (number, len) = anim_number::word(input, is_space)?;
    Some((number, input.get(len.checked_add(1)?..)?))
}

/// A whole number that fits its type.
#[inline]
pub(super) fn integer<T: FromStr + From<u8>>(input: &mut Input<'_>, expected: Expected) -> Result<T> {
    // Usually it is one digit.
    if let [digit @ b'0'..=b'9', rest @ ..] = *input
        && rest.first().is_some_and(|byte| !is_word(*byte))
    {
        *input = rest;
        return Ok(T::from(digit.wrapping_sub(b'0')));
    }
    let rest = input.len();
    let token = word(input, expected)?;
    let text = std::str::from_utf8(token).ok();
    text.and_then(|text| text.parse().ok()).ok_or_else(|| Fault::new(rest, expected))
}
