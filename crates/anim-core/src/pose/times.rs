//! Frame rates and key times.

use std::sync::Arc;

use crate::ClipError;

/// A frame rate: a number of frames and their duration in seconds, such as 60 in 1, 30000 in 1001 or 60 in 7.
///
/// Rates are equal if both parts are: 60 in 2 is not 30 in 1. If both parts are integers, the time of an integer frame is
/// rounded only once, so frames at the same time have the same bits in all such rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    frames: f64,
    seconds: f64,
}

impl Rate {
    /// A rate of this number of frames in this number of seconds.
    ///
    /// Errors: [`ClipError::Rate`] unless both are finite numbers above 0.
    pub fn new(frames: f64, seconds: f64) -> Result<Self, ClipError> {
        let fits = |x: f64| x.is_finite() && x > 0.0;
        if fits(frames) && fits(seconds) { Ok(Self { frames, seconds }) } else { Err(ClipError::Rate) }
    }

    /// An integer number of frames per second; 0 counts as 1.
    pub fn per_second(frames: u32) -> Self {
        Self { frames: f64::from(frames.max(1)), seconds: 1.0 }
    }

    /// One frame in `ticks` ticks of 1/60 s; 0 counts as 1.
    pub fn sixtieths(ticks: u16) -> Self {
        Self { frames: 60.0, seconds: f64::from(ticks.max(1)) }
    }

    /// The number of frames and their duration in seconds.
    pub const fn parts(self) -> [f64; 2] {
        [self.frames, self.seconds]
    }

    /// Frames per second.
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

/// The position of a time among keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The key at or before the time.
    pub key: usize,
    /// The seconds since that key.
    pub offset: f64,
    /// The seconds from that key to the next; 0 after the last key.
    pub length: f64,
}

/// The times of a curve's keys in seconds: finite and strictly ascending.
#[derive(Clone, Debug)]
pub struct Times(Repr);

#[derive(Clone, Debug)]
enum Repr {
    Uniform {
        first: f64,
        rate: Rate,
        count: usize,
    },
    /// One key, as most constants have, without an allocation.
    One(f64),
    Keys(Arc<[f64]>),
}

impl Times {
    /// `count` keys one frame apart, beginning with frame `first`, which may be fractional or negative.
    ///
    /// Errors: [`ClipError::Times`] if a time is not finite, or if rounding would make neighbours equal.
    pub fn uniform(first: f64, rate: Rate, count: usize) -> Result<Self, ClipError> {
        let last = rate.time(first + count.saturating_sub(1) as f64);
        // Farther from 0, and among numbers without all digits, rounding would make neighbours equal.
        let farthest = rate.time(first).abs().max(last.abs());
        let least = (4.0 * f64::EPSILON * farthest).max(f64::MIN_POSITIVE);
        let apart = count < 2 || rate.time(1.0) > least;
        if first.is_finite() && last.is_finite() && apart {
            Ok(Self(Repr::Uniform { first, rate, count }))
        } else {
            Err(ClipError::Times)
        }
    }

    /// Keys at these times. Clones share one copy of the times.
    ///
    /// Errors: [`ClipError::Times`] unless the times are finite and strictly ascending.
    pub fn keys(times: impl Into<Arc<[f64]>>) -> Result<Self, ClipError> {
        let times = times.into();
        if let [time] = *times {
            return Self::at(time);
        }
        let ascending = times.is_sorted_by(|a, b| a < b);
        if ascending && times.iter().all(|t| t.is_finite()) {
            Ok(Self(Repr::Keys(times)))
        } else {
            Err(ClipError::Times)
        }
    }

    /// One key at this time.
    ///
    /// Errors: [`ClipError::Times`] unless the time is finite.
    pub fn at(time: f64) -> Result<Self, ClipError> {
        if time.is_finite() { Ok(Self(Repr::One(time))) } else { Err(ClipError::Times) }
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Uniform { count, .. } => *count,
            Repr::One(_) => 1,
            Repr::Keys(times) => times.len(),
        }
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rate of [`Times::uniform`]; `None` for [`Times::keys`].
    pub fn rate(&self) -> Option<Rate> {
        match self.0 {
            Repr::Uniform { rate, .. } => Some(rate),
            Repr::One(_) | Repr::Keys(_) => None,
        }
    }

