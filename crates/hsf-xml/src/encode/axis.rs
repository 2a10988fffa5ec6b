//! Three angles of which only one changes, as an angle about an axis.

use anim_core::{Curve, Property};

/// A curve of three angles as the exactly equal angle about an axis; `None` if several of them change.
pub(super) fn alone(curve: &Curve, property: &Property) -> Option<(Property, Curve)> {
    let (Property::Euler(_), 3) = (property, curve.width()) else { return None };
    let stands = |part: usize| {
        (0..curve.len()).all(|key| {
            let handles = curve.handles(key, part);
            [curve.value(key)[part], handles.into[1], handles.out[1]] == [0.0; 3]
        })
    };
    let mut turning = (0..3).filter(|part| !stands(*part));
    let (part, None) = (turning.next().unwrap_or(1), turning.next()) else { return None };
    let values = (0..curve.len()).map(|key| curve.value(key)[part]).collect();
    let angle = Curve::new(curve.times().clone(), 1, values, curve.ease(0)).ok()?;
    let mut angle = angle.with_eases((0..curve.len()).map(|key| curve.ease(key)).collect()).ok()?;
    if curve.has_handles() {
        angle = angle.with_handles((0..curve.len()).map(|key| curve.handles(key, part)).collect()).ok()?;
    }
    let mut axis = [0.0; 3];
    axis[part] = 1.0;
    let (before, after) = curve.wrap();
    Some((Property::Angle { axis }, angle.with_wrap(before, after)))
}
