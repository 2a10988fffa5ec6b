//! How far a changed curve is from what was asked for, and why.

/// The error of a value, and what made it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::edit) struct Off {
    /// The error, in the unit of the value.
    pub(in crate::edit) size: f64,
    /// What made it, as a sentence of the report.
    pub(in crate::edit) cause: &'static str,
}

impl Off {
    /// The larger of two errors.
    pub(in crate::edit) fn max(self, other: Self) -> Self {
        if other.size > self.size { other } else { self }
    }
}
