//! Affine maps decomposed into translation, rotation and scale.

use crate::quaternion::{self, IDENTITY, Quaternion};
use crate::vector::{cross, dot, length};
use crate::{Affine, Transform};

impl Affine {
    /// The translation, rotation and scale nearest to this map, by the sum of squares over the linear part.
    ///
    /// The result is exact up to rounding if the map is a scale followed by a rotation, mirrored maps included. A map with shear
    /// leaves an error, which [`Affine::distance`] to the result measures. The search is local: with much shear, the result may be
    /// slightly worse than the nearest. Where the map has NaN, the result has NaN, except for the rotation, which is always finite.
    pub fn decompose(&self) -> Transform {
        let columns: [[f64; 3]; 3] = std::array::from_fn(|c| self.0.map(|row| row[c]));
        // Without shear, the directions of the columns alone give the rotation, however small the scale is.
        let lengths = columns.map(length);
        let mut axes: [[f64; 3]; 3] = std::array::from_fn(|c| match lengths[c] {
            0.0 => [0.0; 3],
            length => columns[c].map(|part| part / length),
        });
        // A scale by 0 leaves two directions, which determine the third.
        let mut flat = (0..3).filter(|c| lengths[*c] == 0.0);
        if let (Some(flat), None) = (flat.next(), flat.next()) {
            axes[flat] = cross(axes[(flat + 1) % 3], axes[(flat + 2) % 3]);
        }
        if dot(axes[0], cross(axes[1], axes[2])) < 0.0 {
            axes[0] = axes[0].map(|part| -part);
        }
        let mut rotation = nearest_rotation(std::array::from_fn(|r| axes.map(|axis| axis[r])));
        let mut turned = in_axes_of(rotation, &columns);
        let longest = lengths.into_iter().fold(0.0, f64::max);
        let has_shear = (0..3).any(|c| lengths[c] - turned[c][c].abs() > 1e-13 * longest);
        let rounds = if has_shear { ROUNDS } else { 0 };
        for _ in 0..rounds {
            match turn_to_nearest(&turned) {
                Some(turn) if dot(turn, turn) > ENOUGH * ENOUGH => {
                    let turn = quaternion::normalize([0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2], 1.0]);
                    rotation = quaternion::normalize(quaternion::multiply(rotation, turn));
                    turned = in_axes_of(rotation, &columns);
                }
                _ => break,
            }
        }
        // The best scale for a given rotation is what the columns have along its axes.
        let scale = std::array::from_fn(|c| turned[c][c]);
        Transform { translation: self.translation(), rotation, scale }
    }
}

/// The most rounds of each search. Nearly all maps need less than ten.
const ROUNDS: usize = 32;

/// A turn in radians that is not worth another round: the error of a map changes by its square.
const ENOUGH: f64 = 1e-7;

/// The columns of a map as seen from the axes of a rotation.
fn in_axes_of(rotation: Quaternion, columns: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let axes = quaternion::to_matrix(rotation);
    columns.map(|column| std::array::from_fn(|i| (0..3).map(|r| axes[r][i] * column[r]).sum()))
}

/// The turn in radians towards the rotation that fits `columns` best, about the axes in which they are given, by one step of
/// Newton's method. A scale along the axes keeps the diagonal, whose sum of squares is to grow. `None` for NaN and for no columns.
fn turn_to_nearest(columns: &[[f64; 3]; 3]) -> Option<[f64; 3]> {
    let largest = columns.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    // A small turn w changes the diagonal element d of a column m along the axis e by w·(e × m) + ((w·e)(w·m) − w²d) / 2.
    let (mut slope, mut fall) = ([0.0; 3], [[0.0; 3]; 3]);
    for (c, column) in columns.iter().enumerate() {
        let m = column.map(|part| part / largest);
        let (d, axis) = (m[c], std::array::from_fn(|i| f64::from(u8::from(i == c))));
        let first = cross(axis, m);
        for i in 0..3 {
            slope[i] += d * first[i];
            fall[i][i] += d * d;
            for j in 0..3 {
                fall[i][j] -= first[i] * first[j] + 0.5 * d * (axis[i] * m[j] + m[i] * axis[j]);
            }
        }
    }
    // The least power of two on the diagonal that makes the matrix positive definite, so that the turn goes uphill. The smallest is
    // for columns on one line, which turns about it do not change; the largest is more than the matrix can have.
    let damped = |part: f64| {
        let row = |r: usize| std::array::from_fn(|c| fall[r][c] + if r == c { part } else { 0.0 });
        solve_definite(std::array::from_fn(row), slope)
    };
    let parts = std::iter::successors(Some(1.0 / 1_048_576.0), |part| (*part < 16.0).then_some(2.0 * part));
    let turn = { parts }.find_map(damped)?;
    let angle = length(turn);
    Some(if angle > LARGEST_TURN { turn.map(|part| part * (LARGEST_TURN / angle)) } else { turn })
}

