//! The largest differences between two motions over spans of time.

mod difference;
mod interval;
mod rivals;

use std::collections::BinaryHeap;
use std::f64::consts::{FRAC_PI_4, PI};

use super::ascent::climb_for;
use crate::{Outside, Winding, checkpoint};
pub use difference::Difference;
use interval::Interval;
use rivals::{Rival, Rivals};

/// The fraction of the largest size by which a part may be larger between instants.
const NEAR: f64 = 1e-3;

/// The largest rotation between two instants, in radians.
const TURN: f64 = FRAC_PI_4;

/// The rounds of the search around the largest size, and around others that may be larger.
const ROUNDS: u32 = 20;
const FEW_ROUNDS: u32 = 10;

/// The most instants between two given times, for rotations and for halvings each.
const MOST: usize = 1 << 8;

/// The shortest interval that is halved, in seconds and as a fraction of the time in the clip. Jumps are as short.
const SHORTEST: [f64; 2] = [2e-7, 4.0 * f32::EPSILON as f64];

/// The largest size of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// The size of the part at `time`, or an upper bound of it where there are too many times to examine.
    pub size: f64,
    /// The time in seconds.
    pub time: f64,
    /// The number of the span with that time, and the nearest instants that were examined.
    span: usize,
    around: [f64; 2],
    /// An upper bound of the part where it was not followed to the end.
    bound: f64,
}

impl Peak {
    /// The size, or the bound if that is larger.
    fn stated(&self) -> f64 {
        self.size.max(self.bound)
    }
}

/// Searches for the largest size of each part of a difference.
///
/// Between two instants, a part is at most half the sum of its two sizes and its change. Where this is more than the largest size
/// so far and any bound, the interval is halved, until the size is known to a thousandth. What rises and falls again between instants
/// is searched for around the instants that are nearly as large as the largest. Angles that turn far are sampled eight times a turn,
/// because rotations alone do not show whole turns.
///
/// The work is linear: at most [`Peaks::EACH`] differences for each given time, plus [`Peaks::FREE`]. A part that is not followed
/// to the end because of this limit gets an upper bound as its size.
#[derive(Debug)]
pub struct Peaks {
    highest: Vec<Peak>,
    rivals: Vec<Rivals>,
    known: Vec<f64>,
    each: usize,
    left: usize,
    /// Whether each angle is nearly half a turn or may be, so that no rotation has to be followed any more.
    is_settled: bool,
}

impl Peaks {
    /// The number of differences that may always be computed.
    pub const FREE: usize = 1 << 14;

    /// The number of differences that may be computed for each given time.
    pub const EACH: usize = 16;

    /// A search; `known` has the size of each part below which it is not followed.
    pub fn new(known: impl Into<Vec<f64>>) -> Self {
        let known = known.into();
        let highest = vec![Peak::default(); known.len()];
        let rivals = vec![Rivals::among(known.len()); known.len()];
        Self { highest, rivals, known, each: Self::EACH, left: Self::FREE, is_settled: false }
    }

    /// A search with fewer differences: `each` for each given time, plus `free`.
    #[must_use]
    pub fn sparing(self, each: usize, free: usize) -> Self {
        Self { each, left: free, ..self }
    }

    /// Searches the span with this number, from the first to the last of `times`, which ascend and should include the times of
    /// jumps. `at` is the difference at a time of the span, `winding` has the angles that turn.
    pub fn search<D: Difference>(
        &mut self,
        span: usize,
        times: &[f64],
        winding: &mut Winding<'_>,
        mut at: impl FnMut(f64) -> D,
    ) {
        checkpoint();
        self.left = self.left.saturating_add(self.each * times.len());
        let (times, is_whole) = self.divided(times, winding);
        let mut instants: Vec<(f64, D)> = Vec::with_capacity(times.len() + MOST);
        instants.extend(times.iter().map(|&time| (time, at(time))));
        let differs = self.examine(span, &instants);
        for last in 1..times.len() {
            self.refine(span, [last - 1, last], &mut instants, &mut at);
            instants.truncate(times.len());
        }
        for (peak, _) in self.highest.iter_mut().zip(differs).filter(|(_, differs)| *differs && !is_whole) {
            peak.bound = PI;
        }
        if let Some((_, difference)) = instants.first() {
            let mut angles = (0..difference.parts()).filter(|part| difference.is_angle(*part));
            self.is_settled = angles.all(|part| self.highest[part].stated() * (1.0 + NEAR) >= PI);
        }
    }

