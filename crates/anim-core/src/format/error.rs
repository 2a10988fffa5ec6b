//! Errors with a location.

use std::fmt;

use crate::{Code, Diagnostic, Location};

/// The errors of one crate: an enum whose `Display` states what was found and what was expected.
pub trait ErrorKind: fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The code under which the error is reported.
    fn code(&self) -> &'static Code;

    /// The error of another library that caused it, if there is one.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}

/// An error of a crate, and where it occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error<K> {
    /// What went wrong.
    pub kind: K,
    /// Where it occurred.
    pub at: Location,
}

impl<K> Error<K> {
    /// An error of this kind at this location.
    pub const fn new(kind: K, at: Location) -> Self {
        Self { kind, at }
    }
}

impl<K: ErrorKind> fmt::Display for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_unknown() {
            fmt::Display::fmt(&self.kind, f)
        } else {
            write!(f, "{} ({})", self.kind, self.at)
        }
    }
}

impl<K: ErrorKind> std::error::Error for Error<K> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}

impl<K: ErrorKind> From<Error<K>> for Diagnostic {
    fn from(error: Error<K>) -> Self {
        error.kind.code().at(error.at, error.kind.to_string())
    }
}
