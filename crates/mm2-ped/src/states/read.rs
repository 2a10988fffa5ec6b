//! Text to state table, by the game's own rules.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Confidence, Location, Sink, Span};

use super::StateTable;
use super::line::{Findings, lines, location, recognize, separates, state};
use crate::error::{Error, ErrorKind};
use crate::text::{LineEnd, before_end_mark, decode, report_end_mark, report_mark};

impl StateTable {
    /// Reads a text: [`parse_with`](Self::parse_with) without reporting anything.
    ///
    /// Errors: as for [`parse_with`](Self::parse_with).
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_with(text, &mut ())
    }

    /// Reads a text by the rules of the game: one state per line, commas between fields, empty fields are skipped, `#`
    /// starts a comment.
    ///
    /// Blanks around fields are ignored. Numbers are read as C reads them: the longest prefix of a field that is a number.
    /// Lines that are neither a state nor a comment are kept unchanged; [`Mm2Ped::check`](crate::Mm2Ped::check) reports them.
    /// The sink receives a byte order mark and an end mark, Ctrl-Z or NUL, which are skipped, empty fields, and characters after
    /// a number.
    ///
    /// Errors: [`ErrorKind::NoState`] unless the table has the usual header or begins with a state.
    pub fn parse_with(text: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        if let (Confidence::No, line) = recognize(lines(text).map(|(_, line)| line)) {
            let span = lines(text).nth(line).map(|(start, line)| Span::at(start, line.len()));
            return Err(Error::new(ErrorKind::NoState, Location { span, ..location(line) }));
        }
        report_mark(text, separates, sink);
        report_end_mark(text, sink);
        let text = before_end_mark(text);
        let line_end = LineEnd::of(text);
        let mut table = Self::empty(line_end);
        table.lines.0.reserve_exact(lines(text).count());
        for (start, line) in lines(text) {
            table.lines.0.push(Span::at(start, line.len()));
            match state(line, &mut Findings { start, sink }) {
                Some((state, tail, origins)) => {
                    table.states.push(state);
                    table.tails.push(tail);
                    table.fields.0.push(origins);
                }
                None => table.texts.push((table.states.len(), decode(line))),
            }
        }
        Ok(table)
    }
}
