//! Numbers that are equal up to rounding.

use crate::math::affine::largest_difference;

/// Numbers with a smaller relative difference are equal up to rounding.
pub(super) const ROUNDING: f64 = 1e-12;

/// Whether no number of `a` differs from that of `b` by more than the rounding of the largest number of `b`, or of 1.
pub(super) fn is_equal(a: &[f64], b: &[f64]) -> bool {
    let size = b.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
    largest_difference(a, b) <= ROUNDING * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_rounded_by_more() {
        for (a, b, expected) in [
            ([1e6, 0.0], [1e6, 5e-7], true),
            ([1e6, 0.0], [1e6, 2e-6], false),
            ([1.0, 0.0], [1.0, 5e-13], true),
            ([1e-3, 0.0], [1e-3, 2e-12], false),
        ] {
            assert_eq!(is_equal(&a, &b), expected, "{a:?} {b:?}");
        }
    }
}
