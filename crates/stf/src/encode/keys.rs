//! Curves as keys that STF can store.

use std::borrow::Cow;

use anim_core::{
    ClipError, Curve, Deviation, Ease as Join, KeyLimit, Property, Times, Unit, Wrap, bake, quaternion,
    to_rotation, trig,
};

use super::bounds::Bounds;
use super::plain::Plain;

/// A channel's curve, which is not one of matrices, as a curve that STF can store.
pub(super) fn plain<'a>(
    curve: &'a Curve,
    property: &Property,
    span: [f64; 2],
    bounds: Bounds,
) -> Result<Plain<'a>, ClipError> {
    if is_stored(curve, property) {
        return Ok(Plain { property: property.clone(), curve: Cow::Borrowed(curve), error: None });
    }
    if are_angles(curve, property) || *property == Property::Rotation && curve.width() == 4 {
        return short_lines(curve, property, span, bounds);
    }
    let tolerance = if property.unit() == Unit::Angle { bounds.angle } else { bounds.value };
    let baked = bake(curve, span, bounds.within(tolerance))?;
    let error = Some(Deviation::of(property, baked.error));
    Ok(Plain { property: property.clone(), curve: Cow::Owned(baked.curve), error })
}

/// Whether STF stores a curve, which is not one of matrices, as it is.
pub(super) fn is_stored(curve: &Curve, property: &Property) -> bool {
    let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
    let is_known = |key| matches!(curve.ease(key), Join::Step | Join::Linear | Join::Bezier);
    !are_angles(curve, property) && holds && (0..curve.len()).all(is_known)
}

fn are_angles(curve: &Curve, property: &Property) -> bool {
    matches!(property, Property::Euler(_) | Property::Angle { .. }) && curve.width() == property.width()
}

/// The widest arc in radians that is one line within a tolerance.
pub(super) fn straight(tolerance: f64) -> f64 {
    MAX_TURN.min(trig::cbrt(tolerance / OFF_THE_ARC))
}

/// A curve of angles or of a rotation as short straight lines. The arcs that approximate the curve may use nine tenths of the
/// tolerance, and the lines that replace them the rest.
pub(super) fn short_lines(
    curve: &Curve,
    property: &Property,
    span: [f64; 2],
    bounds: Bounds,
) -> Result<Plain<'static>, ClipError> {
    let baked = to_rotation(curve, property, span, bounds.within(0.9 * bounds.angle))?;
    rotation(&baked.curve, baked.error, bounds.angle, bounds.limit)
}

/// Whether the time between two keys, a few units of single precision, is that of a jump.
fn is_jump(from: f64, to: f64) -> bool {
    to - from <= to.abs().max(1.0) / f64::from(1 << 19)
}

/// The largest rotation of a line that replaces a part of an arc, in radians.
const MAX_TURN: f64 = 0.25;

/// The largest error of a straight line between two quaternions, normalised, as a multiple of the cube of the angle between
/// them: √3/432 for small angles, and a little more up to [`MAX_TURN`].
const OFF_THE_ARC: f64 = 0.004_02;

/// The same for any angle up to half a turn.
const OFF_ANY_ARC: f64 = 0.005;

