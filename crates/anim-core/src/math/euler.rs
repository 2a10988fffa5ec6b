//! Rotations as three angles about the coordinate axes.

use crate::pose::columns::{self, Column, MOST};
use crate::quaternion::{self, Quaternion};
use crate::trig;

/// The order in which three rotations about X, Y and Z are multiplied, for column vectors.
///
/// `Xyz` is the matrix product Rx·Ry·Rz: the rotation about Z acts on a point first. Angles are always given as
/// `[x, y, z]`, in radians, whatever the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EulerOrder {
    /// Rx·Ry·Rz.
    #[default]
    Xyz,
    /// Rx·Rz·Ry.
    Xzy,
    /// Ry·Rx·Rz.
    Yxz,
    /// Ry·Rz·Rx.
    Yzx,
    /// Rz·Rx·Ry.
    Zxy,
    /// Rz·Ry·Rx.
    Zyx,
}

/// The number of angles that are converted together.
const BLOCK: usize = 3 * 32;

impl EulerOrder {
    /// All six orders.
    pub const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    /// The lower-case name, such as `xyz`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xyz => "xyz",
            Self::Xzy => "xzy",
            Self::Yxz => "yxz",
            Self::Yzx => "yzx",
            Self::Zxy => "zxy",
            Self::Zyx => "zyx",
        }
    }

    /// The order with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The axes (0 = X, 1 = Y, 2 = Z) from the left factor to the right one.
    pub const fn axes(self) -> [usize; 3] {
        match self {
            Self::Xyz => [0, 1, 2],
            Self::Xzy => [0, 2, 1],
            Self::Yxz => [1, 0, 2],
            Self::Yzx => [1, 2, 0],
            Self::Zxy => [2, 0, 1],
            Self::Zyx => [2, 1, 0],
        }
    }

    /// The rotation of three angles `[x, y, z]` in radians.
    pub fn to_quaternion(self, angles: [f64; 3]) -> Quaternion {
        self.product(angles.map(|angle| trig::sin_cos(0.5 * angle)))
    }

    /// Appends the quaternion of each triple of angles, with the same result as [`EulerOrder::to_quaternion`].
    pub(crate) fn to_quaternions(self, angles: &[f64], quaternions: &mut Vec<f64>) {
        // The sines and cosines of a block are computed together.
        let (mut sines, mut cosines) = ([0.0; BLOCK], [0.0; BLOCK]);
        for block in angles.chunks(BLOCK) {
            half_turns(block, &mut sines, &mut cosines);
            let sines = sines[..block.len()].as_chunks::<3>().0;
            for (sin, cos) in sines.iter().zip(cosines.as_chunks::<3>().0) {
                let halves = std::array::from_fn(|axis| (sin[axis], cos[axis]));
                quaternions.extend_from_slice(&self.product(halves));
            }
        }
    }

    /// The quaternions of the first `count` nodes from columns of angles, with the same result as [`EulerOrder::to_quaternion`].
    pub(crate) fn turn(self, angles: &[Column; 3], count: usize, halves: &mut Halves, out: &mut [Column; 4]) {
        for (axis, angles) in angles.iter().enumerate() {
            half_turns(&angles[..count], &mut halves.sines[axis], &mut halves.cosines[axis]);
        }
        let products = match self {
            Self::Xyz => products::<0, 1, 2>,
            Self::Xzy => products::<0, 2, 1>,
            Self::Yxz => products::<1, 0, 2>,
            Self::Yzx => products::<1, 2, 0>,
            Self::Zxy => products::<2, 0, 1>,
            Self::Zyx => products::<2, 1, 0>,
        };
        products(halves, count, out);
    }

    /// The product of three rotations about the axes, from the sine and cosine of half of each angle.
    #[inline]
    fn product(self, halves: [(f64, f64); 3]) -> Quaternion {
        match self {
            Self::Xyz => product::<0, 1, 2>(halves),
            Self::Xzy => product::<0, 2, 1>(halves),
            Self::Yxz => product::<1, 0, 2>(halves),
            Self::Yzx => product::<1, 2, 0>(halves),
            Self::Zxy => product::<2, 0, 1>(halves),
            Self::Zyx => product::<2, 1, 0>(halves),
        }
    }

    /// The rotation matrix of three angles `[x, y, z]` in radians, row by row, for column vectors.
    pub fn to_matrix(self, angles: [f64; 3]) -> [[f64; 3]; 3] {
        quaternion::to_matrix(self.to_quaternion(angles))
    }

    /// The angles `[x, y, z]` of a rotation matrix, in radians. The middle angle is in −π/2..=π/2; at its ends (gimbal lock),
    /// where the outer two angles turn about one axis, the last angle is 0.
    pub fn from_matrix(self, m: [[f64; 3]; 3]) -> [f64; 3] {
        let [i, j, k] = self.axes();
        let sign = sign(i, j);
        let sin_middle = (sign * m[i][k]).clamp(-1.0, 1.0);
        let cos_middle = trig::hypot(m[i][i], m[i][j]);
        let mut angles = [0.0; 3];
        angles[j] = trig::atan2(sin_middle, cos_middle);
        if cos_middle > 1e-9 {
            angles[i] = trig::atan2(-sign * m[j][k], m[k][k]);
            angles[k] = trig::atan2(-sign * m[i][j], m[i][i]);
        } else {
            angles[i] = trig::atan2(sign * m[k][j], m[j][j]);
        }
        angles
    }

    /// The angles nearest to `reference` that give the same rotation as `angles`. Candidates are `angles` and the flipped
    /// solution (outer angles plus half a turn, middle angle mirrored), each plus whole turns. The further solutions in gimbal
    /// lock are not considered.
    #[inline]
    pub fn nearest(self, angles: [f64; 3], reference: [f64; 3]) -> [f64; 3] {
        // Both outer angles of the flipped solution are then more than two radians away.
        let is_near = (0..3).all(|i| (angles[i] - reference[i]).abs() < 1.0);
        if is_near { angles } else { self.nearest_of_all(angles, reference) }
    }

    fn nearest_of_all(self, angles: [f64; 3], reference: [f64; 3]) -> [f64; 3] {
        use std::f64::consts::{PI, TAU};
        let near = |angles: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| angles[i] + ((reference[i] - angles[i]) / TAU).round() * TAU)
        };
        let distance =
            |angles: &[f64; 3]| -> f64 { (0..3).map(|i| (angles[i] - reference[i]).powi(2)).sum() };
        let [i, j, k] = self.axes();
        let mut flipped = angles;
        flipped[i] += PI;
        flipped[j] = PI - flipped[j];
        flipped[k] += PI;
        let (angles, flipped) = (near(angles), near(flipped));
        if distance(&flipped) < distance(&angles) { flipped } else { angles }
    }
}

