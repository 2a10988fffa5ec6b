//! Rotations as quaternions `[x, y, z, w]`.

use std::ops::RangeInclusive;

use crate::bake::arc::Arc;
use crate::trig;

/// A rotation: `[x, y, z, w]`, w the real part.
pub type Quaternion = [f64; 4];

/// No rotation.
pub const IDENTITY: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// The dot product.
#[inline]
pub fn dot(a: Quaternion, b: Quaternion) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// The quaternion of length 1 in the same direction; the identity if all components are 0, or one is not finite.
///
/// A quaternion whose length is 1 up to rounding is returned unchanged: see [`is_normalized`].
#[inline]
pub fn normalize(q: Quaternion) -> Quaternion {
    if is_normalized(q) { q } else { scaled_to_one(q) }
}

/// Whether the length is 1 up to rounding.
#[inline]
pub fn is_normalized(q: Quaternion) -> bool {
    (dot(q, q) - 1.0).abs() <= 4.0 * f64::EPSILON
}

fn scaled_to_one(q: Quaternion) -> Quaternion {
    let q = if SQUARES.contains(&dot(q, q)) { q } else { of_moderate_length(q) };
    let length = dot(q, q).sqrt();
    if length > 0.0 { q.map(|c| c / length) } else { IDENTITY }
}

/// Sums of squares that neither overflow nor lose digits.
const SQUARES: RangeInclusive<f64> = 1e-280..=1e300;

/// Numbers divided by the largest of them, so that their squares have all digits; zeros if they are zeros or not finite.
#[cold]
fn of_moderate_length<const N: usize>(numbers: [f64; N]) -> [f64; N] {
    let largest = numbers.iter().fold(0.0_f64, |largest, c| largest.max(c.abs()));
    let is_sound = largest > 0.0 && numbers.iter().all(|c| c.is_finite());
    numbers.map(|c| if is_sound { c / largest } else { 0.0 })
}

