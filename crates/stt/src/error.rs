//! Errors: why bytes are not an STT, and why clips cannot become one.

use std::fmt;

use anim_core::{Code, LineColumn, counted};

use crate::codes;

/// An error of the reader or the encoder, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes cannot be read as an STT, or why clips cannot become one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A token is not the one that the grammar expects.
    Token {
        /// The line and column of the token.
        place: LineColumn,
        /// What was expected.
        expected: Expected,
        /// The token, or its beginning if it is long; `None` at the end of the file.
        found: Option<Box<str>>,
        /// The likely location of the cause, if the reader has one.
        hint: Option<Box<Hint>>,
    },
    /// A clip is not valid.
    Clip(anim_core::ClipError),
    /// A clip has more keys than the poses that the encoder allows.
    Poses {
        /// The least number of poses that the clip needs.
        count: usize,
        /// The number of poses that the encoder allows for this clip: see [`POSES_PER_KEY`](crate::POSES_PER_KEY).
        most: usize,
    },
}

/// The likely location of the cause of an unexpected token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The known word that is nearest to the token.
    Nearest(&'static str),
    /// The token is in this part of the file, which begins earlier.
    Within {
        /// `state`, `node` or `key`.
        what: &'static str,
        /// Its number, from 1.
        number: usize,
        /// The number of parts that the file announces.
        count: usize,
        /// Where the part begins.
        place: LineColumn,
    },
    /// The number of parts that the file announces may be wrong.
    Announced {
        /// `state`, `node` or `key`.
        what: &'static str,
        /// The number.
        count: usize,
        /// Where the number is.
        place: LineColumn,
    },
    /// An earlier line lacks numbers.
    Short {
        /// Where the line begins.
        place: LineColumn,
        /// The number of numbers on the line.
        found: usize,
        /// The number of numbers that files usually have there.
        wanted: usize,
    },
    /// The text is in this encoding, whose characters have two or four bytes.
    Encoding(&'static str),
    /// The closing brace of a name may be missing.
    Open {
        /// Where the name begins.
        place: LineColumn,
    },
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nearest(word) => write!(f, "did you mean `{word}`?"),
            Self::Within { what, number, count, place: LineColumn { line, column, .. } } => {
                write!(f, "{what} {number} of {count} begins at line {line}, column {column}")
            }
            Self::Announced { what, count, place: LineColumn { line, column, .. } } => {
                write!(f, "line {line}, column {column} announces {}", counted(*count, what))
            }
            Self::Short { place: LineColumn { line, .. }, found, wanted } => {
                write!(f, "line {line} has {found} of {wanted} numbers")
            }
            Self::Encoding(encoding) => {
                write!(f, "the text is in {encoding}, expected ASCII or UTF-8")
            }
            Self::Open { place: LineColumn { line, column, .. } } => {
                write!(f, "the name that begins at line {line}, column {column} may lack its closing brace")
            }
        }
    }
}

/// What the grammar expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// The first word, `#MINDRENDER`.
    Id,
    /// One of these words, or a token of this kind.
    Token(&'static str),
    /// A finite number.
    Number(&'static str),
    /// A count or a flag.
    Integer(&'static str),
    /// An animation type in this range.
    Type(&'static str),
    /// A name in braces.
    Label(&'static str),
    /// The brace that closes a name.
    Brace,
    /// A count that the rest of the file can hold.
    AtMost {
        /// The largest such count.
        most: usize,
        /// What is counted.
        things: &'static str,
    },
    /// The end of the file.
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
            Self::AtMost { most, things } => {
                write!(f, "at most {most} {things}, which the rest of the file can hold")
            }
            Self::End => f.write_str("nothing after the last state"),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token { place, expected, found, hint } => {
                write!(f, "line {}, column {}: expected {expected}, found ", place.line, place.column)?;
                match found {
                    Some(found) => write!(f, "`{found}`")?,
                    None => f.write_str("the end of the file")?,
                }
                hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
            }
            Self::Clip(error) => write!(f, "the clip is not valid: {error}"),
            Self::Poses { count, most } => {
                write!(
                    f,
                    "the clip needs at least {count} poses of nodes, expected at most {most}: the option `poses` allows more"
                )
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
