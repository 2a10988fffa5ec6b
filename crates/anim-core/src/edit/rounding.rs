//! Numbers that are equal up to rounding.

use crate::affine::largest_difference;

/// Numbers with a smaller relative difference are equal up to rounding.
pub(super) const ROUNDING: f64 = 1e-12;

/// Whether no number of `a` differs from that of `b` by more than the rounding of the largest number of `b`, or of 1.
pub(super) fn is_equal(a: &[f64], b: &[f64]) -> bool {
    let size = b.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
    largest_difference(a, b) <= ROUNDING * size
}
