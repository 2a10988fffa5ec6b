//! Affine maps, and transforms of translation, rotation and scale.

use crate::quaternion::{self, IDENTITY, Quaternion};
use crate::trig;

/// Translation, rotation and scale: a point p maps to R·(S·p) + T.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// T, in the file's length unit.
    pub translation: [f64; 3],
    /// R, a quaternion of length 1.
    pub rotation: Quaternion,
    /// The diagonal of S.
    pub scale: [f64; 3],
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: IDENTITY, scale: [1.0; 3] };
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// An affine map for column vectors: three rows of four numbers, the translation last in each row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub [[f64; 4]; 3]);

impl Affine {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The largest distance between two axes or positions whose three numbers differ by at most 1 each. Baking bounds the error of each
    /// number of a matrix.
    pub const DIAGONAL: f64 = 1.732_050_807_568_877_2;

    /// The map with this linear part (row by row) and this translation.
    #[inline]
    pub fn new(linear: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        Self(std::array::from_fn(|r| [linear[r][0], linear[r][1], linear[r][2], translation[r]]))
    }

    /// The map with these twelve numbers, row by row.
    pub fn from_rows(rows: [f64; 12]) -> Self {
        Self(std::array::from_fn(|r| std::array::from_fn(|c| rows[4 * r + c])))
    }

    /// The twelve numbers, row by row.
    pub fn to_rows(self) -> [f64; 12] {
        std::array::from_fn(|i| self.0[i / 4][i % 4])
    }

    /// The linear part, row by row.
    pub fn linear(&self) -> [[f64; 3]; 3] {
        self.0.map(|[x, y, z, _]| [x, y, z])
    }

    /// The translation.
    pub fn translation(&self) -> [f64; 3] {
        self.0.map(|row| row[3])
    }

    /// The composed map: `inner` acts first, then `self`.
    #[must_use]
    #[inline]
    pub fn after(&self, inner: &Self) -> Self {
        let (a, b) = (&self.0, &inner.0);
        Self(std::array::from_fn(|r| {
            std::array::from_fn(|c| {
                let own = if c == 3 { a[r][3] } else { 0.0 };
                a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c] + own
            })
        }))
    }

    /// The inverse map; `None` if the map is singular or has a number that is not finite, or if the inverse has one.
    pub fn inverse(&self) -> Option<Self> {
        let own = self.linear();
        let largest = own.as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        // Products of three numbers near 1 neither vanish nor overflow. A power of two rounds nothing.
        let size = f64::from_bits(largest.to_bits() & f64::INFINITY.to_bits());
        let m = own.map(|row| row.map(|part| part / size));
        let minor = |r: usize, c: usize| {
            let [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
            m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
        };
        let determinant: f64 = (0..3).map(|c| m[0][c] * minor(0, c)).sum();
        let linear: [[f64; 3]; 3] =
            std::array::from_fn(|r| std::array::from_fn(|c| minor(c, r) / determinant / size));
        let back = Self::new(linear, [0.0; 3]);
        let inverse = Self::new(linear, back.apply(self.translation()).map(|part| -part));
        inverse.0.as_flattened().iter().all(|part| part.is_finite()).then_some(inverse)
    }

    /// The image of a point.
    pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        self.0.map(|[x, y, z, t]| x * p[0] + y * p[1] + z * p[2] + t)
    }

    /// The largest difference between two maps over their twelve numbers; infinite where only one of them has NaN.
    pub fn distance(&self, other: &Self) -> f64 {
        largest_difference(&self.to_rows(), &other.to_rows())
    }

    /// The largest distance between the tips of an axis under both maps, apart from their translations; infinite where only one of
    /// them has NaN.
    pub fn axes_apart(&self, other: &Self) -> f64 {
        let (own, others) = (self.linear(), other.linear());
        let apart = |axis: usize| distance((0..3).map(|row| (own[row][axis], others[row][axis])));
        (0..3).map(apart).fold(0.0, f64::max)
    }
}

impl Default for Affine {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The difference of a pair. Equal values differ by 0, including infinities and NaNs. A NaN differs from any number by infinity, so
/// that no error hides behind a NaN.
fn difference((a, b): (f64, f64)) -> f64 {
    match (a - b).abs() {
        _ if a == b || a.is_nan() && b.is_nan() => 0.0,
        difference if difference.is_nan() => f64::INFINITY,
        difference => difference,
    }
}

/// The largest difference between the numbers at the same index of two lists, at least 0. A NaN does not differ from a NaN, and
/// differs from any number by infinity.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    largest_of_pairs(a.iter().copied().zip(b.iter().copied()))
}