/// The sines and cosines of half of the angles of three columns.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    sines: [Column; 3],
    cosines: [Column; 3],
}

impl Halves {
    pub(crate) const ZERO: Self = Self { sines: [[0.0; MOST]; 3], cosines: [[0.0; MOST]; 3] };
}

/// The sine and the cosine of half of each angle.
#[inline]
fn half_turns(angles: &[f64], sines: &mut [f64], cosines: &mut [f64]) {
    let small = angles.iter().fold(true, |small, angle| small & (angle.abs() < trig::LARGE));
    let halves = sines.iter_mut().zip(cosines).zip(angles);
    if small {
        halves.for_each(|((sin, cos), angle)| (*sin, *cos) = trig::within(0.5 * angle));
    } else {
        halves.for_each(|((sin, cos), angle)| (*sin, *cos) = trig::sin_cos(0.5 * angle));
    }
}

/// [`product`] for columns.
fn products<const I: usize, const J: usize, const K: usize>(
    halves: &Halves,
    count: usize,
    out: &mut [Column; 4],
) {
    for node in 0..count.min(MOST) {
        let halves = std::array::from_fn(|axis| (halves.sines[axis][node], halves.cosines[axis][node]));
        columns::put(out, node, product::<I, J, K>(halves));
    }
}

/// The product of rotations about the axes I, J and K, which are compile-time constants.
#[inline]
fn product<const I: usize, const J: usize, const K: usize>(halves: [(f64, f64); 3]) -> Quaternion {
    let ((si, ci), (sj, cj), (sk, ck)) = (halves[I], halves[J], halves[K]);
    let sign = sign(I, J);
    let mut q = [0.0; 4];
    q[I] = si * cj * ck + sign * (ci * sj * sk);
    q[J] = ci * sj * ck - sign * (si * cj * sk);
    q[K] = ci * cj * sk + sign * (si * sj * ck);
    q[3] = ci * cj * ck - sign * (si * sj * sk);
    q
}

/// 1 if the axes follow each other as X, Y, Z, X do; −1 otherwise.
const fn sign(first: usize, second: usize) -> f64 {
    if (first + 1) % 3 == second { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use proptest::prelude::*;

    use super::*;

    fn elementary(axis: usize, angle: f64) -> [[f64; 3]; 3] {
        let (s, c) = angle.sin_cos();
        match axis {
            0 => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
            1 => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
            _ => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
        }
    }

    fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
        std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| a[r][k] * b[k][c]).sum()))
    }

    fn distance(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn names_read_back() {
        for order in EulerOrder::ALL {
            assert_eq!(EulerOrder::from_name(order.name()), Some(order));
        }
        assert_eq!(EulerOrder::from_name("xyx"), None);
    }

    #[test]
    fn gimbal_lock_keeps_the_rotation() {
        for order in EulerOrder::ALL {
            for middle in [FRAC_PI_2, -FRAC_PI_2] {
                let mut angles = [0.3, 0.3, 0.3];
                angles[order.axes()[1]] = middle;
                let matrix = order.to_matrix(angles);
                assert!(distance(order.to_matrix(order.from_matrix(matrix)), matrix) < 1e-7, "{order:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn angles_are_the_product_of_elementary_rotations(angles in prop::array::uniform3(-7.0..7.0f64)) {
            for order in EulerOrder::ALL {
                let [a, b, c] = order.axes().map(|axis| elementary(axis, angles[axis]));
                prop_assert!(distance(order.to_matrix(angles), product(product(a, b), c)) < 1e-14);
            }
        }

        #[test]
        fn a_matrix_gives_back_angles_of_the_same_rotation(angles in prop::array::uniform3(-7.0..7.0f64)) {
            for order in EulerOrder::ALL {
                let matrix = order.to_matrix(angles);
                prop_assert!(distance(order.to_matrix(order.from_matrix(matrix)), matrix) < 1e-7);
            }
        }

        #[test]
        fn the_nearest_angles_follow_a_spin(angles in prop::array::uniform3(-20.0..20.0f64), step in prop::array::uniform3(-0.2..0.2f64)) {
            for order in EulerOrder::ALL {
                let middle = order.axes()[1];
                // Near gimbal lock the angles jump although the rotation does not.
                if angles[middle].cos().abs() <= 0.3 {
                    continue;
                }
                let next: [f64; 3] = std::array::from_fn(|i| angles[i] + step[i]);
                let found = order.nearest(order.from_matrix(order.to_matrix(next)), angles);
                for i in 0..3 {
                    prop_assert!((found[i] - next[i]).abs() < 1e-9, "{:?}: {:?} for {:?}", order, found, next);
                }
            }
        }
    }
}
