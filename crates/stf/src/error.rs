//! Errors of reading, editing and encoding.

use std::fmt;

use anim_core::{Code, counted};

use crate::{MAX_DEPTH, MAX_FRAMES, codes};

/// An error with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes are not an STF, an edit cannot be made, or clips cannot become an STF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes are neither a container nor JSON.
    Magic,
    /// The text is not UTF-8.
    Encoding,
    /// A container of the proof of concept before STF, which has the same signature.
    Ancestor,
    /// The bytes end before the end that the header states.
    Truncated {
        /// The part that is truncated.
        what: &'static str,
        /// The number of bytes that the file needs; `None` if it is beyond 64 bits.
        needed: Option<u64>,
        /// The number of bytes in the file.
        found: usize,
    },
    /// A container of 0 buffers, so without a document.
    NoJson,
    /// The document is not UTF-8.
    Utf8,
    /// The document is not JSON.
    Json {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// Arrays and objects nest deeper than [`MAX_DEPTH`].
    Nesting {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// The JSON of the document has another shape than the format requires.
    Shape {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The document has no animation or buffer with an id.
    Unknown {
        /// The id.
        id: String,
    },
    /// The document cannot hold the given data; the text is what was expected.
    Form(&'static str),
    /// An animation with a number that is not finite, which JSON cannot hold.
    NotFinite,
    /// A clip that is not valid.
    Clip(anim_core::ClipError),
    /// The range has more frames than baking makes: [`MAX_FRAMES`].
    TooLong {
        /// The number of frames.
        frames: u64,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("expected `STF0` or a JSON document"),
            Self::Encoding => f.write_str("the text is UTF-16, expected UTF-8"),
            Self::Ancestor => f.write_str(
                "the file has the format of the proof of concept before STF (`none` at byte 12), expected an STF",
            ),
            Self::Truncated { what, needed: Some(needed), found } => {
                write!(f, "{what} ends at byte {needed}, the file has {}", counted(*found, "byte"))
            }
            Self::Truncated { what, needed: None, found } => {
                write!(f, "{what} ends beyond 64 bits, the file has {}", counted(*found, "byte"))
            }
            Self::NoJson => f.write_str("the header counts 0 buffers, expected at least 1: the document"),
            Self::Utf8 => f.write_str("the document is not UTF-8"),
            Self::Json { line, column, expected } | Self::Shape { line, column, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}")
            }
            Self::Nesting { line, column } => {
                write!(f, "line {line}, column {column}: arrays and objects are nested deeper than {MAX_DEPTH} levels")
            }
            Self::Unknown { id } => write!(f, "there is no animation or buffer with the id `{id}`"),
            Self::Form(expected) => write!(f, "the document cannot hold this: expected {expected}"),
            Self::NotFinite => f.write_str("a number is not finite, which JSON cannot hold"),
            Self::Clip(error) => write!(f, "the clip is not valid: {error}"),
            Self::TooLong { frames } => {
                write!(f, "the range has {frames} frames, expected at most {MAX_FRAMES}")
            }
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Magic | Self::Encoding => &codes::MAGIC,
            Self::Ancestor => &codes::ANCESTOR,
            Self::Truncated { .. } => &codes::TRUNCATED,
            Self::NoJson => &codes::NO_JSON,
            Self::Utf8 => &codes::UTF_8,
            Self::Json { .. } => &codes::JSON,
            Self::Nesting { .. } => &codes::NESTING,
            Self::Shape { .. } => &codes::SHAPE,
            Self::Unknown { .. } | Self::Form(_) | Self::NotFinite | Self::Clip(_) | Self::TooLong { .. } => {
                &codes::ENCODE
            }
        }
    }

    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}
