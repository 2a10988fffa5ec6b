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
    /// A curve without a key or without a component.
    Empty {
        /// The number of keys.
        keys: usize,
        /// The number of components.
        width: usize,
    },
    /// A number of values that is not keys × width.
    Values {
        /// The number of keys.
        keys: usize,
        /// The number of components.
        width: usize,
        /// The number of values.
        found: usize,
    },
    /// Not one ease for each key.
    Eases {
        /// The number of keys.
        keys: usize,
        /// The number of eases.
        found: usize,
    },
    /// [`Ease::Slerp`](crate::Ease::Slerp) in a curve that is not of quaternions.
    Slerp {
        /// The number of components.
        width: usize,
    },
    /// Not one pair of handles for each value.
    Handles {
        /// The number of values.
        values: usize,
        /// The number of pairs.
        found: usize,
    },
    /// Components whose handles differ in duration: their sum is not a Bézier curve.
    HandleTimes,
    /// No channel to make a curve of.
    NoParts,
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
            Self::Empty { keys, width } => {
                write!(
                    f,
                    "expected a curve of at least one key and one component, found {keys} keys × {width}"
                )
            }
            Self::Values { keys, width, found } => {
                write!(f, "expected {keys} keys × {width} values, found {found} values")
            }
            Self::Eases { keys, found } => {
                write!(f, "expected one ease for each of {keys} keys, found {found}")
            }
            Self::Slerp { width } => {
                write!(f, "slerp needs a curve of quaternions, which have width 4, found width {width}")
            }
            Self::Handles { values, found } => {
                write!(f, "expected one pair of handles for each of {values} values, found {found}")
            }
            Self::HandleTimes => f.write_str("the handles of components to be added differ in duration"),
            Self::NoParts => f.write_str("expected at least one channel to merge, found none"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_stated_with_those_that_were_expected() {
        for (error, expected) in [
            (
                ClipError::Empty { keys: 0, width: 3 },
                "expected a curve of at least one key and one component, found 0 keys × 3",
            ),
            (ClipError::Values { keys: 2, width: 3, found: 5 }, "expected 2 keys × 3 values, found 5 values"),
            (ClipError::Eases { keys: 2, found: 1 }, "expected one ease for each of 2 keys, found 1"),
            (
                ClipError::Slerp { width: 3 },
                "slerp needs a curve of quaternions, which have width 4, found width 3",
            ),
            (
                ClipError::Handles { values: 6, found: 1 },
                "expected one pair of handles for each of 6 values, found 1",
            ),
        ] {
            assert_eq!(error.to_string(), expected);
        }
    }
}
