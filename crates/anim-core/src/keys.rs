//! Functions of time as plain keys: at given times, on both sides of each jump, and between these as many as needed.

use crate::{ClipError, Curve};

/// The most key times, repeats of the wraps included, that a curve may have within the span that is baked.
pub const MAX_KEYS: usize = 1 << 20;

/// The keys that baking may add to a curve in any case, at a tolerance of [`COARSE`] or more.
const FREE_KEYS: f64 = 4096.0;

/// The keys that baking may add for each key of the source, at a tolerance of [`COARSE`] or more.
const KEYS_PER_KEY: f64 = 256.0;

/// The tolerance below which baking may add more keys: by the root of how much finer it is, as smooth curves need.
const COARSE: f64 = 1e-3;

/// How often a segment is halved at most, which makes 4,096 segments of it.
const MAX_DEPTH: u32 = 12;

/// The shortest segment in seconds that halving makes: 65,536 keys a second.
const SHORTEST: f64 = 1.0 / 65_536.0;

/// The difference of numbers of this size that single precision cannot hold anyway, as a part of their size.
pub(crate) const FINEST: f64 = 2.0 * f32::EPSILON as f64;

/// The part of the tolerance that may be reached at the quarters of a segment, so that what lies between them stays
/// within it.
const MARGIN: f64 = 0.875;

/// How near baking comes to its source. A number alone is the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fineness {
    /// The largest error that is wanted, in the unit of the curve.
    pub tolerance: f64,
    /// How long a jump takes in seconds, where the keys beside it leave the room, for programs that make one of two keys that
    /// are nearer; of keys of the source that are nearer, the later are left out. At least a few steps of single precision.
    pub jump: f64,
}

impl From<f64> for Fineness {
    fn from(tolerance: f64) -> Self {
        Self { tolerance, jump: 0.0 }
    }
}

/// Where the error of a segment is measured once its quarters are near enough. The outer two are near the ends, where a curve
/// with steep handles strays most.
const BETWEEN: [f64; 4] = [0.0625, 0.375, 0.625, 0.9375];

/// A function of time that is turned into keys.
pub(crate) trait Motion {
    /// How many numbers a sample has.
    fn width(&self) -> usize;

    fn sample(&mut self, time: f64, out: &mut [f64]);

    /// How far the interpolation from a to b at u is from a sample.
    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64;

    /// The smallest difference from a sample that counts.
    fn finest(&self, sample: &[f64]) -> f64;

    /// Whether the motion interpolates between the keys of its source as the result does.
    fn is_plain(&self) -> bool;

    /// How many segments it takes at least between samples at the start, the quarters and the end of a segment, whatever their
    /// values look like, and the error if there are fewer.
    fn pieces(&self, _samples: [&[f64]; 5]) -> (f64, f64) {
        (1.0, 0.0)
    }
}

/// The gap that stands for a jump at a time: several steps of single precision. Beyond its keys, a curve is as precise as they
/// are.
pub(crate) fn gap(sources: &[&Curve], time: f64) -> f64 {
    let reach = sources
        .iter()
        .map(|source| [source.start(), source.end()])
        .map(|[start, end]| if (start..=end).contains(&time) { 0.0 } else { start.abs().max(end.abs()) });
    reach.fold(time.abs().max(1.0), f64::max) / f64::from(1 << 21)
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
    [from, to]: [f64; 2],
    fineness: Fineness,
) -> Result<Keys, ClipError> {
    if !(from.is_finite() && to.is_finite() && from <= to) {
        return Err(ClipError::Duration);
    }
    let mut breaks = Vec::new();
    for source in sources {
        breaks.extend(source.unrolled_times([from, to], MAX_KEYS).ok_or(ClipError::TooManyKeys)?);
    }
    if sources.len() > 1 {
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
    }
    if breaks.len() > MAX_KEYS {
        return Err(ClipError::TooManyKeys);
    }
    let count = breaks.len();
    breaks.dedup_by(|later, earlier| *later - *earlier < (2.0 * gap(sources, *later)).max(fineness.jump));
    // Both ends of the span stand, even if keys are next to them.
    match &mut breaks[..] {
        [_, .., last] => *last = to,
        _ if from < to => breaks.push(to),
        _ => {}
    }
    let is_plain = motion.is_plain() && breaks.len() == count;
    let given: usize = sources.iter().map(|source| source.len()).sum();
    let finer = (COARSE / fineness.tolerance).sqrt().clamp(1.0, 64.0);
    let most = finer * (FREE_KEYS + KEYS_PER_KEY * given as f64);
    let depth = ((most / breaks.len() as f64) as usize).checked_ilog2().unwrap_or(0).min(MAX_DEPTH);
    let (times, values) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let keys = Keys { times, values, error: 0.0, jump: 0.0 };
    let mut baking = Baking { motion, sources, fineness, is_plain, keys };
    for pair in breaks.windows(2) {
        baking.segment(pair[0], pair[1], depth);
    }
    let value = baking.at(to);
    baking.keys.push(to, &value);
    Ok(baking.keys)
}

