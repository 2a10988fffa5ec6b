//! Splits long arcs so that straight lines between their ends are accurate.
//!
//! Some readers, including Blender, interpolate the four numbers of quaternions along a straight line. All readers choose the way of
//! a half turn by the sign of a number that single precision rounds to either side of 0, so half turns are always divided.

use std::f64::consts::FRAC_PI_2;

use anim_core::{Curve, Ease, Fineness, Times, quaternion, trig};

use super::look::{is_unit, square};
use crate::{EncodeOptions, Interpolate};

/// The duration of a jump in seconds. Blender merges keys that are nearer than a hundredth of a frame, at 24 frames a second by
/// default.
pub(super) const JUMP: f64 = 0.5e-3;

/// The time in seconds below which Blender merges two keys: a hundredth of a frame, at 24 frames a second by default.
pub(super) const NEAR: f64 = 1.0 / 2400.0;

/// The maximum number of pieces of one arc.
const MOST: u32 = 1 << 10;

/// A curve of arcs with additional keys, so that straight lines between them stay within a tolerance in radians, and that no arc is a
/// half turn; `None` if none are needed, or if the curve would have too many keys. `narrow` is [`narrow`] of the tolerance.
///
/// With an infinite tolerance only half turns get keys.
pub(super) fn split(curve: &Curve, fineness: Fineness, narrow: f64) -> Option<Curve> {
    if curve.uniform_ease() != Some(Ease::Slerp) {
        return None;
    }
    let tolerance = fineness.tolerance.max(FINEST);
    let (keys, _) = curve.values().as_chunks::<4>();
    if keys.windows(2).all(|pair| chord(pair[0], pair[1]) < narrow) {
        return None;
    }
    let most = fineness.limit.keys(curve.len(), tolerance);
    let (mut times, mut values) = (Vec::with_capacity(curve.len()), Vec::with_capacity(4 * curve.len()));
    for (key, (time, value)) in curve.times().iter().zip(keys).enumerate() {
        times.push(time);
        values.extend_from_slice(value);
        let Some(next) = keys.get(key + 1).filter(|next| chord(*value, **next) >= narrow) else { continue };
        let end = curve.times().get(key + 1)?;
        let length = end - time;
        let (from, to) = (quaternion::normalize(*value), quaternion::normalize(*next));
        let shortest = shortest(end, fineness.jump);
        let pieces = if length > shortest { pieces(from, to, tolerance) } else { 1 };
        // Every piece is long enough for single precision.
        let pieces = pieces.min((length / shortest).min(f64::from(MOST)) as u32);
        for piece in 1..pieces {
            if times.len() >= most {
                return None;
            }
            let u = f64::from(piece) / f64::from(pieces);
            times.push(time + u * length);
            values.extend(quaternion::slerp(from, to, u));
        }
    }
    if times.len() == curve.len() {
        return None;
    }
    let (before, after) = curve.wrap();
    let split = Curve::new(Times::keys(times).ok()?, 4, values, Ease::Slerp).ok()?;
    Some(split.with_wrap(before, after))
}

/// How near arcs must be to straight lines, in radians: any number of them unless readers draw lines.
pub(super) fn straightness(options: &EncodeOptions) -> f64 {
    if options.interpolation == Interpolate::Auto { options.tolerance_angle.get() } else { f64::INFINITY }
}

/// The smallest angle in radians that single precision distinguishes.
const FINEST: f64 = f32::EPSILON as f64;

/// A squared distance between quaternions: below it, a line between them is certainly within a tolerance in radians.
pub(super) fn narrow(tolerance: f64) -> f64 {
    let tolerance = tolerance.max(FINEST);
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..32 {
        let half = f64::midpoint(low, high);
        *(if deviation(half) <= tolerance { &mut low } else { &mut high }) = half;
    }
    0.999 * (2.0 * trig::sin(low / 2.0)).powi(2)
}

/// The squared distance between two quaternions of length 1; infinite for others, and if they are far apart.
fn chord(a: [f64; 4], b: [f64; 4]) -> f64 {
    if is_unit(a) && is_unit(b) { square(a, b) } else { f64::INFINITY }
}

/// The shortest time in seconds between two keys, where that of a jump is `jump`.
fn shortest(time: f64, jump: f64) -> f64 {
    (time.abs() / f64::from(1 << 20)).max(jump)
}

/// The number of pieces into which an arc is divided, so that none deviates by more than a tolerance in radians, or is a half turn.
fn pieces(from: [f64; 4], to: [f64; 4], tolerance: f64) -> u32 {
    let half = (quaternion::angle_between(from, to) / 2.0).min(FRAC_PI_2);
    let least = if is_half_turn(from, to) { 2.0 } else { 1.0 };
    // The deviation grows with the third power of the angle, and a little faster.
    trig::cbrt(deviation(half) / tolerance).ceil().clamp(least, f64::from(MOST)) as u32
}

