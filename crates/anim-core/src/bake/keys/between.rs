//! The keys between two samples: as many as the tolerance needs.

use super::{Baking, FINEST, Motion, QUARTERS, Sample};
use crate::curve::ascent::{ROUNDS, climb_for};

/// The fraction of the tolerance that the error may reach at the quarters of a segment, so that it stays within the tolerance in
/// between.
const MARGIN: f64 = 0.875;

/// The fractions at which the error of a segment is measured once its quarters are close enough. The outer two are near the ends,
/// where a curve with steep handles deviates most.
const BETWEEN: [f64; 4] = [0.0625, 0.375, 0.625, 0.9375];

/// The same times and the quarters, in their order.
const ALL: [f64; 7] = [0.0625, 0.25, 0.375, 0.5, 0.625, 0.75, 0.9375];

/// The fraction of the largest error so far from which on a segment may have a larger one.
const CLOSE: f64 = 0.7;

/// The rounds of the search for the largest error of a segment within the tolerance: they leave an eightieth of the time between two
/// samples.
const FEW_ROUNDS: u32 = 9;

impl<M: Motion> Baking<'_, M> {
    /// The number of equal parts needed between two samples, and an upper bound of their error, where this is known without
    /// further samples.
    pub(super) fn parts(&self, a: Sample, b: Sample, depth: u32) -> Option<(u32, f64)> {
        if self.is_plain || !self.left_out(a.time, b.time).is_empty() {
            return None;
        }
        let tolerance = (MARGIN * self.fineness.tolerance).max(FINEST);
        let ends = [self.value(a), self.value(b)];
        // More than there may be are as good as one more.
        let most = self.room(a, b, depth).min(self.left() + 1.0);
        self.motion.parts(ends, tolerance, self.keys.error, most.max(1.0))
    }

    /// Pushes the keys that divide a straight line into equal parts.
    pub(super) fn divide(&mut self, a: Sample, b: Sample, (count, error): (u32, f64)) {
        self.keys.error = self.keys.error.max(error);
        let width = self.motion.width();
        let [from, to] = [a, b].map(|end| &self.samples[end.place..end.place + width]);
        for part in 1..count {
            let u = f64::from(part) / f64::from(count);
            let way = |from: f64, to: f64| from + (to - from) * u;
            self.keys.times.push(way(a.time, b.time));
            match (from, to) {
                // Three components, as Euler angles have, without a loop.
                (&[a, b, c], &[d, e, f]) => {
                    self.keys.values.extend_from_slice(&[way(a, d), way(b, e), way(c, f)]);
                }
                _ => self.keys.values.extend(from.iter().zip(to).map(|(from, to)| way(*from, *to))),
            }
        }
    }

    /// The number of parts into which the time between two samples may be divided.
    fn room(&self, a: Sample, b: Sample, depth: u32) -> f64 {
        let shortest = (2.0 * self.gaps.at(b.time)).max(1.0 / self.fineness.limit.per_second);
        ((b.time - a.time) / shortest).min((1u64 << depth) as f64)
    }

    /// Pushes the keys between two, both excluded.
    pub(super) fn between(&mut self, a: Sample, b: Sample, depth: u32) {
        if self.is_plain || self.is_beyond() {
            return;
        }
        if let Some(parts) = self.parts(a, b, depth) {
            return self.divide(a, b, parts);
        }
        let (used, room) = (self.samples.len(), self.room(a, b, depth));
        let quarters = QUARTERS.map(|u| self.at(a.time + (b.time - a.time) * u));
        let error =
            |u: f64, actual: Sample| self.motion.error(self.value(a), self.value(b), u, self.value(actual));
        let errors = [0, 1, 2].map(|quarter| error(QUARTERS[quarter], quarters[quarter]));
        let seen = errors.into_iter().fold(0.0, f64::max);
        let [first, middle, last] = quarters;
        let (pieces, hidden) =
            self.motion.pieces([a, first, middle, last, b].map(|sample| self.value(sample)));
        let finest =
            quarters.map(|sample| self.motion.finest(self.value(sample))).into_iter().fold(0.0, f64::max);
        let most = (MARGIN * self.fineness.tolerance).max(finest);
        let mut error = if pieces > 1.0 { seen.max(hidden) } else { seen };
        // Without room for as many segments as necessary, a few are no better than one.
        let has_room = room >= pieces.max(2.0);
        let mut is_near = error <= most;
        if is_near || !has_room {
            let heights = self.heights(a, b, errors);
            error = heights.into_iter().fold(error, f64::max).max(self.at_left_out(a, b));
            is_near = error <= most;
            // A few times do not show the largest error between them.
            if (is_near || !has_room)
                && error > finest.max(CLOSE * self.keys.error)
                && self.may_exceed(heights)
            {
                let rounds = if is_near { FEW_ROUNDS } else { ROUNDS };
                error = error.max(self.highest(a, b, heights, rounds));
                is_near = error <= self.fineness.tolerance.max(finest);
            }
        }
        if is_near || !has_room {
            self.keys.error = self.keys.error.max(error);
        } else if pieces > self.left() {
            self.enough = 0.0;
        } else {
            self.halves([a, middle, b], depth);
        }
        self.samples.truncate(used);
    }

    /// The error of a segment at a fraction of its length.
    fn height(&mut self, a: Sample, b: Sample, u: f64) -> f64 {
        let actual = self.at(a.time + (b.time - a.time) * u);
        let error = self.motion.error(self.value(a), self.value(b), u, self.value(actual));
        self.samples.truncate(actual.place);
        error
    }

    /// The errors of a segment at [`ALL`] fractions, from those at its quarters.
    fn heights(&mut self, a: Sample, b: Sample, quarters: [f64; 3]) -> [f64; ALL.len()] {
        let [first, middle, last] = quarters;
        let [start, before, after, end] = BETWEEN.map(|u| self.height(a, b, u));
        [start, first, before, middle, after, last, end]
    }

    /// The error of a segment at source keys that were merged away.
    fn at_left_out(&mut self, a: Sample, b: Sample) -> f64 {
        let mut most = 0.0_f64;
        for index in self.left_out(a.time, b.time) {
            let actual = self.at(self.merged[index]);
            most = most.max(self.off(a, b, actual));
            self.samples.truncate(actual.place);
        }
        most
    }

    /// Whether a segment with these errors may have a larger one between them than all before: the parabola through the largest and
    /// those beside it rises at least half as far.
    fn may_exceed(&self, heights: [f64; ALL.len()]) -> bool {
        let [left, top, right] = around(heights).map(|(u, height)| [u, height]);
        let slope = |[a, x]: [f64; 2], [b, y]: [f64; 2]| (y - x) / (b - a);
        let bend = (slope(left, top) - slope(top, right)) / (right[0] - left[0]);
        let tangent = slope(left, top) - bend * (top[0] - left[0]);
        // Without a bend, all three are equal or not finite.
        let rise = if bend > 0.0 { tangent * tangent / (4.0 * bend) } else { f64::INFINITY };
        top[1] + 2.0 * rise > self.keys.error
    }

    /// The largest error of a segment near the fraction of [`ALL`] at which it is largest.
    fn highest(&mut self, a: Sample, b: Sample, heights: [f64; ALL.len()], rounds: u32) -> f64 {
        let [(from, _), (_, top), (to, _)] = around(heights);
        climb_for(rounds, [from, to], |u| self.height(a, b, u)).max(top)
    }

    /// Pushes the keys of both halves of a segment, and the one between them.
    fn halves(&mut self, [a, middle, b]: [Sample; 3], depth: u32) {
        self.between(a, middle, depth - 1);
        self.push(middle);
        self.between(middle, b, depth - 1);
    }
}

/// The largest of the errors at [`ALL`] fractions and those beside it, each with its fraction. There is none at the ends.
fn around(heights: [f64; ALL.len()]) -> [(f64, f64); 3] {
    let top = (1..ALL.len()).fold(0, |most, place| if heights[place] > heights[most] { place } else { most });
    let at = |place: usize| Some((*ALL.get(place)?, *heights.get(place)?));
    let before = top.checked_sub(1).and_then(at);
    [before.unwrap_or((0.0, 0.0)), (ALL[top], heights[top]), at(top + 1).unwrap_or((1.0, 0.0))]
}
