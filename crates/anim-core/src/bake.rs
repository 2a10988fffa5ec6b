//! Curves as plain keys: wraps unrolled, eases replaced by straight lines or arcs within a tolerance.

pub(crate) mod arc;
pub(crate) mod breaks;
pub(crate) mod fineness;
mod halved;
pub(crate) mod key_pool;
pub(crate) mod keys;
mod matrix;
mod off_arc;
mod rotation;
mod stays;

use crate::math::affine::{distance, largest_of_pairs};
use crate::quaternion::align;
use crate::{ClipError, Curve, Ease, Times, Wrap, quaternion};
pub use breaks::MAX_KEYS;
pub use fineness::{Fineness, KeyLimit};
pub use halved::halved;
pub use key_pool::KeyPool;
use keys::{Cursor, FINEST, Keys, Motion, keys};
pub use matrix::{Decomposed, decompose};
pub use rotation::to_rotation;
pub use stays::keeps_keys;

/// A curve made of plain keys, and its error.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// The curve: one ease for all keys, held before the first key and after the last one.
    pub curve: Curve,
    /// The largest difference measured between the keys, at the quarters of each segment and at four times in between: for each
    /// component, as a distance for two or three components, in radians for rotations. For Euler angles joined by straight lines it
    /// is an upper bound. Jumps are measured on both sides, not in the gap between their two keys.
    pub error: f64,
    /// The duration of the longest jump in seconds; 0 without jumps.
    pub jump: f64,
}

/// A curve over a span of seconds as keys joined by straight lines (great arcs where the source has [`Ease::Slerp`]).
///
/// There is a key at both ends of the span and at every key of the source, and as many in between as the tolerance needs,
/// measured at the quarters of each segment. A jump becomes two keys, separated by a gap that single precision still resolves;
/// keys closer than two such gaps are merged.
///
/// The number of keys, not counting those of jumps, is bounded by [`Fineness::limit`], and at most 4,095 are added between two
/// keys. Differences that single precision cannot represent are ignored. A curve that repeats so often that its keys alone exceed
/// the limit is followed up to the limit and then held. [`Baked::error`] includes all of this.
///
/// Errors: [`ClipError::TooManyKeys`] for a curve with more than [`MAX_KEYS`](crate::MAX_KEYS) keys within the span,
/// [`ClipError::Duration`] for a span that is not finite or not ascending.
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
/// `sample` writes the value at a time, `width` numbers. `sources` are the curves that the function depends on: there is a key at
/// both ends of the span and at every key of a source, and in between as many as [`bake`] adds.
///
/// Errors: those of [`bake`], and [`ClipError::Slerp`] for arcs with another width.
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
        return Err(ClipError::Slerp { width });
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

/// Whether all segments, repeats included, are arcs of quaternions: an offset is added component by component, which bends an
/// arc, and an arc of half a turn may go the other way round to the first key of the next period than to the last key.
pub(crate) fn has_arcs_alone(source: &Curve) -> bool {
    let (before, after) = source.wrap();
    let does = |wrap: Wrap| before == wrap || after == wrap;
    let is_half = |key: usize| {
        let [from, to] = [key, key + 1].map(|key| source.value(key));
        source.ease(key) == Ease::Slerp && from.iter().zip(to).map(|(a, b)| a * b).sum::<f64>().abs() < HALF
    };
    !does(Wrap::RepeatWithOffset)
        && (0..source.len()).all(|key| matches!(source.ease(key), Ease::Slerp | Ease::Step))
        && !(does(Wrap::Repeat) && (0..source.len() - 1).any(is_half))
}

/// The largest product of two quaternions of length 1 whose arc is half a turn up to rounding.
const HALF: f64 = 1e-6;

/// A curve to be baked as straight lines, or as arcs of quaternions.
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

/// A function to be baked as straight lines, or as arcs of quaternions.
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

/// The difference from the straight line: the distance for three numbers (a position or a scale) and for two of them, otherwise the
/// difference of the component that differs most.
pub(crate) fn line_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let line = a.iter().zip(b).map(|(a, b)| if a == b { *a } else { a + (b - a) * u });
    let pairs = line.zip(actual.iter().copied());
    if matches!(actual.len(), 2 | 3) { distance(pairs) } else { largest_of_pairs(pairs) }
}

/// The angle between `actual` and the arc from `a` to `b` at `u`, in radians.
pub(crate) fn arc_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
    quaternion::angle_between(quaternion::slerp(unit(a), unit(b), u), unit(actual))
}

#[cfg(test)]
mod tests;
