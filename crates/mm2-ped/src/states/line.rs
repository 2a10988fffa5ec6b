//! One line of a state table, by the game's own rules.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use anim_core::{Code, Confidence, Location, Sink, Span};

use super::state::{State, Tail};
use crate::text::{after_mark, decode, displayed, encode};
use crate::{codes, number, skeleton};

/// One line of a table: a state, or any other text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line<'a> {
    State(Cow<'a, State>, Cow<'a, Tail>),
    Text(Cow<'a, str>),
}

/// The bytes of the fields of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldOrigins {
    pub(crate) name: Span,
    pub(crate) clip: Span,
    /// The first and the last frame.
    pub(crate) frames: Span,
    /// The complete line if there is no next state.
    pub(crate) next: Span,
}

/// The sink for findings in a line, with the offset of the line in the file.
pub(super) struct Findings<'s> {
    pub(super) start: usize,
    pub(super) sink: &'s mut dyn Sink,
}

/// Whether a byte separates fields. Empty fields between separators are skipped.
pub(super) fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

/// The state in a line without its end, if there is one, with the rest of the line and the bytes of the fields.
pub(super) fn state(line: &[u8], findings: &mut Findings<'_>) -> Option<(State, Tail, FieldOrigins)> {
    // A zero in the first two bytes identifies most binary files; a text has no zeros.
    if line.contains(&0) {
        return None;
    }
    let mut parts = line.splitn(2, |&byte| byte == b'#');
    let (content, comment) = (parts.next()?, parts.next());
    // Table editors write empty fields at the end of a line, where no later field moves up.
    let mut empty = false;
    let mut vanished = false;
    let mut loose: Option<&[u8]> = None;
    let mut end = findings.start;
    let mut fields = content.split(|&byte| byte == b',').filter_map(|field| {
        let start = end.saturating_add(field.len().saturating_sub(field.trim_ascii_start().len()));
        end = end.saturating_add(field.len()).saturating_add(1);
        let field = field.trim_ascii();
        vanished |= empty && !field.is_empty();
        empty |= field.is_empty();
        (!field.is_empty()).then(|| (field, Span::at(start, field.len())))
    });
    let (name, of_name) = fields.next()?;
    let (clip, of_clip) = fields.next()?;
    let (name, clip) = (decode(name), decode(clip));
    let mut rest = |rest| loose = loose.or(Some(rest).filter(|rest: &&[u8]| !rest.is_empty()));
    let mut integer = |field| number::integer(field).map(|(number, after)| (number, rest(after)).0);
    let (first, of_first) = fields.next()?;
    let (last, of_last) = fields.next()?;
    let (first, last) = (integer(first)?, integer(last)?);
    let mut float = |field| number::float(field).map(|(number, after)| (number, rest(after)).0);
    let (y_offset, y_distance) = (float(fields.next()?.0)?, float(fields.next()?.0)?);
    let (x_offset, x_distance) = (float(fields.next()?.0)?, float(fields.next()?.0)?);
    let next = fields.next();
    let frames = Span { start: of_first.start, end: of_last.end };
    let of_next = next.map_or(Span::at(findings.start, line.len()), |(_, span)| span);
    let origins = FieldOrigins { name: of_name, clip: of_clip, frames, next: of_next };
    let next = next.map(|(next, _)| decode(next));
    let more = fields.map(|(field, _)| decode(field)).collect();
    if let Some(loose) = loose {
        let message = format!(
            "`{}` follows a number and is ignored, expected a comma",
            displayed(&decode(loose)).escape_debug()
        );
        findings.report(&codes::NUMBER, line, message);
    }
    if vanished {
        let message = "the game skips the empty field, so that the later fields move up";
        findings.report(&codes::EMPTY_FIELD, line, message.to_owned());
    }
    let state = State { name, clip, first, last, y_offset, y_distance, x_offset, x_distance, next };
    Some((state, Tail { fields: more, comment: comment.map(decode) }, origins))
}

impl Findings<'_> {
    fn report(&mut self, code: &'static Code, line: &[u8], message: String) {
        let at = Location::span(self.start..self.start.saturating_add(line.len()));
        self.sink.report(code.at(at, message));
    }
}

