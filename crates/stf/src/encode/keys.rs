//! Curves as keys of one component each.

use std::borrow::Cow;

use anim_core::{
    Affine, ClipError, Curve, Ease as Join, Property, Times, Wrap, bake, quaternion, to_rotation,
};

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
        Property::Matrix if curve.width() == 12 => return matrix(curve, span, tolerance),
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

/// A matrix as translation, rotation and scale at the keys of straight lines.
fn matrix<'a>(curve: &Curve, span: [f64; 2], tolerance: f64) -> Result<Vec<Plain<'a>>, ClipError> {
    let steps = curve.uniform_ease() == Some(Join::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold);
    let baked = if steps { curve.clone() } else { bake(curve, span, tolerance)?.curve };
    let join = if steps { Join::Step } else { Join::Linear };
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    let (mut error, mut last) = (0.0f64, quaternion::IDENTITY);
    for rows in baked.values().chunks_exact(12) {
        let map = Affine::from_rows(std::array::from_fn(|index| rows[index]));
        let mut parted = map.decompose();
        error = error.max(map.distance(&parted.into()));
        parted.rotation = quaternion::nearest(parted.rotation, last);
        last = parted.rotation;
        parts[0].extend(parted.translation);
        parts[1].extend(parted.rotation);
        parts[2].extend(parted.scale);
    }
    let kinds = [Property::Translation, Property::Rotation, Property::Scale];
    let plain = |(property, values): (Property, Vec<f64>)| {
        let curve = Curve::new(baked.times().clone(), property.width(), values, join)?;
        // Between keys the parts move by themselves.
        let error = if steps { error } else { error.max(tolerance) };
        Ok(Plain { property, curve: Cow::Owned(curve), error: Some(error) })
    };
    kinds.into_iter().zip(parts).map(plain).collect()
}