    /// [`Peaks::search`] at the times outside a clip, as the span with this number.
    pub fn search_outside<D: Difference>(
        &mut self,
        span: usize,
        outside: &Outside,
        winding: &mut Winding<'_>,
        mut at: impl FnMut(f64) -> D,
    ) {
        for times in outside.spans() {
            self.search(span, times, winding, &mut at);
        }
    }

    /// States upper bounds of all parts outside a clip, where not all times are examined: the motion is up to `limits`, part by part,
    /// from that at the time which the file holds there, and there it differs from the file by `held`. A limit of 0 is none.
    pub fn limit_outside(
        &mut self,
        outside: &Outside,
        limits: impl IntoIterator<Item = f64>,
        mut held: impl FnMut(usize) -> f64,
    ) {
        for (part, limit) in limits.into_iter().enumerate().filter(|(_, limit)| *limit > 0.0) {
            self.limit(part, limit + held(part), outside.first());
        }
    }

    /// States an upper bound of the size of a part at times that are not examined, one of which is `time`. An angle is at most half a
    /// turn.
    pub fn limit(&mut self, part: usize, size: f64, time: f64) {
        let Some(peak) = self.highest.get_mut(part).filter(|_| size > self.known[part]) else { return };
        peak.bound = peak.bound.max(size);
        if peak.size == 0.0 {
            peak.time = time;
        }
    }

    /// The largest sizes, part by part, after a last search around the times of the largest. `at` is the difference at a time of the
    /// span with the given number.
    pub fn finish<D: Difference>(mut self, mut at: impl FnMut(usize, f64) -> D) -> Vec<Peak> {
        for part in 0..self.highest.len() {
            let Peak { size, span, around, .. } = self.highest[part];
            if size > self.known[part] && around[0] < around[1] {
                self.climb(part, (span, around), ROUNDS, &mut at);
            }
            for rival in std::mem::take(&mut self.rivals[part]).highest_first() {
                if rival.reach() <= self.highest[part].stated() * (1.0 + NEAR) {
                    break;
                }
                self.climb(part, (rival.span, rival.around), FEW_ROUNDS, &mut at);
            }
            let peak = &mut self.highest[part];
            if peak.bound > peak.size * (1.0 + NEAR) {
                let is_angle = at(peak.span, peak.time).is_angle(part);
                peak.size = if is_angle { peak.bound.min(PI) } else { peak.bound };
            }
        }
        self.highest
    }

    /// Searches for the largest size of a part between two times of a span.
    fn climb<D: Difference>(
        &mut self,
        part: usize,
        (span, around): (usize, [f64; 2]),
        rounds: u32,
        at: &mut impl FnMut(usize, f64) -> D,
    ) {
        climb_for(rounds, around, |time| {
            let difference = at(span, time);
            self.note(span, around, time, &difference);
            difference.size(part)
        });
    }