/// Arcs as short straight lines, because readers interpolate each component separately and then normalise. The lines are as
/// short as required by the part of the tolerance that the `error` of the arcs leaves. Jumps are lines, whose way is not an error.
fn rotation(curve: &Curve, error: f64, tolerance: f64, limit: KeyLimit) -> Result<Plain<'static>, ClipError> {
    let property = Property::Rotation;
    if curve.uniform_ease() == Some(Join::Step) {
        return Ok(Plain { property, curve: Cow::Owned(curve.clone()), error: None });
    }
    let (mut times, mut values, mut most) = (Vec::new(), Vec::new(), 0.0f64);
    // Arcs far from the curve are not followed closely either, which would only cost keys.
    let is_followed = error <= MAX_TURN;
    let turn_of_piece = straight((tolerance - error).max(0.0));
    // The number of keys that the curve may have besides its own; every segment gets an equal share.
    let added = limit.free.min(limit.all) / curve.len() as f64;
    let at = |key: usize| <[f64; 4]>::try_from(curve.value(key)).unwrap_or(quaternion::IDENTITY);
    let all: Vec<f64> = curve.times().iter().collect();
    for (key, time) in all.iter().copied().enumerate() {
        times.push(time);
        values.extend(at(key));
        let Some(&next) = all.get(key + 1) else { break };
        if is_jump(time, next) {
            continue;
        }
        let turn = quaternion::angle_between(at(key), at(key + 1));
        let pieces =
            if is_followed { (turn / turn_of_piece).ceil().min(1.0 + added.floor()).max(1.0) } else { 1.0 };
        most = most.max(turn / pieces);
        for piece in 1..pieces as u32 {
            let u = f64::from(piece) / pieces;
            let between = time + (next - time) * u;
            if times.last().is_some_and(|&last| last < between) && between < next {
                times.push(between);
                values.extend(quaternion::slerp(at(key), quaternion::nearest(at(key + 1), at(key)), u));
            }
        }
    }
    let curve = Curve::new(Times::keys(times)?, 4, values, Join::Linear)?;
    let factor = if most <= MAX_TURN { OFF_THE_ARC } else { OFF_ANY_ARC };
    let error = Some(Deviation::angle(error + factor * most.powi(3)));
    Ok(Plain { property, curve: Cow::Owned(curve), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_that_miss_the_curve_have_no_more_keys() {
        let values = [quaternion::IDENTITY, [1.0, 0.0, 0.0, 0.0], quaternion::IDENTITY].concat();
        let arcs = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 4, values, Join::Slerp).unwrap();
        let plain = rotation(&arcs, 2.0, 1e-3, KeyLimit::default()).unwrap();
        assert_eq!(plain.curve.len(), 3);
        // Half a turn as a straight line: at u the angle is 2·atan(u / (1 − u)), an error of up to 0.1402 rad.
        let off = |u: f64| (2.0 * (u / (1.0 - u)).atan() - u * std::f64::consts::PI).abs();
        let most = (1..1000).map(|step| off(f64::from(step) / 1000.0)).fold(0.0, f64::max);
        let stated = plain.error.unwrap().size - 2.0;
        assert!(most <= stated && stated < 1.2 * most, "{most} {stated}");
    }

    #[test]
    fn jumps_are_no_errors_and_have_no_keys_within() {
        // Turns of 3 rad from one step to the next, in a curve that repeats.
        let turned = quaternion::from_axis_angle([0.0, 1.0, 2.0], 3.0);
        let values = [quaternion::IDENTITY, turned, quaternion::IDENTITY].concat();
        let steps = Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 4, values, Join::Step).unwrap();
        let steps = steps.with_wrap(Wrap::Hold, Wrap::Repeat);
        let bounds = Bounds { value: 1e-3, angle: 1e-3, limit: KeyLimit::default() };
        let plain = short_lines(&steps, &Property::Rotation, [0.0, 2.25], bounds).unwrap();
        assert!(plain.error.unwrap().size < 1e-9, "{:?}", plain.error);
        // The ends, and two keys for each of the four jumps.
        assert_eq!(plain.curve.len(), 10);
        for (time, expected) in [(0.25, 1.0), (0.75, 1.5_f64.cos()), (1.25, 1.0), (1.75, 1.5_f64.cos())] {
            assert!((plain.curve.at(time)[3].abs() - expected).abs() < 1e-12, "at {time}");
        }
    }

    #[test]
    fn arcs_are_followed_within_the_stated_error() {
        let turns = [0.05, 0.2499, 0.3, 1.0, 3.1];
        for (turn, tolerance) in turns.into_iter().flat_map(|turn| [(turn, 1e-3), (turn, 1e-7)]) {
            let end = quaternion::from_axis_angle([0.0, 1.0, 2.0], turn);
            let values = [quaternion::IDENTITY, end].concat();
            let arc = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Join::Slerp).unwrap();
            let plain = rotation(&arc, 0.0, tolerance, KeyLimit::default()).unwrap();
            let unit = |curve: &Curve, time| quaternion::normalize(curve.at(time).try_into().unwrap());
            let off = (0..=1000).map(|step| f64::from(step) / 1000.0).map(|time| {
                let [expected, found] = [&arc, &*plain.curve].map(|curve| unit(curve, time));
                2.0 * (0..4).map(|part| (expected[part] - found[part]).powi(2)).sum::<f64>().sqrt()
            });
            let (most, stated) = (off.fold(0.0, f64::max), plain.error.unwrap().size);
            assert!(0.9 * stated <= most && most <= stated, "{turn}: {most} and not {stated}");
            assert!(stated <= tolerance, "{turn}: {stated} and not {tolerance}");
            // One line fewer is too few: the error of a line is √3/432 times the cube of its angle.
            let longer = turn / (plain.curve.len() - 2) as f64;
            assert!(longer > MAX_TURN || 3f64.sqrt() / 432.0 * longer.powi(3) > tolerance, "{turn}");
        }
    }
}
