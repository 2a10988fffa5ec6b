//! Why there is no picture.

use std::fmt;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// There is no node of this name in any clip.
    Node(String),
    /// There is no channel of this name in any clip.
    Channel(String),
    /// The picture would have more pixels than a PNG is made of here.
    TooLarge {
        /// The pixels it would have.
        pixels: u64,
        /// The most it may have.
        most: u64,
    },
    /// The picture cannot be drawn, in words.
    Drawing(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(name) => write!(f, "there is no node `{name}`"),
            Self::Channel(name) => write!(f, "there is no channel `{name}`"),
            Self::TooLarge { pixels, most } => {
                write!(f, "the picture would have {pixels} pixels, more than {most}")
            }
            Self::Drawing(reason) => write!(f, "the picture cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
