//! Several motions within a span as pieces: straight lines, half cosine waves, or cubics.

use anim_core::time::TOUCHING;

use crate::arc::{Arc, Motion};
use crate::channel::{apart, mix};
use crate::machine::Runs;
use crate::plain::plain;

/// The largest error of a cubic piece, relative to the size of its values.
const TOLERANCE: f64 = 1e-6;

/// Differences that rounding causes, relative to the size of the values.
const ROUNDING: f64 = 1e-13;

/// The points at which the error of a piece is measured first.
const QUARTERS: [f64; 3] = [0.25, 0.5, 0.75];

/// The points at which a piece is also measured if its error at the quarters is small enough: around the middle, where a smooth
/// motion is farthest from the cubic with its values and slopes at the ends, and where that error lies if the motion has a
/// turning point there.
const ELSEWHERE: [f64; 5] = [0.276_393, 0.361_8, 0.442, 0.638_2, 0.723_607];

/// The maximum number of times that a piece is halved.
const MAX_DEPTH: u32 = 12;

/// A part of a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) times: [f64; 2],
    pub(super) values: [[f64; 3]; 2],
    pub(super) shape: Shape,
    /// The largest error found at its quarters, which decide whether it is halved, and elsewhere; 0 if that is only rounding.
    pub(super) error: f64,
}

/// The shape of a piece between its two values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Line,
    /// Half a cosine wave.
    Sine,
    /// A cubic with these slopes, per second, at its ends; boxed, since most pieces are not cubics.
    Cubic(Box<[[f64; 3]; 2]>),
}

impl Piece {
    pub(super) fn still(times: [f64; 2], value: [f64; 3]) -> Self {
        Self { times, values: [value; 2], shape: Shape::Line, error: 0.0 }
    }

    pub(super) fn is_still(&self) -> bool {
        self.shape == Shape::Line && self.values[0] == self.values[1]
    }
}

/// The motions of one vector of a node: a base motion, and the motions into which it morphs, in the order in which they act.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms(Vec<Term>);

#[derive(Clone, Debug)]
struct Term {
    motion: Motion,
    runs: Runs,
    /// The start and end of the morph into it; `None` for the base motion.
    morph: Option<[f64; 2]>,
}

impl Terms {
    /// Adds a motion. If there is nothing to morph from, the motion plays without a morph.
    pub(super) fn push(&mut self, motion: Motion, runs: Runs, morph: Option<[f64; 2]>) {
        let morph = morph.filter(|_| !self.0.is_empty());
        self.0.push(Term { motion, runs, morph });
    }

    /// The value and its slope per second, using the arcs that are valid at `middle`.
    fn at(&self, time: f64, middle: f64) -> [[f64; 3]; 2] {
        let mut now = [[0.0; 3]; 2];
        for term in &self.0 {
            let [value, slope] = term.arc(middle).at(term.runs.local(time));
            let slope = if matches!(term.runs, Runs::At(_)) { [0.0; 3] } else { slope };
            now = match term.morph {
                None => [value, slope],
                Some([start, end]) => {
                    let share = (time - start) / (end - start);
                    let slopes = mix(now[1], slope, share);
                    let rise = |i: usize| slopes[i] + (value[i] - now[0][i]) / (end - start);
                    [mix(now[0], value, share), std::array::from_fn(rise)]
                }
            };
        }
        now
    }

    /// The shape between two breaks, if it needs no fitting.
    fn plain(&self, [from, to]: [f64; 2], middle: f64) -> Option<Shape> {
        let is_still = |term: &Term| matches!(term.runs, Runs::At(_)) || term.arc(middle).is_still();
        match &self.0[..] {
            [term] if is_still(term) => Some(Shape::Line),
            [term] => {
                let arc = term.arc(middle);
                let near = |time: f64, other: f64| (term.runs.local(time) - other).abs() <= 2.0 * TOUCHING;
                let whole = near(from, arc.times[0]) && near(to, arc.times[1]);
                (!arc.sine).then_some(Shape::Line).or(whole.then_some(Shape::Sine))
            }
            [first, second] => (is_still(first) && is_still(second)).then_some(Shape::Line),
            _ => None,
        }
    }
}

impl Term {
    fn arc(&self, time: f64) -> Arc {
        match self.runs {
            Runs::Since(start) => self.motion.arc(time - start),
            Runs::At(local) => self.motion.standing(local),
        }
    }
}