/// The largest difference of pairs.
pub(crate) fn largest_of_pairs(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    pairs.map(difference).fold(0.0, f64::max)
}

/// The distance between two points, whose coordinates come in pairs.
pub(crate) fn distance(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    pairs.map(difference).fold(0.0, trig::hypot)
}

impl From<Transform> for Affine {
    #[inline]
    fn from(transform: Transform) -> Self {
        let rotation = quaternion::to_matrix(transform.rotation);
        let linear = rotation.map(|row| std::array::from_fn(|c| row[c] * transform.scale[c]));
        Self::new(linear, transform.translation)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn transform() -> impl Strategy<Value = Transform> {
        let parts = (
            prop::array::uniform3(-1e3..1e3f64),
            prop::array::uniform3(-1.0..1.0f64),
            -3.2..3.2f64,
            prop::array::uniform3(prop_oneof![0.01..8.0f64, -8.0..-0.01f64]),
        );
        parts.prop_map(|(translation, axis, angle, scale)| Transform {
            translation,
            rotation: quaternion::from_axis_angle(axis, angle),
            scale,
        })
    }

    #[test]
    fn a_transform_scales_then_rotates_then_moves() {
        let quarter = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
        let t = Transform { translation: [10.0, 0.0, 0.0], rotation: quarter, scale: [2.0, 3.0, 4.0] };
        let [x, y, z] = Affine::from(t).apply([1.0, 1.0, 1.0]);
        assert!((x - 7.0).abs() < 1e-14 && (y - 2.0).abs() < 1e-14 && (z - 4.0).abs() < 1e-14);
    }

    #[test]
    fn numbers_are_apart_by_their_largest_difference() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        for (a, b, expected) in [
            (&[1.0, 2.0][..], &[1.0, 2.5][..], 0.5),
            (&[nan, inf], &[nan, inf], 0.0),
            (&[nan], &[0.0], inf),
            (&[inf], &[-inf], inf),
            (&[-0.0], &[0.0], 0.0),
        ] {
            assert_eq!(largest_difference(a, b), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_flat_map_has_no_inverse() {
        let flat = Affine::new([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
        assert_eq!(flat.inverse(), None);
        for part in [0.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Affine::new([[part; 3]; 3], [0.0; 3]).inverse(), None, "{part}");
        }
    }

    #[test]
    fn a_map_of_any_size_has_an_inverse() {
        let rows = [[1.0, 2.0, 0.5], [0.0, -3.0, 1.0], [4.0, 0.25, 2.0]];
        let back = Affine::new(rows, [0.0; 3]).inverse().unwrap().linear();
        for power in [-1000, -400, 0, 400, 1000] {
            // Powers of two change no digit.
            let size = 2f64.powi(power);
            let map = Affine::new(rows.map(|row| row.map(|part| part * size)), [0.0; 3]);
            let expected = back.map(|row| row.map(|part| part / size));
            assert_eq!(map.inverse().unwrap().linear(), expected, "2^{power}");
        }
    }

    proptest! {
        #[test]
        fn the_inverse_undoes(transform in transform()) {
            let map = Affine::from(transform);
            let size = map.inverse().unwrap().0.as_flattened().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
            prop_assert!(map.inverse().unwrap().after(&map).distance(&Affine::IDENTITY) < 1e-11 * size);
        }
    }

    #[test]
    fn a_number_differs_from_nan_by_infinity() {
        let (one, infinite, none) =
            (Affine::IDENTITY, Affine::from_rows([f64::INFINITY; 12]), Affine::from_rows([f64::NAN; 12]));
        for (a, b, expected) in [
            (one, one, 0.0),
            (infinite, infinite, 0.0),
            (none, none, 0.0),
            (one, none, f64::INFINITY),
            (none, one, f64::INFINITY),
            (infinite, none, f64::INFINITY),
        ] {
            assert_eq!(a.distance(&b), expected, "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn maps_compose(a in transform(), b in transform(), p in prop::array::uniform3(-9.0..9.0f64)) {
            let (a, b) = (Affine::from(a), Affine::from(b));
            let (at_once, in_turn) = (a.after(&b).apply(p), a.apply(b.apply(p)));
            for i in 0..3 {
                prop_assert!((at_once[i] - in_turn[i]).abs() < 1e-9);
            }
        }
    }
}
