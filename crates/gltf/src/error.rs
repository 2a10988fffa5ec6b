//! Why a file cannot be read, or clips cannot be written.

use std::fmt;

use anim_core::{Code, OptionError};

use crate::codes;

/// An error of the reader or the encoder, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why a file cannot be read, or clips cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A binary container of another version than 2.
    Version(u32),
    /// A binary container with another length than its header states.
    Length {
        /// The length in the header.
        declared: u32,
        /// The length of the file.
        found: usize,
    },
    /// A truncated chunk, or a first chunk that is not JSON; the value is what was expected.
    Chunk(&'static str),
    /// The JSON of another version of glTF than 2, as its asset states.
    AssetVersion(String),
    /// Text that is not JSON, or JSON that does not have the structure of glTF.
    Json {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// JSON that is nested deeper than the reader allows.
    Nesting {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// A data URI that cannot be decoded; the value is what was expected.
    DataUri(&'static str),
    /// A URI that is not a relative path below the folder of the file.
    Uri(String),
    /// A file that does not exist.
    MissingBuffer(String),
    /// More bytes than a binary container holds.
    TooLarge,
    /// A VRM animation was requested as an animation of an existing file.
    Profile,
    /// There is no clip for a VRM animation.
    NoClip,
    /// A clip whose parts do not fit together.
    Clip(anim_core::ClipError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "the container has version {version}, expected 2"),
            Self::Length { declared, found } => {
                write!(f, "the header states {declared} bytes, but the file has {found}")
            }
            Self::Chunk(expected) => write!(f, "the binary container is malformed: expected {expected}"),
            Self::AssetVersion(version) => write!(f, "the file is glTF {version}, expected glTF 2.0"),
            Self::Json { line, column, what } => write!(f, "line {line}, column {column}: {what}"),
            Self::Nesting { line, column } => {
                write!(
                    f,
                    "line {line}, column {column}: the JSON is nested too deeply, expected at most about 100 levels"
                )
            }
            Self::DataUri(expected) => write!(f, "the data URI cannot be decoded: expected {expected}"),
            Self::Uri(uri) => {
                let escapes = if uri.contains(['?', '#', '%']) {
                    ", with `%3F`, `%23` and `%25` for `?`, `#` and `%`"
                } else {
                    ""
                };
                write!(
                    f,
                    "the URI `{uri}` is rejected: expected a relative path without a scheme and without `..`{escapes}"
                )
            }
            Self::MissingBuffer(path) => write!(f, "the file `{path}` of the buffer is missing"),
            Self::TooLarge => {
                f.write_str("the document is too large for a .glb, expected at most 4294967295 bytes")
            }
            Self::Profile => f.write_str(
                "`into` adds animations to a file, and cannot make it a VRM animation: expected no `into`, or a file name other than `.vrma` and no `profile=vrma`",
            ),
            Self::NoClip => f.write_str("there is no clip: a VRM animation has the bones of one"),
            Self::Clip(error) => write!(f, "the clip is not consistent: {error}"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Version(_) => &codes::VERSION,
            Self::Length { .. } => &codes::LENGTH,
            Self::Chunk(_) => &codes::CHUNK,
            Self::AssetVersion(_) => &codes::ASSET_VERSION,
            Self::Json { .. } => &codes::JSON,
            Self::Nesting { .. } => &codes::NESTING,
            Self::DataUri(_) => &codes::DATA_URI,
            Self::Uri(_) => &codes::URI,
            Self::MissingBuffer(_) => &codes::MISSING_BUFFER,
            Self::TooLarge => &codes::TOO_LARGE,
            Self::Profile => OptionError::CODE,
            Self::NoClip | Self::Clip(_) => &codes::ENCODE,
        }
    }

    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => Some(error),
            _ => None,
        }
    }
}
