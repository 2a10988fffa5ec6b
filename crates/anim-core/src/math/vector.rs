//! Arithmetic with vectors of three numbers.

use crate::trig;

/// The scalar product.
#[inline]
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product.
///
/// ```
/// use anim_core::vector::{cross, dot, length};
///
/// let (a, b) = ([2.0, 0.0, 0.0], [1.0, 3.0, 0.0]);
/// assert_eq!(cross(a, b), [0.0, 0.0, 6.0]);
/// assert_eq!((dot(a, b), length([2.0, -3.0, 6.0])), (2.0, 7.0));
/// ```
#[inline]
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length, by [`trig::hypot`], whose squares neither overflow nor vanish.
pub fn length(v: [f64; 3]) -> f64 {
    trig::hypot(trig::hypot(v[0], v[1]), v[2])
}

/// [`length`] as the root of the sum of squares: quicker, for vectors whose squares neither overflow nor vanish.
pub fn norm(v: [f64; 3]) -> f64 {
    dot(v, v).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_any_size_are_found() {
        for size in [1e-300, 1.0, 1e300] {
            let found = length([2.0, -3.0, 6.0].map(|part| part * size));
            assert!((found / size - 7.0).abs() < 1e-12, "{size}");
        }
        assert_eq!(norm([2.0, -3.0, 6.0]), 7.0);
        assert!(length([0.0, f64::NAN, 0.0]).is_nan());
    }

    #[test]
    fn the_vector_product_is_at_right_angles_and_turns_anticlockwise() {
        let (a, b) = ([1.0, 2.0, -3.0], [0.5, -4.0, 7.0]);
        let product = cross(a, b);
        assert_eq!([dot(product, a), dot(product, b)], [0.0; 2]);
        assert_eq!(cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        // The squares of both products add up to that of the lengths.
        let squares = dot(product, product) + dot(a, b) * dot(a, b);
        assert!((squares / (dot(a, a) * dot(b, b)) - 1.0).abs() < 1e-15);
    }
}
