//! What a task returns, and how it fails.

use std::fmt;
use std::io;
use std::result;

/// What a task returns.
pub(crate) type Result<T = ()> = result::Result<T, Failure>;

/// Why a task stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are wrong.
    Usage,
    /// Something does not hold, in words.
    Broken(String),
}

impl Failure {
    /// Something does not hold.
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