/// The largest turn in radians of one round: for larger ones, slopes say too little about the maximum.
const LARGEST_TURN: f64 = 0.5;

/// The solution of m·x = b for a symmetric matrix m that is positive definite, and not nearly singular.
fn solve_definite(m: [[f64; 3]; 3], b: [f64; 3]) -> Option<[f64; 3]> {
    let cofactors: [[f64; 3]; 3] = std::array::from_fn(|r| cross(m[(r + 1) % 3], m[(r + 2) % 3]));
    let (minor, determinant) = (cofactors[2][2], dot(m[0], cofactors[0]));
    let size = m[0][0] + m[1][1] + m[2][2];
    let definite = m[0][0] > 0.0 && minor > 0.0 && determinant > 1e-9 * size.powi(3);
    definite.then(|| cofactors.map(|row| dot(row, b) / determinant))
}

/// The rotation R that maximises trace(Rᵀ·m), for any m.
fn nearest_rotation(m: [[f64; 3]; 3]) -> Quaternion {
    match polar_rotation(m) {
        Some(rotation) => quaternion::from_matrix(rotation),
        None => davenport_rotation(m),
    }
}

/// The rotation of the polar decomposition by Newton's method (Higham 1986): the nearest rotation to a matrix that does not
/// mirror. `None` for a matrix that mirrors or is nearly singular.
fn polar_rotation(mut m: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let norm = |m: &[[f64; 3]; 3]| m.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
    for _ in 0..ROUNDS {
        let cofactors: [[f64; 3]; 3] = std::array::from_fn(|r| cross(m[(r + 1) % 3], m[(r + 2) % 3]));
        let (determinant, size) = (dot(m[0], cofactors[0]), norm(&m));
        if determinant.is_nan() || determinant <= 1e-9 * size.powi(3) {
            return None;
        }
        // The transposed inverse is the matrix of cofactors divided by the determinant. Weighting both terms by size speeds up
        // convergence.
        let weight = (norm(&cofactors) / determinant / size).sqrt();
        let (own, inverse) = (0.5 * weight, 0.5 / (determinant * weight));
        let next: [[f64; 3]; 3] =
            std::array::from_fn(|r| std::array::from_fn(|c| own * m[r][c] + inverse * cofactors[r][c]));
        let change = (0..9).map(|i| (next[i / 3][i % 3] - m[i / 3][i % 3]).abs()).fold(0.0, f64::max);
        m = next;
        // Convergence is quadratic: the error left is about half the square of the change.
        if change * change < f64::EPSILON {
            break;
        }
    }
    Some(m)
}

