//! The model of a state table: states, and the other lines of the file.

mod line;
mod read;
mod state;
mod window;
mod write;

use std::borrow::Cow;

use anim_core::{Confidence, Diagnostic, FileContent, Location, Span};

use crate::error::{Error, ErrorKind};
use crate::origin::Origins;
use crate::text::{LineEnd, after_mark};
use line::location;
pub(crate) use line::{FieldOrigins, Line, has_semicolons, is_comment, sniff};
pub use state::{SPEED_SECONDS_PER_FRAME, State, Tail};
pub use window::{Frames, Window};

/// A state table, `pedmodel_NAME.csv`: one state per line, and other lines between them.
#[derive(Clone, Debug, PartialEq)]
pub struct StateTable {
    states: Vec<State>,
    /// The rest of each state's line after the ninth field.
    tails: Vec<Tail>,
    /// The other lines, each with the number of states before it.
    texts: Vec<(usize, String)>,
    line_end: LineEnd,
    /// The bytes of each line of a table that was read.
    lines: Origins<Span>,
    /// The bytes of the fields of each state.
    fields: Origins<FieldOrigins>,
}

/// The first line of a table.
const HEADER: &str = "# anim name,mma name,first frame,last frame,Y AXIS Offset,Y AXIS DISTANCE,X AXIS Offset,X AXIS \
                      DISTANCE,default next";

impl StateTable {
    /// A table with the usual header and these states.
    ///
    /// Errors: [`ErrorKind::State`] for a state that would not read back unchanged: an empty name or clip, a comma, a `#` or a
    /// line end in a name, blanks around a name, a byte order mark before the first, a number that is not finite.
    pub fn new(states: Vec<State>) -> Result<Self, Error> {
        let tails = vec![Tail::default(); states.len()];
        Self::from_parts(states, tails, vec![(0, HEADER.to_owned())], LineEnd::default())
    }

    /// A table without lines.
    fn empty(line_end: LineEnd) -> Self {
        let (states, tails, texts) = (Vec::new(), Vec::new(), Vec::new());
        Self { states, tails, texts, line_end, lines: Origins::default(), fields: Origins::default() }
    }

    /// A table of all the parts of a file; there is one tail per state.
    pub(crate) fn from_parts(
        states: Vec<State>,
        tails: Vec<Tail>,
        texts: Vec<(usize, String)>,
        line_end: LineEnd,
    ) -> Result<Self, Error> {
        let table = Self { states, tails, texts, ..Self::empty(line_end) };
        if table.tails.len() != table.states.len() {
            return Err(Error::new(ErrorKind::NoState, Location::default()));
        }
        let in_order = table.texts.is_sorted_by_key(|(before, _)| *before)
            && table.texts.last().is_none_or(|(before, _)| *before <= table.states.len());
        for (number, line) in table.lines().enumerate() {
            let text = line.to_text();
            let is_skipped = number == 0 && after_mark(text.as_bytes(), line::separates).len() < text.len();
            if !in_order || is_skipped || !line.reads_as(&text) {
                return Err(Error::new(ErrorKind::State { line: text }, location(number)));
            }
        }
        match line::recognize(table.lines().map(|line| line.to_text().into_bytes())) {
            (Confidence::No, line) => Err(Error::new(ErrorKind::NoState, location(line))),
            _ => Ok(table),
        }
    }

    /// The states in the file's order.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The rest of each state's line, in the same order as the states.
    pub fn tails(&self) -> &[Tail] {
        &self.tails
    }

    /// The lines that are not states: the header, comments, empty lines, and lines that cannot be read as a state. Each comes
    /// with the number of states before it.
    pub fn texts(&self) -> &[(usize, String)] {
        &self.texts
    }

    /// The index of the first state with this name; case matters.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }

    /// The line ending; `\r\n` in the game's own files.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// The table with another line ending.
    #[must_use]
    pub fn with_line_end(self, line_end: LineEnd) -> Self {
        Self { line_end, ..self }
    }

    /// All lines in turn.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut texts = self.texts.iter().peekable();
        let mut states = self.states.iter().zip(&self.tails).enumerate().peekable();
        std::iter::from_fn(move || {
            let done = states.peek().map_or(self.states.len(), |(index, _)| *index);
            if let Some((_, text)) = texts.next_if(|(before, _)| *before <= done) {
                return Some(Line::Text(Cow::Borrowed(text)));
            }
            let (_, (state, tail)) = states.next()?;
            Some(Line::State(Cow::Borrowed(state), Cow::Borrowed(tail)))
        })
    }

    /// The location of a line, counted from 0.
    pub(crate) fn location(&self, line: usize) -> Location {
        self.lines.location(line, line::path(line), |line| line)
    }

    /// The location of fields of a state, on the given line. If the table was read, `of` chooses the bytes.
    pub(crate) fn field(&self, state: usize, line: usize, of: impl FnOnce(FieldOrigins) -> Span) -> Location {
        self.fields.location(state, line::path(line), of)
    }

    /// The location of the clip of each state in the file.
    pub(crate) fn clip_locations(&self) -> impl Iterator<Item = Location> {
        let lines = self.lines().enumerate().filter(|(_, line)| matches!(line, Line::State(..)));
        lines.enumerate().map(|(state, (line, _))| self.field(state, line, |fields| fields.clip))
    }
}

impl FileContent for StateTable {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        Ok(Self::parse(bytes)?)
    }
}
