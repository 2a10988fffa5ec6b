//! Why a file does not read.

use std::fmt;

use anim_core::Code;

use crate::codes;

/// Why a file does not read, and where.
pub type Error = anim_core::Error<ErrorKind>;

/// Why a file does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A binary container of another version than 2.
    Version(u32),
    /// A binary container of another length than its header says.
    Length {
        /// The length in the header.
        declared: u32,
        /// The length of the file.
        found: usize,
    },
    /// A chunk that is cut short, or a first chunk that is not JSON; what was expected.
    Chunk(&'static str),
    /// Text that is not JSON, or JSON of another shape than glTF's.
    Json {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// JSON nested deeper than the reader goes.
    Nesting {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// A data URI that does not decode; what was expected.
    DataUri(&'static str),
    /// A URI that is not a relative path below the file's folder.
    Uri(String),
    /// A file that is not there.
    MissingBuffer(String),
    /// More bytes than a binary container holds.
    TooLarge,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "the container is of version {version}, expected 2"),
            Self::Length { declared, found } => {
                write!(f, "the header says {declared} bytes, the file has {found}")
            }
            Self::Chunk(expected) => write!(f, "expected {expected}"),
            Self::Json { line, column, what } => write!(f, "line {line}, column {column}: {what}"),
            Self::Nesting { line, column } => {
                write!(
                    f,
                    "line {line}, column {column}: the JSON is nested deeper than about a hundred levels"
                )
            }
            Self::DataUri(expected) => write!(f, "the data URI does not decode: expected {expected}"),
            Self::Uri(uri) => {
                write!(f, "the URI `{uri}` is refused: expected a relative path without scheme and `..`")
            }
            Self::MissingBuffer(path) => write!(f, "the file `{path}` of the buffer is not there"),
            Self::TooLarge => f.write_str("the binary container holds at most 4294967295 bytes"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Version(_) => &codes::VERSION,
            Self::Length { .. } => &codes::LENGTH,
            Self::Chunk(_) => &codes::CHUNK,
            Self::Json { .. } => &codes::JSON,
            Self::Nesting { .. } => &codes::NESTING,
            Self::DataUri(_) => &codes::DATA_URI,
            Self::Uri(_) => &codes::URI,
            Self::MissingBuffer(_) => &codes::MISSING_BUFFER,
            Self::TooLarge => &codes::TOO_LARGE,
        }
    }
}
