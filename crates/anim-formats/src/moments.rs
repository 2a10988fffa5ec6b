//! The times at which a clip is sampled.

use anim_core::{Clip, Rate};

/// Times in seconds, ascending.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Moments {
    /// Frames from time 0.
    Frames {
        /// The frame rate.
        rate: Rate,
        /// The number of frames.
        count: u64,
    },
    /// These times.
    Listed(Vec<f64>),
}

impl Moments {
    /// From 0 to the end of the clip at this rate, or else at the clip's own; the times of all keys for a clip without a rate.
    pub fn of(clip: &Clip, rate: Option<Rate>) -> Self {
        match rate.or(clip.rate) {
            Some(rate) => Self::Frames { rate, count: clip.frame_count(rate) },
            None => Self::Listed(clip.key_times()),
        }
    }

    /// These times in seconds, sorted.
    pub fn listed(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        Self::Listed(seconds)
    }

    /// The times.
    pub fn seconds(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        match self {
            Self::Frames { rate, count } => Box::new((0..*count).map(|frame| rate.time(frame as f64))),
            Self::Listed(times) => Box::new(times.iter().copied()),
        }
    }
}
