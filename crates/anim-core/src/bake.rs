//! Curves as plain keys: wraps unrolled, eases replaced by straight lines or arcs within a tolerance.

use crate::affine::{distance, largest_of_pairs};
use crate::fineness::Fineness;
use crate::keys::{Cursor, FINEST, Keys, Motion, keys};
use crate::rotation::align;
use crate::{ClipError, Curve, Ease, Times, Wrap, quaternion};

/// A curve made of plain keys and how far it is from its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// The curve: one ease, nothing beyond its keys but holding.
    pub curve: Curve,
    /// The largest difference that was seen between the keys, at the quarters of each segment and at four places between: of
    /// components, the distance if there are three of them, or in radians for rotations. For three angles that straight lines join, it
    /// is a limit that the difference does not exceed. Jumps count on both sides, not in the gap of their two keys.
    pub error: f64,
    /// The longest time in seconds that a jump takes; 0 if there is none.
    pub jump: f64,
}

/// A curve over a span of seconds as keys with straight lines between (great arcs where the source has [`Ease::Slerp`]).
///
/// There is a key at both ends of the span and at every key of the source, and as many between as it takes to stay
/// within the tolerance, judged by the quarters of each segment. A jump becomes two keys a gap apart that single precision
/// still tells from each other; keys that are nearer than two such gaps become one.
///
/// The number of keys is bounded by [`Fineness::limit`], besides those of jumps, and there are at most 4,095 between two keys.
/// Differences that single precision cannot represent are not pursued. Where a curve repeats so often that its keys alone exceed
/// the limit, it is followed up to there and then held. [`Baked::error`] tells what all this costs.
///
/// Errors: [`ClipError::TooManyKeys`] for a curve with more than [`MAX_KEYS`](crate::MAX_KEYS) keys within the span, [`ClipError::Duration`]
/// for a span that is not finite and ascending.
pub fn bake(source: &Curve, span: [f64; 2], fineness: impl Into<Fineness>) -> Result<Baked, ClipError> {
    let arcs = (0..source.len()).any(|key| source.ease(key) == Ease::Slerp);
    let is_plain = if arcs { has_arcs_alone(source) } else { has_lines_alone(source) };
    let (width, ease) = (source.width(), if arcs { Ease::Slerp } else { Ease::Linear });
    let motion = Lines { width, cursor: Cursor::new(source), arcs, is_plain };
    let Keys { times, values, error, jump } = keys(motion, &[source], span, fineness.into())?;
    Ok(Baked { curve: Curve::new(Times::keys(times)?, width, values, ease)?, error, jump })
}

/// A function of time over a span of seconds as keys: straight lines, or great arcs for [`Ease::Slerp`], with a width of 4.
///
/// `sample` writes the value at a time, `width` numbers. `sources` are the curves that it is made of: there is a key at both
/// ends of the span and at every key of theirs, and between these as many as [`bake`] adds.
///
/// Errors: those of [`bake`], and [`ClipError::Eases`] for arcs of another width.
pub fn bake_function(
    sources: &[&Curve],
    width: usize,
    ease: Ease,
    span: [f64; 2],
    fineness: impl Into<Fineness>,
    sample: impl FnMut(f64, &mut [f64]),
) -> Result<Baked, ClipError> {
    let arcs = ease == Ease::Slerp;
    if arcs && width != 4 {
        return Err(ClipError::Eases);
    }
    let motion = Function { width, arcs, sample };
    let Keys { times, mut values, error, jump } = keys(motion, sources, span, fineness.into())?;
    if arcs {
        align(&mut values);
    }
    let ease = if arcs { Ease::Slerp } else { Ease::Linear };
    Ok(Baked { curve: Curve::new(Times::keys(times)?, width, values, ease)?, error, jump })
}

pub(crate) fn has_lines_alone(source: &Curve) -> bool {
    (0..source.len()).all(|key| matches!(source.ease(key), Ease::Linear | Ease::Step))
}

/// Whether all segments are arcs of quaternions, repeats included: an offset is added number by number, which bends an arc.
pub(crate) fn has_arcs_alone(source: &Curve) -> bool {
    let (before, after) = source.wrap();
    let adds = before == Wrap::RepeatWithOffset || after == Wrap::RepeatWithOffset;
    !adds && (0..source.len()).all(|key| matches!(source.ease(key), Ease::Slerp | Ease::Step))
}

/// A curve whose numbers go straight, or whose quaternions go along arcs.
struct Lines<'a> {
    width: usize,
    cursor: Cursor<'a>,
    arcs: bool,
    is_plain: bool,
}

impl Motion for Lines<'_> {
    fn width(&self) -> usize {
        self.width
    }

    fn sample(&mut self, time: f64, out: &mut [f64]) {
        self.cursor.sample(time, out);
    }

    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        if self.arcs { arc_error(a, b, u, actual) } else { line_error(a, b, u, actual) }
    }

    fn finest(&self, sample: &[f64]) -> f64 {
        if self.arcs { FINEST } else { finest(sample) }
    }

    fn is_plain(&self) -> bool {
        self.is_plain
    }
}

/// A function whose numbers go straight, or whose quaternions go along arcs.
struct Function<F> {
    width: usize,
    arcs: bool,
    sample: F,
}

impl<F: FnMut(f64, &mut [f64])> Motion for Function<F> {
    fn width(&self) -> usize {
        self.width
    }

    fn sample(&mut self, time: f64, out: &mut [f64]) {
        (self.sample)(time, out);
    }

    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        if self.arcs { arc_error(a, b, u, actual) } else { line_error(a, b, u, actual) }
    }

    fn finest(&self, sample: &[f64]) -> f64 {
        if self.arcs { FINEST } else { finest(sample) }
    }

    fn is_plain(&self) -> bool {
        false
    }
}

/// The smallest difference that counts for numbers of this size.
pub(crate) fn finest(numbers: &[f64]) -> f64 {
    FINEST * numbers.iter().fold(0.0, |most: f64, number| most.max(number.abs()))
}

/// The difference from the straight line: the distance for three numbers, which are a place or factors along axes, otherwise that
/// of the component which differs most.
pub(crate) fn line_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let line = a.iter().zip(b).map(|(a, b)| if a == b { *a } else { a + (b - a) * u });
    let pairs = line.zip(actual.iter().copied());
    if actual.len() == 3 { distance(pairs) } else { largest_of_pairs(pairs) }
}

/// The angle from the arc between two quaternions.
pub(crate) fn arc_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
    quaternion::angle_between(quaternion::slerp(unit(a), unit(b), u), unit(actual))
}

#[cfg(test)]
mod tests;
