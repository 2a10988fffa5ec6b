//! Why a clip does not become a motion of a figure.

use std::error::Error;
use std::fmt;

use anim_core::ClipError;

/// Why a clip does not become a motion of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// The clip is not valid.
    Clip(ClipError),
    /// The clip has another number of nodes than the figure has joints.
    NodeCount {
        /// The number of nodes of the clip.
        found: usize,
        /// The number of joints of the figure.
        expected: usize,
    },
    /// A node has another name than in the figure.
    NodeName {
        /// The index of the node in the clip.
        node: usize,
        /// Its name in the clip.
        found: String,
        /// Its name in the figure.
        expected: String,
    },
    /// A node has another parent than in the figure.
    NodeParent {
        /// The index of the node in the clip.
        node: usize,
        /// Its name.
        name: String,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(error) => error.fmt(f),
            Self::NodeCount { found, expected } => {
                write!(f, "the number of nodes is {found}, but {expected} in the figure")
            }
            Self::NodeName { node, found, expected } => {
                write!(f, "node {node} of the clip is `{found}`, but `{expected}` in the figure")
            }
            Self::NodeParent { node, name } => {
                write!(f, "node {node} of the clip, `{name}`, has another parent in the figure")
            }
        }
    }
}

impl Error for CompileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Clip(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ClipError> for CompileError {
    fn from(error: ClipError) -> Self {
        Self::Clip(error)
    }
}
