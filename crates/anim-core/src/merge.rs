//! Channels that drive parts of one property as one curve.

use std::borrow::Cow;

use crate::{Channel, ClipError, Curve, Ease, Handles, Times, Wrap, bake};

/// The curve of a whole property, `rest` where no part says anything, and the error of what had to be baked for it.
///
/// Later parts override earlier ones; there is at least one. `rest` has as many numbers as the property. What is not said
/// exactly by common keys is baked within `tolerance` from 0 to `duration`, or to the last key of a curve that holds.
///
/// Errors: [`ClipError::Values`] without a part, and those of [`bake`]. Panics if a part reaches past `rest`.
///
/// [`bake`]: crate::bake()
pub fn whole<'a>(
    parts: &[&'a Channel],
    rest: &[f64],
    duration: f64,
    tolerance: f64,
) -> Result<(Cow<'a, Curve>, f64), ClipError> {
    if let [part] = parts
        && part.curve().width() == rest.len()
    {
        return Ok((Cow::Borrowed(part.curve()), 0.0));
    }
    if let Some(curve) = interleaved(parts, rest)? {
        return Ok((Cow::Owned(curve), 0.0));
    }
    let plain = |curve: &Curve| matches!(curve.uniform_ease(), Some(Ease::Step | Ease::Linear));
    let alike = parts.iter().all(|part| {
        let curve = part.curve();
        plain(curve)
            && curve.uniform_ease() == parts[0].curve().uniform_ease()
            && curve.wrap() == (Wrap::Hold, Wrap::Hold)
    });
    let mut error = 0.0f64;
    let mut curves = Vec::with_capacity(parts.len());
    for part in parts {
        let curve = part.curve();
        curves.push(if alike {
            Cow::Borrowed(curve)
        } else {
            let end = if curve.wrap().1 == Wrap::Hold { duration.max(curve.end()) } else { duration };
            let baked = bake(curve, [0.0, end], tolerance)?;
            error = error.max(baked.error);
            Cow::Owned(baked.curve)
        });
    }
    let mut times: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut values = Vec::with_capacity(times.len() * rest.len());
    for &time in &times {
        let start = values.len();
        values.extend_from_slice(rest);
        for (part, curve) in parts.iter().zip(&curves) {
            curve.sample(time, &mut values[start + part.component()..]);
        }
    }
    let ease = curves.first().and_then(|curve| curve.uniform_ease()).unwrap_or(Ease::Step);
    Ok((Cow::Owned(Curve::new(Times::keys(times)?, rest.len(), values, ease)?), error))
}

/// The sum of the curves that two lists of parts make, `rest` where the first list says nothing and 0 where the second
/// does, and the error of what had to be baked for it. The first list may be empty.
///
/// Errors and panics: as for [`whole`].
pub fn sum<'a>(
    parts: &[&'a Channel],
    shifts: &[&'a Channel],
    rest: &[f64],
    duration: f64,
    tolerance: f64,
) -> Result<(Cow<'a, Curve>, f64), ClipError> {
    let (base, first) = if parts.is_empty() {
        (Cow::Owned(Curve::constant(rest)?), 0.0)
    } else {
        whole(parts, rest, duration, tolerance)?
    };
    let (shift, second) = whole(shifts, &vec![0.0; rest.len()], duration, tolerance)?;
    if let Some(sum) = exact_sum(&base, &shift)? {
        return Ok((Cow::Owned(sum), first + second));
    }
    let baked = [&base, &shift].map(|curve| {
        let end = if curve.wrap().1 == Wrap::Hold { duration.max(curve.end()) } else { duration };
        bake(curve, [0.0, end], tolerance / 2.0)
    });
    let [base, shift] = baked;
    let (base, shift) = (base?, shift?);
    let mut times: Vec<f64> = base.curve.times().iter().chain(shift.curve.times().iter()).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let add = |time: &f64| base.curve.at(*time).into_iter().zip(shift.curve.at(*time)).map(|(a, b)| a + b);
    let values = times.iter().flat_map(add).collect();
    let curve = Curve::new(Times::keys(times)?, rest.len(), values, Ease::Linear)?;
    Ok((Cow::Owned(curve), first + second + base.error + shift.error))
}

/// The sum of a curve and a constant, or of two straight curves with the same keys; `None` for others.
fn exact_sum(a: &Curve, b: &Curve) -> Result<Option<Curve>, ClipError> {
    let add = |curve: &Curve, other: &Curve| {
        let others = other.values().iter().cycle();
        let values = curve.values().iter().zip(others).map(|(a, b)| a + b).collect();
        let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
        let (before, after) = curve.wrap();
        let mut sum =
            Curve::new(curve.times().clone(), curve.width(), values, Ease::Linear)?.with_eases(eases)?;
        if curve.has_handles() {
            let keys = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |part| (key, part)));
            sum = sum.with_handles(keys.map(|(key, part)| curve.handles(key, part)).collect())?;
        }
        Ok(Some(sum.with_wrap(before, after)))
    };
    let straight =
        |curve: &Curve| matches!(curve.uniform_ease(), Some(Ease::Step | Ease::Linear | Ease::Sine));
    match (a.len(), b.len()) {
        (_, 1) => add(a, b),
        (1, _) => add(b, a),
        _ if straight(a)
            && a.uniform_ease() == b.uniform_ease()
            && a.times() == b.times()
            && a.wrap() == b.wrap() =>
        {
            add(a, b)
        }
        _ => Ok(None),
    }
}

