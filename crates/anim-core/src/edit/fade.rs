//! One curve that becomes another.

use super::draft::{Draft, Off};
use super::section::written_out;
use crate::{Channel, ClipError, Curve, Ease, Positive, Property, bake_function, quaternion};

/// A curve, and the time of it at which something begins.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    pub(super) curve: &'a Curve,
    pub(super) time: f64,
}

/// The way from one curve to another within some seconds; its time 0 is the start. What cannot be mixed changes in the middle.
pub(super) fn fade(
    property: &Property,
    from: From<'_>,
    to: From<'_>,
    seconds: f64,
    tolerance: Positive,
) -> Result<Draft, ClipError> {
    let part = |side: From<'_>, span: [f64; 2]| -> Result<Draft, ClipError> {
        let mut part = written_out(side.curve, span.map(|time| side.time + time))?;
        part.shift(-side.time);
        begun(&mut part, span[0]);
        Ok(part)
    };
    let steps = |curve: &Curve| (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step);
    let whole = matches!(property, Property::Parent | Property::Alive | Property::Visible);
    let moves = from.curve.len() > 1 || to.curve.len() > 1;
    if whole || moves && steps(from.curve) && steps(to.curve) {
        let mut switched = part(from, [0.0, seconds / 2.0])?;
        switched.append(part(to, [seconds / 2.0, seconds])?);
        return Ok(switched);
    }
    let [a, b] = [part(from, [0.0, seconds])?.curve()?, part(to, [0.0, seconds])?.curve()?];
    let width = a.width();
    let arcs = *property == Property::Rotation && width == 4;
    let mut other = vec![0.0; width];
    let (mut first, mut second) = (crate::Sampler::new(&a), crate::Sampler::new(&b));
    let sample = |time: f64, out: &mut [f64]| {
        first.sample(time, out);
        second.sample(time, &mut other);
        mix(property, arcs, out, &mut other, (time / seconds).clamp(0.0, 1.0));
    };
    let ease = if arcs { Ease::Slerp } else { Ease::Linear };
    let baked = bake_function(&[&a, &b], width, ease, [0.0, seconds], tolerance.get(), sample)?;
    let error = Off { size: baked.error, cause: "the cross-fade was baked to keys" };
    Ok(Draft { error, jump: baked.jump, ..Draft::of(&baked.curve) })
}

/// The value on the way from one to another, in place of the first.
fn mix(property: &Property, arcs: bool, out: &mut [f64], other: &mut [f64], u: f64) {
    if arcs {
        let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
        return out.copy_from_slice(&quaternion::slerp(unit(out), unit(other), u));
    }
    if let (Property::Euler(order), &[x, y, z], &[a, b, c]) = (property, &*other, &*out) {
        other.copy_from_slice(&order.nearest([x, y, z], [a, b, c]));
    }
    out.iter_mut().zip(other).for_each(|(out, other)| *out = *out * (1.0 - u) + *other * u);
}

/// Gives a curve a key at a time before its first one, which holds.
pub(super) fn begun(draft: &mut Draft, time: f64) {
    if draft.start() > time {
        draft.insert(time);
    }
}

/// Appends a curve of a channel. A curve of quaternions takes the signs that continue the last.
pub(super) fn append(channel: &Channel, whole: &mut Draft, mut next: Draft) {
    if *channel.property() == Property::Rotation && whole.width == 4 && whole.len() > 0 {
        let ends = whole.value(whole.len() - 1).iter().zip(next.value(0));
        if ends.map(|(a, b)| a * b).sum::<f64>() < 0.0 {
            next.negate();
        }
    }
    whole.append(next);
}
