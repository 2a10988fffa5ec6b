//! Functions of time as plain keys: at given times, on both sides of each jump, and between these as many as needed.

mod cursor;
mod edge;

use std::ops::Range;

use crate::breaks::{Gaps, breaks, merge};
use crate::fineness::Fineness;
use crate::{ClipError, Curve};
pub(crate) use cursor::Cursor;

/// How often a segment is halved at most, which makes 4,096 segments of it.
const MAX_DEPTH: u32 = 12;

/// The difference of numbers of this size that single precision cannot hold anyway, as a part of their size.
pub(crate) const FINEST: f64 = 2.0 * f32::EPSILON as f64;

/// The part of the tolerance that may be reached at the quarters of a segment, so that what lies between them stays
/// within it.
const MARGIN: f64 = 0.875;

/// The quarters of a segment, where its error is measured first.
const QUARTERS: [f64; 3] = [0.25, 0.5, 0.75];

/// Where the error of a segment is measured once its quarters are near enough. The outer two are near the ends, where a curve
/// with steep handles strays most.
const BETWEEN: [f64; 4] = [0.0625, 0.375, 0.625, 0.9375];

/// In how many places it is measured how wrong it is to hold a value where there may be no more keys.
const PLACES: u32 = 61;

/// A function of time that is turned into keys. A sample is the numbers that a key has, and what is derived from them.
pub(crate) trait Motion {
    /// How many numbers a key has.
    fn width(&self) -> usize;

    /// How many numbers are derived from those of a key.
    fn derived(&self) -> usize {
        0
    }

    /// The numbers of a key.
    fn sample(&mut self, time: f64, out: &mut [f64]);

    /// Completes a sample that has the numbers of a key.
    fn derive(&self, _sample: &mut [f64]) {}

    /// How far the interpolation from a to b at u is from a sample.
    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64;

    /// The smallest difference from a sample that counts.
    fn finest(&self, sample: &[f64]) -> f64;

    /// Whether the numbers of two samples of one moment differ although the samples look alike: angles that start over.
    fn winds(&self, _a: &[f64], _b: &[f64]) -> bool {
        false
    }

    /// Whether the motion interpolates between the keys of its source as the result does.
    fn is_plain(&self) -> bool;

    /// Where the numbers of keys go straight from a to b: how many equal parts of that way are within `tolerance`, at most `most`
    /// of them, and a limit of their error; `None` where that takes samples. A limit below `enough` need not be near.
    fn parts(&self, _ends: [&[f64]; 2], _tolerance: f64, _enough: f64, _most: f64) -> Option<(u32, f64)> {
        None
    }

    /// How many segments it takes at least between samples at the start, the quarters and the end of a segment, whatever their
    /// values look like, and the error if there are fewer.
    fn pieces(&self, _samples: [&[f64]; 5]) -> (f64, f64) {
        (1.0, 0.0)
    }
}

/// Keys in flat columns and the largest error between them.
pub(crate) struct Keys {
    pub(crate) times: Vec<f64>,
    pub(crate) values: Vec<f64>,
    pub(crate) error: f64,
    pub(crate) jump: f64,
}

/// The keys of a motion over a span: at its ends, at the keys of its sources, on both sides of each jump, and between these as
/// many as needed.
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
    let [repeats, most] = fineness.limit.most(sources, motion.width(), fineness.tolerance);
    let (mut breaks, end) = breaks(sources, span, repeats as usize)?;
    let (count, gaps) = (breaks.len(), Gaps::of(sources));
    let all = breaks.clone();
    merge(&mut breaks, |time| (2.0 * gaps.at(time)).max(fineness.jump));
    // Both ends of the span stand, even if keys are next to them.
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
    let depth = ((most / breaks.len() as f64) as usize).checked_ilog2().unwrap_or(0).min(MAX_DEPTH);
    let (times, values) = (Vec::with_capacity(count), Vec::with_capacity(count * motion.width()));
    let keys = Keys { times, values, error: 0.0, jump: 0.0 };
    let merged = if breaks.len() < count { all } else { Vec::new() };
    let samples = vec![0.0; 2 * (motion.width() + motion.derived())];
    let mut baking = Baking { motion, sources, gaps, fineness, is_plain, merged, keys, samples };
    let mut first = baking.end(from, 0);
    for pair in breaks.windows(2) {
        first = baking.segment(first, pair[1], depth);
        baking.samples.truncate(2 * baking.size());
    }
    baking.push(first);
    if end < to {
        baking.hold(first, to);
    }
    Ok(baking.keys)
}

