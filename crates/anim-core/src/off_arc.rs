//! How far the way of three angles is from an arc.

use crate::{EulerOrder, trig};

/// The most radians that all three angles turn together for which the limits hold.
const NARROW: f64 = 0.75;

/// Two numbers of radians between which the largest angle lies from the arc between two rotations to the rotations of angles that
/// go straight from `a` to `b`; the lower one is below the angle at the middle of the way. Where the upper one is below `enough`, the
/// lower one is 0. `None` for angles that turn far, and for what is no number.
///
/// A turn by angles with the differences d about the axes p, q, r (from the left factor to the right one) accelerates by the vector
/// v = Σ dᵢdⱼ (aᵢ × aⱼ) over all pairs, where the axes p and q as well as q and r are at right angles, and the sine between p and r
/// is that of the middle angle. A way that accelerates steadily is farthest from an arc in the middle, by an eighth of that. With D
/// and S the sums of |dᵢ| and |dᵢdⱼ|, v changes by 5/2 D S at most: that is antisymmetric and moves the largest angle off the middle.
/// What it changes besides, and the curvature of rotations, is in D² S and in D² |v|.
pub(crate) fn off_arc(order: EulerOrder, a: [f64; 3], b: [f64; 3], enough: f64) -> Option<[f64; 2]> {
    let [i, j, k] = order.axes();
    let d = [i, j, k].map(|axis| b[axis] - a[axis]);
    let [p, q, r] = d.map(f64::abs);
    let turned = p + q + r;
    let middle = f64::midpoint(a[j], b[j]);
    if !(turned <= NARROW && middle.abs() < trig::LARGE) {
        return None;
    }
    let pairs = p * q + q * r + p * r;
    let (share, rest) = (0.03 * turned * turned, turned * turned * pairs / 32.0);
    let skew = 0.02 * turned * pairs;
    let most = (1.0 + share) * pairs / 8.0 + rest + skew;
    if most <= enough {
        return Some([0.0, most]);
    }
    let (sin, cos) = trig::within(middle);
    // Even and odd orders of the axes turn the third about the second in opposite directions.
    let sin = if (j + 3 - i) % 3 == 1 { sin } else { -sin };
    let across = d[0] * d[2] * cos;
    let along = d[1] * d[1] * (d[0] * d[0] + d[2] * d[2] - 2.0 * d[0] * d[2] * sin);
    let off = (across * across + along.max(0.0)).sqrt() / 8.0;
    let skew = skew.min(2.0 * skew * skew / off);
    Some([(1.0 - share) * off - rest, (1.0 + share) * off + rest + skew])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::quaternion;

    proptest! {
        #[test]
        fn the_largest_angle_is_within_the_limits(
            order in prop::sample::select(EulerOrder::ALL.to_vec()),
            a in prop::array::uniform3(-9.0..9.0f64),
            d in prop::array::uniform3(-0.4..0.4f64),
            scale in prop::sample::select(vec![1.0, 0.3, 0.05, 0.001]),
        ) {
            let d = d.map(|d| d * scale);
            let at = |u: f64| order.to_quaternion(std::array::from_fn(|i| a[i] + d[i] * u));
            let off = |u: f64| quaternion::angle_between(quaternion::slerp(at(0.0), at(1.0), u), at(u));
            let Some([least, most]) = off_arc(order, a, std::array::from_fn(|i| a[i] + d[i]), 0.0) else {
                prop_assert!(d.iter().map(|d| d.abs()).sum::<f64>() > NARROW - 1e-9);
                return Ok(());
            };
            let largest = (0..=100).map(|step| off(f64::from(step) / 100.0)).fold(0.0, f64::max);
            let rounding = 1e-14;
            prop_assert!(least <= off(0.5) + rounding, "{least} {}", off(0.5));
            prop_assert!(largest <= most + rounding, "{largest} {most}");
            // The limits are near each other where turns are small.
            let turned: f64 = d.iter().map(|d| d.abs()).sum();
            prop_assert!(most - least <= 0.06 * largest + turned.powi(3) / 40.0 + rounding, "{least} {most}");
            let quick = off_arc(order, a, std::array::from_fn(|i| a[i] + d[i]), f64::INFINITY);
            prop_assert!(quick.is_some_and(|[least, quick]| least == 0.0 && quick >= 0.999 * most - rounding), "{quick:?} {most}");
        }
    }

    #[test]
    fn what_turns_far_or_is_no_number_has_no_limits() {
        for b in [[0.5, 0.5, 0.5], [f64::NAN, 0.0, 0.0], [f64::INFINITY; 3]] {
            assert_eq!(off_arc(EulerOrder::Xyz, [0.0; 3], b, 1.0), None, "{b:?}");
        }
        assert_eq!(off_arc(EulerOrder::Xyz, [0.0, 1e9, 0.0], [0.0, 1e9, 0.0], 1.0), None);
    }
}
