//! Curves as keys of one component each.

use std::borrow::Cow;

use anim_core::{ClipError, Curve, Ease as Join, Property, Times, Wrap, bake, quaternion, to_rotation};

use super::matrix;

/// A curve of steps, straight lines and Bézier pieces, component by component, and how far it is from its source.
pub(super) struct Plain<'a> {
    pub(super) property: Property,
    pub(super) curve: Cow<'a, Curve>,
    pub(super) error: Option<f64>,
}

/// A channel's curve as curves that STF has: of a matrix three, of anything else one.
pub(super) fn plain<'a>(
    curve: &'a Curve,
    property: &Property,
    duration: f64,
    tolerance: f64,
) -> Result<Vec<Plain<'a>>, ClipError> {
    let span = [curve.start().min(0.0), curve.end().max(duration)];
    match property {
        Property::Matrix if curve.width() == 12 => return matrix::parts(curve, span, tolerance),
        Property::Euler(_) | Property::Angle { .. } if curve.width() == property.width() => {
            let baked = to_rotation(curve, property, span, tolerance)?;
            let (curve, error) = (baked.curve, baked.error);
            return Ok(vec![rotation(&curve, error)?]);
        }
        _ => {}
    }
    let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
    let sayable = |key| matches!(curve.ease(key), Join::Step | Join::Linear | Join::Bezier);
    if holds && (0..curve.len()).all(sayable) {
        return Ok(vec![Plain { property: property.clone(), curve: Cow::Borrowed(curve), error: None }]);
    }
    if *property == Property::Rotation && curve.width() == 4 {
        let baked = to_rotation(curve, property, span, tolerance)?;
        return Ok(vec![rotation(&baked.curve, baked.error)?]);
    }
    let baked = bake(curve, span, tolerance)?;
    Ok(vec![Plain { property: property.clone(), curve: Cow::Owned(baked.curve), error: Some(baked.error) }])
}

/// The most a piece of an arc turns, in radians of the rotation.
const MAX_TURN: f64 = 0.25;

/// How far a straight line between two quaternions, normalised, is from the arc between them at most, as a part of the
/// cube of the angle that it turns: √3/432 for small angles, and a little more for those up to [`MAX_TURN`].
const OFF_THE_ARC: f64 = 0.004_02;

/// Arcs as short straight lines: components are interpolated by themselves, then normalised.
fn rotation(curve: &Curve, error: f64) -> Result<Plain<'static>, ClipError> {
    let property = Property::Rotation;
    if curve.uniform_ease() == Some(Join::Step) {
        return Ok(Plain { property, curve: Cow::Owned(curve.clone()), error: None });
    }
    let (mut times, mut values, mut most) = (Vec::new(), Vec::new(), 0.0f64);
    let at = |key: usize| <[f64; 4]>::try_from(curve.value(key)).unwrap_or(quaternion::IDENTITY);
    let all: Vec<f64> = curve.times().iter().collect();
    for (key, time) in all.iter().copied().enumerate() {
        times.push(time);
        values.extend(at(key));
        let Some(&next) = all.get(key + 1) else { break };
        let turn = quaternion::angle_between(at(key), at(key + 1));
        let pieces = (turn / MAX_TURN).ceil().clamp(1.0, 32.0);
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
    Ok(Plain { property, curve: Cow::Owned(curve), error: Some(error + OFF_THE_ARC * most.powi(3)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_followed_within_what_is_said() {
        for turn in [0.05, 0.2499, 0.3, 1.0, 3.1] {
            let end = quaternion::from_axis_angle([0.0, 1.0, 2.0], turn);
            let values = [quaternion::IDENTITY, end].concat();
            let arc = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Join::Slerp).unwrap();
            let plain = rotation(&arc, 0.0).unwrap();
            let unit = |curve: &Curve, time| quaternion::normalize(curve.at(time).try_into().unwrap());
            let off = (0..=1000).map(|step| f64::from(step) / 1000.0).map(|time| {
                let [expected, found] = [&arc, &*plain.curve].map(|curve| unit(curve, time));
                2.0 * (0..4).map(|part| (expected[part] - found[part]).powi(2)).sum::<f64>().sqrt()
            });
            let (most, said) = (off.fold(0.0, f64::max), plain.error.unwrap());
            assert!(0.9 * said <= most && most <= said, "{turn}: {most} and not {said}");
        }
    }
}