/// The eigenvector of the largest eigenvalue of Davenport's 4×4 matrix: the nearest rotation to any matrix, singular and
/// mirroring matrices included.
fn davenport_rotation(m: [[f64; 3]; 3]) -> Quaternion {
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

/// Sweeps of Jacobi's method, which converges quadratically: six are plenty for a 4×4 matrix.
const SWEEPS: usize = 12;

/// One Jacobi rotation in the plane of p and q that makes the element (p, q) zero.
fn rotate(a: &mut [[f64; 4]; 4], vectors: &mut [[f64; 4]; 4], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = if theta >= 0.0 { 1.0 } else { -1.0 } / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (row_p, row_q) = (a[p], a[q]);
    a[p] = std::array::from_fn(|i| c * row_p[i] - s * row_q[i]);
    a[q] = std::array::from_fn(|i| s * row_p[i] + c * row_q[i]);
    // What rounding leaves there would keep the sum of all such elements from vanishing.
    (a[p][q], a[q][p]) = (0.0, 0.0);
    for row in vectors.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::math::affine::tests::transform;

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
    fn thin_and_huge_and_tiny_maps_decompose() {
        let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], 1.0);
        for scale in [[1e-9, 1e-9, 1.0], [1.0, -1e-6, 1e-6], [1e200, 2e200, -3e200], [1e-200, 2e-200, 3e-200]]
        {
            let map = Affine::from(Transform { rotation, scale, ..Transform::IDENTITY });
            let found = map.decompose();
            let size = scale.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
            assert!(map.distance(&found.into()) <= 1e-14 * size, "{scale:?}");
            // The result may mirror along another axis, together with a rotation by half a turn.
            let volume = |s: [f64; 3]| s.iter().map(|s| s.signum()).product::<f64>();
            assert_eq!(volume(found.scale), volume(scale), "{scale:?}");
            if volume(scale) > 0.0 {
                assert!(quaternion::angle_between(found.rotation, rotation) < 1e-14, "{scale:?}");
            }
        }
    }

    #[test]
    fn a_map_of_nan_has_a_finite_rotation() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in 0..12 {
                let mut rows = Affine::IDENTITY.to_rows();
                rows[place] = odd;
                let found = Affine::from_rows(rows).decompose();
                let length = quaternion::dot(found.rotation, found.rotation);
                assert!((length - 1.0).abs() < 1e-12, "{odd} at {place}");
            }
        }
    }

    #[test]
    fn both_ways_to_the_nearest_rotation_agree() {
        let m = [[1.0, 0.2, -0.1], [0.0, 3.0, 0.4], [0.3, 0.0, 0.5]];
        let polar = quaternion::from_matrix(polar_rotation(m).unwrap());
        assert!(quaternion::angle_between(polar, davenport_rotation(m)) < 1e-12);
        assert_eq!(polar_rotation([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]), None);
    }

    #[test]
    fn shear_leaves_the_smallest_error() {
        // By symmetry the best fit to [[1, e], [e, 1]] has no rotation, and an error of e.
        let map = Affine::new([[1.0, 1e-3, 0.0], [1e-3, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
        assert!((map.distance(&map.decompose().into()) - 1e-3).abs() < 1e-9);
    }

    /// The sum of squares over the linear part that a rotation leaves with the best scale for it.
    fn left(map: &Affine, rotation: Quaternion) -> f64 {
        let (axes, linear) = (quaternion::to_matrix(rotation), map.linear());
        let column = |m: [[f64; 3]; 3], c: usize| m.map(|row| row[c]);
        let rest = |c: usize| {
            let (axis, column) = (column(axes, c), column(linear, c));
            dot(column, column) - dot(axis, column).powi(2)
        };
        (0..3).map(rest).sum()
    }

    proptest! {
        #[test]
        fn no_small_turn_fits_a_sheared_map_better(
            m in prop::array::uniform3(prop::array::uniform3(-1.0..1.0f64)),
            flat in prop::option::of(-1.0..1.0f64),
            axis in prop::array::uniform3(-1.0..1.0f64),
        ) {
            // Half of the maps are singular.
            let map = Affine::new(m.map(|[x, y, z]| [x, y, flat.map_or(z, |part| part * x)]), [0.0; 3]);
            let found = map.decompose();
            let pairs = map.linear().into_iter().zip(Affine::from(found).linear());
            let least: f64 = pairs.flat_map(|(a, b)| (0..3).map(move |c| (a[c] - b[c]).powi(2))).sum();
            for angle in [1e-2, 1e-3, 1e-4, -1e-2, -1e-3, -1e-4] {
                let turn = quaternion::from_axis_angle(axis, angle);
                let near = left(&map, quaternion::multiply(found.rotation, turn));
                prop_assert!(near >= least - 1e-9, "{near} after {angle} rad, {least} without");
            }
        }

        #[test]
        fn a_transform_survives_its_matrix(t in transform()) {
            let map = Affine::from(t);
            prop_assert!(map.distance(&map.decompose().into()) < 1e-12);
        }
    }
}
