//! Errors of operations.

use std::fmt;

use crate::{Brief, Clip, ClipError, nearest};

/// Why an operation cannot be done with these arguments on these clips.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EditError {
    /// An argument that is invalid for any clip: what was found and what was expected.
    Argument(String),
    /// A frame number for a clip that has no frame rate.
    NoRate {
        /// The name of the clip.
        clip: String,
    },
    /// A part that is empty or not within the clip.
    Span {
        /// The name of the clip.
        clip: String,
        /// The part in seconds.
        span: [f64; 2],
        /// The length of the clip in seconds.
        duration: f64,
    },
    /// A pattern that no node of any clip matches.
    NoNode {
        /// The pattern.
        pattern: String,
        /// The name of a node nearest to it, if one is near.
        nearest: Option<String>,
    },
    /// A loop without a cross-fade, of a clip whose ends differ.
    Open {
        /// The name of the clip.
        clip: String,
        /// The name of the node whose values differ at the ends.
        node: String,
        /// The name of the property.
        property: String,
        /// The difference: in radians, the length unit, or the property's own unit.
        size: f64,
    },
    /// Clips or nodes for which the operation is not possible, and why.
    Unfit(String),
    /// The result would not be a valid clip.
    Clip {
        /// The name of the clip.
        clip: String,
        /// Why.
        error: ClipError,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(message) | Self::Unfit(message) => f.write_str(message),
            Self::NoRate { clip } => write!(f, "clip `{clip}` has no frame rate; give times in seconds"),
            Self::Span { clip, span: [from, to], duration } => {
                let [from, to, duration] = [from, to, duration].map(|seconds| Brief(*seconds));
                write!(f, "clip `{clip}` has no part from {from} s to {to} s: it lasts {duration} s")
            }
            Self::Open { clip, node, property, size } => {
                write!(
                    f,
                    "clip `{clip}`: the ends of {property} of `{node}` are {:.4} apart; a cross-fade brings them together",
                    Brief(*size)
                )
            }
            Self::NoNode { pattern, nearest } => {
                write!(f, "no node is named `{pattern}`")?;
                nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
            }
            Self::Clip { clip, error } => write!(f, "clip `{clip}`: {error}"),
        }
    }
}

impl std::error::Error for EditError {}

impl EditError {
    /// The error for a pattern that no node of these clips matches.
    pub fn no_node(pattern: &str, clips: &[Clip]) -> Self {
        let names = clips.iter().flat_map(|clip| clip.nodes.iter().map(|node| node.name.as_str()));
        Self::NoNode { pattern: pattern.to_owned(), nearest: nearest(pattern, names).map(str::to_owned) }
    }

    /// Converts an error of a clip with this name.
    pub(super) fn of(name: &str) -> impl Fn(ClipError) -> Self {
        move |error| Self::Clip { clip: name.to_owned(), error }
    }
}