    /// The first frame of [`Times::uniform`], as it was given; `None` for [`Times::keys`].
    pub fn first_frame(&self) -> Option<f64> {
        match self.0 {
            Repr::Uniform { first, .. } => Some(first),
            Repr::One(_) | Repr::Keys(_) => None,
        }
    }

    /// The time of a key; `None` past the last key.
    pub fn get(&self, key: usize) -> Option<f64> {
        match &self.0 {
            Repr::Uniform { first, rate, count } => (key < *count).then(|| rate.time(first + key as f64)),
            Repr::One(time) => (key == 0).then_some(*time),
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

    /// All times, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        (0..self.len()).map(|key| self.get(key).unwrap_or_default())
    }

    /// The segment that contains a time; `None` before the first key. The search begins at the key `hint`.
    pub fn locate(&self, time: f64, hint: usize) -> Option<Segment> {
        let key = self.find(time, hint)?;
        let start = self.get(key)?;
        let length = self.get(key + 1).map_or(0.0, |next| next - start);
        Some(Segment { key, offset: time - start, length })
    }

    /// The key at or before a time; `None` before the first key. The search begins at the key `hint`.
    pub(crate) fn find(&self, time: f64, hint: usize) -> Option<usize> {
        let holds = |key: usize| {
            self.get(key).is_some_and(|t| t <= time) && self.get(key + 1).is_none_or(|next| time < next)
        };
        match &self.0 {
            _ if holds(hint) => Some(hint),
            _ if holds(hint.wrapping_add(1)) => Some(hint.wrapping_add(1)),
            Repr::One(only) => (*only <= time).then_some(0),
            Repr::Keys(times) => times.partition_point(|&t| t <= time).checked_sub(1),
            Repr::Uniform { first, rate, count } => {
                let near =
                    (rate.frame(time) - first).floor().clamp(0.0, count.checked_sub(1)? as f64) as usize;
                // The division may be off by one frame in either direction.
                (near.saturating_sub(1)..=near + 1).find(|&key| holds(key))
            }
        }
    }
}

/// A quick comparison of times: clones have the same identity. Equal times may have different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    Uniform { first: u64, rate: [u64; 2], count: usize },
    One { time: u64 },
    Keys { address: usize, count: usize },
}

impl Times {
    /// The identity, as long as the times live.
    pub(crate) fn identity(&self) -> Identity {
        match &self.0 {
            Repr::Uniform { first, rate, count } => Identity::Uniform {
                first: first.to_bits(),
                rate: rate.parts().map(f64::to_bits),
                count: *count,
            },
            Repr::One(time) => Identity::One { time: time.to_bits() },
            Repr::Keys(times) => Identity::Keys { address: times.as_ptr().addr(), count: times.len() },
        }
    }
}

/// Times are equal if their numbers are, whether uniform or not. Clones compare fast.
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
        let tiny = Rate::new(1e308, 3e-16).unwrap();
        assert_eq!(Times::uniform(0.0, tiny, 6).unwrap_err(), ClipError::Times);
        let far = Times::uniform(1e17, Rate::per_second(1), 10);
        assert_eq!(far, Err(ClipError::Times), "frames too far from 0 to be distinct");
        assert_eq!(Rate::new(0.0, 1.0), Err(ClipError::Rate));
    }

    #[test]
    fn equality_is_by_value() {
        let uniform = Times::uniform(0.0, Rate::per_second(4), 3).unwrap();
        assert_eq!(uniform, Times::keys([0.0, 0.25, 0.5]).unwrap());
        assert_ne!(uniform, Times::keys([0.0, 0.25]).unwrap());
    }

    #[test]
    fn without_keys_there_is_no_segment() {
        let none = Times::keys([]).unwrap();
        assert_eq!((none.locate(0.0, 0), none.first(), none.last()), (None, None, None));
        assert_eq!(Times::uniform(0.0, Rate::per_second(1), 0).unwrap().locate(0.0, 0), None);
    }

    #[test]
    fn every_hint_finds_the_same_segment() {
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
