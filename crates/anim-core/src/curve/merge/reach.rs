//! The span and the wraps of curves that are computed from others.

use std::borrow::Cow;
use std::f64::consts::TAU;

use crate::bake::breaks::Gaps;
use crate::{Baked, ClipError, Curve, Ease, Wrap};

/// The span over which a function of curves is baked, and the wraps of the resulting curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The start and the end, in seconds.
    pub span: [f64; 2],
    /// The wraps before and after the span.
    pub wrap: (Wrap, Wrap),
}

impl Reach {
    /// The reach of any function of curves in a clip with this duration.
    ///
    /// Curves that repeat together are baked over their keys, and the result repeats in the same way. All others are baked from
    /// time 0 to the end of the clip, extended to the keys of curves that hold, and the result holds. With a curve that repeats
    /// with an offset, the result can only hold: a function of it may not have a constant offset.
    pub fn of(curves: &[&Curve], duration: f64) -> Self {
        Self::common(curves).filter(|reach| !reach.rises()).unwrap_or_else(|| Self::held(curves, duration))
    }

    /// The reach of a linear function of curves, which can repeat with an offset as they do.
    pub fn of_linear(curves: &[&Curve], duration: f64) -> Self {
        Self::common(curves).unwrap_or_else(|| Self::held(curves, duration))
    }

    /// Bakes a curve over its own reach: one period if it repeats, otherwise the span.
    ///
    /// Errors: those of `bake`.
    pub fn bake(
        &self,
        curve: &Curve,
        bake: impl FnOnce(&Curve, [f64; 2]) -> Result<Baked, ClipError>,
    ) -> Result<Baked, ClipError> {
        let (before, after) = self.wrap;
        if self.wrap == (Wrap::Hold, Wrap::Hold) {
            return bake(curve, self.span);
        }
        let Baked { curve, error, jump } = bake(&once(curve)?, self.span)?;
        Ok(Baked { curve: curve.with_wrap(before, after), error, jump })
    }

    fn rises(&self) -> bool {
        [self.wrap.0, self.wrap.1].contains(&Wrap::RepeatWithOffset)
    }

    /// The reach of curves that repeat together.
    fn common(curves: &[&Curve]) -> Option<Self> {
        let mut moving = curves.iter().filter(|curve| curve.len() > 1);
        let of = |curve: &Curve| Self { span: [curve.start(), curve.end()], wrap: curve.wrap() };
        let first = of(moving.next()?);
        let repeats = first.wrap != (Wrap::Hold, Wrap::Hold);
        (repeats && moving.all(|curve| of(curve) == first)).then_some(first)
    }

    fn held(curves: &[&Curve], duration: f64) -> Self {
        let (mut from, mut to) = (0.0_f64, duration);
        for curve in curves {
            let (before, after) = curve.wrap();
            from = if before == Wrap::Hold { from.min(curve.start()) } else { from };
            to = if after == Wrap::Hold { to.max(curve.end()) } else { to };
        }
        Self { span: [from, to], wrap: (Wrap::Hold, Wrap::Hold) }
    }
}

/// Whether a curve holds before or after its keys where one of its sources repeats.
pub fn stops(made: &Curve, sources: &[&Curve]) -> bool {
    let lost = |made: Wrap, source: Wrap| made == Wrap::Hold && source != Wrap::Hold;
    sources.iter().any(|source| {
        let moves = (1..source.len()).any(|key| source.value(key) != source.value(0));
        moves && (lost(made.wrap().0, source.wrap().0) || lost(made.wrap().1, source.wrap().1))
    })
}

/// A curve that holds before its keys and after them.
pub fn held(curve: &Curve) -> Curve {
    curve.clone().with_wrap(Wrap::Hold, Wrap::Hold)
}

/// The period of a curve, held before it and after it, from which the curve can be baked. Where a curve starts again, the value to
/// which it steps at its last key appears at no time: the period keeps the value before.
///
/// Errors: none for a valid curve.
pub(crate) fn once(curve: &Curve) -> Result<Curve, ClipError> {
    let (before, after) = curve.wrap();
    let is_shown = after != Wrap::Repeat || before == Wrap::RepeatWithOffset;
    let Some(last) = curve.len().checked_sub(2).filter(|last| !is_shown && curve.ease(*last) == Ease::Step)
    else {
        return Ok(held(curve));
    };
    let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let all = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |part| curve.handles(key, part)));
    let handles = if curve.has_handles() { all.collect() } else { Vec::new() };
    let mut values = curve.values().to_vec();
    values.copy_within(last * curve.width()..(last + 1) * curve.width(), (last + 1) * curve.width());
    let period = Curve::new(curve.times().clone(), curve.width(), values, Ease::Step)?.with_eases(eases)?;
    if handles.is_empty() { Ok(period) } else { period.with_handles(handles) }
}

