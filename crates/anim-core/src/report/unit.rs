//! The units of values and of errors.

/// The unit of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// A length: in the unit of the source for losses of lowering, of the target for losses of encoding.
    Length,
    /// Radians.
    Angle,
    /// A ratio: scales, weights, colours from 0 to 1.
    Ratio,
    /// Seconds.
    Time,
    /// The property's own unit.
    Own,
}

impl Unit {
    /// The word in machine-readable reports: `length`, `radians`, `ratio`, `seconds` or `own`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Angle => "radians",
            Self::Ratio => "ratio",
            Self::Time => "seconds",
            Self::Own => "own",
        }
    }
}
