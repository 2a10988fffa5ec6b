//! When keys are: frame rates and key times.

use std::sync::Arc;

use crate::ClipError;

/// A frame rate, as frames in seconds: 60 in 1, 30000 in 1001, 60 in 7.
///
/// The time of a frame is computed with one rounding, so frames of equal time have equal bits in any rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    frames: f64,
    seconds: f64,
}

impl Rate {
    /// So many frames in so many seconds; both finite and above 0.
    pub fn new(frames: f64, seconds: f64) -> Result<Self, ClipError> {
        let fits = |x: f64| x.is_finite() && x > 0.0;
        if fits(frames) && fits(seconds) { Ok(Self { frames, seconds }) } else { Err(ClipError::Rate) }
    }

    /// Whole frames a second, 1 if given 0.
    pub fn per_second(frames: u32) -> Self {
        Self { frames: f64::from(frames.max(1)), seconds: 1.0 }
    }

    /// One frame in so many ticks of 1/60 s; 0 ticks count as 1.
    pub fn sixtieths(ticks: u16) -> Self {
        Self { frames: 60.0, seconds: f64::from(ticks.max(1)) }
    }

    /// The frames and the seconds that were given.
    pub const fn parts(self) -> [f64; 2] {
        [self.frames, self.seconds]
    }

    /// Frames a second.
    pub fn hertz(self) -> f64 {
        self.frames / self.seconds
    }

    /// The time of a frame, in seconds from frame 0.
    pub fn time(self, frame: f64) -> f64 {
        frame * self.seconds / self.frames
    }

    /// The frame of a time in seconds, fractional between frames.
    pub fn frame(self, time: f64) -> f64 {
        time * self.frames / self.seconds
    }
}

/// Where a time falls among keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The key at or before the time.
    pub key: usize,
    /// How far the time is into the segment that begins there, in seconds; 0 at the key.
    pub offset: f64,
    /// The segment's length in seconds; 0 after the last key.
    pub length: f64,
}

/// The times of a curve's keys in seconds: finite and strictly ascending.
#[derive(Clone, Debug)]
pub struct Times(Repr);

#[derive(Clone, Debug)]
enum Repr {
    Uniform { first: f64, rate: Rate, count: usize },
    Keys(Arc<[f64]>),
}

impl Times {
    /// `count` keys a frame apart, from frame `first`, which may be fractional or below 0.
    pub fn uniform(first: f64, rate: Rate, count: usize) -> Result<Self, ClipError> {
        let last = rate.time(first + count.saturating_sub(1) as f64);
        let apart = count < 2
            || rate.time(first) < rate.time(first + 1.0) && last > rate.time(first + count as f64 - 2.0);
        if first.is_finite() && last.is_finite() && apart {
            Ok(Self(Repr::Uniform { first, rate, count }))
        } else {
            Err(ClipError::Times)
        }
    }

    /// These times. Curves that share them keep one copy.
    pub fn keys(times: impl Into<Arc<[f64]>>) -> Result<Self, ClipError> {
        let times = times.into();
        let ascending = times.is_sorted_by(|a, b| a < b);
        if ascending && times.iter().all(|t| t.is_finite()) {
            Ok(Self(Repr::Keys(times)))
        } else {
            Err(ClipError::Times)
        }
    }

