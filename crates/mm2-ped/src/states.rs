//! The model of a state table: which part of which clip a state shows, and what follows.

mod read;
mod window;
mod write;

use std::borrow::Cow;

use anim_core::{Confidence, Location};

use crate::text::LineEnd;
use crate::{Error, ErrorKind};
pub(crate) use read::sniff;
pub(crate) use read::{Line, is_comment};
pub use window::{Frames, Window};

/// What a pedestrian does for a while, and how.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct State {
    /// Its name, such as `WALK`.
    pub name: String,
    /// The name of its `.anim` without the extension.
    pub clip: String,
    /// The first frame that is shown, from 1.
    pub first: i32,
    /// The last frame that is shown, from 1. Before [`State::first`] if the frames are shown backwards.
    pub last: i32,
    /// How far ahead the figure starts, in metres.
    pub y_offset: f32,
    /// How far ahead the figure gets, in metres.
    pub y_distance: f32,
    /// How far aside the figure starts, in metres.
    pub x_offset: f32,
    /// How far aside the figure gets, in metres.
    pub x_distance: f32,
    /// The state that follows if no other is asked for.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub next: Option<String>,
}

/// A state table, `pedmodel_NAME.csv`: states, one a line, and lines of other text between them.
#[derive(Clone, Debug, PartialEq)]
pub struct StateTable {
    states: Vec<State>,
    /// What follows the ninth field of each state.
    tails: Vec<Tail>,
    /// Other lines, each with the number of states before it.
    texts: Vec<(usize, String)>,
    line_end: LineEnd,
}

/// What the line of a state has besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Tail {
    /// Fields after the ninth.
    pub fields: Vec<String>,
    /// What follows a `#`.
    pub comment: Option<String>,
}

/// The first line of a table.
const HEADER: &str = "# anim name,mma name,first frame,last frame,Y AXIS Offset,Y AXIS DISTANCE,X AXIS Offset,X AXIS \
                      DISTANCE,default next";

impl StateTable {
    /// A table of these states below the usual header.
    ///
    /// Errors: [`ErrorKind::State`] for a state that would not be read as it is: an empty name or clip, commas, `#` and
    /// line ends in names, blanks around them, numbers that are not finite.
    pub fn new(states: Vec<State>) -> Result<Self, Error> {
        let tails = vec![Tail::default(); states.len()];
        Self::from_parts(states, tails, vec![(0, HEADER.to_owned())], LineEnd::default())
    }

    /// A table with all that a file can have; there are as many tails as states.
    pub(crate) fn from_parts(
        states: Vec<State>,
        tails: Vec<Tail>,
        texts: Vec<(usize, String)>,
        line_end: LineEnd,
    ) -> Result<Self, Error> {
        let table = Self { states, tails, texts, line_end };
        if table.tails.len() != table.states.len() {
            return Err(Error::new(ErrorKind::NoState, Location::default()));
        }
        let in_order = table.texts.is_sorted_by_key(|(before, _)| *before)
            && table.texts.last().is_none_or(|(before, _)| *before <= table.states.len());
        for (number, line) in table.lines().enumerate() {
            let text = line.to_text();
            if !in_order || !line.reads_as(&text) {
                return Err(Error::new(ErrorKind::State { line: text }, place(number)));
            }
        }
        match read::recognize(table.lines().map(|line| line.to_text().into_bytes())) {
            (Confidence::No, line) => Err(Error::new(ErrorKind::NoState, place(line))),
            _ => Ok(table),
        }
    }

    /// The states in the file's order.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// What the line of each state has besides, in the same order.
    pub fn tails(&self) -> &[Tail] {
        &self.tails
    }

    /// The lines that are no states: the header, comments, empty ones and those that do not read, each with the number of
    /// states before it.
    pub fn texts(&self) -> &[(usize, String)] {
        &self.texts
    }

    /// The first state of this name, in the same case.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }

    /// How lines end; `\r\n` in the game's own files.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// The same table with other ends of lines.
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

    /// The place of each state in the file.
    pub(crate) fn places(&self) -> impl Iterator<Item = Location> {
        let states = self.lines().enumerate().filter(|(_, line)| matches!(line, Line::State(..)));
        states.map(|(number, _)| place(number))
    }
}

/// The place of a line, counted from 0.
pub(crate) fn place(line: usize) -> Location {
    Location::path(format!("line {}", line + 1))
}

/// How long a frame lasts where the game computes speeds: a little less than the thirtieth of a second that it is shown.
pub const SECONDS_A_FRAME: f64 = 0.03333;

impl State {
    /// Whether the state shows the `.anim` of this name (without the extension); case does not matter, as on Windows.
    pub fn plays(&self, clip: &str) -> bool {
        crate::found::is_same_name(&self.clip, clip)
    }

    /// The frames that the state shows of a clip of so many.
    pub fn window(&self, frames: usize) -> Window {
        let place =
            |number: i32| usize::try_from(i64::from(number) - 1).unwrap_or(0).min(frames.saturating_sub(1));
        Window { first: place(self.first), last: place(self.last) }
    }

    /// How fast the figure gets on, forward and aside, in metres a second: the distances over the time of the frames that
    /// are shown of a clip of so many, each [`SECONDS_A_FRAME`].
    pub fn speed(&self, frames: usize) -> [f64; 2] {
        let seconds = self.window(frames).frames().len() as f64 * SECONDS_A_FRAME;
        [self.y_distance, self.x_distance].map(|distance| f64::from(distance) / seconds)
    }
}
