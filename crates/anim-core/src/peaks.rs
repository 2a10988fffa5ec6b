//! The largest differences between two motions over spans of time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::f64::consts::{FRAC_PI_4, PI};

use crate::{Winding, climb};

/// The fraction of the largest size by which a part may be larger between instants.
const NEAR: f64 = 1e-3;

/// The largest rotation between two instants, in radians.
const TURN: f64 = FRAC_PI_4;

/// The most instants between two given times, for rotations and for halvings each.
const MOST: usize = 1 << 8;

/// The shortest interval that is halved, in seconds and as a fraction of the time in the clip. Jumps are as short.
const SHORTEST: [f64; 2] = [2e-7, 4.0 * f32::EPSILON as f64];

/// A difference between two motions at an instant, in several parts: distances, angles.
pub trait Difference {
    /// The number of parts.
    fn parts(&self) -> usize;

    /// The size of a part. NaN counts as 0.
    fn size(&self, part: usize) -> f64;

    /// The distance of a part from the same part of the difference at another instant: an upper bound of the change of its size.
    fn change(&self, other: &Self, part: usize) -> f64;

    /// Whether the size of a part is the angle of a rotation, which is half a turn at most.
    fn is_angle(&self, part: usize) -> bool;
}

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

/// Searches for the largest size of each part of a difference.
///
/// Between two instants, a part is at most half the sum of its two sizes and its change. Where this is more than the largest size
/// so far, the interval is halved, until the size is known to a thousandth. Angles that turn far are sampled eight times a turn,
/// because rotations alone do not show whole turns.
///
/// The work is linear: at most [`Peaks::EACH`] differences for each given time, plus [`Peaks::FREE`]. A part that is not followed
/// to the end because of this limit gets an upper bound as its size.
#[derive(Debug)]
pub struct Peaks {
    highest: Vec<Peak>,
    known: Vec<f64>,
    each: usize,
    left: usize,
}

impl Peaks {
    /// The number of differences that may always be computed.
    pub const FREE: usize = 1 << 14;

    /// The number of differences that may be computed for each given time.
    pub const EACH: usize = 16;