    /// One key at a time.
    pub fn at(time: f64) -> Result<Self, ClipError> {
        Self::keys([time])
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Uniform { count, .. } => *count,
            Repr::Keys(times) => times.len(),
        }
    }

    /// True without any key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rate, where keys are a frame apart by construction.
    pub fn rate(&self) -> Option<Rate> {
        match self.0 {
            Repr::Uniform { rate, .. } => Some(rate),
            Repr::Keys(_) => None,
        }
    }

    /// The time of a key; `None` past the last.
    pub fn get(&self, key: usize) -> Option<f64> {
        match &self.0 {
            Repr::Uniform { first, rate, count } => (key < *count).then(|| rate.time(first + key as f64)),
            Repr::Keys(times) => times.get(key).copied(),
        }
    }

    /// The time of the first key.
    pub fn first(&self) -> Option<f64> {
        self.get(0)
    }

    /// The time of the last key.
    pub fn last(&self) -> Option<f64> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All times in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        (0..self.len()).map(|key| self.get(key).unwrap_or_default())
    }

    /// The segment a time falls in; `None` before the first key. `hint` is a key to look at first.
    pub fn locate(&self, time: f64, hint: usize) -> Option<Segment> {
        let holds = |key: usize| {
            self.get(key).is_some_and(|t| t <= time) && self.get(key + 1).is_none_or(|next| time < next)
        };
        let key = match &self.0 {
            _ if holds(hint) => hint,
            _ if holds(hint + 1) => hint + 1,
            Repr::Keys(times) => times.partition_point(|&t| t <= time).checked_sub(1)?,
            Repr::Uniform { first, rate, count } => {
                let near =
                    (rate.frame(time) - first).floor().clamp(0.0, count.checked_sub(1)? as f64) as usize;
                // The division may be off by one frame either way.
                (near.saturating_sub(1)..=near + 1).find(|&key| holds(key))?
            }
        };
        let start = self.get(key)?;
        let length = self.get(key + 1).map_or(0.0, |next| next - start);
        Some(Segment { key, offset: time - start, length })
    }

    /// True if both are the same times, told at once for clones.
    fn same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Keys(a), Repr::Keys(b)) => Arc::ptr_eq(a, b) || a == b,
            (
                Repr::Uniform { first: a, rate: ra, count: ca },
                Repr::Uniform { first: b, rate: rb, count: cb },
            ) if a == b && ra == rb => ca == cb,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl PartialEq for Times {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn equal_instants_have_equal_bits_in_every_rate() {
        for k in 0..10_000u32 {
            let k = f64::from(k);
            assert_eq!(Rate::per_second(30).time(k), Rate::per_second(60).time(2.0 * k));
            assert_eq!(Rate::sixtieths(3).time(k), Rate::per_second(20).time(k));
        }
        assert_eq!(Rate::per_second(60).time(123.0), 2.05);
        assert_eq!(Rate::sixtieths(7).parts(), [60.0, 7.0]);
    }

    #[test]
    fn times_that_do_not_ascend_are_refused() {
        for bad in [vec![0.0, 0.0], vec![1.0, 0.0], vec![f64::NAN], vec![0.0, f64::INFINITY]] {
            assert_eq!(Times::keys(bad), Err(ClipError::Times));
        }
        let far = Times::uniform(1e17, Rate::per_second(1), 10);
        assert_eq!(far, Err(ClipError::Times), "frames too far out to be told apart");
        assert_eq!(Rate::new(0.0, 1.0), Err(ClipError::Rate));
    }

    #[test]
    fn equality_is_by_value() {
        let uniform = Times::uniform(0.0, Rate::per_second(4), 3).unwrap();
        assert_eq!(uniform, Times::keys([0.0, 0.25, 0.5]).unwrap());
        assert_ne!(uniform, Times::keys([0.0, 0.25]).unwrap());
    }

    #[test]
    fn no_keys_hold_no_time() {
        let none = Times::keys([]).unwrap();
        assert_eq!((none.locate(0.0, 0), none.first(), none.last()), (None, None, None));
        assert_eq!(Times::uniform(0.0, Rate::per_second(1), 0).unwrap().locate(0.0, 0), None);
    }

    proptest! {
        #[test]
        fn locating_agrees_with_a_linear_search(
            first in -50.0..50.0f64, seconds in 1u32..9, count in 1usize..20, time in -20.0..40.0f64, hint in 0usize..30,
        ) {
            let uniform = Times::uniform(first, Rate::new(60.0, f64::from(seconds)).unwrap(), count).unwrap();
            let keys = Times::keys(uniform.iter().collect::<Vec<_>>()).unwrap();
            for time in uniform.iter().chain([time]) {
                let expected = uniform.iter().filter(|&t| t <= time).count().checked_sub(1);
                prop_assert_eq!(uniform.locate(time, hint).map(|s| s.key), expected);
                prop_assert_eq!(keys.locate(time, hint).map(|s| s.key), expected);
            }
        }
    }
}
