//! Why bytes are no STT.

use std::fmt;

use anim_core::{Code, LineColumn};

use crate::codes;

/// An error of the reader or of encoding, with its place.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being an STT, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A token that is not the one expected.
    Token {
        /// Its line and column.
        place: LineColumn,
        /// What was expected.
        expected: Expected,
        /// The token as it stands there, cut to a few words; `None` at the end of the file.
        found: Option<String>,
    },
    /// Clips that contradict themselves.
    Clip(anim_core::ClipError),
    /// More poses than encoding makes of a clip.
    Poses {
        /// How many it would take at least.
        count: usize,
        /// How many it makes of this clip: some for each key and node, and no more than are left of all that it makes.
        most: usize,
    },
}

/// What the grammar has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// The first word, `#MINDRENDER`.
    Id,
    /// One of these words, or a thing of this kind.
    Token(&'static str),
    /// A finite number.
    Number(&'static str),
    /// A whole number from 0 on, or a flag.
    Integer(&'static str),
    /// An animation type in this range.
    Type(&'static str),
    /// A name in braces.
    Label(&'static str),
    /// The brace that ends a name.
    Brace,
    /// A count of things for which there are bytes.
    AtMost {
        /// The greatest such count.
        most: usize,
        /// What is counted.
        things: &'static str,
    },
    /// Nothing more.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id => f.write_str("#MINDRENDER"),
            Self::Token(what) | Self::Number(what) | Self::Integer(what) | Self::Type(what) => {
                f.write_str(what)
            }
            Self::Label(what) => write!(f, "{what} in braces"),
            Self::Brace => write!(f, "`}}` after at most {} bytes of a name", crate::Label::MAX_LEN),
            Self::AtMost { most, things } => write!(f, "at most {most} {things}, for which there are bytes"),
            Self::End => f.write_str("nothing after the last state"),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token { place, expected, found } => {
                write!(f, "line {}, column {}: expected {expected}, found ", place.line, place.column)?;
                match found {
                    Some(found) => write!(f, "`{found}`"),
                    None => f.write_str("the end of the file"),
                }
            }
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
            Self::Poses { count, most } => {
                write!(f, "the clip takes {count} poses of nodes or more, expected at most {most}")
            }
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Token { expected: Expected::Id, .. } => &codes::ID,
            Self::Token { expected: Expected::Brace, .. } => &codes::LABEL,
            Self::Token { expected: Expected::AtMost { .. }, .. } => &codes::COUNT,
            Self::Token { found: None, .. } => &codes::TRUNCATED,
            Self::Token { expected: Expected::Number(_) | Expected::Integer(_), .. } => &codes::NUMBER,
            Self::Token { expected: Expected::Type(_), .. } => &codes::TYPE,
            Self::Token { expected: Expected::Token(_) | Expected::Label(_) | Expected::End, .. } => {
                &codes::SYNTAX
            }
            Self::Clip(_) | Self::Poses { .. } => &codes::ENCODE,
        }
    }
}
