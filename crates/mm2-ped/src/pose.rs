//! Poses: the angles of a frame as rotations, and back.

use std::f64::consts::TAU;

use anim_core::{Affine, EulerOrder, Pose, trig};

use crate::{Anim, Interpolate, Skeleton};

/// The order of the angles of a bone: for column vectors the matrix is Ry·Rz·Rx.
pub const EULER_ORDER: EulerOrder = EulerOrder::Yzx;

/// The rotation of three angles about X, Y and Z in radians, in the game's own form: the rows m0, m1 and m2 of a matrix for
/// row vectors, which is the transpose of the matrix for column vectors.
pub fn to_rows([x, y, z]: [f64; 3]) -> [[f64; 3]; 3] {
    let ((sx, cx), (sy, cy), (sz, cz)) = (trig::sin_cos(x), trig::sin_cos(y), trig::sin_cos(z));
    [
        [cz * cy, sz, -cz * sy],
        [sy * sx - sz * cy * cx, cz * cx, sz * sy * cx + cy * sx],
        [sz * cy * sx + sy * cx, -cz * sx, cy * cx - sz * sy * sx],
    ]
}

/// The angles of a rotation with the rows of [`to_rows`]: z from −π/2 to π/2, x and y from −π to π.
///
/// If z is ±π/2 (gimbal lock), x and y turn about the same axis: then x is 0.
pub fn from_rows(rows: [[f64; 3]; 3]) -> [f64; 3] {
    solve(rows, 0.0)
}

/// The angles of a rotation nearest to the angles of the frame before. Full turns are considered, and the second solution, with
/// x and y half a turn further and z mirrored. In gimbal lock (z is ±π/2) x does not change.
pub fn nearest_angles(rows: [[f64; 3]; 3], before: [f64; 3]) -> [f64; 3] {
    let angles = solve(rows, before[0]);
    if locked(rows) {
        return std::array::from_fn(|i| angles[i] + ((before[i] - angles[i]) / TAU).round() * TAU);
    }
    EULER_ORDER.nearest(angles, before)
}

/// The cosine of z below which x and y turn about the same axis, so that each of them alone is only noise.
const LOCK: f64 = 1e-7;

fn locked(rows: [[f64; 3]; 3]) -> bool {
    trig::hypot(rows[0][0], rows[0][2]) < LOCK
}

/// The angles with z from −π/2 to π/2. In gimbal lock, where only the sum or the difference of x and y is known, x is
/// `x_if_locked`.
fn solve(rows: [[f64; 3]; 3], x_if_locked: f64) -> [f64; 3] {
    let [m0, m1, m2] = rows;
    // The arc sine of m01, in a form that is also exact near ±π/2.
    let z = trig::atan2(m0[1], trig::hypot(m0[0], m0[2]));
    if locked(rows) {
        // Ry(y)·Rz(±π/2)·Rx(x) = Ry(y ± x)·Rz(±π/2).
        let together = trig::atan2(m2[0], m2[2]);
        return [x_if_locked, together - z.signum() * x_if_locked, z];
    }
    [trig::atan2(-m2[1], m1[1]), trig::atan2(-m0[2], m0[0]), z]
}

impl Anim {
    /// The floats at a position in the clip, in frames from its first frame, as [`Skeleton::pose`] takes them.
    ///
    /// A position before the first frame gives the first frame, and so does NaN. With [`Interpolate::Hold`] a position after
    /// the last frame gives the last frame. With [`Interpolate::Linear`] the last frame blends into the first, which is
    /// reached at `frames()` and holds from there on: callers that loop pass the remainder.
    pub fn sample(&self, position: f64, interpolate: Interpolate, floats: &mut Vec<f64>) {
        let frame = |number: usize| self.frame(number).unwrap_or_default();
        let position = position.max(0.0);
        let number = (position as usize).min(self.frames().saturating_sub(1));
        let next = frame(if number + 1 < self.frames() { number + 1 } else { 0 });
        let u = if interpolate == Interpolate::Linear { (position - number as f64).min(1.0) } else { 0.0 };
        between(frame(number), next, u, floats);
    }
}

/// The floats between two frames: those of `frame` at `u` = 0, those of `next` at `u` = 1.
pub(crate) fn between(frame: &[f32], next: &[f32], u: f64, floats: &mut Vec<f64>) {
    floats.clear();
    floats.extend(frame.iter().map(|&value| f64::from(value)));
    for (value, &next) in floats.iter_mut().zip(next).filter(|_| u > 0.0) {
        *value = if u < 1.0 { *value * (1.0 - u) + f64::from(next) * u } else { f64::from(next) };
    }
}

