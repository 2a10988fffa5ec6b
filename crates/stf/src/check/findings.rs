//! Findings with their locations.

use std::ops::Range;

use anim_core::{Code, Location, Sink};

use crate::path::Path;

/// Reports findings with their locations in the file.
pub(super) struct Findings<'a> {
    /// The number of bytes before the document.
    base: usize,
    sink: &'a mut dyn Sink,
}

impl<'a> Findings<'a> {
    pub(super) fn to(sink: &'a mut dyn Sink, base: usize) -> Self {
        Self { base, sink }
    }

    /// A finding at bytes of the document's text.
    pub(super) fn at(
        &mut self,
        code: &'static Code,
        span: &Range<usize>,
        path: &Path<'_>,
        message: impl Into<String>,
    ) {
        let span = span.start.saturating_add(self.base)..span.end.saturating_add(self.base);
        self.sink.report(code.at(Location::span(span).in_path(path.to_string()), message));
    }

    /// A finding at bytes of the file.
    pub(super) fn at_bytes(&mut self, code: &'static Code, span: Range<usize>, message: String) {
        self.sink.report(code.at(Location::span(span), message));
    }
}
