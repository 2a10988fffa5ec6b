//! Why a picture cannot be made.

use std::fmt;

use anim_core::ClipError;

/// Why a picture cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A clip is not valid.
    Clip(ClipError),
    /// There is no node of this name in any clip.
    Node(String),
    /// There is no channel of this name in any clip.
    Channel(String),
    /// A scale that is not above 0.
    Scale(f64),
    /// The picture would have more pixels than this crate draws in a PNG.
    TooLarge {
        /// The number of pixels it would have.
        pixels: u64,
        /// The largest number of pixels.
        most: u64,
    },
    /// The picture cannot be drawn, for the stated reason.
    Drawing(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(error) => error.fmt(f),
            Self::Node(name) => write!(f, "there is no node `{name}`"),
            Self::Channel(name) => write!(f, "there is no channel `{name}`"),
            Self::Scale(scale) => write!(f, "a scale of {scale}: expected a number above 0"),
            Self::TooLarge { pixels, most } => {
                write!(f, "the picture would have {pixels} pixels, more than {most}")
            }
            Self::Drawing(reason) => write!(f, "the picture cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ClipError> for Error {
    fn from(error: ClipError) -> Self {
        Self::Clip(error)
    }
}