impl Skeleton {
    /// The pose of a frame: three floats for the position of the first bone, then three angles for each bone.
    ///
    /// The map of a bone to its parent is its rotation and its offset; the first bone has the position of the frame instead
    /// of its offset. Bones without floats are at rest.
    pub fn pose(&self, floats: &[f64], pose: &mut Pose) {
        clear(pose);
        for (index, bone) in self.bones().iter().enumerate() {
            let three = |at: usize| floats.get(at..).and_then(|rest| rest.first_chunk::<3>()).copied();
            let position = if index == 0 { three(0) } else { None };
            let position = position.unwrap_or_else(|| bone.offset.map(f64::from));
            let rows = to_rows(three(3 * index + 3).unwrap_or_default());
            let local = Affine::new(transposed(rows), position);
            let (local, world) = match bone.parent.and_then(|parent| pose.world.get(parent)) {
                Some(parent) => (local, parent.after(&local)),
                None => (local, local),
            };
            pose.local.push(local);
            pose.world.push(world);
            pose.parent.push(bone.parent);
            pose.alive.push(true);
        }
    }
}

/// Leaves a pose without nodes, and keeps its memory.
pub(crate) fn clear(pose: &mut Pose) {
    pose.local.clear();
    pose.world.clear();
    pose.parent.clear();
    pose.alive.clear();
}

pub(crate) fn transposed(rows: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|r| std::array::from_fn(|c| rows[c][r]))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use proptest::prelude::*;

    use super::*;

    type Rows = [[f64; 3]; 3];

    /// One rotation for row vectors, which turns the two axes that follow `axis` into each other.
    fn turn(axis: usize, angle: f64) -> Rows {
        let (from, to) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut rows = [[0.0; 3]; 3];
        rows[axis][axis] = 1.0;
        rows[from][from] = angle.cos();
        rows[from][to] = angle.sin();
        rows[to][from] = -angle.sin();
        rows[to][to] = angle.cos();
        rows
    }

    fn product(a: Rows, b: Rows) -> Rows {
        std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| a[r][k] * b[k][c]).sum()))
    }

    fn distance(a: Rows, b: Rows) -> f64 {
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn rows_are_x_then_z_then_y(angles in prop::array::uniform3(-7.0..7.0f64)) {
            let [x, y, z] = [0, 1, 2].map(|axis| turn(axis, angles[axis]));
            prop_assert!(distance(to_rows(angles), product(product(x, z), y)) < 1e-14);
            prop_assert!(distance(transposed(to_rows(angles)), EULER_ORDER.to_matrix(angles)) < 1e-14);
        }

        #[test]
        fn rows_give_their_angles_back(x in -PI..PI, y in -PI..PI, z in -1.57..1.57f64) {
            for (found, angle) in from_rows(to_rows([x, y, z])).into_iter().zip([x, y, z]) {
                prop_assert!((found - angle).abs() < 1e-9, "{} for {}", found, angle);
            }
        }

        #[test]
        fn angles_in_gimbal_lock_keep_the_rotation_and_x(x in -9.0..9.0f64, y in -9.0..9.0f64, up: bool, before in -9.0..9.0f64) {
            let rows = to_rows([x, y, if up { FRAC_PI_2 } else { -FRAC_PI_2 }]);
            prop_assert!(distance(to_rows(from_rows(rows)), rows) < 1e-12);
            let near = nearest_angles(rows, [before, 0.0, 0.0]);
            prop_assert!(distance(to_rows(near), rows) < 1e-12);
            prop_assert!((near[0] - before).abs() < 1e-12 && near[1].abs() <= PI + 1e-9);
        }

        #[test]
        fn angles_follow_the_ones_before(angles in prop::array::uniform3(-20.0..20.0f64), step in prop::array::uniform3(-0.1..0.1f64)) {
            prop_assume!(angles[2].cos().abs() > 0.2);
            let next: [f64; 3] = std::array::from_fn(|i| angles[i] + step[i]);
            for (found, angle) in nearest_angles(to_rows(next), angles).into_iter().zip(next) {
                prop_assert!((found - angle).abs() < 1e-9, "{} for {}", found, angle);
            }
        }
    }
}
