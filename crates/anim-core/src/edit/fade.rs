//! Cross-fades from one curve to another.

use super::distance::{baked_error, of_numbers};
use super::draft::{CurveError, Draft};
use super::mixture::Mixture;
use super::quota::Quota;
use super::section::written_out;
use super::twin::Twin;
use crate::{Channel, ClipError, Curve, Ease, Property, Winding, bake_function};

/// A curve, and the time in it at which the fade begins.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    pub(super) curve: &'a Curve,
    pub(super) time: f64,
}

/// Whether the curve of a channel may take keys of the quota where it fades into others.
pub(super) fn fades(channel: &Channel) -> bool {
    let curve = channel.curve();
    !curve.is_still() && curve.uniform_ease() != Some(Ease::Step)
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
    // Numbers of a format that do not move may be flags, or represent something.
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
    let moving = usize::from(!(from.curve.is_still() && to.curve.is_still()));
    if a.is_still() && b.is_still() && a.value(0) == b.value(0) {
        quota.pass(moving);
        return Ok(Draft::key(0.0, a.value(0)));
    }
    let [a, b] = [a.curve()?, b.curve()?];
    let mut mixture = Mixture::new(property, [&a, &b], seconds);
    let arcs = mixture.is_of_arcs();
    let mut sample = |time: f64, out: &mut [f64]| mixture.sample(time, out);
    let ease = if arcs { Ease::Slerp } else { Ease::Linear };
    let span = [0.0, seconds];
    let fine = if arcs { quota.fineness() } else { of_numbers(property, quota.fineness()) };
    let baked = bake_function(&[&a, &b], a.width(), ease, span, fine, &mut sample)?;
    quota.take(&baked.curve);
    quota.pass(moving);
    let size = baked_error(property, &baked, &[&a, &b], span, &mut Winding::new([]), sample);
    let error = CurveError { size, cause: "the cross-fade was baked to keys" };
    Ok(Draft { error, jump: baked.jump, ..Draft::of(&baked.curve) })
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
