//! Why a page cannot be made.

use std::fmt;

use anim_core::ClipError;

/// Why a page cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A clip is not valid.
    Clip(ClipError),
    /// The samples would take more bytes than [`Options::max_bytes`](crate::Options::max_bytes).
    TooLarge {
        /// The largest number of bytes.
        most: usize,
    },
    /// The meshes and pictures take more bytes than [`Options::max_scene_bytes`](crate::Options::max_scene_bytes).
    SceneTooLarge {
        /// The largest number of bytes.
        most: usize,
    },
    /// A rate that is not a finite number above 0.
    Rate,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(error) => error.fmt(f),
            Self::TooLarge { most } => write!(f, "the samples would take more than {most} bytes"),
            Self::SceneTooLarge { most } => write!(f, "the meshes and pictures take more than {most} bytes"),
            Self::Rate => f.write_str("the rate must be finite and above 0"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ClipError> for Error {
    fn from(error: ClipError) -> Self {
        Self::Clip(error)
    }
}
