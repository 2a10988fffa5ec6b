//! Why parts do not make a clip.

use std::fmt;

use crate::Channel;

/// Why parts do not make a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipError {
    /// A rate that is not a finite number above 0.
    Rate,
    /// Times that are not finite or not strictly ascending.
    Times,
    /// No key, no component, or a number of values that is not keys × width.
    Values,
    /// Not one ease for each key, or [`Ease::Slerp`](crate::Ease::Slerp) with a width other than 4.
    Eases,
    /// Not one pair of handles for each value.
    Handles,
    /// A curve that does not fit its property.
    Width {
        /// The number of components of the property.
        property: usize,
        /// The number of components of the curve.
        curve: usize,
    },
    /// A property with more components than [`Channel::MAX_WIDTH`](crate::Channel::MAX_WIDTH) and than its channel has values.
    TooWide {
        /// The number of components of the property.
        property: usize,
        /// The number of values of the curve.
        values: usize,
    },
    /// More keys than a curve, or all curves of an operation, may take.
    TooManyKeys {
        /// The maximum number of keys.
        most: usize,
    },
    /// A duration or first frame that is not finite, or a duration below 0.
    Duration,
    /// A length unit that is not a finite number above 0, or a forward axis along the axis up.
    Space,
    /// Events whose times are not finite or do not ascend.
    Events,
    /// A node that does not exist.
    Node {
        /// The index.
        index: usize,
        /// The number of nodes.
        count: usize,
    },
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate => f.write_str("a frame rate must be finite and above 0"),
            Self::Times => f.write_str("key times must be finite and strictly ascending"),
            Self::Values => f.write_str("a curve needs a key, a component, and keys × width values"),
            Self::Eases => f.write_str("a curve needs one ease a key, and width 4 for slerp"),
            Self::Handles => f.write_str("a curve needs one pair of handles a value"),
            Self::Width { property, curve } => {
                write!(f, "a curve of width {curve} does not fit a property of width {property}")
            }
            Self::TooWide { property, values } => write!(
                f,
                "the property has {property} components, expected at most {}, or as many as the channel has values: {values}",
                Channel::MAX_WIDTH
            ),
            Self::TooManyKeys { most } => write!(f, "the curves would take more than {most} keys"),
            Self::Duration => f.write_str("a duration must be finite and not below 0"),
            Self::Space => f.write_str("a unit must be finite and above 0, and forward not along up"),
            Self::Events => f.write_str("event times must be finite and ascend"),
            Self::Node { index, count } => write!(f, "there is no node {index} among {count}"),
        }
    }
}

impl std::error::Error for ClipError {}