/// Parts with the same times, ease and wraps, side by side; `None` for others.
fn interleaved(parts: &[&Channel], rest: &[f64]) -> Result<Option<Curve>, ClipError> {
    let Some((first, others)) = parts.split_first() else { return Ok(None) };
    let first = first.curve();
    let same = |part: &&Channel| {
        let curve = part.curve();
        curve.uniform_ease() == first.uniform_ease()
            && curve.wrap() == first.wrap()
            && curve.times() == first.times()
    };
    let (Some(ease), true) = (first.uniform_ease(), others.iter().all(same)) else { return Ok(None) };
    let mut values = rest.repeat(first.len());
    let mut handles = vec![Handles::default(); if ease == Ease::Bezier { values.len() } else { 0 }];
    if ease == Ease::Bezier {
        at_rest(first.times(), rest.len(), &mut handles);
    }
    for part in parts {
        let (curve, component) = (part.curve(), part.component());
        for key in 0..curve.len() {
            let start = key * rest.len() + component;
            values[start..start + curve.width()].copy_from_slice(curve.value(key));
            for offset in 0..curve.width() {
                if let Some(handle) = handles.get_mut(start + offset) {
                    *handle = curve.handles(key, offset);
                }
            }
        }
    }
    let mut curve = Curve::new(first.times().clone(), rest.len(), values, ease)?;
    if ease == Ease::Bezier {
        curve = curve.with_handles(handles)?;
    }
    Ok(Some(curve.with_wrap(first.wrap().0, first.wrap().1)))
}

/// Handles at thirds that keep a value, so that a component at rest never hinders a spline.
fn at_rest(times: &Times, width: usize, handles: &mut [Handles]) {
    let third = |key: usize| match (times.get(key), times.get(key + 1)) {
        (Some(from), Some(to)) => (to - from) / 3.0,
        _ => 0.0,
    };
    for (key, handles) in handles.chunks_exact_mut(width).enumerate() {
        let into = key.checked_sub(1).map_or(0.0, third);
        handles.fill(Handles { into: [-into, 0.0], out: [third(key), 0.0] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Property;

    fn part(component: usize, times: &[f64], values: &[f64], ease: Ease) -> Channel {
        let width = values.len() / times.len();
        let curve = Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap();
        Channel::part(0, Property::Translation, component, curve).unwrap()
    }

    #[test]
    fn parts_are_joined_over_what_rests_and_later_ones_override() {
        let parts = [
            part(0, &[0.0, 2.0], &[0.0, 9.0, 4.0, 9.0], Ease::Linear),
            part(1, &[0.0, 1.0], &[0.0, 8.0], Ease::Linear),
        ];
        let (curve, error) = whole(&parts.each_ref(), &[7.0; 3], 2.0, 1e-3).unwrap();
        assert_eq!((error, curve.uniform_ease()), (0.0, Some(Ease::Linear)));
        for (time, expected) in [(0.5, [1.0, 4.0, 7.0]), (1.0, [2.0, 8.0, 7.0]), (1.5, [3.0, 8.0, 7.0])] {
            assert_eq!(curve.at(time), expected, "at {time}");
        }
        assert_eq!(whole(&[], &[7.0; 3], 2.0, 1e-3), Err(ClipError::Values));
    }

    #[test]
    fn a_sum_is_within_the_error_that_is_told() {
        let turned = part(0, &[0.0, 2.0], &[0.0, 4.0], Ease::Sine);
        let shift = part(0, &[0.0, 1.0, 2.0], &[1.0, 0.0, 5.0], Ease::Step);
        let (curve, error) = sum(&[&turned], &[&shift], &[7.0; 3], 2.0, 1e-3).unwrap();
        assert!(error > 0.0 && error <= 1e-3);
        for (time, shift) in [(0.3, 1.0), (0.9, 1.0), (1.2, 0.0), (2.0, 5.0)] {
            let expected = 2.0 * (1.0 - (std::f64::consts::FRAC_PI_2 * time).cos()) + shift;
            assert!((curve.at(time)[0] - expected).abs() <= 1.5 * error, "at {time}");
            assert_eq!(curve.at(time)[1..], [7.0; 2]);
        }
    }
}
