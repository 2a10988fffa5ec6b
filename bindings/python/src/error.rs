//! Errors as Python exceptions: those of `animio._errors`, with code, path and span, and Python's own where there is one.

use anim_core::edit::EditError;
use anim_core::{ClipError, Diagnostic, FileError, OptionError};
use anim_formats::{ConvertError, Error, Places};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::finding::place;

/// Why an operation failed, without Python objects, so that it can occur while other threads run.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The operating system cannot open a file.
    File(Box<FileError>),
    /// The content of a file, with the file and the line if it is text.
    Content(Box<Content>),
    /// An option has an unknown name or value.
    Option(Box<OptionError>),
    /// A kind of error that has no place.
    Coded(Box<Coded>),
    /// There is no clip or channel with this name.
    Name(String),
    /// There is no clip or channel with this number.
    Number(String),
    /// An argument cannot have this value.
    Value(String),
    /// The result does not fit into memory.
    Memory,
    /// Anything else of the formats.
    Other(String),
    /// An exception of Python.
    Python(Box<PyErr>),
}

/// What is wrong with the content of a file.
#[derive(Debug)]
pub(crate) struct Content {
    file: Option<String>,
    error: Diagnostic,
    place: Option<[usize; 2]>,
}

/// An error with a code, of a file if there is one.
#[derive(Debug)]
pub(crate) struct Coded {
    /// Its class in `animio._errors`.
    class: &'static str,
    code: &'static str,
    message: String,
    file: Option<String>,
}

/// Codes of errors that are not from a format.
mod codes {
    pub(super) const TOO_MANY_CLIPS: &str = "anim::too-many-clips";
    pub(super) const UNKNOWN_FORMAT: &str = "anim::unknown-format";
    pub(super) const UNKNOWN_TARGET: &str = "anim::unknown-target";
}

impl Failure {
    fn coded(class: &'static str, code: &'static str, message: String) -> Self {
        Self::Coded(Box::new(Coded { class, code, message, file: None }))
    }

    /// The failure of making a file of an unknown format.
    pub(crate) fn target(message: String) -> Self {
        Self::coded("UnknownFormatError", codes::UNKNOWN_TARGET, message)
    }

    fn content(file: Option<&str>, error: Diagnostic, place: Option<[usize; 2]>) -> Self {
        Self::Content(Box::new(Content { file: file.map(str::to_owned), error, place }))
    }

    /// The failure with the file that it is about, unless it names one.
    pub(crate) fn in_file(mut self, label: Option<&str>) -> Self {
        let file = match &mut self {
            Self::Content(content) => &mut content.file,
            Self::Coded(coded) => &mut coded.file,
            _ => return self,
        };
        *file = file.take().or_else(|| label.map(str::to_owned));
        self
    }

    /// The failure of reading a file with these bytes.
    pub(crate) fn reading(file: Option<&str>, bytes: &[u8], error: Error) -> Self {
        match error {
            Error::Unreadable { error, .. } => {
                let place = place(Places::of_file(bytes).as_ref(), &error);
                Self::content(file, error, place)
            }
            error => Self::from(error).in_file(file),
        }
    }

    /// The failure of converting a file with these bytes.
    pub(crate) fn converting(file: Option<&str>, bytes: &[u8], error: ConvertError) -> Self {
        match error {
            ConvertError::Source(error) => Self::reading(file, bytes, error),
            error => Self::from(error).in_file(file),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::File(error) => Self::File(Box::new(error)),
            Error::Unreadable { error, .. } => Self::content(None, error, None),
            Error::Option(error) => Self::Option(Box::new(error)),
            error @ (Error::Unrecognized { .. } | Error::Ambiguous { .. } | Error::UnknownFormat { .. }) => {
                Self::coded("UnknownFormatError", codes::UNKNOWN_FORMAT, error.to_string())
            }
            error => Self::Other(error.to_string()),
        }
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Self {
        match error {
            ConvertError::Source(error) => error.into(),
            ConvertError::Option(error) => Self::Option(Box::new(error)),
            error @ ConvertError::Target { .. } => Self::target(error.to_string()),
            error @ ConvertError::TooManyClips { .. } => {
                Self::coded("Error", codes::TOO_MANY_CLIPS, error.to_string())
            }
            error @ ConvertError::NoClip { .. } => Self::Name(error.to_string()),
            ConvertError::Refused { error, .. } => Self::content(None, error, None),
            ConvertError::Edit(error) => error.into(),
            error => Self::Other(error.to_string()),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(Box::new(error))
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Self::Option(Box::new(error))
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::Value(error.to_string())
    }
}

impl From<ClipError> for Failure {
    fn from(error: ClipError) -> Self {
        Self::Value(error.to_string())
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(Box::new(error))
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::File(error) => refused(&error),
            Failure::Content(content) => raised_for(&content),
            Failure::Coded(error) => raised_with(*error),
            Failure::Option(error) => raised_with(Coded {
                class: "OptionError",
                message: error.message(|name| name.replace('-', "_")),
                code: Diagnostic::from(*error).code.id,
                file: None,
            }),
            Failure::Name(message) => PyKeyError::new_err(message),
            Failure::Number(message) => PyIndexError::new_err(message),
            Failure::Value(message) => PyValueError::new_err(message),
            Failure::Memory => PyMemoryError::new_err("the result does not fit into memory"),
            Failure::Other(message) => Python::attach(|py| raised(py, "Error", message, |_| Ok(()))),
            Failure::Python(error) => *error,
        }
    }
}

/// An exception of `animio._errors`, with attributes.
pub(crate) fn raised(
    py: Python<'_>,
    class: &str,
    message: String,
    fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let made = || {
        let attributes = PyDict::new(py);
        fill(&attributes)?;
        py.import("animio._errors")?.getattr(class)?.call((message,), Some(&attributes))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

fn raised_with(Coded { class, code, message, file }: Coded) -> PyErr {
    Python::attach(|py| {
        raised(py, class, of_file(file.as_deref()) + &message, |attributes| {
            attributes.set_item("code", code)?;
            attributes.set_item("file", file)
        })
    })
}

/// The beginning of a message about a file.
pub(crate) fn of_file(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!("{file}: "))
}

fn raised_for(Content { file, error, place }: &Content) -> PyErr {
    Python::attach(|py| {
        raised(py, "Error", of_file(file.as_deref()) + &error.to_string(), |attributes| {
            attributes.set_item("code", error.code.id)?;
            attributes.set_item("path", &error.at.path)?;
            attributes.set_item("span", error.at.span.map(|span| (span.start, span.end)))?;
            attributes.set_item("line", place.map(|[line, _]| line))?;
            attributes.set_item("column", place.map(|[_, column]| column))?;
            attributes.set_item("file", file)
        })
    })
}

/// The exception for an error of the operating system, such as `FileNotFoundError`, with the name of the file.
fn refused(error: &FileError) -> PyErr {
    match error.error.raw_os_error() {
        Some(number) => {
            let text = error.error.to_string();
            let text = text.rsplit_once(" (os error").map_or(text.as_str(), |(text, _)| text).to_owned();
            PyOSError::new_err((number, text, error.path.clone().into_os_string()))
        }
        None => PyOSError::new_err(format!("{}: {}", error.path.display(), error.error)),
    }
}
