//! Linear maps of vectors.

use anim_core::Affine;
use anim_core::vector::dot;

/// A linear map of vectors, row by row.
pub(crate) type Linear = [[f64; 3]; 3];

/// An upper bound of the factor by which a linear map lengthens a vector: the largest singular value, or up to √3 times it for a
/// map with shear.
pub(crate) fn stretch(map: impl Fn([f64; 3]) -> [f64; 3]) -> f64 {
    let columns: [[f64; 3]; 3] =
        std::array::from_fn(|axis| map(std::array::from_fn(|i| f64::from(u8::from(i == axis)))));
    // No eigenvalue of a matrix exceeds its largest row sum of absolute values: here of the matrix of all products of two
    // columns.
    let sums = columns.map(|a| columns.iter().map(|b| dot(a, *b).abs()).sum::<f64>());
    sums.into_iter().fold(0.0, f64::max).sqrt()
}

/// A length that no direction makes longer than 1 under a linear map; 1 for a map to a point.
pub(crate) fn unit(linear: &Linear) -> f64 {
    let unit = 1.0 / stretch(|value| apply(linear, value));
    if unit.is_finite() { unit } else { 1.0 }
}

/// A linear map of a vector.
pub(crate) fn apply(linear: &Linear, v: [f64; 3]) -> [f64; 3] {
    Affine::new(*linear, [0.0; 3]).apply(v)
}

/// The inverse of a linear map; `None` for a singular one.
pub(crate) fn inverse(linear: Linear) -> Option<Linear> {
    Affine::new(linear, [0.0; 3]).inverse().map(|inverse| inverse.linear())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_a_map_becomes_1_where_it_is_longest() {
        let quarter = |size: f64| [[0.0, -size, 0.0], [size, 0.0, 0.0], [0.0, 0.0, size]];
        for (map, expected) in [
            (quarter(100.0), 0.01),
            (quarter(1e-9), 1e9),
            ([[4.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -2.0]], 0.25),
            ([[0.0; 3]; 3], 1.0),
            ([[f64::NAN; 3]; 3], 1.0),
        ] {
            let found = unit(&map);
            assert!((found / expected - 1.0).abs() < 1e-12, "{found} and not {expected}");
        }
    }

    #[test]
    fn the_inverse_undoes_a_map() {
        let m = [[1.0, 2.0, 0.5], [0.0, -3.0, 1.0], [4.0, 0.25, 2.0]];
        let v = [0.3, -7.0, 11.0];
        for size in [1.0, 1e-110, 1e110] {
            let m = m.map(|row| row.map(|part| part * size));
            let back = apply(&inverse(m).unwrap(), apply(&m, v));
            assert!((0..3).all(|i| (back[i] - v[i]).abs() < 1e-12), "{back:?}");
        }
        assert_eq!(inverse([[1.0; 3]; 3]), None);
        assert_eq!(inverse([[0.0; 3]; 3]), None);
    }
}
