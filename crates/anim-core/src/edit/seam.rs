//! Curves of a property one after another.

use super::draft::Draft;
use super::twin::Twin;
use crate::clip::ends::away;
use crate::{Ease, Property, Wrap};

/// The largest angle in radians between two results of rounding the same rotation.
const SAME_ROTATION: f64 = 1e-12;

/// The angle in radians by which a rotation may continue during a jump.
const NEAR: f64 = 1e-4;

/// Appends a curve of a property. Rotations take the equivalent numbers nearest to the last ones.
pub(super) fn append(property: &Property, whole: &mut Draft, mut next: Draft) {
    if let Some(last) = whole.len().checked_sub(1) {
        Twin::nearest(property, next.value(0), whole.value(last)).change_all(&mut next);
        meet(property, whole, &mut next);
    }
    whole.append(next);
}

/// Appends the next period of a curve of a property. A period that ends with whole turns continues with them; otherwise its numbers
/// stay.
pub(super) fn go_on(property: &Property, whole: &mut Draft, mut next: Draft) {
    if let Some(last) = whole.len().checked_sub(1)
        && let Some(twin) = Twin::within(SAME_ROTATION, property, next.value(0), whole.value(last))
    {
        twin.change_all(&mut next);
        next.values[..whole.width].copy_from_slice(&whole.values[last * whole.width..]);
    }
    whole.append(next);
}

/// Lets angles continue with whole turns where they jump to other numbers for the same rotation: there is no jump.
pub(super) fn unwind(property: &Property, draft: &mut Draft) {
    let is_angle = matches!(property, Property::Euler(_) | Property::Angle { .. });
    let wraps = [draft.wrap.0, draft.wrap.1];
    if !is_angle || draft.jump == 0.0 || wraps.contains(&Wrap::RepeatWithOffset) {
        return;
    }
    let gap = draft.jump * (1.0 + 1e-6);
    let (mut whole, mut jumps) = (Twin::OWN, false);
    for key in 1..draft.len() {
        whole.change(draft, key);
        if draft.times[key] - draft.times[key - 1] > gap {
            continue;
        }
        let (own, last) = (draft.value(key), draft.value(key - 1));
        if let Some(twin) = Twin::within(NEAR, property, own, last) {
            twin.change(draft, key);
            whole = whole.then(&twin);
        } else {
            jumps |= own.iter().zip(last).any(|(own, last)| (own - last).abs() > NEAR);
        }
    }
    if !jumps {
        draft.jump = 0.0;
    }
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

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::{Curve, Times};

    #[test]
    fn whole_turns_are_no_jumps() {
        let angle = Property::Angle { axis: [0.0, 0.0, 1.0] };
        for (back, expected, is_jump) in [
            (0.0, [0.0, TAU, TAU, 2.0 * TAU], false),
            // A little further during the jump.
            (1e-5, [0.0, TAU, TAU + 1e-5, 2.0 * TAU + 1e-5], false),
            (1.0, [0.0, TAU, 1.0, 1.0 + TAU], true),
        ] {
            let values = vec![0.0, TAU, back, back + TAU];
            let times = Times::keys([0.0, 1.0 - 1e-6, 1.0, 2.0]).unwrap();
            let curve = Curve::new(times, 1, values, Ease::Linear).unwrap();
            let mut draft = Draft { jump: 1e-6, ..Draft::of(&curve) };
            unwind(&angle, &mut draft);
            let off = draft.values.iter().zip(expected).map(|(found, expected)| (found - expected).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{back}: {:?}", draft.values);
            assert_eq!(draft.jump > 0.0, is_jump, "{back}");
        }
    }
}
