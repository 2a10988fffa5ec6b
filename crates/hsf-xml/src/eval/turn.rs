//! Rotations between two keyframes: great arcs, and squad for splines.

use anim_core::quaternion::{IDENTITY, Quaternion, conjugate, dot, from_axis_angle, multiply, normalize};
use anim_core::trig;

use super::spline::{Segment, Shape, Vector};

/// The rotation at a fraction of a segment. The quaternions have length 1, and their signs determine the direction of rotation:
/// this function does not choose the shorter arc.
pub(crate) fn at(segment: &Segment, u: f64) -> Quaternion {
    let (from, to) = (segment.from, segment.to);
    let u = segment.warp(u);
    match segment.shapes[0] {
        Shape::Discrete => from,
        Shape::Linear => arc(from, to, u),
        Shape::Ease | Shape::Bezier { .. } => arc(from, to, u * u * (3.0 - 2.0 * u)),
        Shape::Cardinal(_) | Shape::Tcb(_) => {
            let [a, b] = controls(segment);
            arc(arc(from, to, u), arc(a, b, u), 2.0 * u * (1.0 - u))
        }
    }
}

/// Squad's inner quaternions: the tangents of the vector spline over the logarithms of the turns between keyframes.
fn controls(segment: &Segment) -> [Quaternion; 2] {
    let (from, to) = (segment.from, segment.to);
    let chord = turn(from, to);
    // At each keyframe the tangent depends on the turns before and after it.
    let before = segment.before.map_or(chord, |before| turn(before, from));
    let after = segment.after.map_or(chord, |after| turn(to, after));
    let logs = Segment {
        before: Some(before.map(|c| -c)),
        from: [0.0; 4],
        to: chord,
        after: Some(std::array::from_fn(|i| chord[i] + after[i])),
        shapes: segment.shapes,
    };
    let tangents = logs.cubic();
    let out = std::array::from_fn(|i| (tangents.out[i] - chord[i]) / 2.0);
    let into = std::array::from_fn(|i| (chord[i] - tangents.into[i]) / 2.0);
    [multiply(from, exp(out)), multiply(to, exp(into))]
}

/// The logarithm of the rotation from one quaternion to another: its axis times half its angle.
fn turn(from: Quaternion, to: Quaternion) -> Vector {
    let [x, y, z, w] = multiply(conjugate(from), to);
    let sin = (x * x + y * y + z * z).sqrt();
    if sin < 1e-15 {
        return [0.0; 4];
    }
    let half = trig::atan2(sin, w);
    [x, y, z, 0.0].map(|c| c / sin * half)
}

fn exp([x, y, z, _]: Vector) -> Quaternion {
    let half = (x * x + y * y + z * z).sqrt();
    let share = if half < 1e-15 { 1.0 } else { trig::sin(half) / half };
    [x * share, y * share, z * share, trig::cos(half)]
}

/// Spherical interpolation, along the longer arc if the signs of the quaternions require it. Between opposite quaternions there
/// is no unique arc: the first one is returned.
pub(crate) fn arc(a: Quaternion, b: Quaternion, u: f64) -> Quaternion {
    let apart = |sign: f64| (0..4).map(|i| (a[i] - sign * b[i]).powi(2)).sum::<f64>().sqrt();
    let angle = 2.0 * trig::atan2(apart(1.0), apart(-1.0));
    let sin = trig::sin(angle);
    if sin.abs() < 1e-9 {
        let mixed = std::array::from_fn(|i| a[i] + (b[i] - a[i]) * u);
        return if dot(a, b) > 0.0 { normalize(mixed) } else { a };
    }
    let (p, q) = (trig::sin((1.0 - u) * angle) / sin, trig::sin(u * angle) / sin);
    normalize(std::array::from_fn(|i| p * a[i] + q * b[i]))
}