/// Keys in the making.
struct Baking<'a, M> {
    motion: M,
    sources: &'a [&'a Curve],
    gaps: Gaps,
    fineness: Fineness,
    is_plain: bool,
    /// The times of all keys of the sources, if some of them have none of their own.
    merged: Vec<f64>,
    keys: Keys,
    /// The samples in use, one after the other: those at the ends of a segment, which take turns, and those within.
    samples: Vec<f64>,
}

/// A sample in use: its time and where it begins among all.
#[derive(Clone, Copy)]
struct Sample {
    time: f64,
    place: usize,
}

impl<M: Motion> Baking<'_, M> {
    /// The keys from a sample to before a time, with those of jumps next to the two. Returns the sample at the end.
    fn segment(&mut self, first: Sample, to: f64, depth: u32) -> Sample {
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
        // A step that is run backwards jumps just after its key.
        let (mut start, mut end, mut gradual) = (first, last, [None; 2]);
        if self.leaps([start, end], after, from + wide) {
            let outer = self.unwound(first, after);
            after = self.at(from + wide);
            start = after;
            gradual[0] = (near < wide && self.is_gradual(outer, start)).then_some(outer);
        }
        let [near, wide] = self.gaps(to, from);
        let mut before = self.at(to - near);
        if before.time > start.time && self.leaps([start, end], before, to - wide) {
            let outer = self.unwound(last, before);
            before = self.at(to - wide);
            end = before;
            gradual[1] = (near < wide && self.is_gradual(end, outer)).then_some(outer);
        }
        // Jumps that are smaller than the tolerance count as errors.
        for edge in [after, before] {
            if start.time < edge.time && edge.time < end.time {
                self.keys.error = self.keys.error.max(self.off(start, end, edge));
            }
        }
        self.push(first);
        if start.time > from {
            match gradual[0] {
                Some(outer) => self.between(outer, start, depth.saturating_sub(2)),
                None => self.jump(first, start),
            }
            self.push(start);
        }
        let ends = [(start, after), (end, before)].map(|(end, edge)| self.unwound(end, edge));
        self.between(ends[0], ends[1], depth);
        if end.time < to {
            self.push(end);
            match gradual[1] {
                Some(outer) => self.between(end, outer, depth.saturating_sub(2)),
                None => self.jump(end, last),
            }
        }
        last
    }

    /// A sample with the numbers that lead to it, where those that it has begin anew: its other end has them too.
    fn unwound(&mut self, end: Sample, edge: Sample) -> Sample {
        if end.time == edge.time || !self.motion.winds(self.value(end), self.value(edge)) {
            return end;
        }
        let (place, width) = (self.samples.len(), self.motion.width());
        self.samples.extend_from_within(edge.place..edge.place + width);
        self.samples.extend_from_within(end.place + width..end.place + self.size());
        Sample { place, ..end }
    }

    /// The gap at one end of a segment by which a jump is noticed, as precise as the segment between, and the one that it takes.
    fn gaps(&self, end: f64, other: f64) -> [f64; 2] {
        let near = self.gaps.at(end).max(self.gaps.at(f64::midpoint(end, other)));
        [near, near.max(self.fineness.jump.min((other - end).abs() / 3.0))]
    }

    /// Whether there is a jump between a segment and a sample next to its end.
    fn jumps(&self, a: Sample, b: Sample, edge: Sample) -> bool {
        let finest = [a, b, edge].map(|sample| self.motion.finest(self.value(sample)));
        let finest = finest.into_iter().fold(0.0, f64::max);
        self.off(a, b, edge) > self.fineness.tolerance.max(finest)
    }

    /// Whether there is a jump between a segment and a sample next to its end, or up to a time farther from it, if keys of the
    /// sources were left out there: a jump of their own takes longer.
    fn leaps(&mut self, [a, b]: [Sample; 2], edge: Sample, far: f64) -> bool {
        let slack = self.gaps.at(far);
        let [from, to] = if edge.time < far { [edge.time, far + slack] } else { [far - slack, edge.time] };
        self.jumps(a, b, edge)
            || !self.left_out(from, to).is_empty() && {
                let edge = self.at(far);
                self.jumps(a, b, edge)
            }
    }

    /// Which of the merged keys are between two times, both excluded.
    fn left_out(&self, from: f64, to: f64) -> Range<usize> {
        let first = self.merged.partition_point(|time| *time <= from);
        first..self.merged.partition_point(|time| *time < to).max(first)
    }

    /// How far a sample is off the way between two others.
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

    /// A sample in a place that is there, without what is derived.
    fn end(&mut self, time: f64, place: usize) -> Sample {
        let width = self.motion.width();
        self.motion.sample(time, &mut self.samples[place..place + width]);
        Sample { time, place }
    }

    fn derive(&mut self, sample: Sample) {
        let size = self.size();
        self.motion.derive(&mut self.samples[sample.place..sample.place + size]);
    }

    /// How many parts of the way between two samples it takes, and a limit of their error, where that takes no more samples.
    fn parts(&self, a: Sample, b: Sample, depth: u32) -> Option<(u32, f64)> {
        if self.is_plain || !self.left_out(a.time, b.time).is_empty() {
            return None;
        }
        let tolerance = (MARGIN * self.fineness.tolerance).max(FINEST);
        let ends = [self.value(a), self.value(b)];
        self.motion.parts(ends, tolerance, self.keys.error, self.room(a, b, depth))
    }

    /// Pushes the keys that divide a straight way into equal parts.
    fn divide(&mut self, a: Sample, b: Sample, (count, error): (u32, f64)) {
        self.keys.error = self.keys.error.max(error);
        let width = self.motion.width();
        let [from, to] = [a, b].map(|end| &self.samples[end.place..end.place + width]);
        for part in 1..count {
            let u = f64::from(part) / f64::from(count);
            let way = |from: f64, to: f64| from + (to - from) * u;
            self.keys.times.push(way(a.time, b.time));
            match (from, to) {
                // As many as angles have, without a loop.
                (&[a, b, c], &[d, e, f]) => {
                    self.keys.values.extend_from_slice(&[way(a, d), way(b, e), way(c, f)]);
                }
                _ => self.keys.values.extend(from.iter().zip(to).map(|(from, to)| way(*from, *to))),
            }
        }
    }

    /// Into how many parts the time between two samples may be divided.
    fn room(&self, a: Sample, b: Sample, depth: u32) -> f64 {
        let shortest = (2.0 * self.gaps.at(b.time)).max(1.0 / self.fineness.limit.per_second);
        ((b.time - a.time) / shortest).min((1u64 << depth) as f64)
    }

    /// Pushes the keys between two, both excluded.
    fn between(&mut self, a: Sample, b: Sample, depth: u32) {
        if self.is_plain {
            return;
        }
        if let Some(parts) = self.parts(a, b, depth) {
            return self.divide(a, b, parts);
        }
        let (used, room) = (self.samples.len(), self.room(a, b, depth));
        let quarters = QUARTERS.map(|u| self.at(a.time + (b.time - a.time) * u));
        let error =
            |u: f64, actual: Sample| self.motion.error(self.value(a), self.value(b), u, self.value(actual));
        let seen = QUARTERS.into_iter().zip(quarters).map(|(u, actual)| error(u, actual)).fold(0.0, f64::max);
        let [first, middle, last] = quarters;
        let (pieces, hidden) =
            self.motion.pieces([a, first, middle, last, b].map(|sample| self.value(sample)));
        let finest =
            quarters.map(|sample| self.motion.finest(self.value(sample))).into_iter().fold(0.0, f64::max);
        let most = (MARGIN * self.fineness.tolerance).max(finest);
        let mut error = if pieces > 1.0 { seen.max(hidden) } else { seen };
        // Where there is no room for as many segments as it takes, fewer are as wrong as one.
        let has_room = room >= pieces.max(2.0);
        if error <= most || !has_room {
            error = error.max(self.between_quarters(a, b));
        }
        if error > most && has_room {
            self.halves([a, middle, b], depth);
        } else {
            self.keys.error = self.keys.error.max(error);
        }
        self.samples.truncate(used);
    }

    /// The error of a segment beside its quarters: at several places, and at the keys of the sources that were left out.
    fn between_quarters(&mut self, a: Sample, b: Sample) -> f64 {
        let mut most = 0.0_f64;
        for u in BETWEEN {
            let actual = self.at(a.time + (b.time - a.time) * u);
            most = most.max(self.motion.error(self.value(a), self.value(b), u, self.value(actual)));
            self.samples.truncate(actual.place);
        }
        for index in self.left_out(a.time, b.time) {
            let actual = self.at(self.merged[index]);
            most = most.max(self.off(a, b, actual));
            self.samples.truncate(actual.place);
        }
        most
    }

    /// Pushes the keys of both halves of a segment, and the one between them.
    fn halves(&mut self, [a, middle, b]: [Sample; 3], depth: u32) {
        self.between(a, middle, depth - 1);
        self.push(middle);
        self.between(middle, b, depth - 1);
    }

    /// Holds the last key to the end, and measures how wrong that is where the motion is likely to be anywhere.
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
            // So few numbers are copied faster than a call copies them.
            &[x, y, z] => self.keys.values.extend_from_slice(&[x, y, z]),
            value => self.keys.values.extend_from_slice(value),
        }
    }
}
