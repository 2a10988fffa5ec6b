//! Intervals in the order of what may be in them.

use std::cmp::Ordering;

/// An interval that may be halved.
pub(super) struct Interval {
    /// The indices of the instants at its ends.
    pub(super) ends: [usize; 2],
    /// How much a part may exceed the largest size when the interval was added, which only falls.
    pub(super) excess: f64,
}

impl Ord for Interval {
    fn cmp(&self, other: &Self) -> Ordering {
        self.excess.total_cmp(&other.excess)
    }
}

impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Interval {}
