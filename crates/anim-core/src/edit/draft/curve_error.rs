//! The error of a changed curve, and its cause.

/// The error of a value, and its cause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::edit) struct CurveError {
    /// The error, in the unit of the value.
    pub(in crate::edit) size: f64,
    /// The cause, as a sentence in the report.
    pub(in crate::edit) cause: &'static str,
}

impl CurveError {
    /// The larger of two errors.
    pub(in crate::edit) fn max(self, other: Self) -> Self {
        if other.size > self.size { other } else { self }
    }
}
