//! The result of a task, and its failures.

use std::fmt;
use std::io;
use std::result;

/// The result of a task.
pub(crate) type Result<T = ()> = result::Result<T, Failure>;

/// Why a task stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are wrong.
    Usage,
    /// A check failed, with a message.
    Broken(String),
}

impl Failure {
    /// A failed check.
    pub(crate) fn broken(message: impl Into<String>) -> Self {
        Self::Broken(message.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage => f.write_str("wrong arguments"),
            Self::Broken(message) => f.write_str(message),
        }
    }
}
