//! The number of values for each position of a timeline.

/// How the values of an interpolator fit the positions of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// One value at each position; positions after the last value are not used.
    One,
    /// k values for each position: value j lies at position j / k, and values after the last position are not reached.
    PerPosition(usize),
    /// The number of values is not a multiple of the number of positions.
    Neither,
}

impl Fit {
    /// `None` without a value or a position.
    pub(crate) fn of(values: usize, positions: usize) -> Option<Self> {
        if values == 0 || positions == 0 {
            None
        } else if values <= positions {
            Some(Self::One)
        } else if values.is_multiple_of(positions) {
            Some(Self::PerPosition(values / positions))
        } else {
            Some(Self::Neither)
        }
    }
}
