//! Errors of type-erased formats.

use std::fmt;

use crate::{Diagnostic, OptionError};

/// Why an [`AnyFormat`](crate::AnyFormat) cannot read a file, or make one.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "either the caller's options are refused, or the file is")]
pub enum AnyError {
    /// An option is refused, or the file that it names.
    Option(OptionError),
    /// The format refuses the bytes, or the clips.
    File(Diagnostic),
}

impl fmt::Display for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Option(error) => error.source(),
            Self::File(error) => error.source(),
        }
    }
}

impl From<OptionError> for AnyError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

impl From<Diagnostic> for AnyError {
    fn from(error: Diagnostic) -> Self {
        Self::File(error)
    }
}

impl From<AnyError> for Diagnostic {
    /// The error as a finding about the file.
    fn from(error: AnyError) -> Self {
        match error {
            AnyError::Option(error) => error.into(),
            AnyError::File(error) => error,
        }
    }
}
