//! Functions of time as plain keys: at given times, on both sides of each jump, and in between as many as needed.

mod between;
mod cursor;
mod edge;
mod motion;
mod sharing;

use std::ops::Range;

use super::breaks::{Gaps, breaks, merge};
use super::fineness::Fineness;
use crate::{ClipError, Curve, checkpoint};
pub(crate) use cursor::Cursor;
pub(crate) use motion::Motion;

/// The most times that a segment is halved. Limits of keys end the halving before, except in segments of many hours.
const MAX_DEPTH: u32 = 32;

/// As many keys as a segment may have are made by halving it so often: 4,096.
const MOST_HALVINGS: u32 = 12;

/// The relative difference that single precision cannot represent anyway.
pub(crate) const FINEST: f64 = 2.0 * f32::EPSILON as f64;

/// The quarters of a segment, where its error is measured first.
const QUARTERS: [f64; 3] = [0.25, 0.5, 0.75];

/// The number of times at which the error of a held value is measured, where no more keys are allowed.
const PLACES: u32 = 61;

/// The number of samples between two checkpoints.
const STEP: u32 = 1 << 8;

/// Keys in flat columns and the largest error between them.
pub(crate) struct Keys {
    pub(crate) times: Vec<f64>,
    pub(crate) values: Vec<f64>,
    pub(crate) error: f64,
    pub(crate) jump: f64,
}

/// The keys of a motion over a span: at its ends, at the keys of its sources, on both sides of each jump, and in between as many
/// as needed.
pub(crate) fn keys(
    motion: impl Motion,
    sources: &[&Curve],
    span: [f64; 2],
    fineness: Fineness,
) -> Result<Keys, ClipError> {
    let [from, to] = span;
    if !(from.is_finite() && to.is_finite() && from <= to) {
        return Err(ClipError::Duration);
    }
    let most = fineness.limit.most(sources, motion.width(), fineness.tolerance);
    let (mut breaks, end) = breaks(sources, span, most.repeats.min(most.all) as usize)?;
    let (count, gaps) = (breaks.len(), Gaps::of(sources));
    let all_breaks = breaks.clone();
    merge(&mut breaks, |time| (2.0 * gaps.at(time)).max(fineness.jump));
    // Both ends of the span stay, even if keys are next to them.
    match &mut breaks[..] {
        [first, .., last] => (*first, *last) = (from, end),
        [only] => {
            *only = from;
            if from < end {
                breaks.push(end);
            }
        }
        [] => {}
    }
    let is_plain = motion.is_plain() && breaks.len() == count;
    let depth =
        |most: f64| ((most / breaks.len() as f64) as usize).checked_ilog2().unwrap_or(0).min(MOST_HALVINGS);
    let (times, values) = (Vec::with_capacity(count), Vec::with_capacity(count * motion.width()));
    let keys = Keys { times, values, error: 0.0, jump: 0.0 };
    let merged = if breaks.len() < count { all_breaks } else { Vec::new() };
    let samples = vec![0.0; 2 * (motion.width() + motion.derived())];
    let mut baking = Baking {
        motion,
        sources,
        gaps,
        fineness,
        is_plain,
        merged,
        keys,
        samples,
        taken: 0,
        // Two keys for each segment are those of jumps.
        most: most.shared.min((breaks.len() * ((1 << depth(most.segments)) + 2)) as f64),
        enough: f64::INFINITY,
        coarse: 0,
    };
    let mut last = baking.make(from, &breaks, MOST_HALVINGS);
    if baking.is_full() {
        let depths = [most.shared.min(most.segments), most.segments].map(depth);
        last = baking.share(from, &breaks, most.shared, depths);
    }
    if end < to {
        baking.hold(last, to);
    }
    Ok(baking.keys)
}

/// The state of baking: the keys so far, and the samples in use.
struct Baking<'a, M> {
    motion: M,
    sources: &'a [&'a Curve],
    gaps: Gaps,
    fineness: Fineness,
    is_plain: bool,
    /// The times of all keys of the sources, if some of them were merged.
    merged: Vec<f64>,
    keys: Keys,
    /// The samples in use, one after the other: those at the ends of a segment, whose places are used in turn, and those within.
    samples: Vec<f64>,
    /// The number of samples since the last checkpoint.
    taken: u32,
    /// How many keys there may be; 0 if more are needed.
    most: f64,
    /// How many keys there may be at the end of the current segment; 0 if it needs more.
    enough: f64,
    /// The number of segments that need more keys than they have.
    coarse: usize,
}