/// The shortest rotation that turns one direction to another.
pub(crate) fn shortest(from: [f64; 3], to: [f64; 3]) -> Quaternion {
    let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    let (a, b) = (length(from), length(to));
    if a == 0.0 || b == 0.0 {
        return IDENTITY;
    }
    let dot = (from[0] * to[0] + from[1] * to[1] + from[2] * to[2]) / (a * b);
    let cross = [
        from[1] * to[2] - from[2] * to[1],
        from[2] * to[0] - from[0] * to[2],
        from[0] * to[1] - from[1] * to[0],
    ];
    if dot < -1.0 + 1e-12 {
        // Opposite directions: half a turn about any perpendicular axis.
        let across =
            if from[0].abs() < 0.9 * a { [0.0, from[2], -from[1]] } else { [-from[2], 0.0, from[0]] };
        return from_axis_angle(across, std::f64::consts::PI);
    }
    normalize([cross[0] / (a * b), cross[1] / (a * b), cross[2] / (a * b), 1.0 + dot])
}

#[cfg(test)]
mod tests {
    use anim_core::quaternion::{angle_between, to_matrix};
    use proptest::prelude::*;

    use super::*;
    use crate::eval::spline::Tcb;

    fn unit() -> impl Strategy<Value = Quaternion> {
        prop::array::uniform4(-1.0..1.0f64)
            .prop_filter("no direction", |q| dot(*q, *q) > 0.01)
            .prop_map(normalize)
    }

    /// Two rotations less than half a turn apart, and by more than a matrix can blur.
    fn near() -> impl Strategy<Value = (Quaternion, Quaternion)> {
        let near = |a: Quaternion, b| anim_core::quaternion::nearest(b, a);
        (unit(), unit())
            .prop_map(move |(a, b)| (a, near(a, b)))
            .prop_filter("half a turn apart, or not at all", |(a, b)| {
                (0.05..1.0).contains(&dot(*a, *b)) && angle_between(*a, *b) > 1e-3
            })
    }

    fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
        std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| a[r][k] * b[k][c]).sum()))
    }

    proptest! {
        #[test]
        fn arcs_are_powers_of_the_turn_by_the_matrix_logarithm((a, b) in near(), u in 0.0..1.0f64) {
            // R = Aᵀ·B; log R = θ/(2 sin θ)·(R − Rᵀ); exp(u·log R) by Rodrigues' formula.
            let (ma, mb) = (to_matrix(a), to_matrix(b));
            let r = product(std::array::from_fn(|i| std::array::from_fn(|j| ma[j][i])), mb);
            let cos = ((r[0][0] + r[1][1] + r[2][2] - 1.0) / 2.0).clamp(-1.0, 1.0);
            let theta = cos.acos();
            let k: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| (r[i][j] - r[j][i]) / (2.0 * theta.sin())));
            let (s, c) = (u * theta).sin_cos();
            let kk = product(k, k);
            let power = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j)) + s * k[i][j] + (1.0 - c) * kk[i][j]));
            let expected = product(ma, power);
            let found = to_matrix(arc(a, b, u));
            for i in 0..3 {
                for j in 0..3 {
                    prop_assert!((found[i][j] - expected[i][j]).abs() < 1e-6);
                }
            }
        }

        #[test]
        fn squad_is_shoemakes(q in prop::array::uniform4(unit()), u in 0.0..1.0f64) {
            let mut q = q;
            for i in 1..4 {
                q[i] = anim_core::quaternion::nearest(q[i], q[i - 1]);
            }
            let shapes = [Shape::Tcb(Tcb::default()); 2];
            let found = at(&Segment { before: Some(q[0]), from: q[1], to: q[2], after: Some(q[3]), shapes }, u);
            // s(i) = q(i)·exp(−(log(q(i)⁻¹q(i+1)) + log(q(i)⁻¹q(i−1)))/4)
            let inner = |before, own, after| {
                let (next, last) = (turn(own, after), turn(own, before));
                multiply(own, exp(std::array::from_fn(|i| -(next[i] + last[i]) / 4.0)))
            };
            let (a, b) = (inner(q[0], q[1], q[2]), inner(q[1], q[2], q[3]));
            let expected = arc(arc(q[1], q[2], u), arc(a, b, u), 2.0 * u * (1.0 - u));
            prop_assert!(angle_between(found, expected) < 1e-6);
        }
    }

    #[test]
    fn the_long_way_is_the_rest_of_the_circle() {
        let quarter = from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
        let half = arc(IDENTITY, quarter.map(|c| -c), 0.5);
        let expected = from_axis_angle([0.0, 0.0, 1.0], -3.0 * std::f64::consts::FRAC_PI_4);
        assert!(angle_between(half, expected) < 1e-12);
    }
}