/// The composed rotation: `b` acts first, then `a`.
pub fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The inverse rotation, for a quaternion of length 1.
pub fn conjugate([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

/// The rotation by `angle` radians about `axis`, which need not have length 1; the identity if all its components
/// are 0, or one is not finite.
pub fn from_axis_angle(axis: [f64; 3], angle: f64) -> Quaternion {
    let square = |axis: [f64; 3]| axis.iter().map(|c| c * c).sum::<f64>();
    let axis = if SQUARES.contains(&square(axis)) { axis } else { of_moderate_length(axis) };
    let length = square(axis).sqrt();
    if length == 0.0 {
        return IDENTITY;
    }
    let (sin, cos) = trig::sin_cos(angle / 2.0);
    let [x, y, z] = axis.map(|c| c / length * sin);
    [x, y, z, cos]
}

/// The same rotation as the one of its two quaternions that is nearer to `reference`.
#[inline]
pub fn nearest(q: Quaternion, reference: Quaternion) -> Quaternion {
    if dot(q, reference) < 0.0 { q.map(|c| -c) } else { q }
}

/// Spherical interpolation on the shorter arc from `a` (u = 0) to `b` (u = 1), both of length 1.
pub fn slerp(a: Quaternion, b: Quaternion, u: f64) -> Quaternion {
    Arc::new(a, b).at(u)
}

/// The angle of the rotation from `a` to `b`, 0 to π radians, both of length 1.
pub fn angle_between(a: Quaternion, b: Quaternion) -> f64 {
    2.0 * angle_between_near(a, nearest(b, a))
}

/// The angle between two quaternions as vectors, accurate for small angles too.
pub(crate) fn angle_between_near(a: Quaternion, b: Quaternion) -> f64 {
    let difference: Quaternion = std::array::from_fn(|i| a[i] - b[i]);
    let sum: Quaternion = std::array::from_fn(|i| a[i] + b[i]);
    2.0 * trig::atan2(dot(difference, difference).sqrt(), dot(sum, sum).sqrt())
}

/// The rotation matrix, row by row, for column vectors; the quaternion has length 1.
#[inline]
pub fn to_matrix([x, y, z, w]: Quaternion) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The quaternion of a rotation matrix (row by row, for column vectors), with w or the largest component positive.
pub fn from_matrix(m: [[f64; 3]; 3]) -> Quaternion {
    // The largest of the four squares is at least 1/4, so the division loses no precision (Shepperd 1978).
    let trace = m[0][0] + m[1][1] + m[2][2];
    let squares = [m[0][0], m[1][1], m[2][2], trace];
    let largest = (0..4).fold(3, |best, i| if squares[i] > squares[best] { i } else { best });
    let q = match largest {
        0 => [1.0 + 2.0 * m[0][0] - trace, m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]],
        1 => [m[0][1] + m[1][0], 1.0 + 2.0 * m[1][1] - trace, m[1][2] + m[2][1], m[0][2] - m[2][0]],
        2 => [m[0][2] + m[2][0], m[1][2] + m[2][1], 1.0 + 2.0 * m[2][2] - trace, m[1][0] - m[0][1]],
        _ => [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1.0 + trace],
    };
    normalize(q)
}

/// Flips the sign of each quaternion that points away from the previous one. An arc of half a turn keeps its direction: both of
/// its ends are flipped, or neither.
pub(crate) fn align(values: &mut [f64]) {
    let (mut last, mut is_flipped) = (IDENTITY, false);
    for value in values.as_chunks_mut::<4>().0 {
        is_flipped ^= dot(*value, last) < 0.0;
        last = *value;
        if is_flipped {
            *value = value.map(|part| -part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    use super::*;

    fn unit() -> impl Strategy<Value = Quaternion> {
        prop::array::uniform4(-1.0..1.0f64)
            .prop_filter("long enough to normalise", |q| dot(*q, *q) > 1e-3)
            .prop_map(normalize)
    }

    #[test]
    fn a_quarter_turn_about_each_axis_is_the_textbook_matrix() {
        let cases = [
            ([1.0, 0.0, 0.0], [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
            ([0.0, 1.0, 0.0], [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
            ([0.0, 0.0, 1.0], [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
        ];
        for (axis, matrix) in cases {
            let got = to_matrix(from_axis_angle(axis, FRAC_PI_2));
            for (row, expected) in got.iter().flatten().zip(matrix.iter().flatten()) {
                assert_abs_diff_eq!(row, expected, epsilon = 1e-15);
            }
        }
    }

    #[test]
    fn squares_that_overflow_or_vanish_do_not_matter() {
        let expected = [0.0, 0.6, 0.0, 0.8];
        for size in [5e-324, 1e-300, 1e-160, 1e-150, 1e-10, 1.0, 1e149, 1e155, 1e300] {
            let found = normalize([0.0, 3.0 * size, 0.0, 4.0 * size]);
            let exact = if size == 5e-324 { 1e-15 } else { 3e-16 };
            assert_abs_diff_eq!(found[..], expected[..], epsilon = exact);
            let found = from_axis_angle([0.0, 3.0 * size, 4.0 * size], FRAC_PI_2);
            let half = FRAC_1_SQRT_2;
            assert_abs_diff_eq!(found[..], [0.0, 0.6 * half, 0.8 * half, half][..], epsilon = 3e-16);
        }
        for odd in [[0.0; 4], [f64::NAN, 0.0, 0.0, 1.0], [0.0, f64::INFINITY, 0.0, 1e300]] {
            assert_eq!(normalize(odd), IDENTITY, "{odd:?}");
            assert_eq!(from_axis_angle([odd[0], odd[1], odd[2]], 1.0), IDENTITY, "{odd:?}");
        }
    }

    #[test]
    fn slerp_goes_the_short_way_at_constant_speed() {
        let quarter = [0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2];
        for end in [quarter, quarter.map(|c| -c)] {
            for step in 0..=4 {
                let u = f64::from(step) / 4.0;
                let expected = from_axis_angle([0.0, 1.0, 0.0], FRAC_PI_2 * u);
                assert_abs_diff_eq!(slerp(IDENTITY, end, u)[..], expected[..], epsilon = 1e-15);
            }
        }
    }

    #[test]
    fn the_angle_between_is_exact_when_tiny() {
        for angle in [1e-12, 1e-6, 1.0, 3.0, PI] {
            let turned = from_axis_angle([1.0, 2.0, 3.0], angle);
            assert_abs_diff_eq!(angle_between(IDENTITY, turned), angle, epsilon = 1e-15);
        }
    }

    proptest! {
        #[test]
        fn a_matrix_and_back_is_the_same_rotation(q in unit()) {
            let back = nearest(from_matrix(to_matrix(q)), q);
            prop_assert!(back.iter().zip(q).all(|(a, b)| (a - b).abs() < 1e-14));
        }

        #[test]
        fn the_matrix_of_a_product_is_the_product_of_matrices(a in unit(), b in unit()) {
            let (ma, mb, mab) = (to_matrix(a), to_matrix(b), to_matrix(multiply(a, b)));
            for r in 0..3 {
                for c in 0..3 {
                    let expected: f64 = (0..3).map(|k| ma[r][k] * mb[k][c]).sum();
                    prop_assert!((mab[r][c] - expected).abs() < 1e-14);
                }
            }
        }

        #[test]
        fn normalizing_again_changes_nothing(q in unit(), length in 1e-3..1e3f64) {
            let once = normalize(q.map(|part| part * length));
            prop_assert!(once.iter().zip(q).all(|(a, b)| (a - b).abs() < 1e-15));
            prop_assert_eq!(normalize(once), once);
        }

        #[test]
        fn the_conjugate_undoes(q in unit()) {
            let [x, y, z, w] = multiply(q, conjugate(q));
            prop_assert!(x.abs() + y.abs() + z.abs() < 1e-15 && (w - 1.0).abs() < 1e-15);
        }
    }
}
