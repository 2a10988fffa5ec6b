//! Channels that drive parts of one property, merged into one curve.

mod reach;

pub(crate) use reach::once;
pub use reach::{Reach, held, in_turns, stepped, stops};

use std::borrow::Cow;
use std::f64::consts::PI;

use crate::bake;
use crate::bake::fineness::Fineness;
use crate::bake::keys::{FINEST, Keys, Motion, keys};
use crate::quaternion::{self, Quaternion};
use crate::{Channel, ClipError, Curve, Ease, EulerOrder, Handles, Property, Sampler, Times, Wrap};

/// One curve made from several channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged<'a> {
    /// The curve.
    pub curve: Cow<'a, Curve>,
    /// The largest error of a baked curve: for rotations the angle in radians, otherwise as in
    /// [`Baked::error`](crate::Baked::error); 0 if the curve was not baked.
    pub error: f64,
    /// The duration of the longest jump of a baked curve in seconds; 0 without jumps.
    pub jump: f64,
}

impl<'a> Merged<'a> {
    fn exact(curve: Cow<'a, Curve>) -> Self {
        Self { curve, error: 0.0, jump: 0.0 }
    }
}

/// The curve of all components of a property. A component without a part has its value from `rest`.
///
/// Later parts override earlier ones. Of a complete quaternion between keys they replace numbers after it was given the length 1, as in
/// poses. `rest` has a number for each component of the property. Parts without common keys are baked
/// together within the tolerance, over their [reach](Reach::of_linear): of rotations, the angle is within it. Curves that repeat
/// with different periods [stop repeating](stops).
///
/// Errors: [`ClipError::NoParts`] if there is no part, and those of [`bake`]. Panics if a part drives components past the end of
/// `rest`.
///
/// [`bake`]: crate::bake()
pub fn whole<'a>(
    parts: &[&'a Channel],
    rest: &[f64],
    duration: f64,
    fineness: impl Into<Fineness>,
) -> Result<Merged<'a>, ClipError> {
    match exact(parts, rest)? {
        Some(curve) => Ok(Merged::exact(curve)),
        None => baked(parts, &[], rest, duration, fineness.into()),
    }
}

/// The sum of the curves of two lists of parts. In the first list, which may be empty, a component without a part is that of
/// `rest`; in the second it is 0.
///
/// Errors and panics: as for [`whole`].
pub fn sum<'a>(
    parts: &[&'a Channel],
    shifts: &[&'a Channel],
    rest: &[f64],
    duration: f64,
    fineness: impl Into<Fineness>,
) -> Result<Merged<'a>, ClipError> {
    let base = if parts.is_empty() { Some(Cow::Owned(Curve::constant(rest)?)) } else { exact(parts, rest)? };
    let shift = exact(shifts, &vec![0.0; rest.len()])?;
    if let (Some(base), Some(shift)) = (base, shift)
        && let Some(sum) = exact_sum(&base, &shift)?
    {
        return Ok(Merged::exact(Cow::Owned(sum)));
    }
    baked(parts, shifts, rest, duration, fineness.into())
}

/// The curve of parts that need no baking: one complete part, parts with the same keys, or held steps or straight lines.
fn exact<'a>(parts: &[&'a Channel], rest: &[f64]) -> Result<Option<Cow<'a, Curve>>, ClipError> {
    // Nothing is left of parts before a complete one.
    let complete = parts.iter().rposition(|part| part.curve().width() == rest.len());
    let parts = &parts[complete.unwrap_or(0)..];
    let first = parts.first().ok_or(ClipError::NoParts)?.curve();
    if parts.len() == 1 && first.width() == rest.len() {
        return Ok(Some(Cow::Borrowed(first)));
    }
    // Between keys a quaternion has length 1 before parts replace its numbers, so these do not lie on straight lines any more.
    let turns = |part: &&Channel| is_quaternion(part) && part.curve().uniform_ease() != Some(Ease::Step);
    if parts.iter().any(turns) {
        return Ok(None);
    }
    if let Some(curve) = interleaved(parts, rest)? {
        return Ok(Some(Cow::Owned(curve)));
    }
    let Some(ease @ (Ease::Step | Ease::Linear)) = first.uniform_ease() else { return Ok(None) };
    let holds = |curve: &Curve| curve.wrap() == (Wrap::Hold, Wrap::Hold);
    if !parts.iter().all(|part| part.curve().uniform_ease() == Some(ease) && holds(part.curve())) {
        return Ok(None);
    }
    let mut times: Vec<f64> = parts.iter().flat_map(|part| part.curve().times().iter()).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut overlay = Overlay::new(parts, &[], rest);
    let mut values = vec![0.0; times.len() * rest.len()];
    times.iter().zip(values.chunks_exact_mut(rest.len())).for_each(|(time, out)| overlay.sample(*time, out));
    Ok(Some(Cow::Owned(Curve::new(Times::keys(times)?, rest.len(), values, ease)?)))
}

/// Whether a channel drives a complete quaternion.
fn is_quaternion(channel: &Channel) -> bool {
    *channel.property() == Property::Rotation && channel.curve().width() == 4
}

