//! Text to state table, by the game's own rules.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use anim_core::{Confidence, Location, Sink, Span};

use super::{State, StateTable, Tail, place};
use crate::text::{LineEnd, decode};
use crate::{Error, ErrorKind, codes, number};

impl StateTable {
    /// [`StateTable::read`] without a word about what is unusual.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::read(text, &mut ())
    }

    /// Reads a text by the rules of the game: a line a state, commas between fields, empty fields vanish, `#` starts a
    /// comment.
    ///
    /// Blanks around fields are no part of them. Numbers are read as C reads them: the longest beginning of a field that is
    /// one. Lines that are neither a state nor a comment are kept as they are; [`Document::check`](anim_core::Document)
    /// reports them.
    ///
    /// Errors: [`ErrorKind::NoState`] unless there is the usual header or a state comes first.
    pub fn read(text: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        if let (Confidence::No, line) = recognize(lines(text).map(|(_, line)| line)) {
            let span = lines(text).nth(line).map(|(start, line)| Span::at(start, line.len()));
            return Err(Error::new(ErrorKind::NoState, Location { span, ..place(line) }));
        }
        let line_end = LineEnd::of(text);
        let mut table = Self { states: Vec::new(), tails: Vec::new(), texts: Vec::new(), line_end };
        for (start, line) in lines(text) {
            match read_line(line, &mut Findings { start, sink }) {
                Line::State(state, tail) => {
                    table.states.push(state.into_owned());
                    table.tails.push(tail.into_owned());
                }
                Line::Text(text) => table.texts.push((table.states.len(), text.into_owned())),
            }
        }
        Ok(table)
    }
}

/// How sure it is that a text is a state table; [`Confidence::No`] for those that do not read.
pub(crate) fn sniff(text: &[u8]) -> Confidence {
    let beginning = text.get(..BEGINNING).unwrap_or(text);
    recognize(lines(beginning).map(|(_, line)| line)).0
}

/// So many bytes say whether a text is a table: other files may have a line that is as long as they are.
const BEGINNING: usize = 1 << 20;

/// How sure it is that lines are those of a state table, and the line that says so, counted from 0: certain by the header,
/// likely if the first line that is not a comment is a state.
pub(super) fn recognize(lines: impl Iterator<Item = impl AsRef<[u8]>>) -> (Confidence, usize) {
    let mut count: usize = 0;
    for line in lines {
        let line = line.as_ref().trim_ascii();
        // After a byte order mark the header does not read, but the file is a table still.
        if line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).starts_with(b"# anim name,") {
            return (Confidence::Certain, count);
        }
        if !is_comment(line) {
            let sure = match read_line(line, &mut Findings { start: 0, sink: &mut () }) {
                // Written first in a file it would make a skeleton of it.
                Line::State(state, _) if crate::skeleton::begins(state.name.as_bytes()) => Confidence::No,
                Line::State(..) => Confidence::Likely,
                Line::Text(_) => Confidence::No,
            };
            return (sure, count);
        }
        count = count.saturating_add(1);
    }
    (Confidence::No, count)
}

/// Whether a line is empty or only a comment.
pub(crate) fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&byte| byte == b'#')
}

/// The lines of a text without their ends, and where they start.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    text.split_inclusive(|&byte| byte == b'\n').scan(0, |next: &mut usize, line| {
        let start = *next;
        *next = start.saturating_add(line.len());
        Some((start, line.trim_ascii_end()))
    })
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line<'a> {
    State(Cow<'a, State>, Cow<'a, Tail>),
    Text(Cow<'a, str>),
}

/// Where findings in a line go.
struct Findings<'s> {
    start: usize,
    sink: &'s mut dyn Sink,
}

fn read_line(line: &[u8], findings: &mut Findings<'_>) -> Line<'static> {
    match state(line, findings) {
        Some((state, tail)) => Line::State(Cow::Owned(state), Cow::Owned(tail)),
        None => Line::Text(Cow::Owned(decode(line))),
    }
}

/// The state of a line, if it is one.
fn state(line: &[u8], findings: &mut Findings<'_>) -> Option<(State, Tail)> {
    // The first two bytes of most binary files would do; a text has none.
    if line.contains(&0) {
        return None;
    }
    let mut parts = line.splitn(2, |&byte| byte == b'#');
    let (content, comment) = (parts.next()?, parts.next());
    // Empty fields at the end move nothing up, and editors of tables write them.
    let mut empty = false;
    let mut vanished = false;
    let mut loose: Option<&[u8]> = None;
    let mut fields = content.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).filter(|field| {
        vanished |= empty && !field.is_empty();
        empty |= field.is_empty();
        !field.is_empty()
    });
    let (name, clip) = (decode(fields.next()?), decode(fields.next()?));
    let mut rest = |rest| loose = loose.or(Some(rest).filter(|rest: &&[u8]| !rest.is_empty()));
    let mut integer = |field| number::integer(field).map(|(number, after)| (number, rest(after)).0);
    let (first, last) = (integer(fields.next()?)?, integer(fields.next()?)?);
    let mut float = |field| number::float(field).map(|(number, after)| (number, rest(after)).0);
    let (y_offset, y_distance) = (float(fields.next()?)?, float(fields.next()?)?);
    let (x_offset, x_distance) = (float(fields.next()?)?, float(fields.next()?)?);
    let next = fields.next().map(decode);
    let more = fields.map(decode).collect();
    if let Some(loose) = loose {
        let message = format!("`{}` follows a number, expected a comma", decode(loose).escape_debug());
        findings.report(&codes::NUMBER, line, message);
    }
    if vanished {
        let message = "an empty field does not count: those after it move up";
        findings.report(&codes::EMPTY_FIELD, line, message.to_owned());
    }
    let state = State { name, clip, first, last, y_offset, y_distance, x_offset, x_distance, next };
    Some((state, Tail { fields: more, comment: comment.map(decode) }))
}

impl Findings<'_> {
    fn report(&mut self, code: &'static anim_core::Code, line: &[u8], message: String) {
        let at = Location::span(self.start..self.start.saturating_add(line.len()));
        self.sink.report(code.at(at, message));
    }
}

impl Line<'_> {
    /// Whether a text reads as this line.
    pub(super) fn reads_as(&self, text: &str) -> bool {
        let bytes = crate::text::encode(text);
        let mut ends = bytes.iter().filter(|&&byte| byte == b'\n');
        let trimmed = bytes.trim_ascii_end();
        ends.next().is_none() && read_line(trimmed, &mut Findings { start: 0, sink: &mut () }) == *self
    }
}
