//! Errors of reading, dumping and converting.

use std::fmt;

use anim_core::edit::EditError;
use anim_core::{AnyError, Diagnostic, FileError, OptionError, nearest};

use crate::list_clips;

/// An error of reading a file, or of converting a document to or from JSON.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    File(FileError),
    /// No format recognises the content with confidence, and the extension does not decide.
    Unrecognized {
        /// The extension, if there is one.
        extension: Option<String>,
        /// The formats that the content may be of; empty if it fits none.
        possible: Vec<&'static str>,
        /// The known formats.
        known: Vec<&'static str>,
    },
    /// Several formats recognise the content with the same confidence.
    Ambiguous {
        /// Those formats.
        possible: Vec<&'static str>,
    },
    /// The format cannot read the bytes.
    Unreadable {
        /// The format's identifier.
        id: &'static str,
        /// Why.
        error: Diagnostic,
    },
    /// An option has no such name or no such value.
    Option(OptionError),
    /// There is no format with this identifier.
    UnknownFormat {
        /// The identifier.
        id: String,
        /// The known formats.
        known: Vec<&'static str>,
    },
    /// Documents of this format have no JSON form.
    NoDumps {
        /// The format.
        id: &'static str,
    },
    /// A document or a dump has another format than the requested one.
    WrongFormat {
        /// The requested format.
        expected: &'static str,
        /// The format that was found.
        found: String,
    },
    /// A text is not a dump, or not a file of clips.
    Json {
        /// The path of the value, such as `clips[0].channels[2].times`; empty for the complete text.
        path: String,
        /// What was found and what was expected.
        message: String,
        /// The line, from 1; 0 if unknown.
        line: usize,
        /// The character in the line, from 1; 0 for the complete line.
        column: usize,
    },
}

impl Error {
    /// The error of the reader of the format with this identifier.
    pub fn of_reader(id: &'static str, error: AnyError) -> Self {
        match error {
            AnyError::Option(error) => Self::Option(error),
            AnyError::File(error) => Self::Unreadable { id, error },
        }
    }
}

/// Why a conversion failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// The source could not be read.
    Source(Error),
    /// An option has no such name or no such value, in the source or the target.
    Option(OptionError),
    /// There is no format with this extension or identifier, or it can only be read.
    Target {
        /// The requested extension or identifier.
        wanted: String,
        /// The extensions of the formats that can be made from clips.
        known: Vec<&'static str>,
    },
    /// The source has no such clip.
    NoClip {
        /// The requested name or number.
        wanted: String,
        /// The names of the existing clips.
        names: Vec<String>,
    },
    /// One file of the target cannot hold this many clips.
    TooManyClips {
        /// The target's identifier.
        id: &'static str,
        /// The number of clips that one file can hold.
        most: usize,
        /// The names of the existing clips.
        names: Vec<String>,
    },
    /// An operation on the clips cannot be done.
    Edit(EditError),
    /// The target cannot hold the clips.
    Refused {
        /// The target's identifier.
        id: &'static str,
        /// Why.
        error: Diagnostic,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Unrecognized { extension, possible, known } if possible.is_empty() => {
                f.write_str("no format recognizes the content")?;
                if let Some(extension) = extension {
                    write!(f, " or the extension `{extension}`")?;
                }
                write!(f, ": expected one of {}", known.join(", "))
            }
            Self::Unrecognized { possible, .. } => {
                write!(f, "the content alone does not decide the format: it may be {}", possible.join(" or "))
            }
            Self::Ambiguous { possible } => {
                write!(f, "the content fits more than one format: {}", possible.join(" and "))
            }
            Self::Unreadable { error, .. } => error.fmt(f),
            Self::Option(error) => error.fmt(f),
            Self::UnknownFormat { id, known } => {
                write!(f, "there is no format `{id}`: expected one of {}", known.join(", "))?;
                nearest(id, known.iter().copied())
                    .map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::NoDumps { id } => write!(f, "documents of {id} have no JSON form"),
            Self::WrongFormat { expected, found } => {
                write!(f, "expected a document of {expected}, found one of {found}")
            }
            Self::Json { path, message, line, column } => {
                if !path.is_empty() {
                    write!(f, "{path}: ")?;
                }
                f.write_str(message)?;
                if *line > 0 { write!(f, " (line {line}, column {column})") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File(error) => error.source(),
            Self::Unreadable { error, .. } => error.source(),
            Self::Option(error) => error.source(),
            _ => None,
        }
    }
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Option(error) => error.fmt(f),
            Self::Target { wanted, known } => {
                write!(f, "there is no target format `{wanted}`: expected one of {}", known.join(", "))?;
                nearest(wanted, known.iter().copied())
                    .map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::NoClip { wanted, names } => {
                write!(f, "there is no clip `{wanted}`: expected {}", list_clips(names))?;
                nearest(wanted, names.iter().map(String::as_str))
                    .map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::TooManyClips { id, most, names } => {
                let clips = if *most == 1 { "clip" } else { "clips" };
                write!(
                    f,
                    "a file of {id} holds {most} {clips}; there are {}: {}",
                    names.len(),
                    list_clips(names)
                )
            }
            Self::Edit(error) => error.fmt(f),
            Self::Refused { id, error } => write!(f, "{id} cannot hold the clips: {error}"),
        }
    }
}

impl std::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Source(error) => error.source(),
            Self::Option(error) => error.source(),
            Self::Edit(error) => error.source(),
            Self::Refused { error, .. } => error.source(),
            _ => None,
        }
    }
}

impl From<EditError> for ConvertError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl From<Error> for ConvertError {
    fn from(error: Error) -> Self {
        Self::Source(error)
    }
}

impl From<OptionError> for ConvertError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}