/// Parts and shifts baked together.
fn baked<'a>(
    parts: &[&'a Channel],
    shifts: &[&'a Channel],
    rest: &[f64],
    duration: f64,
    fineness: Fineness,
) -> Result<Merged<'a>, ClipError> {
    let curves: Vec<&Curve> = parts.iter().chain(shifts).map(|part| part.curve()).collect();
    let Reach { span, wrap: (before, after) } = Reach::of_linear(&curves, duration);
    // Of curves that repeat, one period is baked.
    let period = |parts: &[&Channel]| -> Result<Vec<Channel>, ClipError> {
        parts.iter().map(|part| part.with_curve(once(part.curve())?)).collect()
    };
    let repeats = (before, after) != (Wrap::Hold, Wrap::Hold);
    let plain = repeats.then(|| Ok((period(parts)?, period(shifts)?))).transpose()?;
    let plain = plain.as_ref().map(|(parts, shifts)| (parts.iter().collect(), shifts.iter().collect()));
    let (parts, shifts): (Vec<_>, Vec<_>) = plain.unwrap_or_else(|| (parts.to_vec(), shifts.to_vec()));
    let sources: Vec<&Curve> = parts.iter().chain(&shifts).map(|part| part.curve()).collect();
    let Keys { times, values, error, jump } =
        keys(Overlay::new(&parts, &shifts, rest), &sources, span, fineness)?;
    let curve = Curve::new(Times::keys(times)?, rest.len(), values, Ease::Linear)?;
    Ok(Merged { curve: Cow::Owned(curve.with_wrap(before, after)), error, jump })
}

/// A property whose components are driven by parts, over its rest value, with shifts added.
struct Overlay<'a> {
    rest: &'a [f64],
    parts: Vec<Part<'a>>,
    shifts: Vec<Part<'a>>,
    shift: Vec<f64>,
    is_plain: bool,
    form: Form,
}

/// A channel that drives components from this one on.
struct Part<'a> {
    component: usize,
    curve: Sampler<'a>,
    is_quaternion: bool,
}

impl<'a> Part<'a> {
    fn new(channel: &'a Channel) -> Self {
        let (component, curve) = (channel.component(), Sampler::new(channel.curve()));
        Self { component, curve, is_quaternion: is_quaternion(channel) }
    }

    /// Sets its components at a time in seconds.
    fn sample(&mut self, time: f64, out: &mut [f64]) {
        let out = &mut out[self.component..];
        if self.is_quaternion { self.curve.rotation(time, out) } else { self.curve.sample(time, out) }
    }
}

/// What the numbers of a property are.
#[derive(Clone, Copy)]
enum Form {
    Numbers,
    Quaternion,
    Angles(EulerOrder),
}

impl Form {
    fn of(property: &Property) -> Self {
        match property {
            Property::Rotation => Self::Quaternion,
            Property::Euler(order) => Self::Angles(*order),
            _ => Self::Numbers,
        }
    }

    /// The rotation of these numbers; `None` if they are not those of a rotation.
    fn rotation(self, numbers: &[f64]) -> Option<Quaternion> {
        match (self, numbers) {
            (Self::Quaternion, &[x, y, z, w]) => Some(quaternion::normalize([x, y, z, w])),
            (Self::Angles(order), &[x, y, z]) => Some(order.to_quaternion([x, y, z])),
            _ => None,
        }
    }
}

impl<'a> Overlay<'a> {
    fn new(parts: &[&'a Channel], shifts: &[&'a Channel], rest: &'a [f64]) -> Self {
        let is_straight = |part: &&&Channel| bake::has_lines_alone(part.curve()) && !is_quaternion(part);
        let is_plain = parts.iter().chain(shifts).all(|part| is_straight(&part));
        let form = parts.first().map_or(Form::Numbers, |part| Form::of(part.property()));
        let [parts, shifts] = [parts, shifts].map(|parts| parts.iter().map(|part| Part::new(part)).collect());
        Self { rest, parts, shifts, shift: vec![0.0; rest.len()], is_plain, form }
    }
}

impl Motion for Overlay<'_> {
    fn width(&self) -> usize {
        self.rest.len()
    }

    fn sample(&mut self, time: f64, out: &mut [f64]) {
        out.copy_from_slice(self.rest);
        self.parts.iter_mut().for_each(|part| part.sample(time, out));
        if !self.shifts.is_empty() {
            self.shift.fill(0.0);
            self.shifts.iter_mut().for_each(|part| part.sample(time, &mut self.shift));
            out.iter_mut().zip(&self.shift).for_each(|(out, shift)| *out += shift);
        }
    }

    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        let Some(actual) = self.form.rotation(actual) else { return bake::line_error(a, b, u, actual) };
        let mut line = [0.0; 4];
        let line = &mut line[..a.len()];
        line.iter_mut().zip(a.iter().zip(b)).for_each(|(line, (a, b))| *line = a + (b - a) * u);
        self.form.rotation(line).map_or(f64::INFINITY, |line| quaternion::angle_between(line, actual))
    }

    /// A jump of whole turns is one of the angles, which the result keeps.
    fn leap(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        let (error, numbers) = (self.error(a, b, u, actual), bake::line_error(a, b, u, actual));
        if matches!(self.form, Form::Angles(_)) && numbers > PI { numbers } else { error }
    }

    fn is_short(&self, a: &[f64], b: &[f64]) -> bool {
        matches!(self.form, Form::Angles(_)) && bake::line_error(a, a, 0.0, b) > PI
    }

    fn finest(&self, sample: &[f64]) -> f64 {
        match self.form {
            Form::Quaternion => FINEST,
            Form::Numbers | Form::Angles(_) => bake::finest(sample),
        }
    }

    fn is_plain(&self) -> bool {
        self.is_plain
    }
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

/// Parts with the same times, ease and wraps as one curve; `None` if these differ.
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

/// Handles at thirds that keep a value constant, so that a component at rest can join a curve with handles.
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
mod tests;
