//! How far apart what is compared may be.

/// How far apart two programs may be that compute the same in f64, in different orders.
pub(super) const ROUNDING: &str = "1e-9";

/// How far apart a pose may be once it was kept in single precision.
pub(super) const SINGLE: &str = "1e-4";
