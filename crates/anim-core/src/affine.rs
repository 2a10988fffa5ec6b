//! Affine maps and their parts.

use crate::quaternion::{self, IDENTITY, Quaternion};

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

    /// The map of a linear part (row by row) and a translation.
    pub fn new(linear: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        Self(std::array::from_fn(|r| [linear[r][0], linear[r][1], linear[r][2], translation[r]]))
    }

    /// The map of twelve numbers, row by row.
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

    /// The map `self` after the map `inner`.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let (a, b) = (&self.0, &inner.0);
        Self(std::array::from_fn(|r| {
            std::array::from_fn(|c| {
                let own = if c == 3 { a[r][3] } else { 0.0 };
                a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c] + own
            })
        }))
    }

    /// The image of a point.
    pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        self.0.map(|[x, y, z, t]| x * p[0] + y * p[1] + z * p[2] + t)
    }

    /// The translation, rotation and scale nearest to this map, by the sum of squares over the linear part.
    ///
    /// The result is exact (to rounding) where the map is a rotation after a scale, mirrored ones included; a sheared
    /// one leaves a rest, which [`Affine::distance`] to the result measures.
    pub fn decompose(&self) -> Transform {
        let columns: [[f64; 3]; 3] = std::array::from_fn(|c| self.0.map(|row| row[c]));
        let mut scale = columns.map(length);
        if determinant(&columns) < 0.0 {
            scale[0] = -scale[0];
        }
        let mut rotation = IDENTITY;
        // For a given scale the best rotation is known, and for a given rotation the best scale; a few rounds settle both.
        for _ in 0..ROUNDS {
            let target = std::array::from_fn(|r| std::array::from_fn(|c| columns[c][r] * scale[c]));
            rotation = nearest_rotation(target);
            let axes = quaternion::to_matrix(rotation);
            let refined: [f64; 3] = std::array::from_fn(|c| (0..3).map(|r| axes[r][c] * columns[c][r]).sum());
            let change = (0..3).map(|c| (refined[c] - scale[c]).abs()).fold(0.0, f64::max);
            scale = refined;
            if change <= 1e-15 * scale.iter().fold(0.0, |most: f64, s| most.max(s.abs())) {
                break;
            }
        }
        Transform { translation: self.translation(), rotation, scale }
    }

    /// The largest difference between two maps over their twelve numbers.
    pub fn distance(&self, other: &Self) -> f64 {
        self.to_rows().iter().zip(other.to_rows()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}

impl From<Transform> for Affine {
    fn from(transform: Transform) -> Self {
        let rotation = quaternion::to_matrix(transform.rotation);
        let linear = rotation.map(|row| std::array::from_fn(|c| row[c] * transform.scale[c]));
        Self::new(linear, transform.translation)
    }
}

/// Rounds of [`Affine::decompose`]; an unsheared map needs one.
const ROUNDS: usize = 16;

fn length(v: [f64; 3]) -> f64 {
    v[0].hypot(v[1]).hypot(v[2])
}

fn determinant(c: &[[f64; 3]; 3]) -> f64 {
    c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) - c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0])
        + c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0])
}

/// The rotation R that maximises trace(Rᵀ·m): the eigenvector of the largest eigenvalue of Davenport's 4×4 matrix.
/// Defined for every m, singular ones included.
fn nearest_rotation(m: [[f64; 3]; 3]) -> Quaternion {
    let largest = m.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return IDENTITY;
    }
    let m = m.map(|row| row.map(|x| x / largest));
    let trace = m[0][0] + m[1][1] + m[2][2];
    let skew = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
    let mut k = [[0.0; 4]; 4];
    for r in 0..3 {
        for c in 0..3 {
            k[r][c] = m[r][c] + m[c][r] - if r == c { trace } else { 0.0 };
        }
        k[r][3] = skew[r];
        k[3][r] = skew[r];
    }
    k[3][3] = trace;
    quaternion::normalize(dominant_eigenvector(k))
}

/// Jacobi's method on a symmetric 4×4 matrix.
fn dominant_eigenvector(mut a: [[f64; 4]; 4]) -> Quaternion {
    let mut vectors = [[0.0; 4]; 4];
    for (i, row) in vectors.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for _ in 0..SWEEPS {
        let off: f64 = (0..4).flat_map(|r| (0..r).map(move |c| (r, c))).map(|(r, c)| a[r][c].abs()).sum();
        if off < 1e-17 {
            break;
        }
        for p in 0..3 {
            for q in p + 1..4 {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    let best = (0..4).fold(3, |best, i| if a[i][i] > a[best][best] { i } else { best });
    vectors.map(|row| row[best])
}

/// Sweeps of Jacobi's method; it converges quadratically, six are plenty for 4×4.
const SWEEPS: usize = 12;

/// One Jacobi rotation in the plane of p and q that makes a[p][q] zero.
fn rotate(a: &mut [[f64; 4]; 4], vectors: &mut [[f64; 4]; 4], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = if theta >= 0.0 { 1.0 } else { -1.0 } / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (row_p, row_q) = (a[p], a[q]);
    a[p] = std::array::from_fn(|i| c * row_p[i] - s * row_q[i]);
    a[q] = std::array::from_fn(|i| s * row_p[i] + c * row_q[i]);
    for row in vectors.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn transform() -> impl Strategy<Value = Transform> {
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
    fn singular_maps_decompose() {
        let cases = [
            [[0.0; 3]; 3],
            [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
            [[0.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 3.0]],
        ];
        for linear in cases {
            let map = Affine::new(linear, [1.0, 2.0, 3.0]);
            assert!(map.distance(&map.decompose().into()) < 1e-12, "{linear:?}");
        }
    }

    #[test]
    fn shear_leaves_the_least_rest() {
        // By symmetry the best fit to [[1, e], [e, 1]] has no rotation, and misses by e.
        let map = Affine::new([[1.0, 1e-3, 0.0], [1e-3, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
        assert!((map.distance(&map.decompose().into()) - 1e-3).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn a_transform_survives_its_matrix(t in transform()) {
            let map = Affine::from(t);
            prop_assert!(map.distance(&map.decompose().into()) < 1e-12);
        }

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
