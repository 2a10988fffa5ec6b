//! The error of straight lines between Euler angles, compared with arcs.

use crate::{EulerOrder, trig};

/// The largest sum of the three angle changes, in radians, for which the bound holds.
const NARROW: f64 = 0.75;

/// The number of equal parts into which straight lines of angles from `a` to `b` are divided so that each part stays within `tolerance`
/// radians of the arc between the rotations at its ends, and an upper bound of the distance. At most `most` parts: if these are too few,
/// the bound is above the tolerance. A bound below `enough` need not be tight. `None` for angles that turn too far and for numbers that
/// are not finite.
///
/// A turn by angles with the differences d about the axes p, q, r (from the left factor to the right one) accelerates by the vector v
/// = Σ dᵢdⱼ (aᵢ × aⱼ) over all pairs, where the axes p and q as well as q and r are at right angles, and the sine between p and r is
/// that of the middle angle. A path with constant acceleration is farthest from the arc in the middle, by an eighth of the
/// acceleration. With D and S the sums of |dᵢ| and |dᵢdⱼ|, v changes by at most 5/2 D S; this change is antisymmetric and moves the
/// largest angle off the middle. Its remaining effect, and that of the curvature of rotations, is bounded by terms in D² S and D²
/// |v|.
pub(crate) fn parts(
    order: EulerOrder,
    [a, b]: [[f64; 3]; 2],
    tolerance: f64,
    enough: f64,
    most: f64,
) -> Option<(u32, f64)> {
    let [i, j, k] = order.axes();
    let d = [i, j, k].map(|axis| b[axis] - a[axis]);
    let [p, q, r] = d.map(f64::abs);
    let turned = p + q + r;
    let middle = f64::midpoint(a[j], b[j]);
    if !(turned <= NARROW && middle.abs() < trig::LARGE) {
        return None;
    }
    let pairs = p * q + q * r + p * r;
    let terms = Terms {
        share: 0.03 * turned * turned,
        rest: turned * turned * pairs / 32.0,
        skew: 0.02 * turned * pairs,
    };
    // An upper bound for any angle between the axes.
    let quick = terms.limit(pairs / 8.0, 1.0);
    if quick <= enough.min(tolerance) {
        return Some((1, quick));
    }
    let (sin, cos) = trig::within(middle);
    // Even and odd orders of the axes turn the third axis about the second in opposite directions.
    let sin = if (j + 3 - i) % 3 == 1 { sin } else { -sin };
    // 64 |v|² at the middle angle m is P cos² m + Q − R sin m.
    let (outer, second) = (d[0] * d[2], d[1] * d[1]);
    let (square, slant) = (outer * outer, 2.0 * second * outer);
    let here = square * cos * cos + (second * (d[0] * d[0] + d[2] * d[2]) - slant * sin).max(0.0);
    let slope = (cos * (2.0 * square * sin + slant)).abs();
    let bend = 2.0 * square + slant.abs();
    let off = here.sqrt() / 8.0;
    if off <= tolerance {
        let found = terms.limit(off, 1.0);
        if found <= tolerance || most < 2.0 {
            return Some((1, found));
        }
    }
    let limit = |count: f64| {
        // The middle angles of the parts are up to this far from that of the whole segment.
        let reach = 0.5 * q * (1.0 - 1.0 / count);
        let largest = here + reach * (slope + 0.5 * bend * reach);
        terms.limit(largest.sqrt() / 8.0, 1.0 / count)
    };
    let mut count = (off / tolerance).sqrt().ceil().max(2.0).min(most.floor().max(1.0));
    let mut found = limit(count);
    while found > tolerance && count + 1.0 <= most {
        count += 1.0;
        found = limit(count);
    }
    Some((count as u32, found))
}

/// The terms that may add to an eighth of the acceleration.
struct Terms {
    share: f64,
    rest: f64,
    skew: f64,
}

