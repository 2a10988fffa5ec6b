//! Curves that glTF can represent: steps, straight lines, arcs, and Hermite splines, from time 0 on.

use std::borrow::Cow;

use anim_core::merge::Merged;
use anim_core::{
    Channel, ClipError, Curve, Ease, Fineness, Handles, Property, Times, Wrap, bake, quaternion, to_rotation,
};

use super::steps;

/// A curve that glTF can represent.
#[derive(Debug)]
pub(super) struct Plain<'a> {
    pub(super) curve: Cow<'a, Curve>,
    /// The error of baking; `None` if the curve was not baked.
    pub(super) error: Option<f64>,
    /// The duration of the jumps of the baked curve, in seconds.
    pub(super) jump: f64,
}

/// The curve of a complete property as one that glTF can represent, from 0 to at least `duration`.
///
/// `fineness` bounds the error of baking, in the unit of the property. Splines are kept if `cubic`. Errors: those of [`bake`].
pub(super) fn plain<'a>(
    Merged { curve, error, jump }: Merged<'a>,
    property: &Property,
    duration: f64,
    fineness: Fineness,
    cubic: bool,
) -> Result<Plain<'a>, ClipError> {
    let shows_repeats = curve.start() < 0.0 || !wraps_are_idle(&curve, duration);
    let steps = if shows_repeats { steps::unrolled(&curve, duration, fineness) } else { None };
    let (curve, late) = steps.map_or((curve, 0.0), |(steps, late)| (Cow::Owned(steps), late));
    let plain = plain_of(Merged { curve, error, jump }, property, duration, fineness, cubic)?;
    Ok(Plain { jump: plain.jump.max(late), ..plain })
}

/// The same for a curve whose steps do not repeat.
fn plain_of<'a>(
    Merged { curve, error, jump }: Merged<'a>,
    property: &Property,
    duration: f64,
    fineness: Fineness,
    cubic: bool,
) -> Result<Plain<'a>, ClipError> {
    let rotation = match property {
        Property::Rotation => true,
        Property::Euler(_) | Property::Angle { .. } => return baked(&curve, property, duration, fineness),
        _ => false,
    };
    // Matrices are decomposed key by key, which would lose the tangents of splines.
    let spline = (*property == Property::Matrix || !cubic) && curve.uniform_ease() == Some(Ease::Bezier);
    // The jumps of a curve that was baked already have a duration.
    let apart = if error > 0.0 || jump > 0.0 { 0.0 } else { fineness.jump };
    let is_plain = has_plain_eases(&curve, rotation, apart) && !spline;
    if is_plain && curve.start() >= 0.0 && wraps_are_idle(&curve, duration) {
        return Ok(Plain { curve, error: None, jump: 0.0 });
    }
    if is_plain && curve.wrap() == (Wrap::Hold, Wrap::Hold) && curve.uniform_ease() != Some(Ease::Bezier) {
        return Ok(Plain { curve: Cow::Owned(from_zero(&curve)?), error: None, jump: 0.0 });
    }
    baked(&curve, property, duration, fineness)
}

fn baked<'a>(
    curve: &Curve,
    property: &Property,
    duration: f64,
    fineness: Fineness,
) -> Result<Plain<'a>, ClipError> {
    let end = if curve.wrap().1 == Wrap::Hold { duration.max(curve.end()) } else { duration };
    let span = [0.0, end];
    let rotation = property.is_rotation();
    let mut baked =
        if rotation { to_rotation(curve, property, span, fineness)? } else { bake(curve, span, fineness)? };
    if baked.curve.start() < 0.0 {
        baked.curve = from_zero(&baked.curve)?;
    }
    // Steps of angles become steps of quaternions without an error.
    let exact = baked.curve.uniform_ease() == Some(Ease::Step);
    Ok(Plain { curve: Cow::Owned(baked.curve), error: (!exact).then_some(baked.error), jump: baked.jump })
}

/// Whether a channel of a clip with a duration is a spline that glTF can represent as it is.
pub(super) fn is_spline(channel: &Channel, duration: f64) -> bool {
    let (curve, property) = (channel.curve(), channel.property());
    let is_whole = curve.width() == property.width()
        && !matches!(property, Property::Euler(_) | Property::Angle { .. } | Property::Matrix);
    is_whole
        && curve.uniform_ease() == Some(Ease::Bezier)
        && has_plain_eases(curve, *property == Property::Rotation, 0.0)
        && curve.start() >= 0.0
        && wraps_are_idle(curve, duration)
}

/// Whether all keys have one ease that glTF can represent, and the keys of a curve that is not stepped are at least about `jump`
/// seconds apart.
fn has_plain_eases(curve: &Curve, rotation: bool, jump: f64) -> bool {
    match curve.uniform_ease() {
        Some(Ease::Step) => true,
        Some(_) if curve.len() == 1 => true,
        Some(_) if !has_distinct_times(curve, jump) => false,
        Some(Ease::Linear) => !rotation,
        Some(Ease::Slerp) => rotation,
        Some(Ease::Bezier) => at_thirds(curve) && (!rotation || all_unit(curve)),
        _ => false,
    }
}