    /// A search; `known` has the size of each part below which it is not followed.
    pub fn new(known: impl Into<Vec<f64>>) -> Self {
        let known = known.into();
        Self { highest: vec![Peak::default(); known.len()], known, each: Self::EACH, left: Self::FREE }
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
        self.left = self.left.saturating_add(self.each * times.len());
        let (times, is_whole) = self.divided(times, winding);
        let mut instants: Vec<(f64, D)> = Vec::with_capacity(times.len() + MOST);
        instants.extend(times.iter().map(|&time| (time, at(time))));
        let mut differs = vec![false; self.highest.len()];
        for (index, (time, difference)) in instants.iter().enumerate() {
            let before = index.checked_sub(1).map_or(*time, |before| times[before]);
            self.note(span, [before, times.get(index + 1).copied().unwrap_or(*time)], *time, difference);
            for (part, differs) in differs.iter_mut().enumerate().take(difference.parts()) {
                *differs |= difference.is_angle(part) && difference.size(part) > self.known[part];
            }
        }
        for last in 1..times.len() {
            self.refine(span, [last - 1, last], &mut instants, &mut at);
            instants.truncate(times.len());
        }
        for (peak, _) in self.highest.iter_mut().zip(differs).filter(|(_, differs)| *differs && !is_whole) {
            peak.bound = PI;
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

    /// The largest sizes, part by part, after a last search around the time of each. `at` is the difference at a time of the span
    /// with the given number.
    pub fn finish<D: Difference>(mut self, mut at: impl FnMut(usize, f64) -> D) -> Vec<Peak> {
        for part in 0..self.highest.len() {
            let Peak { size, span, around, .. } = self.highest[part];
            if size > self.known[part] && around[0] < around[1] {
                climb(around, |time| {
                    let difference = at(span, time);
                    self.note(span, around, time, &difference);
                    difference.size(part)
                });
            }
            let peak = &mut self.highest[part];
            if peak.bound > peak.size * (1.0 + NEAR) {
                let is_angle = at(peak.span, peak.time).is_angle(part);
                peak.size = if is_angle { peak.bound.min(PI) } else { peak.bound };
            }
        }
        self.highest
    }

    /// The times with others in between, so that rotations from one to the next are small, and whether they are small everywhere.
    fn divided(&mut self, times: &[f64], winding: &mut Winding<'_>) -> (Vec<f64>, bool) {
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

    fn note<D: Difference>(&mut self, span: usize, around: [f64; 2], time: f64, difference: &D) {
        for (part, peak) in self.highest.iter_mut().enumerate().take(difference.parts()) {
            let size = difference.size(part);
            if size > peak.size {
                *peak = Peak { size, time, span, around, ..*peak };
            }
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
        for (part, peak) in self.highest.iter_mut().enumerate() {
            let limit = limit(pair, part);
            if limit > self.known[part] {
                peak.bound = peak.bound.max(limit);
            }
        }
    }

    /// The factor by which a part may exceed its peak between two instants, with a small margin.
    fn excess<D: Difference>(&self, [a, b]: [&D; 2]) -> f64 {
        let parts = self.highest.len().min(a.parts()).min(b.parts());
        let of = |part: usize| {
            limit([a, b], part) / (self.highest[part].size.max(self.known[part]) * (1.0 + NEAR))
        };
        (0..parts).map(of).fold(0.0, f64::max)
    }
}

/// An interval that may be halved.
struct Interval {
    /// The indices of the instants at its ends.
    ends: [usize; 2],
    /// [`Peaks::excess`] when the interval was added, which only falls.
    excess: f64,
}

impl Ord for Interval {
    fn cmp(&self, other: &Self) -> Ordering {
        self.excess.total_cmp(&other.excess)
    }
}

impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Interval {}

/// An upper bound of a part between two differences.
fn limit<D: Difference>([a, b]: [&D; 2], part: usize) -> f64 {
    let limit = (a.size(part) + b.size(part) + a.change(b, part)) / 2.0;
    if a.is_angle(part) { limit.min(PI) } else { limit }
}

fn is_short(from: f64, to: f64) -> bool {
    let [seconds, part] = SHORTEST;
    to - from <= seconds.max(part * to.abs())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{Channel, Curve, Ease, Property, Times};

    /// A position on a line, and the angle of a rotation about an axis.
    struct Apart(f64, f64);

    impl Difference for Apart {
        fn parts(&self) -> usize {
            2
        }

        fn size(&self, part: usize) -> f64 {
            [self.0.abs(), folded(self.1)][part]
        }

        fn change(&self, other: &Self, part: usize) -> f64 {
            [(self.0 - other.0).abs(), folded(self.1 - other.1)][part]
        }

        fn is_angle(&self, part: usize) -> bool {
            part == 1
        }
    }

    /// The angle of the rotation by this angle, 0 to π.
    fn folded(angle: f64) -> f64 {
        let angle = angle.rem_euclid(2.0 * PI);
        angle.min(2.0 * PI - angle)
    }

    fn spin(turn: f64) -> Channel {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, turn], Ease::Linear).unwrap();
        Channel::new(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve).unwrap()
    }

    fn of(times: &[f64], turn: f64, at: impl Fn(f64) -> Apart) -> ([f64; 2], usize) {
        let channel = spin(turn);
        let mut count = 0;
        let mut at = |time: f64| {
            count += 1;
            at(time)
        };
        let mut peaks = Peaks::new([1e-9; 2]);
        peaks.search(0, times, &mut Winding::new([&channel]), &mut at);
        let found = peaks.finish(|_, time| at(time));
        ([found[0].size, found[1].size], count)
    }

    #[test]
    fn the_highest_peak_is_found_even_if_the_highest_time_is_that_of_another() {
        // Half a turn is passed between 0 and 0.25; the largest angle at any of the times is the 3 at 0.75.
        let keys = [2.8, 3.4, 6.0, 2.0 * PI + 3.0, 12.5];
        let at = |time: f64| {
            let key = ((4.0 * time) as usize).min(3);
            Apart(0.0, keys[key] + (keys[key + 1] - keys[key]) * (4.0 * time - key as f64))
        };
        let ([_, size], _) = of(&[0.0, 0.25, 0.5, 0.75, 1.0], 0.0, at);
        assert!((size - PI).abs() < 1e-5, "{size}");
    }

    #[test]
    fn whole_turns_between_times_are_turns() {
        for turns in [0.8, 1.0, 4.0, 25.0] {
            let turn = 2.0 * PI * turns;
            let ([_, size], count) = of(&[0.0, 1.0], turn, |time| Apart(0.0, turn * time));
            assert!((size - PI).abs() < 1e-6 && count < 300, "{turns} turns: {size}, {count} differences");
        }
    }

    #[test]
    fn what_turns_too_often_is_half_a_turn_off_at_most() {
        // Two of three turns stay near the start.
        let ([_, size], count) = of(&[0.0, 1.0], 1e7, |time| Apart(0.0, 0.3 * time));
        assert!(size == PI && count < 400, "{size}, {count} differences");
        let ([_, size], _) = of(&[0.0, 1.0], 1e7, |_| Apart(0.0, 0.0));
        assert_eq!(size, 0.0, "both motions turn alike");
    }

    #[test]
    fn the_work_is_linear_and_the_rest_is_a_bound() {
        // The change is large everywhere, and the size never.
        struct Around<'a>(f64, &'a Cell<usize>);
        impl Difference for Around<'_> {
            fn parts(&self) -> usize {
                1
            }
            fn size(&self, _: usize) -> f64 {
                1.0
            }
            fn change(&self, other: &Self, _: usize) -> f64 {
                self.1.set(self.1.get() + 1);
                1e6 * (self.0 - other.0).abs()
            }
            fn is_angle(&self, _: usize) -> bool {
                false
            }
        }
        let times: Vec<f64> = (0..=2000).map(|time| f64::from(time) / 2000.0).collect();
        let compared = Cell::new(0);
        let work = |mut peaks: Peaks| {
            let mut count = 0;
            peaks.search(0, &times, &mut Winding::new([]), |time| {
                count += 1;
                Around(time, &compared)
            });
            (peaks, count)
        };
        let (_, count) = work(Peaks::new([1e-9]).sparing(2, 100));
        assert!(count <= times.len() * (1 + 2) + 100, "{count}");
        let (peaks, count) = work(Peaks::new([1e-9]));
        assert!(count <= times.len() * (1 + Peaks::EACH) + Peaks::FREE, "{count}");
        assert!(compared.get() <= 8 * count, "{} comparisons", compared.get());
        let size = peaks.finish(|_, time| Around(time, &compared))[0].size;
        // Half of the change between two given times.
        assert!((1.0..=1.0 + 1e6 / 2000.0 / 2.0 + 1e-6).contains(&size) && size > 1.5, "{size}");
    }

    #[test]
    fn the_peak_of_a_later_span_is_looked_for_there() {
        // A hump of 1 at 0.3 in the second span, and nothing in the first.
        let hump =
            |span: usize, time: f64| Apart(if span == 1 { 1.0 - (time - 0.3).powi(2) } else { 0.0 }, 0.0);
        let mut peaks = Peaks::new([1e-9; 2]);
        for span in [0, 1, 2] {
            peaks.search(span, &[0.0, 0.5, 1.0], &mut Winding::new([]), |time| hump(span, time));
        }
        let peak = peaks.finish(hump)[0];
        assert!((peak.size - 1.0).abs() < 1e-9 && (peak.time - 0.3).abs() < 1e-4, "{peak:?}");
    }

    #[test]
    fn short_is_what_single_precision_cannot_tell_apart_at_that_time() {
        for (from, length, expected) in [
            (0.0, 1e-7, true),
            (0.0, 1e-5, false),
            (1.0, 4e-7, true),
            (1.0, 1e-6, false),
            (1e6, 0.4, true),
            (1e6, 1.0, false),
        ] {
            assert_eq!(is_short(from, from + length), expected, "{length} s at {from} s");
        }
    }
}