impl Line<'_> {
    /// Whether a text reads back as this line.
    pub(super) fn reads_as(&self, text: &str) -> bool {
        let bytes = encode(text);
        let mut ends = bytes.iter().filter(|&&byte| byte == b'\n');
        let trimmed = bytes.trim_ascii_end();
        let is_same = || match (state(trimmed, &mut Findings { start: 0, sink: &mut () }), self) {
            (Some((state, tail, _)), Line::State(own, rest)) => (&state, &tail) == (&**own, &**rest),
            (None, Line::Text(own)) => decode(trimmed) == **own,
            _ => false,
        };
        ends.next().is_none() && is_same()
    }

    /// The line without its end.
    pub(super) fn to_text(&self) -> String {
        let (state, tail) = match self {
            Line::State(state, tail) => (state, tail),
            Line::Text(text) => return text.to_string(),
        };
        let numbers = [state.y_offset, state.y_distance, state.x_offset, state.x_distance];
        let mut fields = vec![state.name.clone(), state.clip.clone()];
        fields.extend([state.first, state.last].map(|number| number.to_string()));
        fields.extend(numbers.map(|number| number.to_string()));
        fields.extend(state.next.iter().chain(&tail.fields).cloned());
        let comment = tail.comment.as_ref().map(|comment| format!(" #{comment}"));
        fields.join(",") + &comment.unwrap_or_default()
    }
}

/// The confidence that a text is a state table. A table of a spreadsheet with semicolons cannot be read, and its error says why.
pub(crate) fn sniff(text: &[u8]) -> Confidence {
    let beginning = text.get(..BEGINNING).unwrap_or(text);
    let (sure, decisive) = recognize(lines(beginning).map(|(_, line)| line));
    let separated = || lines(beginning).nth(decisive).is_some_and(|(_, line)| has_semicolons(line));
    if sure == Confidence::No && separated() { Confidence::Likely } else { sure }
}

/// Whether a line is not a state because its fields are separated by semicolons.
pub(crate) fn has_semicolons(line: &[u8]) -> bool {
    // Numbers of such tables may have decimal commas.
    let with = |byte: &u8| match byte {
        b';' => b',',
        b',' => b'.',
        other => *other,
    };
    let is_state = |line: &[u8]| state(line, &mut Findings { start: 0, sink: &mut () }).is_some();
    line.contains(&b';') && !is_state(line) && is_state(&line.iter().map(with).collect::<Vec<_>>())
}

/// The number of bytes that are examined: other files may consist of one long line.
const BEGINNING: usize = 1 << 20;

/// The confidence that these are the lines of a state table, and the index of the line that decides: certain if there is the
/// header, likely if the first line that is not a comment is a state.
pub(super) fn recognize(lines: impl Iterator<Item = impl AsRef<[u8]>>) -> (Confidence, usize) {
    let mut count: usize = 0;
    for line in lines {
        let line = line.as_ref().trim_ascii();
        if line.starts_with(b"# anim name,") {
            return (Confidence::Certain, count);
        }
        if !is_comment(line) {
            // No text is made of lines that are not states, which may be long.
            let mut findings = Findings { start: 0, sink: &mut () };
            let sure = match state(line, &mut findings) {
                // As the first line, it would make the file read as a skeleton.
                Some((state, ..)) if skeleton::begins(state.name.as_bytes()) => Confidence::No,
                Some(_) => Confidence::Likely,
                None => Confidence::No,
            };
            return (sure, count);
        }
        count = count.saturating_add(1);
    }
    (Confidence::No, count)
}

/// The location of a line, counted from 0.
pub(super) fn location(line: usize) -> Location {
    Location::path(path(line))
}

/// The path of a line, counted from 0.
pub(super) fn path(line: usize) -> String {
    format!("line {}", line.saturating_add(1))
}

/// Whether a line is empty or a comment.
pub(crate) fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&byte| byte == b'#')
}

/// The lines of a text after its byte order mark without their ends, each with its offset.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let rest = after_mark(text, separates);
    let start = text.len().saturating_sub(rest.len());
    rest.split_inclusive(|&byte| byte == b'\n').scan(start, |next: &mut usize, line| {
        let start = *next;
        *next = start.saturating_add(line.len());
        Some((start, line.trim_ascii_end()))
    })
}
