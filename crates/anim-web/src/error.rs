//! Errors with a code and a place.

use std::fmt;

use anim_core::{Diagnostic, Location, OptionError};
use anim_formats::{ConvertError, Places};
use serde::Serialize;

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Error {
    /// The stable identifier of the kind of error, such as `tod::truncated`.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// Where it occurred, if known.
    pub place: Box<Place>,
}

/// A place in a file; unknown parts are `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The path in the document, such as `frame[3]/packet[0]`.
    pub path: Option<String>,
    /// The byte span: the first byte, and the byte after the last one.
    pub span: Option<[usize; 2]>,
    /// The line, from 1, in text files.
    pub line: Option<usize>,
    /// The character in the line, from 1, in text files.
    pub column: Option<usize>,
}

/// Codes of errors that are not from a format.
pub(crate) mod codes {
    pub(crate) const ARGUMENT: &str = "anim::argument";
    pub(crate) const NO_CLIP: &str = "anim::no-clip";
    pub(crate) const TARGET: &str = "anim::unknown-target";
    pub(crate) const TOO_MANY_CLIPS: &str = "anim::too-many-clips";
    pub(crate) const UNKNOWN_FORMAT: &str = "anim::unknown-format";
    pub(crate) const TOO_LARGE: &str = "anim::too-large";
    pub(crate) const EDIT: &str = "anim::edit";
}

impl Error {
    /// An error without a place.
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), place: Box::default() }
    }

    /// An error in the file with these bytes.
    pub(crate) fn in_file(error: &Diagnostic, bytes: &[u8]) -> Self {
        let place = Place::of(&error.at, Places::of_file(bytes).as_ref());
        Self { code: error.code.id.to_owned(), message: error.message.clone(), place: Box::new(place) }
    }

    /// An error of the library about the file with these bytes.
    pub(crate) fn of(error: &anim_formats::Error, bytes: &[u8]) -> Self {
        match error {
            anim_formats::Error::Unreadable { error, .. } => Self::in_file(error, bytes),
            anim_formats::Error::Option(error) => Self::from(error),
            error => Self::new(codes::UNKNOWN_FORMAT, error.to_string()),
        }
    }

    /// An error of converting the file with these bytes.
    pub(crate) fn of_conversion(error: &ConvertError, bytes: &[u8]) -> Self {
        let code = match error {
            ConvertError::Source(error) => return Self::of(error, bytes),
            ConvertError::Option(error) => return Self::from(error),
            // The place would be in the new file, which does not exist.
            ConvertError::Refused { error: refusal, .. } => refusal.code.id,
            ConvertError::Target { .. } => codes::TARGET,
            ConvertError::NoClip { .. } => codes::NO_CLIP,
            ConvertError::TooManyClips { .. } => codes::TOO_MANY_CLIPS,
            _ => codes::EDIT,
        };
        Self::new(code, error.to_string())
    }
}

impl Place {
    /// The place of a location, with line and column if the file is text.
    pub(crate) fn of(at: &Location, text: Option<&Places<'_>>) -> Self {
        let span = at.span.map(|span| [span.start, span.end]);
        let line_column = text.zip(at.span).map(|(text, span)| text.line_column(span.start));
        Self {
            path: Some(at.path.clone()).filter(|path| !path.is_empty()),
            span,
            line: line_column.map(|[line, _]| line),
            column: line_column.map(|[_, column]| column),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<&OptionError> for Error {
    fn from(error: &OptionError) -> Self {
        let finding = Diagnostic::from(error.clone());
        Self::new(finding.code.id, finding.message)
    }
}
