//! What lenient reading mends, said with its place.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Code, Location, Sink, Span};

use super::decode::Odd;
use crate::{Error, ErrorKind, codes};

/// Repairs on their way to the caller, counted.
pub(super) struct Repairs<'a> {
    sink: &'a mut dyn Sink,
    left: usize,
    limit: usize,
    encoding_said: bool,
    /// Whether places are known: those in a compressed block are not places in the file.
    placed: bool,
}

impl<'a> Repairs<'a> {
    pub(super) fn new(sink: &'a mut dyn Sink, limit: usize, placed: bool) -> Self {
        Self { sink, left: limit, limit, encoding_said: false, placed }
    }

    /// Says one repair.
    pub(super) fn say(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
    ) -> Result<(), Error> {
        let Some(left) = self.left.checked_sub(1) else {
            let kind = ErrorKind::Limit { what: "repairs", limit: self.limit };
            return Err(self.error(kind, span));
        };
        self.left = left;
        let at = self.at(span);
        self.sink.report(code.at(at, message));
        Ok(())
    }

    /// Says what decoding met.
    pub(super) fn say_odd(&mut self, odd: Odd, span: Span) -> Result<(), Error> {
        if odd.encoding && !self.encoding_said {
            self.encoding_said = true;
            self.say(&codes::ENCODING, span, "bytes that are not UTF-8 are read as Windows-1252")?;
        }
        if odd.reference {
            self.say(&codes::REFERENCE, span, "an `&` that begins no known reference stands for itself")?;
        }
        if odd.character {
            self.say(&codes::CHARACTER, span, "characters that XML cannot hold become U+FFFD")?;
        }
        Ok(())
    }

    pub(super) fn error(&self, kind: ErrorKind, span: Span) -> Error {
        Error::new(kind, self.at(span))
    }

    pub(super) fn place(&self, span: Span) -> crate::document::Place {
        crate::document::Place(self.placed.then_some(span))
    }

    fn at(&self, span: Span) -> Location {
        if self.placed {
            Location::span(span)
        } else {
            Location::path(format!("animation block, byte {}", span.start))
        }
    }
}