/// Whether all key times differ in single precision, and by at least about `jump` seconds.
fn has_distinct_times(curve: &Curve, jump: f64) -> bool {
    // Frames are as far apart as their rate says, up to a unit of single precision.
    if let Some(rate) = curve.times().rate() {
        let farthest = curve.start().abs().max(curve.end().abs());
        let step = 2.0 * f64::from(f32::EPSILON) * farthest;
        if 0.999 * rate.time(1.0) - step > jump && farthest < f64::from(f32::MAX) / 2.0 {
            return true;
        }
    }
    let mut times = curve.times().iter().map(|time| time as f32);
    let mut last = times.next();
    let least = 0.9 * jump as f32;
    times.all(|time| {
        last.replace(time).is_some_and(|last| last < time && time - last >= least && time.is_finite())
    })
}

/// Whether the handles of every segment are at its thirds, so that time is linear in the curve's parameter.
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

/// Whether every key is a quaternion with length 1. Normalising other quaternions would not change their tangents.
fn all_unit(curve: &Curve) -> bool {
    let unit =
        |q: &[f64]| (quaternion::dot([q[0], q[1], q[2], q[3]], [q[0], q[1], q[2], q[3]]) - 1.0).abs() <= 1e-6;
    curve.values().chunks_exact(4).all(unit)
}

/// Whether the wraps have no effect within the clip.
fn wraps_are_idle(curve: &Curve, duration: f64) -> bool {
    let (before, after) = curve.wrap();
    (before == Wrap::Hold || curve.start() <= 0.0) && (after == Wrap::Hold || curve.end() >= duration)
}

/// A plain curve with an additional key at `end` that repeats its last value; `None` if it already reaches `end`.
pub(super) fn extended(curve: &Curve, end: f64) -> Option<Curve> {
    if curve.end() as f32 >= end as f32 {
        return None;
    }
    let mut values = curve.values().to_vec();
    values.extend_from_slice(curve.value(curve.len() - 1));
    // The ease of a single key has no effect.
    let ease = if curve.len() == 1 { Ease::Step } else { curve.uniform_ease()? };
    let times = Times::keys(curve.times().iter().chain([end]).collect::<Vec<_>>()).ok()?;
    let extended = Curve::new(times, curve.width(), values, ease).ok()?;
    if ease != Ease::Bezier {
        return Some(extended);
    }
    let third = (end - curve.end()) / 3.0;
    let all = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |c| curve.handles(key, c)));
    let mut handles: Vec<_> = all.collect();
    let last = handles.len() - curve.width();
    handles[last..].iter_mut().for_each(|handles| handles.out = [third, 0.0]);
    handles.resize(extended.values().len(), Handles { into: [-third, 0.0], out: [0.0; 2] });
    extended.with_handles(handles).ok()
}

/// The part of a curve from time 0 on. The curve has no Bézier segments.
fn from_zero(curve: &Curve) -> Result<Curve, ClipError> {
    let first = curve.times().iter().position(|time| time > 0.0).unwrap_or(curve.len());
    let times: Vec<f64> = std::iter::once(0.0).chain(curve.times().iter().skip(first)).collect();
    let mut values = curve.at(0.0);
    values.extend_from_slice(&curve.values()[first * curve.width()..]);
    let ease = curve.uniform_ease().filter(|ease| *ease != Ease::Bezier).unwrap_or(Ease::Step);
    Curve::new(Times::keys(times)?, curve.width(), values, ease)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_after_the_end_of_a_clip_stay() {
        let times = Times::keys([0.0, 0.5, 1.0, 4.0]).unwrap();
        let steps = Curve::new(times, 1, vec![1.0, 2.0, 3.0, 4.0], Ease::Step).unwrap();
        let of = |wrap: Wrap, duration: f64| {
            let merged = Merged {
                curve: Cow::Owned(steps.clone().with_wrap(Wrap::Hold, wrap)),
                error: 0.0,
                jump: 0.0,
            };
            let property = Property::named("any", 1);
            let plain = plain(merged, &property, duration, Fineness::from(1e-3), false).unwrap();
            (plain.curve.uniform_ease(), plain.curve.times().iter().collect::<Vec<_>>())
        };
        for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong] {
            assert_eq!(of(wrap, 2.0), (Some(Ease::Step), vec![0.0, 0.5, 1.0, 4.0]), "{wrap:?}");
        }
        assert_eq!(of(Wrap::Repeat, 5.0), (Some(Ease::Step), vec![0.0, 0.5, 1.0, 4.0, 4.5, 5.0]));
    }
}
