//! What keeps an operation from being done.

use std::fmt;

use crate::ClipError;

/// Why an operation cannot be done with these arguments on these clips.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EditError {
    /// An argument that has no meaning, whatever the clip: what it is and what was expected.
    Argument(String),
    /// A frame number for a clip that has no frame rate.
    NoRate {
        /// The name of the clip.
        clip: String,
    },
    /// A part that is empty or outside of a clip.
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
    },
    /// A loop without a cross-fade, of a clip whose ends differ.
    Open {
        /// The name of the clip.
        clip: String,
        /// The node whose ends are apart, and which of its properties.
        node: String,
        /// The name of the property.
        property: String,
        /// How far they are apart: radians, the length unit, or the property's own.
        size: f64,
    },
    /// Clips or nodes that do not fit together: what and why.
    Unfit(String),
    /// What would be made is not a clip.
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
                write!(f, "clip `{clip}` has no part from {from} s to {to} s: it lasts {duration} s")
            }
            Self::Open { clip, node, property, size } => {
                write!(
                    f,
                    "clip `{clip}`: the ends of {property} of `{node}` are {size:.3e} apart; a cross-fade brings them together"
                )
            }
            Self::NoNode { pattern } => write!(f, "no node is named `{pattern}`"),
            Self::Clip { clip, error } => write!(f, "clip `{clip}`: {error}"),
        }
    }
}

impl std::error::Error for EditError {}

impl EditError {
    /// An error of a clip that is being made.
    pub(super) fn of(name: &str) -> impl Fn(ClipError) -> Self {
        move |error| Self::Clip { clip: name.to_owned(), error }
    }
}
