//! Baked values, and their contribution to the curve of the keys.

use anim_core::{Curve, Ease as Join, Times};

use super::{Clock, Point, curve, points, sample_ascending};
use crate::{Animation, Ease, Keyframe, Stf, Subtrack};

impl Stf {
    /// The baked values of a subtrack, one for each of [`baked_frames`](crate::baked_frames); `None` if it has none. Bytes
    /// after the last complete value are ignored.
    pub fn baked_values<'a>(
        &'a self,
        animation: &'a Animation,
        subtrack: &'a Subtrack,
    ) -> Option<impl ExactSizeIterator<Item = f32> + 'a> {
        let bytes = self.buffer(animation.buffer_id(subtrack.baked.as_ref()?)?)?;
        Some(bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)))
    }

    /// The baked values of a subtrack as a linear curve with times in frames; `None` if it has none.
    pub fn baked_curve(&self, animation: &Animation, subtrack: &Subtrack) -> Option<Curve> {
        Samples::of(self, animation, subtrack)?.curve(Clock::frames())
    }
}

/// Baked values at whole frames; there is at least one.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    /// The frame of the first value.
    pub(crate) first: f64,
    pub(crate) values: Vec<f64>,
}

impl Samples {
    /// The baked values of a subtrack; `None` if it has none.
    pub(crate) fn of(stf: &Stf, animation: &Animation, subtrack: &Subtrack) -> Option<Self> {
        let values: Vec<f64> = stf.baked_values(animation, subtrack)?.map(f64::from).collect();
        (!values.is_empty()).then(|| Self { first: animation.span()[0].trunc(), values })
    }

    /// The value at a frame: interpolated linearly between whole frames, and the nearest value beyond them.
    pub(crate) fn at(&self, frame: f64) -> f64 {
        let last = self.values.len() - 1;
        let place = (frame - self.first).clamp(0.0, last as f64);
        let (left, u) = (place.floor() as usize, place.fract());
        let right = self.values[(left + 1).min(last)];
        if u == 0.0 { self.values[left] } else { self.values[left] + (right - self.values[left]) * u }
    }

    /// The values with straight lines between.
    pub(crate) fn curve(&self, clock: Clock) -> Option<Curve> {
        let times = Times::uniform(self.first - clock.origin, clock.rate, self.values.len()).ok()?;
        Curve::new(times, 1, self.values.clone(), Join::Linear).ok()
    }

    /// The frames and values within an interval, without its ends.
    fn within(&self, from: f64, to: f64) -> impl Iterator<Item = (f64, f64)> {
        let frames = self.values.iter().enumerate().map(|(index, value)| (self.first + index as f64, *value));
        // Frames are found by index, because both the values and the intervals may be many.
        let start = (from - self.first).floor() + 1.0;
        let end = (to - self.first).ceil();
        let index = |frame: f64| frame.clamp(0.0, self.values.len() as f64) as usize;
        let (start, end) = (index(start), index(end));
        frames.take(end).skip(start)
    }
}

/// The curve of a subtrack. Baked values replace what the file states in no other way: segments of unknown kinds, and values
/// beyond the keys if they differ from holding. The flag is whether baked values are part of it. `None` if the subtrack has
/// neither keys nor baked values.
pub(crate) fn complete(
    subtrack: &Subtrack,
    timepoints: &[f64],
    samples: Option<&Samples>,
    clock: Clock,
) -> Option<(Curve, bool)> {
    let keys = points(&subtrack.keyframes, timepoints);
    let Some(samples) = samples else { return Some((curve(&keys, clock)?, false)) };
    let real = subtrack.keyframes.iter().any(|keyframe| matches!(keyframe, Keyframe::Key(_)));
    let (Some(first), Some(last), true) = (keys.first().copied(), keys.last().copied(), real) else {
        return Some((samples.curve(clock)?, true));
    };
    let line = |(frame, value): (f64, f64)| Point { frame, value, ease: None, key: None };
    let moves = |key: Point<'_>, from: f64, to: f64| {
        samples.within(from, to).any(|(_, value)| !agree(value, key.value))
    };
    let mut all: Vec<Point<'_>> = Vec::with_capacity(keys.len());
    if moves(first, f64::NEG_INFINITY, first.frame) {
        all.extend(samples.within(f64::NEG_INFINITY, first.frame).map(line));
    }
    let before = all.len();
    for (index, point) in keys.iter().enumerate() {
        all.push(*point);
        if let (true, Some(next)) = (point.is_unnamed(), keys.get(index + 1)) {
            all.extend(samples.within(point.frame, next.frame).map(line));
        }
    }
    if moves(last, last.frame, f64::INFINITY) {
        // After the last key, its kind has no meaning.
        if let Some(point) = all.last_mut() {
            (point.ease, point.key) = (None, last.key);
        }
        all.extend(samples.within(last.frame, f64::INFINITY).map(line));
    }
    let used = before > 0 || all.len() > keys.len();
    Some((curve(&all, clock)?, used))
}

impl Point<'_> {
    fn is_unnamed(&self) -> bool {
        matches!(self.ease, Some(Ease::Unnamed | Ease::Other(_)))
    }
}

/// The largest difference between a curve and its baked values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Disagreement {
    /// The whole frame.
    pub(crate) frame: f64,
    /// The difference.
    pub(crate) by: f64,
}

/// The largest difference between the keys of a subtrack and its baked values, if it exceeds rounding. Values that only the
/// baked values determine are left out: segments of unknown kinds, and values beyond the keys.
pub(crate) fn disagreement(
    subtrack: &Subtrack,
    timepoints: &[f64],
    samples: &Samples,
) -> Option<Disagreement> {
    let keys = points(&subtrack.keyframes, timepoints);
    let real = keys.iter().any(|point| point.key.is_some());
    let curve = curve(&keys, Clock::frames()).filter(|_| real)?;
    let frames = (0..samples.values.len()).map(|index| samples.first + index as f64).filter(|&frame| {
        let next = keys.partition_point(|point| point.frame <= frame);
        let Some(left) = next.checked_sub(1).and_then(|left| keys.get(left)) else { return false };
        left.frame == frame || next < keys.len() && !left.is_unnamed()
    });
    let frames: Vec<f64> = frames.collect();
    let mut values = vec![0.0; frames.len()];
    sample_ascending(&curve, &frames, &mut values);
    let mut worst = Disagreement { frame: 0.0, by: 0.0 };
    let mut size = 1.0f64;
    for (frame, at) in frames.into_iter().zip(values) {
        let value = samples.at(frame);
        size = size.max(value.abs());
        let by = (at - value).abs();
        if by > worst.by {
            worst = Disagreement { frame, by };
        }
    }
    (worst.by > AGREEMENT * size).then_some(worst)
}

/// Whether two values differ only by rounding.
fn agree(a: f64, b: f64) -> bool {
    (a - b).abs() <= AGREEMENT * a.abs().max(b.abs()).max(1.0)
}

/// The largest difference that counts as rounding, relative to the greatest value but at least 1. The exporter computes with
/// 32-bit floats, whose rounding errors steep curves amplify; curves that really differ do so by much more.
pub(crate) const AGREEMENT: f64 = 1e-4;