    /// The times with others in between, so that rotations from one to the next are small, and whether they are small everywhere.
    fn divided(&mut self, times: &[f64], winding: &mut Winding<'_>) -> (Vec<f64>, bool) {
        if self.is_settled {
            return (times.to_vec(), true);
        }
        let (mut all, mut is_whole) = (times.first().copied().into_iter().collect::<Vec<f64>>(), true);
        for pair in times.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let wanted =
                if is_short(from, to) { 1.0 } else { (winding.turn([from, to]) / TURN).ceil().max(1.0) };
            let parts = wanted.min(MOST.min(1 + self.left) as f64);
            is_whole &= parts >= wanted;
            let inner = 1..parts as usize;
            self.left -= inner.len();
            all.extend(inner.map(|step| from + (to - from) * (step as f64 / parts)));
            all.push(to);
        }
        (all, is_whole)
    }

    /// Notes the largest sizes at instants of a span, and those that are larger than at the instants beside them. Returns for each part
    /// whether it is an angle that is not known.
    fn examine<D: Difference>(&mut self, span: usize, instants: &[(f64, D)]) -> Vec<bool> {
        let mut differs = vec![false; self.highest.len()];
        let parts = instants.first().map_or(0, |(_, difference)| difference.parts().min(self.highest.len()));
        let mut before = vec![[0.0; 2]; self.highest.len()];
        // The times of the last two instants that are apart: several that differ only by rounding count as one.
        let mut past: [Option<f64>; 2] = [None; 2];
        let mut rest = instants;
        while let Some(((time, _), _)) = rest.split_first() {
            let count = rest.iter().take_while(|(other, _)| is_same(*time, *other)).count();
            let (same, after) = rest.split_at(count.max(1));
            rest = after;
            let around = [past[1].unwrap_or(*time), after.first().map_or(*time, |(time, _)| *time)];
            for part in 0..parts {
                let mut size = 0.0_f64;
                for (time, difference) in same {
                    let own = difference.size(part);
                    self.note_size(part, Peak { size: own, time: *time, span, around, bound: 0.0 });
                    size = size.max(own);
                }
                let is_angle = same.iter().any(|(_, difference)| difference.is_angle(part));
                differs[part] |= is_angle && size > self.known[part];
                let [first, middle] = before[part];
                before[part] = [middle, size];
                let is_top = middle > first.max(self.known[part]) && middle >= size;
                if let ([Some(earliest), Some(last)], true) = (past, is_top) {
                    let rival = Rival::new(span, [earliest, last, *time], [first, middle, size]);
                    self.rivals[part].add(rival.at_most(if is_angle { PI } else { f64::INFINITY }));
                }
            }
            past = [past[1], Some(*time)];
        }
        differs
    }

    fn note_size(&mut self, part: usize, found: Peak) {
        let peak = &mut self.highest[part];
        if found.size > peak.size {
            *peak = Peak { bound: peak.bound, ..found };
        }
    }

    fn note<D: Difference>(&mut self, span: usize, around: [f64; 2], time: f64, difference: &D) {
        for part in 0..self.highest.len().min(difference.parts()) {
            let size = difference.size(part);
            self.note_size(part, Peak { size, time, span, around, bound: 0.0 });
        }
    }

    /// Halves the interval between two instants where a part may be larger than its peak, beginning where it may be largest.
    /// The instants within are added at the end.
    fn refine<D: Difference>(
        &mut self,
        span: usize,
        ends: [usize; 2],
        instants: &mut Vec<(f64, D)>,
        at: &mut impl FnMut(f64) -> D,
    ) {
        let mut open = BinaryHeap::from([Interval { ends, excess: f64::INFINITY }]);
        let mut halvings = 0;
        while let Some(Interval { ends, .. }) = open.pop() {
            let pair = ends.map(|end| &instants[end]);
            let around = pair.map(|(time, _)| *time);
            // The peaks may have risen since the interval was added.
            let excess = self.excess(pair.map(|(_, difference)| difference));
            if excess <= 1.0 || is_short(around[0], around[1]) {
                continue;
            }
            if open.peek().is_some_and(|next| next.excess > excess) {
                open.push(Interval { ends, excess });
                continue;
            }
            if halvings == MOST || self.left == 0 {
                self.bound(pair.map(|(_, difference)| difference));
                continue;
            }
            let time = f64::midpoint(around[0], around[1]);
            let middle = at(time);
            self.note(span, around, time, &middle);
            (halvings, self.left) = (halvings + 1, self.left - 1);
            let new = instants.len();
            instants.push((time, middle));
            for ends in [[ends[0], new], [new, ends[1]]] {
                let excess = self.excess(ends.map(|end| &instants[end].1));
                open.push(Interval { ends, excess });
            }
        }
    }

    /// States the upper bounds of the parts between two differences.
    fn bound<D: Difference>(&mut self, pair: [&D; 2]) {
        for (part, peak) in self.highest.iter_mut().enumerate().take(pair[0].parts()) {
            let limit = limit(pair, part);
            if limit > self.known[part] {
                peak.bound = peak.bound.max(limit);
            }
        }
    }

    /// The factor by which a part may exceed what is stated between two instants, with a small margin.
    fn excess<D: Difference>(&self, [a, b]: [&D; 2]) -> f64 {
        let parts = self.highest.len().min(a.parts()).min(b.parts());
        let of = |part: usize| {
            limit([a, b], part) / (self.highest[part].stated().max(self.known[part]) * (1.0 + NEAR))
        };
        (0..parts).map(of).fold(0.0, f64::max)
    }
}

/// An upper bound of a part between two differences.
fn limit<D: Difference>([a, b]: [&D; 2], part: usize) -> f64 {
    let limit = (a.size(part) + b.size(part) + a.change(b, part)) / 2.0;
    if a.is_angle(part) { limit.min(PI) } else { limit }
}

/// Whether a time is as early as another up to rounding.
fn is_same(time: f64, later: f64) -> bool {
    later - time <= 4.0 * f64::EPSILON * time.abs()
}

/// Whether two times are as close as those of a jump.
pub(crate) fn is_short(from: f64, to: f64) -> bool {
    let [seconds, part] = SHORTEST;
    to - from <= seconds.max(part * to.abs())
}

#[cfg(test)]
mod tests;
