//! The tolerances of comparisons.

/// The tolerance between two programs that compute the same in f64, in different orders.
pub(super) const ROUNDING: &str = "1e-9";

/// The tolerance of a pose that was stored in single precision.
pub(super) const SINGLE: &str = "1e-4";