/// Keys in the making.
struct Baking<'a, M> {
    motion: M,
    sources: &'a [&'a Curve],
    fineness: Fineness,
    is_plain: bool,
    keys: Keys,
}

impl<M: Motion> Baking<'_, M> {
    /// The keys from one break to before the next, with those of jumps next to the two.
    fn segment(&mut self, from: f64, to: f64, depth: u32) {
        let (first, last) = (self.at(from), self.at(to));
        let [near, wide] = self.gaps(from, to);
        let (mut after, mut right) = (from + near, self.at(from + near));
        // A step that is run backwards jumps just after its key.
        let [mut start, mut end] = [(from, &first[..]), (to, &last[..])];
        if self.off(start, end, (after, &right)) > self.fineness.tolerance {
            (after, right) = (from + wide, self.at(from + wide));
            start = (after, &right);
        }
        let [near, wide] = self.gaps(to, from);
        let (mut before, mut left) = (to - near, self.at(to - near));
        if before > start.0 && self.off(start, end, (before, &left)) > self.fineness.tolerance {
            (before, left) = (to - wide, self.at(to - wide));
            end = (before, &left);
        }
        // Jumps that are smaller than the tolerance count as errors.
        let edges = [(after, &right[..]), (before, &left[..])].into_iter();
        let inside = edges.filter(|(time, _)| start.0 < *time && *time < end.0);
        self.keys.error = inside.fold(self.keys.error, |most, edge| most.max(self.off(start, end, edge)));
        self.keys.push(from, &first);
        if start.0 > from {
            self.keys.jump = self.keys.jump.max(start.0 - from);
            self.keys.push(start.0, start.1);
        }
        self.between(start, end, depth);
        if end.0 < to {
            self.keys.jump = self.keys.jump.max(to - end.0);
            self.keys.push(end.0, end.1);
        }
    }

    /// The gap at one end of a segment by which a jump is noticed, as precise as the segment between, and the one that it takes.
    fn gaps(&self, end: f64, other: f64) -> [f64; 2] {
        let near = gap(self.sources, end).max(gap(self.sources, f64::midpoint(end, other)));
        [near, near.max(self.fineness.jump.min((other - end).abs() / 3.0))]
    }

    /// How far a sample is off the way between two others.
    fn off(&self, a: (f64, &[f64]), b: (f64, &[f64]), actual: (f64, &[f64])) -> f64 {
        self.motion.error(a.1, b.1, (actual.0 - a.0) / (b.0 - a.0), actual.1)
    }

    fn at(&mut self, time: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.motion.width()];
        self.motion.sample(time, &mut out);
        out
    }

    /// Pushes the keys between two, both excluded.
    fn between(&mut self, a: (f64, &[f64]), b: (f64, &[f64]), depth: u32) {
        if self.is_plain {
            return;
        }
        let at = |u: f64| a.0 + (b.0 - a.0) * u;
        let quarters = [0.25, 0.5, 0.75];
        let samples = quarters.map(|u| self.at(at(u)));
        let errors = quarters.iter().zip(&samples).map(|(&u, actual)| self.motion.error(a.1, b.1, u, actual));
        let seen = errors.fold(0.0, f64::max);
        let [first, middle, last] = &samples;
        let (pieces, hidden) = self.motion.pieces([a.1, first, middle, last, b.1]);
        let shortest = (2.0 * gap(self.sources, b.0)).max(SHORTEST);
        let room = ((b.0 - a.0) / shortest).min(f64::from(depth).exp2());
        let finest = samples.iter().map(|sample| self.motion.finest(sample)).fold(0.0, f64::max);
        let most = (MARGIN * self.fineness.tolerance).max(finest);
        let mut error = if pieces > 1.0 { seen.max(hidden) } else { seen };
        if error <= most {
            for u in BETWEEN {
                let actual = self.at(at(u));
                error = error.max(self.motion.error(a.1, b.1, u, &actual));
            }
        }
        // Where there is no room for as many segments as it takes, fewer are as wrong as one.
        if error > most && room >= pieces.max(2.0) {
            let middle = (at(0.5), &middle[..]);
            self.between(a, middle, depth - 1);
            self.keys.push(middle.0, middle.1);
            return self.between(middle, b, depth - 1);
        }
        self.keys.error = self.keys.error.max(error);
    }
}

impl Keys {
    fn push(&mut self, time: f64, value: &[f64]) {
        self.times.push(time);
        self.values.extend_from_slice(value);
    }
}