/// Whether the arc between two quaternions of length 1 is so nearly a half turn that readers may go the other way: they decide by the
/// sign of the product of both, which single precision changes by a few units.
pub(super) fn is_half_turn(from: [f64; 4], to: [f64; 4]) -> bool {
    quaternion::dot(from, to).abs() < 8.0 * FINEST
}

/// The largest angle in radians between the rotations on an arc and those on the straight line between its ends, which are
/// `half` radians apart as quaternions.
fn deviation(half: f64) -> f64 {
    // On the line the speed of the angle is sin φ / (1 − 2u(1 − u)(1 − cos φ)). The deviation is largest where that equals φ.
    let bend = 1.0 - trig::cos(half);
    if bend < 1e-12 {
        return 0.0;
    }
    let product = ((1.0 - trig::sin(half) / half) / (2.0 * bend)).clamp(0.0, 0.25);
    let u = (1.0 - (1.0 - 4.0 * product).max(0.0).sqrt()) / 2.0;
    let line = trig::atan2(u * trig::sin(half), 1.0 - u + u * trig::cos(half));
    2.0 * (u * half - line).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest angle between the arc and the line about one axis, found by sampling.
    fn tried(half: f64) -> f64 {
        let at = |u: f64| (u * half.sin()).atan2(1.0 - u + u * half.cos()) - u * half;
        (0..=10_000).map(|i| 2.0 * at(f64::from(i) / 1e4).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn the_deviation_is_the_largest_difference() {
        for half in [1e-9, 0.01, 0.3, 0.785, 1.2, 1.5] {
            assert!((deviation(half) - tried(half)).abs() < 1e-7, "{half}");
        }
    }

    #[test]
    fn pieces_are_few_and_none_deviates_more_than_the_tolerance() {
        for (angle, tolerance, expected) in [(0.0, 1e-7, 1), (0.3, 1e-6, 5), (2.0, 1e-5, 16), (3.1, 0.01, 3)]
        {
            let to = quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
            assert_eq!(pieces(quaternion::IDENTITY, to, tolerance), expected);
            let deviation = |pieces: u32| tried(angle / 2.0 / f64::from(pieces));
            assert!(deviation(expected) <= tolerance, "{angle} {tolerance}");
            assert!(expected == 1 || deviation(expected - 2) > tolerance, "{angle} {tolerance}");
        }
    }

    #[test]
    fn half_turns_are_divided_whatever_the_tolerance() {
        let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.6, 0.8], angle);
        for (angle, jump, expected) in [
            (3.1, 0.0, None),
            (std::f64::consts::PI, 0.0, Some(3)),
            (std::f64::consts::PI + 1e-7, 0.0, Some(3)),
            (std::f64::consts::PI, 0.6, None),
        ] {
            let keys = [turn(0.2), turn(0.2 + angle)].concat();
            let arc = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, keys, Ease::Slerp).unwrap();
            let fineness = Fineness { jump, ..Fineness::from(f64::INFINITY) };
            let keys = split(&arc, fineness, narrow(f64::INFINITY)).map(|curve| curve.len());
            assert_eq!(keys, expected, "{angle} {jump}");
        }
    }

    #[test]
    fn wide_arcs_are_divided_and_narrow_ones_are_not() {
        let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
        let arcs = |angles: &[f64]| {
            let times: Vec<f64> = (0..angles.len()).map(|key| 4.0 * key as f64).collect();
            let values = angles.iter().flat_map(|angle| turn(*angle)).collect();
            Curve::new(Times::keys(times).unwrap(), 4, values, Ease::Slerp).unwrap()
        };
        assert_eq!(split(&arcs(&[0.0, 0.5, 1.0]), 1e-3.into(), narrow(1e-3)), None);
        let curve = split(&arcs(&[0.0, 0.5, 3.0]), 1e-3.into(), narrow(1e-3)).unwrap();
        assert!(curve.len() > 3);
        for pair in curve.values().chunks_exact(4).collect::<Vec<_>>().windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|q| [q[0], q[1], q[2], q[3]]);
            assert!(tried(quaternion::angle_between(a, b) / 2.0) <= 1e-3);
        }
        // The keys are on the arc: 2.5 radians in 4 seconds.
        let part = curve.at(5.6);
        assert!(quaternion::angle_between(turn(1.5), [part[0], part[1], part[2], part[3]]) < 1e-9);
        let steps =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, [turn(0.0), turn(3.0)].concat(), Ease::Step);
        assert_eq!(split(&steps.unwrap(), 1e-3.into(), narrow(1e-3)), None);
    }
}
