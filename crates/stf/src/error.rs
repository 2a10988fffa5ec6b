//! Why bytes are no STF, and why an edit cannot be made.

use std::fmt;

use anim_core::Code;

use crate::{MAX_DEPTH, codes};

/// An error with its place.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being an STF, an edit from being made, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Neither a container nor JSON.
    Magic,
    /// A container of the ancestor that shares the signature.
    Ancestor,
    /// The bytes end before what the header counts.
    Truncated {
        /// What is cut short.
        what: &'static str,
        /// How many bytes it takes, if that can be said.
        needed: Option<u64>,
        /// How many there are.
        found: usize,
    },
    /// A container without a single buffer, so without a document.
    NoJson,
    /// The JSON is not UTF-8.
    Utf8,
    /// The text is not JSON.
    Json {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// Arrays and objects nest too deeply.
    Nesting {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// JSON of another shape than the format's.
    Shape {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// There is no such animation or buffer.
    Unknown {
        /// Its id.
        id: String,
    },
    /// The document cannot hold what it is given; what it would need.
    Form(&'static str),
    /// A number that JSON cannot say; where it is.
    NotFinite,
    /// A clip that contradicts itself.
    Clip(anim_core::ClipError),
    /// The clip takes more frames than baking makes.
    TooLong {
        /// How many frames.
        frames: u64,
    },
    /// A file to encode into that is not there.
    Missing {
        /// Its path.
        path: String,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("expected `STF0`, or a JSON document"),
            Self::Ancestor => f.write_str(
                "the file is of the proof of concept that came before STF (`none` at byte 12), which is another format",
            ),
            Self::Truncated { what, needed: Some(needed), found } => {
                write!(f, "{what} takes {needed} bytes, the file has {found}")
            }
            Self::Truncated { what, needed: None, found } => {
                write!(f, "{what} takes more bytes than a file can have, this one has {found}")
            }
            Self::NoJson => f.write_str("the header counts 0 buffers, expected at least the document"),
            Self::Utf8 => f.write_str("the document is not UTF-8"),
            Self::Json { line, column, expected } | Self::Shape { line, column, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}")
            }
            Self::Nesting { line, column } => {
                write!(f, "line {line}, column {column}: arrays and objects nest deeper than {MAX_DEPTH} levels")
            }
            Self::Unknown { id } => write!(f, "there is no `{id}` of that kind"),
            Self::Form(needed) => write!(f, "the document cannot hold it: expected {needed}"),
            Self::NotFinite => f.write_str("a number is not finite, which JSON cannot say"),
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
            Self::TooLong { frames } => {
                write!(f, "it takes {frames} frames, expected at most {}", crate::MAX_FRAMES)
            }
            Self::Missing { path } => write!(f, "the file `{path}` is not there"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Magic => &codes::MAGIC,
            Self::Ancestor => &codes::ANCESTOR,
            Self::Truncated { .. } => &codes::TRUNCATED,
            Self::NoJson => &codes::NO_JSON,
            Self::Utf8 => &codes::UTF_8,
            Self::Json { .. } => &codes::JSON,
            Self::Nesting { .. } => &codes::NESTING,
            Self::Shape { .. } => &codes::SHAPE,
            Self::Unknown { .. }
            | Self::Form(_)
            | Self::NotFinite
            | Self::Clip(_)
            | Self::TooLong { .. }
            | Self::Missing { .. } => &codes::ENCODE,
        }
    }
}