/// A curve baked from others, with a step for each jump (two keys with the smallest gap).
///
/// Errors: those of [`Curve::with_eases`].
pub fn stepped(made: Curve, sources: &[&Curve]) -> Result<Curve, ClipError> {
    if made.has_handles() {
        return Ok(made);
    }
    let gaps = Gaps::of(sources);
    let is_jump = |key: usize| match (made.times().get(key), made.times().get(key + 1)) {
        (Some(from), Some(to)) => to - from < 2.0 * gaps.at(from).max(gaps.at(to)),
        _ => false,
    };
    let ease = |key: usize| if is_jump(key) { Ease::Step } else { made.ease(key) };
    let eases = (0..made.len()).map(ease).collect();
    made.with_eases(eases)
}

/// A curve of angles. Angles whose offset from period to period is whole turns have the same rotations in each period, so the
/// curve repeats without an offset.
pub fn in_turns(curve: &Curve) -> Cow<'_, Curve> {
    let (before, after) = curve.wrap();
    let ends = curve.value(0).iter().zip(curve.value(curve.len() - 1));
    let mut turns = ends.map(|(first, last)| (last - first) / TAU);
    if ![before, after].contains(&Wrap::RepeatWithOffset)
        || !turns.all(|turns| (turns - turns.round()).abs() < 1e-9)
    {
        return Cow::Borrowed(curve);
    }
    let even = |wrap| if wrap == Wrap::RepeatWithOffset { Wrap::Repeat } else { wrap };
    Cow::Owned(curve.clone().with_wrap(even(before), even(after)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Times, bake};

    fn curve(times: [f64; 2], before: Wrap, after: Wrap) -> Curve {
        Curve::new(Times::keys(times).unwrap(), 1, vec![0.0, 1.0], Ease::Linear)
            .unwrap()
            .with_wrap(before, after)
    }

    #[test]
    fn curves_that_repeat_together_are_made_over_their_keys() {
        use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
        let still = Curve::constant(&[1.0]).unwrap();
        let of = |curves: &[&Curve]| [Reach::of(curves, 4.0), Reach::of_linear(curves, 4.0)];
        let held = |span| [Reach { span, wrap: (Hold, Hold) }; 2];
        let a = curve([1.0, 2.0], Hold, PingPong);
        assert_eq!(of(&[&a, &still, &a]), [Reach { span: [1.0, 2.0], wrap: (Hold, PingPong) }; 2]);
        assert_eq!(of(&[&a, &curve([1.0, 3.0], Hold, PingPong)]), held([0.0, 4.0]));
        assert_eq!(of(&[&a, &curve([1.0, 2.0], Hold, Repeat)]), held([0.0, 4.0]));
        assert_eq!(of(&[&a, &curve([-1.0, 9.0], Hold, Hold)]), held([-1.0, 9.0]));
        let rising = curve([1.0, 2.0], RepeatWithOffset, Hold);
        assert_eq!(of(&[&rising])[0], held([0.0, 4.0])[0]);
        assert_eq!(of(&[&rising])[1], Reach { span: [1.0, 2.0], wrap: (RepeatWithOffset, Hold) });
    }

    #[test]
    fn jumps_of_a_baked_curve_become_steps() {
        // Beyond its keys, the jumps of a curve take longer than between them: once a period here, at 1000, 2000 and 3000 s.
        let saw = |end: f64| curve([0.0, end], Wrap::Hold, Wrap::Repeat);
        for end in [0.25, 1.0, 1000.0] {
            let saw = saw(end);
            let made = bake(&saw, [0.0, 3.5 * end], 1e-3).unwrap().curve;
            let made = stepped(made, &[&saw]).unwrap();
            let steps: Vec<usize> = (0..made.len()).filter(|key| made.ease(*key) == Ease::Step).collect();
            assert_eq!(steps, [1, 3, 5], "{made:?}");
            let late = made.times().get(1).unwrap();
            assert!((late - end).abs() < 1e-5 * end.max(1.0) && made.at(late + 1e-12) == made.at(late));
        }
    }

    #[test]
    fn a_curve_stops_where_a_source_goes_on() {
        use Wrap::{Hold, Repeat};
        let still = Curve::constant(&[1.0]).unwrap();
        let (before, after) = (curve([0.0, 1.0], Repeat, Hold), curve([0.0, 1.0], Hold, Repeat));
        assert!(stops(&still, &[&still, &before]) && stops(&after, &[&before]));
        assert!(!stops(&before, &[&before, &still]) && !stops(&before, &[&still]));
    }
}
