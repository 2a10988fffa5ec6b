//! Curves in the forms that glTF has: steps, straight lines or arcs, and Hermite splines, from time 0 on.

use std::borrow::Cow;

use anim_core::{ClipError, Curve, Ease, Handles, Property, Times, Wrap, bake, quaternion, to_rotation};

/// A curve that glTF can say.
#[derive(Debug)]
pub(super) struct Plain<'a> {
    pub(super) curve: Cow<'a, Curve>,
    /// How far it is from its source; `None` if it is its source.
    pub(super) error: Option<f64>,
}

/// A curve of a whole property as one that glTF can say, over 0 to at least `duration`.
///
/// The errors are those of baking.
pub(super) fn plain<'a>(
    curve: Cow<'a, Curve>,
    property: &Property,
    duration: f64,
    tolerance: f64,
) -> Result<Plain<'a>, ClipError> {
    let rotation = match property {
        Property::Rotation => true,
        Property::Euler(_) | Property::Angle { .. } => return baked(&curve, property, duration, tolerance),
        _ => false,
    };
    // A matrix is taken apart key by key, which splines do not survive.
    let spline = *property == Property::Matrix && curve.uniform_ease() == Some(Ease::Bezier);
    let sayable = is_sayable(&curve, rotation) && !spline;
    if sayable && curve.start() >= 0.0 && wraps_are_idle(&curve, duration) {
        return Ok(Plain { curve, error: None });
    }
    if sayable && curve.wrap() == (Wrap::Hold, Wrap::Hold) && curve.uniform_ease() != Some(Ease::Bezier) {
        return Ok(Plain { curve: Cow::Owned(cut(&curve)?), error: None });
    }
    baked(&curve, property, duration, tolerance)
}

fn baked<'a>(
    curve: &Curve,
    property: &Property,
    duration: f64,
    tolerance: f64,
) -> Result<Plain<'a>, ClipError> {
    let end = if curve.wrap().1 == Wrap::Hold { duration.max(curve.end()) } else { duration };
    let span = [0.0, end];
    let rotation = property.is_rotation();
    let mut baked =
        if rotation { to_rotation(curve, property, span, tolerance)? } else { bake(curve, span, tolerance)? };
    if baked.curve.start() < 0.0 {
        baked.curve = cut(&baked.curve)?;
    }
    // Steps of angles are steps of quaternions: nothing is lost.
    let exact = baked.curve.uniform_ease() == Some(Ease::Step);
    Ok(Plain { curve: Cow::Owned(baked.curve), error: (!exact).then_some(baked.error) })
}

/// Whether the eases are one that glTF has.
fn is_sayable(curve: &Curve, rotation: bool) -> bool {
    match curve.uniform_ease() {
        Some(Ease::Step) => true,
        Some(_) if curve.len() == 1 => true,
        Some(_) if !apart(curve) => false,
        Some(Ease::Linear) => !rotation,
        Some(Ease::Slerp) => rotation,
        Some(Ease::Bezier) => at_thirds(curve) && (!rotation || all_unit(curve)),
        _ => false,
    }
}

/// Whether single precision tells the times of the keys from each other. Steps lose nothing where it does not.
fn apart(curve: &Curve) -> bool {
    let mut times = curve.times().iter().map(|time| time as f32);
    let mut last = times.next();
    times.all(|time| last.replace(time).is_some_and(|last| last < time && time.is_finite()))
}

/// Whether the handles of every segment lie at its thirds, so that time is linear along it.
fn at_thirds(curve: &Curve) -> bool {
    let near = |seconds: f64, third: f64| (seconds - third).abs() <= 1e-6 * third;
    let segment = |key: usize| {
        let (Some(from), Some(to)) = (curve.times().get(key), curve.times().get(key + 1)) else {
            return true;
        };
        let third = (to - from) / 3.0;
        (0..curve.width()).all(|component| {
            let (out, into) = (curve.handles(key, component).out, curve.handles(key + 1, component).into);
            near(out[0], third) && near(-into[0], third)
        })
    };
    (0..curve.len()).all(segment)
}

/// Whether every key is a quaternion of length 1: the tangents of others would not fit the normalised ones.
fn all_unit(curve: &Curve) -> bool {
    let unit =
        |q: &[f64]| (quaternion::dot([q[0], q[1], q[2], q[3]], [q[0], q[1], q[2], q[3]]) - 1.0).abs() <= 1e-6;
    curve.values().chunks_exact(4).all(unit)
}

/// Whether nothing is seen of the wraps within the clip.
fn wraps_are_idle(curve: &Curve, duration: f64) -> bool {
    let (before, after) = curve.wrap();
    (before == Wrap::Hold || curve.start() <= 0.0) && (after == Wrap::Hold || curve.end() >= duration)
}

/// A plain curve with one more key at `end`, where it still has its last value; `None` if it is not before `end`.
pub(super) fn held(curve: &Curve, end: f64) -> Option<Curve> {
    if curve.end() as f32 >= end as f32 {
        return None;
    }
    let mut values = curve.values().to_vec();
    values.extend_from_slice(curve.value(curve.len() - 1));
    // The ease of a single key says nothing.
    let ease = if curve.len() == 1 { Ease::Step } else { curve.uniform_ease()? };
    let times = Times::keys(curve.times().iter().chain([end]).collect::<Vec<_>>()).ok()?;
    let held = Curve::new(times, curve.width(), values, ease).ok()?;
    if ease != Ease::Bezier {
        return Some(held);
    }
    let third = (end - curve.end()) / 3.0;
    let all = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |c| curve.handles(key, c)));
    let mut handles: Vec<_> = all.collect();
    let last = handles.len() - curve.width();
    handles[last..].iter_mut().for_each(|handles| handles.out = [third, 0.0]);
    handles.resize(held.values().len(), Handles { into: [-third, 0.0], out: [0.0; 2] });
    held.with_handles(handles).ok()
}

/// A curve without Bézier segments from time 0 on.
fn cut(curve: &Curve) -> Result<Curve, ClipError> {
    let first = curve.times().iter().position(|time| time > 0.0).unwrap_or(curve.len());
    let times: Vec<f64> = std::iter::once(0.0).chain(curve.times().iter().skip(first)).collect();
    let mut values = curve.at(0.0);
    values.extend_from_slice(&curve.values()[first * curve.width()..]);
    let ease = curve.uniform_ease().filter(|ease| *ease != Ease::Bezier).unwrap_or(Ease::Step);
    Curve::new(Times::keys(times)?, curve.width(), values, ease)
}
