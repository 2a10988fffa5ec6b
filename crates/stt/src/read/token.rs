//! Tokens: words, numbers and names, with the position of an unexpected one.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::str::FromStr;

use winnow::Parser;
use winnow::combinator::delimited;
use winnow::error::ParserError;
use winnow::token::{take_till, take_while};

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
pub(super) fn space(input: &mut Input<'_>) -> Result<()> {
    match *input {
        // Usually it is one byte.
        [first, rest @ ..] if is_space(*first) && rest.first().is_some_and(|byte| !is_space(*byte)) => {
            *input = rest;
        }
        [first, ..] if is_space(*first) => take_while(0.., is_space).void().parse_next(input)?,
        _ => {}
    }
    Ok(())
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

/// A name in braces.
pub(super) fn label<'i>(input: &mut Input<'i>, what: &'static str) -> Result<&'i [u8]> {
    let start = *input;
    let name: Result<_> = delimited(b'{', take_till(0.., |byte| byte == b'}'), b'}').parse_next(input);
    match name {
        Ok(name) if name.len() <= Label::MAX_LEN => Ok(name),
        _ => {
            let expected = if start.first() == Some(&b'{') { Expected::Brace } else { Expected::Label(what) };
            Err(Fault::new(start.len(), expected))
        }
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

/// Three finite numbers, white space before each.
pub(super) fn numbers(input: &mut Input<'_>, what: &'static str) -> Result<[f64; 3]> {
    // A local copy stays in registers.
    let mut rest = *input;
    let mut numbers = [0.0; 3];
    for slot in &mut numbers {
        space(&mut rest)?;
        (*slot, rest) = number_and_rest(rest, what)?;
    }
    *input = rest;
    Ok(numbers)
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
