//! A quick examination of all quaternions of a curve, which lets most curves skip slower computations.

use anim_core::{Curve, Ease, quaternion};

/// What is known about the quaternions of a curve. Nothing is known about other curves, or about splines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    /// Whether all satisfy [`is_unit`].
    pub(super) is_unit: bool,
    /// Whether normalising would change none of them.
    pub(super) is_normalized: bool,
    /// An upper bound on the squared distance between neighbours, at most [`FAR`]; infinite if neighbours are farther apart.
    pub(super) reach: f64,
}

/// The largest squared distance that counts as near. Quaternions this close are in one half space, and the bounds for short arcs
/// hold for the arc between them.
pub(super) const FAR: f64 = 0.249;

impl Look {
    /// Examines a curve of rotations, whose neighbours are near if their squared distance is below `far`.
    pub(super) fn at(curve: &Curve, far: f64) -> Self {
        let far = far.min(FAR);
        let (keys, rest) = curve.values().as_chunks::<4>();
        if curve.width() != 4 || !rest.is_empty() || curve.uniform_ease() == Some(Ease::Bezier) {
            return Self::unknown();
        }
        // Without branches in the loop, the compiler processes several keys at once.
        let lengths = |(all, normal): (bool, bool), key: &[f64; 4]| {
            (all & is_unit(*key), normal & quaternion::is_normalized(*key))
        };
        let (is_unit, is_normalized) = keys.iter().fold((true, true), lengths);
        let nexts = keys.get(1..).unwrap_or_default();
        let is_near = keys.iter().zip(nexts).fold(true, |all, (key, next)| all & (square(*key, *next) < far));
        Self { is_unit, is_normalized, reach: if is_near { far } else { f64::INFINITY } }
    }

    pub(super) fn unknown() -> Self {
        Self { is_unit: false, is_normalized: false, reach: f64::INFINITY }
    }

    /// Whether all neighbours are near.
    pub(super) fn is_near(&self) -> bool {
        self.reach < f64::INFINITY
    }
}

/// Whether the squared length of a quaternion is 1 up to a millionth.
pub(super) fn is_unit(q: [f64; 4]) -> bool {
    (quaternion::dot(q, q) - 1.0).abs() < 1e-6
}

/// The squared distance between two quaternions.
pub(super) fn square(a: [f64; 4], b: [f64; 4]) -> f64 {
    let off: [f64; 4] = std::array::from_fn(|i| a[i] - b[i]);
    quaternion::dot(off, off)
}

#[cfg(test)]
mod tests {
    use anim_core::Times;

    use super::*;

    fn look(keys: &[[f64; 4]], ease: Ease, far: f64) -> Look {
        let times = Times::keys((0..keys.len()).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
        Look::at(&Curve::new(times, 4, keys.as_flattened().to_vec(), ease).unwrap(), far)
    }

    fn turn(angle: f64) -> [f64; 4] {
        quaternion::from_axis_angle([0.0, 0.6, 0.8], angle)
    }

    #[test]
    fn every_key_and_every_pair_counts() {
        for at in 0..5 {
            let with = |key: [f64; 4]| {
                let mut keys = [0, 1, 2, 3, 4].map(|key| turn(0.1 * f64::from(key)));
                keys[at] = key;
                look(&keys, Ease::Slerp, 0.01)
            };
            let same = turn(0.1 * at as f64);
            // Half of 0.1 rad apart.
            assert_eq!(with(same), Look { is_unit: true, is_normalized: true, reach: 0.01 });
            let longer = with(same.map(|part| part * (1.0 + 1e-7)));
            assert_eq!(longer, Look { is_unit: true, is_normalized: false, reach: 0.01 });
            assert!(!with(same.map(|part| part * 1.001)).is_unit);
            assert!(!with(turn(0.1 * at as f64 + 0.5)).is_near() && !with(same.map(|part| -part)).is_near());
            let broken = with([f64::NAN, 0.0, 0.0, 1.0]);
            assert!(!broken.is_unit && !broken.is_normalized && !broken.is_near());
        }
    }

    #[test]
    fn one_key_is_near_and_nothing_is_known_of_splines() {
        assert!(look(&[turn(1.0)], Ease::Step, 0.01).is_near());
        assert_eq!(look(&[turn(1.0); 2], Ease::Slerp, 9.0).reach, FAR);
        assert_eq!(look(&[turn(1.0); 2], Ease::Bezier, 9.0), Look::unknown());
    }
}
