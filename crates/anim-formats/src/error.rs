//! Why a format was not found or a dump not made.

use std::fmt;

/// What goes wrong between files, formats and their JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No format is sure of the content, and the extension does not help.
    Unrecognized {
        /// The extension, if there is one.
        extension: Option<String>,
        /// The formats that the content may be of; empty if it fits none.
        possible: Vec<&'static str>,
        /// The formats there are.
        known: Vec<&'static str>,
    },
    /// Several formats are equally sure of the content.
    Ambiguous {
        /// Those formats.
        possible: Vec<&'static str>,
    },
    /// A dump names a format that is not in the table.
    UnknownFormat {
        /// The name.
        id: String,
        /// The formats there are.
        known: Vec<&'static str>,
    },
    /// A document or a dump of another format than the one asked for.
    WrongFormat {
        /// The format asked for.
        expected: &'static str,
        /// The format it is of.
        found: String,
    },
    /// A text that is not a dump.
    Json {
        /// What was found and what was expected.
        message: String,
        /// The line, from 1; 0 if it is not known.
        line: usize,
        /// The byte in the line, from 1; 0 for the line as a whole.
        column: usize,
    },
}

impl Error {
    #[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
    pub(crate) fn json(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        // The place is said by `Display` of this type.
        let suffix = format!(" at line {line} column {column}");
        Self::Json { message: text.strip_suffix(&suffix).unwrap_or(&text).to_owned(), line, column }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrecognized { extension, possible, known } if possible.is_empty() => {
                f.write_str("no format knows the content")?;
                if let Some(extension) = extension {
                    write!(f, " or the extension `{extension}`")?;
                }
                write!(f, ": expected one of {}", known.join(", "))
            }
            Self::Unrecognized { possible, .. } => {
                write!(f, "the content is no proof of a format: it may be {}", possible.join(" or "))
            }
            Self::Ambiguous { possible } => {
                write!(f, "the content fits more than one format: {}", possible.join(" and "))
            }
            Self::UnknownFormat { id, known } => {
                write!(f, "there is no format `{id}`: expected one of {}", known.join(", "))
            }
            Self::WrongFormat { expected, found } => {
                write!(f, "expected a document of {expected}, found one of {found}")
            }
            Self::Json { message, line: 0, .. } => f.write_str(message),
            Self::Json { message, line, column } => write!(f, "{message} (line {line}, column {column})"),
        }
    }
}

impl std::error::Error for Error {}
