//! The repairs of lenient reading, reported with their locations.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Code, Location, Sink, Span};

use super::decode::Odd;
use crate::document::SourceSpan;
use crate::{Error, ErrorKind, codes};

/// Counts repairs and reports them.
pub(super) struct Repairs<'a> {
    sink: &'a mut dyn Sink,
    left: usize,
    limit: usize,
    has_reported_encoding: bool,
    /// Whether positions in the text are positions in the file; those in a compressed block are not.
    placed: bool,
}

impl<'a> Repairs<'a> {
    pub(super) fn new(sink: &'a mut dyn Sink, limit: usize, placed: bool) -> Self {
        Self { sink, left: limit, limit, has_reported_encoding: false, placed }
    }

    /// Reports one repair.
    pub(super) fn report(
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

    /// Reports what was malformed while decoding.
    pub(super) fn report_odd(&mut self, odd: Odd, span: Span) -> Result<(), Error> {
        if odd.encoding && !self.has_reported_encoding {
            self.has_reported_encoding = true;
            self.report(
                &codes::ENCODING,
                span,
                "the bytes are not UTF-8, they are read as Windows-1252; further ones are not reported",
            )?;
        }
        if odd.reference {
            self.report(
                &codes::REFERENCE,
                span,
                "an `&` that begins no known reference is kept as a character",
            )?;
        }
        if odd.character {
            self.report(&codes::CHARACTER, span, "characters that XML does not allow become U+FFFD")?;
        }
        Ok(())
    }

    /// An error at a location.
    pub(super) fn error(&self, kind: ErrorKind, span: Span) -> Error {
        Error::new(kind, self.at(span))
    }

    /// The bytes of the file from which something is read, if they are known.
    pub(super) fn source(&self, span: Span) -> SourceSpan {
        SourceSpan(self.placed.then_some(span))
    }

    fn at(&self, span: Span) -> Location {
        if self.placed {
            Location::span(span)
        } else {
            Location::path(format!("animation block, byte {}", span.start))
        }
    }
}