/// A sample in use: its time, and where its numbers begin.
#[derive(Clone, Copy)]
struct Sample {
    time: f64,
    place: usize,
}

impl<M: Motion> Baking<'_, M> {
    /// Adds the keys from a sample up to, but not including, a time; between those of jumps, time is halved up to `depth` times.
    fn halved(&mut self, first: Sample, to: f64, depth: u32) -> Sample {
        let from = first.time;
        let last = self.end(to, if first.place == 0 { self.size() } else { 0 });
        if let Some(parts) = self.parts(first, last, depth) {
            self.push(first);
            self.divide(first, last, parts);
            return last;
        }
        self.derive(first);
        self.derive(last);
        let [near, wide] = self.gaps(from, to);
        let mut after = self.at(from + near);
        let mut landed = after;
        // A reversed step jumps just after its key.
        let (mut start, mut end, mut gradual) = (first, last, [None; 2]);
        // Where both ends share a sample, a jump is at the end that has another value.
        let is_shared = to - from <= 2.0 * near * (1.0 + FINEST);
        if !(is_shared && self.is_nearer(after, first, last)) && self.leaps([start, end], after, from + wide)
        {
            let outer = self.reached(first, after);
            landed = after;
            let wide = if self.motion.is_short(self.value(first), self.value(after)) { near } else { wide };
            after = self.at(from + wide);
            start = after;
            gradual[0] = (near < wide && self.is_gradual(outer, start)).then_some(outer);
        }
        let [near, wide] = self.gaps(to, from);
        let mut before = self.at(to - near);
        let mut leaving = before;
        if before.time > start.time && self.leaps([start, end], before, to - wide) {
            let outer = self.reached(last, before);
            leaving = before;
            let wide = if self.motion.is_short(self.value(last), self.value(before)) { near } else { wide };
            before = self.at(to - wide);
            end = before;
            gradual[1] = (near < wide && self.is_gradual(end, outer)).then_some(outer);
        }
        // Jumps that are smaller than the tolerance count as errors.
        for edge in [after, before] {
            if start.time < edge.time && edge.time < end.time {
                self.keys.error = self.keys.error.max(self.leap(start, end, edge));
            }
        }
        self.push(first);
        if start.time > from {
            match gradual[0] {
                Some(outer) => self.between(outer, start, depth.saturating_sub(2)),
                None => self.jump([first, start], landed),
            }
            self.push(start);
        }
        let ends = [(start, after), (end, before)].map(|(end, edge)| self.unwound(end, edge));
        self.between(ends[0], ends[1], depth);
        if end.time < to {
            self.push(end);
            match gradual[1] {
                Some(outer) => self.between(end, outer, depth.saturating_sub(2)),
                None => self.jump([end, last], leaving),
            }
        }
        last
    }

    /// The sample with the numbers of the segment that leads to it, where its own numbers start again (angles that wrap).
    pub(super) fn unwound(&mut self, end: Sample, edge: Sample) -> Sample {
        if end.time == edge.time || !self.motion.winds(self.value(end), self.value(edge)) {
            return end;
        }
        let (place, width) = (self.samples.len(), self.motion.width());
        self.samples.extend_from_within(edge.place..edge.place + width);
        self.samples.extend_from_within(end.place + width..end.place + self.size());
        Sample { place, ..end }
    }

    /// The gap at one end of a segment at which a jump is detected, as fine as the segment allows, and the gap that the jump
    /// gets.
    fn gaps(&self, end: f64, other: f64) -> [f64; 2] {
        let near = self.gaps.at(end).max(self.gaps.at(f64::midpoint(end, other)));
        // A jump may be at a key that was left out.
        let room = 2.0 * near;
        let near =
            if self.fineness.jump > room { near } else { near.max(self.beyond_left_out(end, other, room)) };
        [near, near.max(self.fineness.jump.min((other - end).abs() / 3.0))]
    }

    /// The distance from an end of a segment to a time beyond the keys that were left out within `room` of it; 0 without such
    /// keys.
    fn beyond_left_out(&self, end: f64, other: f64, room: f64) -> f64 {
        if self.merged.is_empty() {
            return 0.0;
        }
        let far = if other < end {
            let keys = self.left_out((end - room).max(other), end);
            self.merged[keys].first().copied()
        } else {
            let keys = self.left_out(end, (end + room).min(other));
            self.merged[keys].last().copied()
        };
        far.map_or(0.0, |far| (end - far).abs() + self.gaps.at(far).min((far - other).abs() / 2.0))
    }

    /// Whether a sample has a value nearer to that of the first of two samples.
    fn is_nearer(&self, sample: Sample, first: Sample, last: Sample) -> bool {
        let away = |other| self.motion.error(self.value(other), self.value(other), 0.0, self.value(sample));
        away(first) < away(last)
    }

    /// Whether there is a jump between a segment and a sample next to its end.
    fn jumps(&self, a: Sample, b: Sample, edge: Sample) -> bool {
        let finest = [a, b, edge].map(|sample| self.motion.finest(self.value(sample)));
        let finest = finest.into_iter().fold(0.0, f64::max);
        self.leap(a, b, edge) > self.fineness.tolerance.max(finest)
    }

    /// How far a sample next to an end of a segment is off the way to the other end, or off its own end, if that is less: a motion
    /// that begins slowly is still there.
    fn leap(&self, a: Sample, b: Sample, edge: Sample) -> f64 {
        let u = (edge.time - a.time) / (b.time - a.time);
        let own = self.value(if u < 0.5 { a } else { b });
        let leap = |a, b, u| self.motion.leap(a, b, u, self.value(edge));
        leap(self.value(a), self.value(b), u).min(leap(own, own, 0.0))
    }

    /// Whether there is a jump between a segment and a sample next to its end, or up to the farther time `far` if keys of the
    /// sources were left out there: their own jumps take longer.
    fn leaps(&mut self, [a, b]: [Sample; 2], edge: Sample, far: f64) -> bool {
        let slack = self.gaps.at(far);
        let [from, to] = if edge.time < far { [a.time, far + slack] } else { [far - slack, b.time] };
        self.jumps(a, b, edge)
            || !self.left_out(from, to).is_empty() && {
                let edge = self.at(far);
                self.jumps(a, b, edge)
            }
    }

    /// The merged keys between two times, both excluded.
    fn left_out(&self, from: f64, to: f64) -> Range<usize> {
        let first = self.merged.partition_point(|time| *time <= from);
        first..self.merged.partition_point(|time| *time < to).max(first)
    }

    /// The error of interpolating between two samples at the time of another.
    fn off(&self, a: Sample, b: Sample, actual: Sample) -> f64 {
        let u = (actual.time - a.time) / (b.time - a.time);
        self.motion.error(self.value(a), self.value(b), u, self.value(actual))
    }

    fn size(&self) -> usize {
        self.motion.width() + self.motion.derived()
    }

    fn value(&self, sample: Sample) -> &[f64] {
        &self.samples[sample.place..sample.place + self.size()]
    }

    fn at(&mut self, time: f64) -> Sample {
        let place = self.samples.len();
        self.samples.resize(place + self.size(), 0.0);
        let sample = self.end(time, place);
        self.derive(sample);
        sample
    }

    /// A sample written to a place that exists, without its derived numbers.
    fn end(&mut self, time: f64, place: usize) -> Sample {
        self.taken += 1;
        if self.taken == STEP {
            self.taken = 0;
            checkpoint();
        }
        let width = self.motion.width();
        self.motion.sample(time, &mut self.samples[place..place + width]);
        Sample { time, place }
    }

    fn derive(&mut self, sample: Sample) {
        let size = self.size();
        self.motion.derive(&mut self.samples[sample.place..sample.place + size]);
    }

    /// Holds the last key to the end, and measures the error at times where the motion may have any value.
    fn hold(&mut self, last: Sample, to: f64) {
        let places = |from: f64, length: f64| {
            (1..=PLACES).map(move |place| from + length * f64::from(place) / f64::from(PLACES))
        };
        let periods = self.sources.iter().take(PLACES as usize).map(|source| source.end() - source.start());
        let ends = periods.map(|period| [last.time, period.min(to - last.time)]);
        let spans: Vec<[f64; 2]> = ends.chain([[last.time, to - last.time]]).collect();
        for [from, length] in spans {
            for time in places(from, length) {
                let actual = self.at(time);
                let error = self.motion.error(self.value(last), self.value(last), 0.0, self.value(actual));
                self.keys.error = self.keys.error.max(error);
                self.samples.truncate(actual.place);
            }
        }
        self.push(Sample { time: to, ..last });
    }

    fn push(&mut self, sample: Sample) {
        self.keys.times.push(sample.time);
        let value = &self.samples[sample.place..sample.place + self.motion.width()];
        match value {
            // Copying so few numbers inline is faster than a call.
            &[x, y, z] => self.keys.values.extend_from_slice(&[x, y, z]),
            value => self.keys.values.extend_from_slice(value),
        }
    }
}
