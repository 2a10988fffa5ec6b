//! A position in the text of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Code, Span};

use super::aside::Asides;
use super::decode::{self, Odd, Space};
use super::repairs::Repairs;
use crate::{Error, ErrorKind, MAX_NAME, Name, Text, codes};

/// A text, a position in it, and the destination of repairs.
pub(super) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) repairs: Repairs<'a>,
    pub(super) asides: Asides,
    /// The positions of comments and instructions within values, which are read after the values.
    pub(super) set_aside: Vec<usize>,
    /// Where the last of these, or of character data within a value, ends.
    pub(super) joined: usize,
}

impl<'a> Scanner<'a> {
    /// The beginning of a text.
    pub(super) fn new(bytes: &'a [u8], repairs: Repairs<'a>) -> Self {
        Self { bytes, at: 0, repairs, asides: Asides::default(), set_aside: Vec::new(), joined: 0 }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn starts_with(&self, prefix: &[u8]) -> bool {
        self.rest().starts_with(prefix)
    }

    pub(super) fn advance(&mut self, len: usize) {
        self.at = self.at.saturating_add(len).min(self.bytes.len());
    }

    pub(super) fn skip_space(&mut self) {
        let space = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        self.advance(space);
    }

    /// The bytes from a position to here.
    pub(super) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    pub(super) fn span_since(&self, start: usize) -> Span {
        (start..self.at.max(start)).into()
    }

    /// Reads the longest name at this position.
    pub(super) fn name(&mut self) -> Result<Option<Name>, Error> {
        let start = self.at;
        while let Some((c, len)) = decode::first_char(self.rest()) {
            let goes_on =
                if self.at == start { crate::text::starts_name(c) } else { crate::text::continues_name(c) };
            if !goes_on {
                break;
            }
            self.advance(len);
        }
        let name = decode::characters(self.since(start), &mut Odd::default());
        if name.len() > MAX_NAME {
            let kind = ErrorKind::Limit { what: "bytes of a name", limit: MAX_NAME };
            return Err(self.repairs.error(kind, self.span_since(start)));
        }
        Ok((self.at > start).then(|| Name::known(&name)))
    }

    /// The quotation mark at this position, and its length in bytes.
    pub(super) fn quote(&self) -> Option<(char, usize)> {
        quote(self.rest())
    }

    /// The position of the next occurrence of either byte, or the end.
    pub(super) fn find(&self, a: u8, b: u8) -> usize {
        let rest = self.rest();
        rest.iter().position(|&byte| byte == a || byte == b).unwrap_or(rest.len()).saturating_add(self.at)
    }

    /// The text between two positions.
    pub(super) fn text(&mut self, from: usize, to: usize, space: Space) -> Result<Text, Error> {
        let mut odd = Odd::default();
        let bytes = self.bytes.get(from..to).unwrap_or_default();
        let text = Text::from(&*decode::decode(bytes, space, &mut odd));
        self.repairs.report_odd(odd, (from..to).into())?;
        Ok(text)
    }

    /// Reports a `]]>` in the text since a position: XML allows it only at the end of character data.
    pub(super) fn end_of_data(&mut self, from: usize) -> Result<(), Error> {
        let text = self.since(from);
        // Most texts have no `>`, and a search for one byte is faster.
        if text.contains(&b'>') && text.windows(3).any(|three| three == b"]]>") {
            return self.report(&codes::STRAY, from, "a `]]>` outside of character data is kept as text");
        }
        Ok(())
    }

    /// Reports a repair from a position to here.
    pub(super) fn report(
        &mut self,
        code: &'static Code,
        start: usize,
        message: impl Into<String>,
    ) -> Result<(), Error> {
        let span = self.span_since(start);
        self.repairs.report(code, span, message)
    }
}

/// White space of XML.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The quotation mark at the beginning of some bytes, and its length in bytes.
pub(super) fn quote(bytes: &[u8]) -> Option<(char, usize)> {
    match bytes.first()? {
        b'"' => Some(('"', 1)),
        b'\'' => Some(('\'', 1)),
        byte if byte.is_ascii() => None,
        _ => decode::first_char(bytes).filter(|(c, _)| crate::text::is_quote(*c)),
    }
}

/// The position of the first quotation mark other than the apostrophe, and its length in bytes; 0 if a `<` that is markup or
/// the end comes first.
pub(super) fn until_quote(bytes: &[u8], markup: bool) -> (usize, usize) {
    let mut at = 0usize;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let stops = |byte: &u8| *byte == b'"' || *byte == b'<' && markup || !byte.is_ascii();
        let plain = rest.iter().position(stops).unwrap_or(rest.len());
        at = at.saturating_add(plain);
        match bytes.get(at..).and_then(decode::first_char) {
            Some((c, len)) if crate::text::is_quote(c) => return (at, len),
            Some((c, len)) if !c.is_ascii() => at = at.saturating_add(len),
            _ => break,
        }
    }
    (at, 0)
}

/// The position of the first curly quotation mark in some bytes, and its length in bytes.
pub(super) fn curly(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0usize;
    loop {
        let rest = bytes.get(at..)?;
        at = at.saturating_add(rest.iter().position(|byte| !byte.is_ascii())?);
        let (c, len) = decode::first_char(bytes.get(at..)?)?;
        if crate::text::is_quote(c) {
            return Some((at, len));
        }
        at = at.saturating_add(len);
    }
}
