//! Why bytes are not a document, or clips cannot become one.

use std::fmt;

use anim_core::Code;

use crate::codes;

/// An error of the reader or the encoder, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes are not a document, or clips cannot become one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no element.
    NoElement,
    /// The text is in an encoding that is not read.
    Encoding {
        /// The name of the encoding.
        found: &'static str,
    },
    /// There is a document type declaration, which could name files and expand without bound.
    Dtd,
    /// A count exceeds a limit.
    Limit {
        /// What is counted.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// In strict mode: the text is not well-formed XML.
    IllFormed {
        /// What is wrong.
        message: String,
    },
    /// A HOOPS stream file has no animation block.
    NoBlock,
    /// The animations of a HOOPS stream file are in a compressed block that is damaged or cut short.
    DamagedBlock,
    /// A HOOPS stream file was requested, but the option `into` does not name one to write into.
    Container,
    /// A clip is inconsistent.
    Clip(anim_core::ClipError),
}

/// What the option `inflated` limits.
pub(crate) const INFLATED: &str = "bytes in compressed blocks";

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoElement => f.write_str("the file has no element, expected an Animdef"),
            Self::Encoding { found } => {
                write!(f, "the text is in {found}, expected UTF-8 or Windows-1252")
            }
            Self::Dtd => f.write_str("the file has a document type declaration, expected none"),
            Self::Limit { what, limit } => {
                write!(f, "the file has too many {what}, expected at most {limit}")?;
                option(what).map_or(Ok(()), |option| write!(f, ": the option `{option}` allows more"))
            }
            Self::IllFormed { message } => write!(f, "the text is not well-formed XML: {message}"),
            Self::NoBlock => f.write_str(
                "the stream file has no animation block, expected user data that begins with `<Animdef`",
            ),
            Self::DamagedBlock => f.write_str(
                "the compressed block with the animations is damaged or cut short, expected a complete zlib stream",
            ),
            Self::Container => {
                f.write_str("a HOOPS stream file holds more than animations, expected one to write into (option `into`), or the name of an .xml file")
            }
            Self::Clip(error) => write!(f, "the clip is inconsistent: {error}"),
        }
    }
}

/// The option that raises the limit of what is counted.
fn option(what: &str) -> Option<&'static str> {
    match what {
        "elements" => Some("elements"),
        "repairs" => Some("repairs"),
        INFLATED => Some("inflated"),
        _ => None,
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::NoElement | Self::Encoding { .. } | Self::IllFormed { .. } => &codes::NOT_XML,
            Self::Dtd => &codes::DTD,
            Self::Limit { .. } => &codes::LIMIT,
            Self::NoBlock => &codes::NO_BLOCK,
            Self::DamagedBlock => &codes::DAMAGED_BLOCK,
            Self::Container | Self::Clip(_) => &codes::ENCODE,
        }
    }

    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => Some(error),
            _ => None,
        }
    }
}
