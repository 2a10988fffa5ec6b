//! Tokens: words, numbers and names, with the place where an unexpected one begins.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use winnow::Parser;
use winnow::combinator::{delimited, preceded};
use winnow::error::ParserError;
use winnow::token::{take_till, take_while};

use super::float;
use crate::Label;
use crate::error::Expected;
use crate::label::{is_space, is_word};

/// The rest of the file.
pub(super) type Input<'i> = &'i [u8];

/// A token that is not the one expected. What it is and in which line is found out once, for the error.
///
/// It is boxed so that numbers come back in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(Box<Missed>);

/// What was expected where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    /// How many bytes of the file are left where the token begins.
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

/// White space of any kind, or none.
#[inline]
pub(super) fn space(input: &mut Input<'_>) -> Result<()> {
    // Most often it is one byte.
    if let [first, rest @ ..] = *input
        && is_space(*first)
    {
        *input = rest;
    }
    match input.first() {
        Some(&byte) if is_space(byte) => take_while(0.., is_space).void().parse_next(input),
        _ => Ok(()),
    }
}

/// A word.
pub(super) fn word<'i>(input: &mut Input<'i>, expected: Expected) -> Result<&'i [u8]> {
    preceded(space, take_while(1.., is_word))
        .map_err(|fault: Fault| Fault::new(fault.missed().rest, expected))
        .parse_next(input)
}

/// A name in braces.
pub(super) fn label<'i>(input: &mut Input<'i>, what: &'static str) -> Result<&'i [u8]> {
    space(input)?;
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
    space(input)?;
    match float::six_decimals(input).or_else(|| float::short(input)) {
        Some((number, len)) => {
            *input = input.get(len..).unwrap_or_default();
            Ok(number)
        }
        None => slow_number(input, what),
    }
}

#[cold]
fn slow_number(input: &mut Input<'_>, what: &'static str) -> Result<f64> {
    let start = input.len();
    let expected = Expected::Number(what);
    let token = word(input, expected)?;
    float::whole(token).ok_or_else(|| Fault::new(start, expected))
}

/// Three finite numbers.
#[inline]
pub(super) fn numbers(input: &mut Input<'_>, what: &'static str) -> Result<[f64; 3]> {
    Ok([number(input, what)?, number(input, what)?, number(input, what)?])
}

/// A whole number that fits its type.
pub(super) fn integer<T: std::str::FromStr>(input: &mut Input<'_>, expected: Expected) -> Result<T> {
    space(input)?;
    let rest = input.len();
    let token = word(input, expected)?;
    let text = std::str::from_utf8(token).ok();
    text.and_then(|text| text.parse().ok()).ok_or_else(|| Fault::new(rest, expected))
}
