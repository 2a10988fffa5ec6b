//! When keys are: frame rates and key times.

use std::sync::Arc;

use crate::ClipError;

/// A frame rate, as frames in seconds: 60 in 1, 30000 in 1001, 60 in 7.
///
/// Equal if the parts are: 60 in 2 is not 30 in 1. The time of a whole frame of a rate of whole parts is computed with one
/// rounding, so frames of equal time have equal bits in any such rate.
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
        // Further out, rounding would make neighbours equal.
        let farthest = rate.time(first).abs().max(last.abs());
        let apart = count < 2 || rate.time(1.0) > 4.0 * f64::EPSILON * farthest;
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
            _ if holds(hint.wrapping_add(1)) => hint.wrapping_add(1),
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
}

/// The same times, however they came about; told at once for clones.
impl PartialEq for Times {
    fn eq(&self, other: &Self) -> bool {
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

    #[test]
    fn any_hint_will_do() {
        let times = Times::keys([0.0, 1.0]).unwrap();
        for hint in [0, 1, 2, usize::MAX - 1, usize::MAX] {
            assert_eq!(times.locate(0.5, hint).map(|segment| segment.key), Some(0), "{hint}");
        }
    }

    #[test]
    fn frames_far_out_ascend_and_are_found() {
        for rate in
            [Rate::per_second(60), Rate::per_second(7), Rate::sixtieths(7), Rate::new(29.97, 1.0).unwrap()]
        {
            for exponent in 40..53 {
                for first in [1.0, -1.0, 1.37, -1.93].map(|part: f64| part * 2f64.powi(exponent)) {
                    let Ok(uniform) = Times::uniform(first, rate, 500) else { continue };
                    assert!(uniform.iter().is_sorted_by(|a, b| a < b), "frame {first} at {rate:?}");
                    for (key, time) in uniform.iter().enumerate() {
                        let found = uniform.locate(time, usize::MAX).map(|segment| segment.key);
                        assert_eq!(found, Some(key), "frame {first} + {key} at {rate:?}");
                    }
                }
            }
        }
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
