//! Values between two keys, and how far values are apart.

use anim_core::quaternion;

/// The interpolation between two values at a fraction `u`.
pub(super) fn line(a: &[f64], b: &[f64], u: f64) -> Vec<f64> {
    match (a, b) {
        (&[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            quaternion::slerp([ax, ay, az, aw], [bx, by, bz, bw], u).to_vec()
        }
        _ => a.iter().zip(b).map(|(a, b)| a * (1.0 - u) + b * u).collect(),
    }
}

/// The value at a fraction `u` of the cubic curve with these ends and slopes.
pub(super) fn cubic(a: &[f64], b: &[f64], [out, into]: &[Vec<f64>; 2], u: f64) -> Vec<f64> {
    let parts = a.iter().zip(b).zip(out.iter().zip(into));
    parts.map(|((&a, &b), (&out, &into))| hermite(a, b, out, into, u).0).collect()
}

/// The difference of two values: the distance, or the angle between quaternions.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    match (a, b) {
        (&[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            quaternion::angle_between([ax, ay, az, aw], [bx, by, bz, bw])
        }
        _ => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}

/// The value and the derivative at u of the cubic curve with these ends and derivatives.
pub(super) fn hermite(a: f64, b: f64, out: f64, into: f64, u: f64) -> (f64, f64) {
    let v = 1.0 - u;
    let value = a * v * v * (1.0 + 2.0 * u) + b * u * u * (3.0 - 2.0 * u) + u * v * (v * out - u * into);
    let slope = 6.0 * u * v * (b - a) + v * (1.0 - 3.0 * u) * out + u * (3.0 * u - 2.0) * into;
    (value, slope)
}
