//! Why bytes are no document.

use std::fmt;

use anim_core::Code;

use crate::codes;

/// An error of the reader, with its place.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being a document, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no element.
    NoElement,
    /// A document type declaration, which could name files and grow without bound.
    Dtd,
    /// More of something than the limit.
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        limit: usize,
    },
    /// In strict mode: the text is not well-formed XML.
    IllFormed {
        /// What is wrong.
        message: String,
    },
    /// A HOOPS stream file without an animation block.
    NoBlock,
    /// A HOOPS stream file was asked for, and only XML is written.
    Container,
    /// A clip that contradicts itself.
    Clip(anim_core::ClipError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoElement => f.write_str("there is no element, expected an Animdef"),
            Self::Dtd => f.write_str("there is a document type declaration, expected none"),
            Self::Limit { what, limit } => write!(f, "there are too many {what}, expected at most {limit}"),
            Self::IllFormed { message } => write!(f, "the text is not well-formed XML: {message}"),
            Self::NoBlock => {
                f.write_str("the stream file holds no animation block, expected user data `<Animdef`")
            }
            Self::Container => {
                f.write_str("a HOOPS stream file is only read, expected the name of an .xml file")
            }
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::NoElement | Self::IllFormed { .. } => &codes::NOT_XML,
            Self::Dtd => &codes::DTD,
            Self::Limit { .. } => &codes::LIMIT,
            Self::NoBlock => &codes::NO_BLOCK,
            Self::Container | Self::Clip(_) => &codes::ENCODE,
        }
    }
}