/// The pieces of a span. Each takes 1 from the budget, and a cubic 3; `None` if the budget is exceeded.
pub(super) fn pieces(terms: &Terms, [from, to]: [f64; 2], budget: &mut usize) -> Option<Vec<Piece>> {
    let mut times = vec![from];
    for term in &terms.0 {
        if let Runs::Since(start) = term.runs {
            let breaks = term.motion.breaks([from - start, to - start], *budget)?;
            times.extend(breaks.into_iter().map(|time| plain(time + start)));
        }
    }
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < TOUCHING);
    times.push(to);
    let mut pieces = Vec::with_capacity(times.len());
    for pair in times.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let middle = f64::midpoint(from, to);
        let ends = [terms.at(from, middle), terms.at(to, middle)];
        match terms.plain([from, to], middle) {
            Some(shape) => {
                *budget = budget.checked_sub(1)?;
                let values = ends.map(|[value, _]| value);
                pieces.push(Piece { times: [from, to], values, shape, error: 0.0 });
            }
            None => fit(terms, [from, to], middle, ends, MAX_DEPTH, budget, &mut pieces)?,
        }
    }
    Some(pieces)
}

/// Pushes cubic pieces that have the values and slopes of the terms at their ends.
fn fit(
    terms: &Terms,
    [from, to]: [f64; 2],
    middle: f64,
    ends: [[[f64; 3]; 2]; 2],
    depth: u32,
    budget: &mut usize,
    pieces: &mut Vec<Piece>,
) -> Option<()> {
    let (values, slopes) = (ends.map(|[value, _]| value), ends.map(|[_, slope]| slope));
    let size = values.as_flattened().iter().fold(1.0, |size: f64, value| size.max(value.abs()));
    let off = |share: f64| {
        let [expected, _] = terms.at(from + (to - from) * share, middle);
        let found = hermite(share, to - from, values, slopes);
        apart(expected, found)
    };
    let mut error = QUARTERS.map(off).into_iter().fold(0.0, f64::max);
    if error <= TOLERANCE * size {
        error = ELSEWHERE.map(off).into_iter().fold(error, f64::max);
    }
    // Where numbers overflow, shorter pieces are no better.
    if error > TOLERANCE * size && error.is_finite() && depth > 0 {
        let half = f64::midpoint(from, to);
        let between = terms.at(half, middle);
        fit(terms, [from, half], middle, [ends[0], between], depth - 1, budget, pieces)?;
        return fit(terms, [half, to], middle, [between, ends[1]], depth - 1, budget, pieces);
    }
    *budget = budget.checked_sub(3)?;
    let error = if error <= ROUNDING * size { 0.0 } else { error };
    pieces.push(Piece { times: [from, to], values, shape: Shape::Cubic(Box::new(slopes)), error });
    Some(())
}

/// The cubic with these values and slopes at the ends of a length.
fn hermite(share: f64, length: f64, values: [[f64; 3]; 2], slopes: [[f64; 3]; 2]) -> [f64; 3] {
    let (u, w) = (share, 1.0 - share);
    std::array::from_fn(|i| {
        let handles =
            [values[0][i] + slopes[0][i] * length / 3.0, values[1][i] - slopes[1][i] * length / 3.0];
        w * w * w * values[0][i]
            + 3.0 * w * w * u * handles[0]
            + 3.0 * w * u * u * handles[1]
            + u * u * u * values[1][i]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_break_of_two_motions_is_one() {
        let motion = |end: f64| {
            let (times, values) = ([0.0, end], [[0.0; 3], [1.0, 2.0, 3.0]]);
            Motion::Repeat(Arc { times, values, sine: false })
        };
        // Periods of 1 s and 0.5 s, the latter also shortened by an amount too small to distinguish.
        for other in [0.5, 0.5 - 1e-10] {
            let mut terms = Terms::default();
            terms.push(motion(1.0), Runs::Since(0.0), None);
            terms.push(motion(other), Runs::Since(0.0), Some([0.0, 2.0]));
            let pieces = pieces(&terms, [0.0, 2.0], &mut 1000).unwrap();
            assert!(pieces.iter().all(|piece| piece.times[1] - piece.times[0] > TOUCHING), "{pieces:?}");
            let starts: Vec<_> = pieces.iter().map(|piece| (piece.times[0] * 1e6).round() / 1e6).collect();
            assert_eq!(starts, [0.0, 0.5, 1.0, 1.5]);
        }
    }
}
