//! Arithmetic of vectors and quaternions in single precision.

use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

pub(crate) type Vec3 = [f32; 3];
pub(crate) type Quat = [f32; 4];

pub(crate) const IDENTITY: Quat = [0.0, 0.0, 0.0, 1.0];

pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    from_fn(|i| a[i] + b[i])
}

pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    from_fn(|i| a[i] - b[i])
}

pub(crate) fn dot(a: Quat, b: Quat) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// The quaternion with length 1; one whose length is 0 or not finite becomes the identity.
pub(crate) fn normalize(q: Quat) -> Quat {
    let square = dot(q, q);
    if square.is_normal() {
        let length = square.sqrt();
        return q.map(|part| part / length);
    }
    // Squares of components this large or small have lost their digits; relative to the largest one they have not.
    let most = q.iter().fold(0.0, |most: f32, part| most.max(part.abs()));
    let scaled = q.map(|part| part / most);
    if dot(scaled, scaled).is_normal() { normalize(scaled) } else { IDENTITY }
}

/// The rotation by `b`, then by `a`; of single numbers, or of four joints at a time.
#[inline]
pub(crate) fn multiply<T>(a: [T; 4], b: [T; 4]) -> [T; 4]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
{
    let ([x, y, z, w], [p, q, r, s]) = (a, b);
    [
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    ]
}

pub(crate) fn conjugate([x, y, z, w]: Quat) -> Quat {
    [-x, -y, -z, w]
}

/// The vector rotated by a quaternion of length 1.
pub(crate) fn rotate([x, y, z, w]: Quat, v: Vec3) -> Vec3 {
    // t = 2·q × v; v + w·t + q × t
    let cross = |a: Vec3, b: Vec3| -> Vec3 {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let t = cross([x, y, z], v).map(|part| 2.0 * part);
    let u = cross([x, y, z], t);
    from_fn(|i| v[i] + w * t[i] + u[i])
}

pub(crate) fn lerp<const K: usize>(a: [f32; K], b: [f32; K], u: f32) -> [f32; K] {
    from_fn(|i| a[i] + u * (b[i] - a[i]))
}

/// The normalised linear interpolation between two quaternions, along the shorter path.
pub(crate) fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    let b = if dot(a, b) < 0.0 { b.map(|part| -part) } else { b };
    normalize(lerp(a, b, u))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_turn_one_after_the_other() {
        let half = 0.5f32.sqrt();
        let (about_x, about_z) = ([half, 0.0, 0.0, half], [0.0, 0.0, half, half]);
        // The rotation about X turns y to z, which the rotation about Z leaves alone; it leaves x, which then turns to y.
        for (vector, expected) in [([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]), ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])] {
            let found = rotate(multiply(about_z, about_x), vector);
            assert!((0..3).all(|i| (found[i] - expected[i]).abs() < 1e-6), "{found:?}");
            let back = rotate(conjugate(multiply(about_z, about_x)), found);
            assert!((0..3).all(|i| (back[i] - vector[i]).abs() < 1e-6), "{back:?}");
        }
    }

    #[test]
    fn half_way_is_half_the_angle_the_shorter_way() {
        let (a, b) = (IDENTITY, [0.0, 0.0, 0.6f32, 0.8]);
        let half = (0.6f32.asin() / 2.0).sin();
        for b in [b, b.map(|part| -part)] {
            assert!((nlerp(a, b, 0.5)[2] - half).abs() < 1e-6);
        }
    }

    #[test]
    fn lengths_become_one_whatever_they_were() {
        let half = 0.5f32.sqrt();
        for (q, expected) in [
            ([0.0, 0.0, 1e30, 1e30], [0.0, 0.0, half, half]),
            ([-1e-30, 0.0, 0.0, 1e-30], [-half, 0.0, 0.0, half]),
            ([3e-20, 0.0, -4e-20, 0.0], [0.6, 0.0, -0.8, 0.0]),
            ([f32::MAX; 4], [0.5; 4]),
            ([0.0, f32::from_bits(1), 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]),
            ([0.0, 0.0, 3.0, 4.0], [0.0, 0.0, 0.6, 0.8]),
            ([0.0; 4], IDENTITY),
            ([f32::INFINITY, 0.0, 0.0, 1.0], IDENTITY),
            ([1.0, f32::NAN, 0.0, 1.0], IDENTITY),
        ] {
            let found = normalize(q);
            let near = found.iter().zip(expected).all(|(found, part)| (found - part).abs() < 1e-6);
            assert!(near, "{q:?} became {found:?}");
        }
    }
}