impl Terms {
    /// The bound for a part of the whole segment with an eighth of the acceleration of at most `off`.
    fn limit(&self, off: f64, part: f64) -> f64 {
        let square = part * part;
        let (off, skew) = (off * square, self.skew * square * part);
        let skew = if off > 2.0 * skew { 2.0 * skew * skew / off } else { skew };
        off + (self.share * off + self.rest * square) * square + skew
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::quaternion;

    /// The largest angle, by sampling, between the straight lines of angles and the arcs between its division points.
    fn tried(order: EulerOrder, [a, b]: [[f64; 3]; 2], count: u32) -> f64 {
        let at = |u: f64| order.to_quaternion(std::array::from_fn(|i| a[i] + (b[i] - a[i]) * u));
        let places = (0..count).flat_map(|part| (0..=60).map(move |step| (part, f64::from(step) / 60.0)));
        let off = places.map(|(part, within)| {
            let [from, here, to] = [0.0, within, 1.0].map(|u| at((f64::from(part) + u) / f64::from(count)));
            quaternion::angle_between(quaternion::slerp(from, to, within), here)
        });
        off.fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_largest_angle_is_within_the_limit(
            order in prop::sample::select(EulerOrder::ALL.to_vec()),
            a in prop::array::uniform3(-9.0..9.0f64),
            d in prop::array::uniform3(-0.4..0.4f64),
            scale in prop::sample::select(vec![1.0, 0.3, 0.05, 0.001]),
            tolerance in prop::sample::select(vec![1e-1, 1e-2, 1e-3, 1e-4, 1e-5]),
        ) {
            let ends = [a, std::array::from_fn(|i| a[i] + d[i] * scale)];
            let turned: f64 = d.iter().map(|d| (d * scale).abs()).sum();
            let Some((count, limit)) = parts(order, ends, tolerance, 0.0, 1e6) else {
                prop_assert!(turned > NARROW - 1e-9);
                return Ok(());
            };
            let rounding = 1e-14;
            let off = tried(order, ends, count);
            prop_assert!(off <= limit + rounding && limit <= tolerance, "{off} {limit}");
            // The bound is tight for small rotations, and there are hardly more parts than necessary.
            let near = |off: f64, count: u32| 1.06 * off + (turned / f64::from(count)).powi(3) / 40.0 + rounding;
            prop_assert!(count > 1 || limit <= near(off, 1), "{off} {limit}");
            let fewer = count - count / 8 - 1;
            if fewer > 0 {
                prop_assert!(near(tried(order, ends, fewer), fewer) > tolerance, "{count}");
            }
            let quick = parts(order, ends, tolerance, f64::INFINITY, 1e6);
            prop_assert!(quick.is_some_and(|(quick, most)| quick <= count && most >= off - rounding));
        }

        #[test]
        fn where_parts_are_too_few_the_limit_is_above_the_tolerance(
            a in prop::array::uniform3(-9.0..9.0f64),
            most in 1..4u32,
        ) {
            let ends = [a, a.map(|angle| angle + 0.2)];
            let found = parts(EulerOrder::Xyz, ends, 1e-7, 0.0, f64::from(most) + 0.5);
            let Some((count, limit)) = found else { return Err(TestCaseError::fail("no limit")) };
            prop_assert_eq!(count, most);
            prop_assert!(limit > 1e-7 && limit >= tried(EulerOrder::Xyz, ends, count));
        }
    }

    #[test]
    fn there_are_as_few_parts_as_it_takes() {
        use EulerOrder::{Xyz, Yzx, Zyx};
        for (order, a, d, tolerance) in [
            (Xyz, [-1.1, -0.3, -0.9], [-0.26, -0.17, 0.23], 1e-4),
            (Zyx, [0.1, 0.1, -1.1], [-0.1, -0.06, -0.21], 1e-5),
            (Zyx, [0.3, 0.9, -0.6], [0.15, -0.08, -0.26], 1e-3),
            (Yzx, [0.4, -0.9, 0.4], [-0.27, -0.33, 0.1], 3e-3),
        ] {
            let ends = [a, std::array::from_fn(|i| a[i] + d[i])];
            let (count, limit) = parts(order, ends, tolerance, 0.0, 1e6).unwrap();
            let [found, fewer] = [count, count - 1].map(|count| tried(order, ends, count));
            assert!(found <= limit && limit <= tolerance && tolerance < fewer, "{count}: {found} {fewer}");
        }
    }

    #[test]
    fn the_limit_of_a_small_turn_is_its_largest_angle() {
        let ends = [[0.3, 0.5, -0.2], [0.32, 0.52, -0.18]];
        let (count, limit) = parts(EulerOrder::Xyz, ends, 1e-2, 0.0, 8.0).unwrap();
        let off = tried(EulerOrder::Xyz, ends, count);
        assert!(off <= limit && limit <= 1.01 * off, "{off} {limit}");
    }

    #[test]
    fn turns_about_one_axis_are_arcs() {
        let found = parts(EulerOrder::Zxy, [[0.3, 0.1, 0.2], [0.9, 0.1, 0.2]], 1e-9, 0.0, 8.0);
        assert_eq!(found, Some((1, 0.0)));
    }

    #[test]
    fn what_turns_far_or_is_no_number_has_no_limit() {
        for b in [[0.5, 0.5, 0.5], [f64::NAN, 0.0, 0.0], [f64::INFINITY; 3]] {
            assert_eq!(parts(EulerOrder::Xyz, [[0.0; 3], b], 1.0, 1.0, 8.0), None, "{b:?}");
        }
        assert_eq!(parts(EulerOrder::Xyz, [[0.0, 1e9, 0.0], [0.0, 1e9, 0.0]], 1.0, 1.0, 8.0), None);
    }
}
