//! Why bytes are no BVH.

use std::fmt;

use anim_core::{Code, LineColumn};

use crate::{Invalid, codes};

/// An error of the reader or the encoder, with its place.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being a BVH, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Another word than the file's structure has in this place.
    Syntax {
        /// Where it begins.
        at: LineColumn,
        /// What stands there, in quotes, or `the end of the file`.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// Not a finite decimal number.
    Number {
        /// Where it begins.
        at: LineColumn,
        /// What stands there, in quotes, or `the end of the file`.
        found: String,
    },
    /// Not the name of a channel.
    Channel {
        /// Where it begins.
        at: LineColumn,
        /// What stands there, in quotes.
        found: String,
    },
    /// A last frame that lacks numbers.
    Frame {
        /// The end of the numbers.
        at: LineColumn,
        /// The frame, from 0.
        frame: usize,
        /// How many numbers it has.
        found: usize,
        /// How many channels there are.
        expected: usize,
    },
    /// A BVH holds one clip.
    Clips {
        /// The names of those given.
        names: Vec<String>,
    },
    /// More frames than the encoder makes.
    Duration {
        /// The clip's duration in seconds.
        seconds: u64,
    },
    /// More poses of joints than the encoder makes.
    Poses {
        /// How many it would take.
        count: usize,
    },
    /// A clip that contradicts itself.
    Clip(anim_core::ClipError),
    /// What cannot be said in a BVH.
    Invalid(Invalid),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Syntax { at, .. }
        | Self::Number { at, .. }
        | Self::Channel { at, .. }
        | Self::Frame { at, .. } = self
        {
            write!(f, "line {}, column {}: ", at.line, at.column)?;
        }
        match self {
            Self::Syntax { found, expected, .. } => write!(f, "found {found}, expected {expected}"),
            Self::Number { found, .. } => write!(f, "found {found}, expected a finite number"),
            Self::Channel { found, .. } => {
                write!(
                    f,
                    "found {found}, expected a channel: Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation"
                )
            }
            Self::Frame { frame, found, expected, .. } => {
                write!(f, "frame {frame} ends after {found} numbers, expected {expected}")
            }
            Self::Clips { names } if names.is_empty() => f.write_str("there is no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "there are {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::Duration { seconds } => {
                write!(f, "the clip lasts {seconds} s, expected at most {} frames", crate::MAX_FRAMES)
            }
            Self::Poses { count } => {
                write!(f, "the clip takes {count} poses of joints, expected at most {}", crate::MAX_POSES)
            }
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
            Self::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Syntax { .. } => &codes::SYNTAX,
            Self::Number { .. } => &codes::NUMBER,
            Self::Channel { .. } => &codes::CHANNEL,
            Self::Frame { .. } => &codes::FRAME,
            Self::Clips { .. }
            | Self::Duration { .. }
            | Self::Poses { .. }
            | Self::Clip(_)
            | Self::Invalid(_) => &codes::ENCODE,
        }
    }
}
