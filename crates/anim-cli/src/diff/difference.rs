//! One difference: its place, its kind, and the values of both sides.

use anim_core::{largest_difference, quaternion};
use serde::Serialize;
use serde_json::Value;

/// The kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// One side has no such clip.
    Clip,
    /// The names of the clips, if each file has one clip, or of nodes with one id.
    Name,
    Duration,
    Rate,
    /// The number of the frame at time 0.
    Frame,
    /// One side has no such node.
    Node,
    Parent,
    /// The rest transform of a node that no channel moves.
    Rest,
    /// The names of the morph targets.
    Morphs,
    /// One side has no such event, or it is at another time or has other values.
    Event,
    /// One side has no such channel, or it drives something else.
    Channel,
    /// The wraps before the first key and after the last.
    Wrap,
    /// One side has no such key.
    Key,
    /// The time of a key.
    Time,
    /// The value of a key.
    Value,
    /// The interpolation from a key to the next.
    Ease,
    /// The tangents of a key.
    Handles,
    /// The values over time, at the largest difference.
    Curve,
    /// The world matrix of a node, at the largest difference.
    Pose,
    /// Whether a node exists.
    Alive,
    /// A part of the document that is in no clip.
    Document,
}

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) kind: Kind,
    /// The key's index on each side.
    pub(super) keys: [Option<usize>; 2],
    /// The time in seconds.
    pub(super) time: Option<f64>,
    /// The value of each side; null for a missing one.
    pub(super) values: [Value; 2],
    /// The size of the difference, if it is a number.
    pub(super) off: Option<f64>,
}

/// The place of a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) clip: String,
    pub(super) node: Option<String>,
    pub(super) channel: Option<String>,
    /// The path in the document, for content that is in no clip.
    pub(super) path: Option<String>,
}

/// Differences of one place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) place: Place,
    pub(super) found: Vec<Difference>,
}

impl Difference {
    pub(super) fn new(kind: Kind, a: impl Into<Value>, b: impl Into<Value>) -> Self {
        Self { kind, keys: [None; 2], time: None, values: [a.into(), b.into()], off: None }
    }

    /// A difference between numbers.
    pub(super) fn numbers(kind: Kind, a: &[f64], b: &[f64], off: f64) -> Self {
        Self { off: Some(off), ..Self::new(kind, numbers(a), numbers(b)) }
    }

    pub(super) fn at(self, time: f64) -> Self {
        Self { time: Some(time), ..self }
    }

    pub(super) fn of_keys(self, a: Option<usize>, b: Option<usize>) -> Self {
        Self { keys: [a, b], ..self }
    }
}

/// Numbers as JSON.
pub(super) fn numbers(numbers: &[f64]) -> Value {
    numbers.iter().copied().map(number).collect()
}

/// A number as JSON, which has no numbers that are not finite: those are strings.
pub(super) fn number(number: f64) -> Value {
    serde_json::Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number)
}

/// The angle between two rotations in radians, regardless of the length of their quaternions.
pub(super) fn angle(a: &[f64], b: &[f64]) -> f64 {
    match (<[f64; 4]>::try_from(a), <[f64; 4]>::try_from(b)) {
        (Ok(a), Ok(b)) if a != b && a.iter().chain(&b).all(|number| number.is_finite()) => {
            quaternion::angle_between(quaternion::normalize(a), quaternion::normalize(b))
        }
        // A NaN is not a rotation.
        _ => largest_difference(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_is_the_same_from_either_of_its_quaternions() {
        assert_eq!(angle(&[0.0, 0.0, 0.0, 1.0], &[0.0, 0.0, 0.0, -2.0]), 0.0);
        let half = [0.0, 0.0, 1.0, 0.0];
        assert!((angle(&[0.0, 0.0, 0.0, 1.0], &half) - std::f64::consts::PI).abs() < 1e-12);
        assert_eq!(angle(&[f64::NAN; 4], &half), f64::INFINITY);
    }
}
