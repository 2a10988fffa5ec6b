//! Differences between two motions.

/// A difference between two motions at an instant, in several parts: distances, angles.
pub trait Difference {
    /// The number of parts.
    fn parts(&self) -> usize;

    /// The size of a part. NaN counts as 0.
    fn size(&self, part: usize) -> f64;

    /// The distance of a part from the same part of the difference at another instant: an upper bound of the change of its size.
    fn change(&self, other: &Self, part: usize) -> f64;

    /// Whether the size of a part is the angle of a rotation, which is half a turn at most.
    fn is_angle(&self, part: usize) -> bool;
}
