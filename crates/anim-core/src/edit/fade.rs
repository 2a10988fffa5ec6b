//! Cross-fades from one curve to another.

use super::apart::{baked_error, of_numbers};
use super::draft::{Draft, Off};
use super::quota::Quota;
use super::section::written_out;
use super::twin::Twin;
use crate::ends::away;
use crate::quaternion::{self, Quaternion};
use crate::{Channel, ClipError, Curve, Ease, Property, Winding, bake_function, trig};

/// The largest angle in radians between two results of rounding the same rotation.
const SAME_ROTATION: f64 = 1e-12;

/// A curve, and the time in it at which the fade begins.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    pub(super) curve: &'a Curve,
    pub(super) time: f64,
}

/// The cross-fade from one curve to another over `seconds`, from time 0. Values that cannot be mixed switch in the middle.
pub(super) fn fade(
    property: &Property,
    from: From<'_>,
    to: From<'_>,
    seconds: f64,
    quota: &Quota,
) -> Result<Draft, ClipError> {
    let part = |side: From<'_>, span: [f64; 2]| -> Result<Draft, ClipError> {
        let mut part = written_out(property, side.curve, span.map(|time| side.time + time), &quota.repeats)?;
        part.shift(-side.time);
        begun(&mut part, span[0]);
        Ok(part)
    };
    let steps = |curve: &Curve| (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step);
    let whole = matches!(property, Property::Parent | Property::Alive | Property::Visible);
    // Numbers of a format that do not move may be flags, or stand for something.
    let moves = from.curve.len() > 1 || to.curve.len() > 1 || matches!(property, Property::Named { .. });
    if whole || moves && steps(from.curve) && steps(to.curve) {
        let mut switched = part(from, [0.0, seconds / 2.0])?;
        switched.append(part(to, [seconds / 2.0, seconds])?);
        return Ok(switched);
    }
    let whole = |side: From<'_>| -> Result<Draft, ClipError> {
        let mut part = part(side, [0.0, seconds])?;
        continued(property, &mut part);
        Ok(part)
    };
    let [a, mut b] = [whole(from)?, whole(to)?];
    Twin::nearest(property, b.value(0), a.value(0)).change_all(&mut b);
    let [a, b] = [a.curve()?, b.curve()?];
    let width = a.width();
    let arcs = *property == Property::Rotation && width == 4;
    let mut other = vec![0.0; width];
    let (mut first, mut second) = (crate::Sampler::new(&a), crate::Sampler::new(&b));
    let mut sample = |time: f64, out: &mut [f64]| {
        first.sample(time, out);
        second.sample(time, &mut other);
        mix(arcs, out, &other, (time / seconds).clamp(0.0, 1.0));
    };
    let ease = if arcs { Ease::Slerp } else { Ease::Linear };
    let span = [0.0, seconds];
    let fine = if arcs { quota.fineness() } else { of_numbers(property, quota.fineness()) };
    let baked = bake_function(&[&a, &b], width, ease, span, fine, &mut sample)?;
    quota.spend(&baked.curve);
    let size = baked_error(property, &baked, &[&a, &b], span, &mut Winding::new([]), sample);
    let error = Off { size, cause: "the cross-fade was baked to keys" };
    Ok(Draft { error, jump: baked.jump, ..Draft::of(&baked.curve) })
}

/// Mixes a value with another, in place: `u` is the weight of the other.
fn mix(arcs: bool, out: &mut [f64], other: &[f64], u: f64) {
    if arcs {
        let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
        return out.copy_from_slice(&along(unit(out), unit(other), u));
    }
    out.iter_mut().zip(other).for_each(|(out, other)| *out = *out * (1.0 - u) + *other * u);
}

/// The rotation between two quaternions along the arc between them, even if that is the longer one: so the path stays continuous
/// when the rotations become more than half a turn apart.
fn along(a: Quaternion, b: Quaternion, u: f64) -> Quaternion {
    let [x, y, z, w] = quaternion::multiply(quaternion::conjugate(a), b);
    let sine = trig::hypot(trig::hypot(x, y), z);
    if sine == 0.0 {
        return a;
    }
    let (part, rest) = trig::sin_cos(u * trig::atan2(sine, w));
    let turn = [x, y, z].map(|axis| axis / sine * part);
    quaternion::multiply(a, [turn[0], turn[1], turn[2], rest])
}

/// Replaces quaternions by equivalent ones that continue those before them, where this does not change the motion between keys:
/// on arcs and steps.
fn continued(property: &Property, draft: &mut Draft) {
    let mut twin = Twin::OWN;
    for key in 1..draft.len() {
        if matches!(draft.eases[key - 1], Ease::Slerp | Ease::Step) {
            twin = Twin::nearest(property, draft.value(key), draft.value(key - 1));
        }
        twin.change(draft, key);
    }
}

/// Adds a key at a time before the first one, with the value of the first key.
pub(super) fn begun(draft: &mut Draft, time: f64) {
    if draft.start() > time {
        draft.insert(time);
    }
}

/// Appends a curve of a channel. Rotations take the equivalent numbers nearest to the last ones.
pub(super) fn append(channel: &Channel, whole: &mut Draft, mut next: Draft) {
    if let Some(last) = whole.len().checked_sub(1) {
        Twin::nearest(channel.property(), next.value(0), whole.value(last)).change_all(&mut next);
        meet(channel.property(), whole, &mut next);
    }
    whole.append(next);
}

/// Gives the last value of a curve and the first one of the next the same numbers if they are the same rotation: rounding and the
/// lengths of quaternions make no jump.
fn meet(property: &Property, whole: &mut Draft, next: &mut Draft) {
    let last = whole.len() - 1;
    if !property.is_rotation() || away(property, whole.value(last), next.value(0)) > SAME_ROTATION {
        return;
    }
    let is_quaternion = *property == Property::Rotation && whole.width == 4;
    let (place, width) = (last * whole.width, whole.width);
    // On arcs and steps, the length of a quaternion does not matter.
    let is_free = |ease: Ease| !is_quaternion || matches!(ease, Ease::Slerp | Ease::Step);
    if is_free(next.eases[0]) {
        next.values[..width].copy_from_slice(&whole.values[place..]);
    } else if last == 0 || is_free(whole.eases[last - 1]) {
        whole.values[place..].copy_from_slice(&next.values[..width]);
    }
}
