//! What several motions make together within a span: pieces that are straight, half a wave, or cubic.

use crate::channel::{Arc, Motion, TOUCHING, mix};
use crate::machine::Runs;

/// How far a cubic piece may be off, as a part of the size of its values.
const TOLERANCE: f64 = 1e-6;

/// Differences that come from rounding, as a part of the size of the values.
const ROUNDING: f64 = 1e-13;

/// How often a piece is halved at most.
const MAX_DEPTH: u32 = 12;

/// A stretch of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) times: [f64; 2],
    pub(super) values: [[f64; 3]; 2],
    pub(super) shape: Shape,
    /// How far it is from what it stands for; 0 where that is rounding.
    pub(super) error: f64,
}

/// How a piece goes from one value to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Line,
    /// Half a wave of a cosine.
    Sine,
    /// A cubic with these changes per second at its ends.
    Cubic([[f64; 3]; 2]),
}

impl Piece {
    pub(super) fn still(times: [f64; 2], value: [f64; 3]) -> Self {
        Self { times, values: [value; 2], shape: Shape::Line, error: 0.0 }
    }

    pub(super) fn is_still(&self) -> bool {
        self.shape == Shape::Line && self.values[0] == self.values[1]
    }
}

/// What acts on one vector of a node: a motion, and the motions that it morphs to, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms(Vec<Term>);

#[derive(Clone, Debug)]
struct Term {
    motion: Motion,
    runs: Runs,
    /// From when to when a morph to it lasts; `None` for what the others morph from.
    morph: Option<[f64; 2]>,
}

impl Terms {
    /// Adds a motion; a morph from nothing is the motion itself.
    pub(super) fn push(&mut self, motion: Motion, runs: Runs, morph: Option<[f64; 2]>) {
        let morph = morph.filter(|_| !self.0.is_empty());
        self.0.push(Term { motion, runs, morph });
    }

    /// The value and its change per second, by arcs that are right around `middle`.
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

    /// The shape between two breaks, if it is one that needs no fitting.
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
        self.motion.arc(self.runs.local(time))
    }
}

/// The pieces of a span; each takes one of the budget, `None` if that is not enough.
pub(super) fn pieces(terms: &Terms, [from, to]: [f64; 2], budget: &mut usize) -> Option<Vec<Piece>> {
    let mut times = vec![from];
    for term in &terms.0 {
        if let Runs::Since(start) = term.runs {
            let breaks = term.motion.breaks([from - start, to - start], *budget)?;
            times.extend(breaks.into_iter().map(|time| time + start));
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

/// Pushes cubic pieces that agree with the terms in value and slope at their ends.
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
    let error = [0.25, 0.5, 0.75].into_iter().fold(0.0, |error: f64, share| {
        let time = from + (to - from) * share;
        let [expected, _] = terms.at(time, middle);
        let found = hermite(share, to - from, values, slopes);
        (0..3).fold(error, |error, i| error.max((expected[i] - found[i]).abs()))
    });
    if error > TOLERANCE * size && depth > 0 {
        let half = f64::midpoint(from, to);
        let between = terms.at(half, middle);
        fit(terms, [from, half], middle, [ends[0], between], depth - 1, budget, pieces)?;
        return fit(terms, [half, to], middle, [between, ends[1]], depth - 1, budget, pieces);
    }
    *budget = budget.checked_sub(1)?;
    let error = if error <= ROUNDING * size { 0.0 } else { error };
    pieces.push(Piece { times: [from, to], values, shape: Shape::Cubic(slopes), error });
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
