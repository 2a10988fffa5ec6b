//! Moments of a clip.

use super::EditError;
use super::draft::SAME;
use crate::Clip;

/// A moment of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// Seconds from the start of the clip.
    Seconds(f64),
    /// A frame with the source's own number, at the clip's rate; see [`Clip::frame_time`].
    Frame(f64),
}

impl Moment {
    /// The time in seconds from the start of a clip.
    ///
    /// Errors: [`EditError::NoRate`], and [`EditError::Argument`] for a number that is not finite.
    pub fn seconds(self, clip: &Clip) -> Result<f64, EditError> {
        let time = match self {
            Self::Seconds(seconds) => Some(seconds),
            Self::Frame(frame) => clip.frame_time(frame),
        };
        let time = time.ok_or_else(|| EditError::NoRate { clip: clip.name.clone() })?;
        if time.is_finite() {
            return Ok(time);
        }
        Err(EditError::Argument("a moment must be a finite number of seconds or frames".into()))
    }
}

/// The time, snapped to the end of the clip: a time that differs from the end by rounding, or lies at most half a frame after it,
/// becomes the end. All other times stay.
pub(super) fn or_end(clip: &Clip, time: f64) -> f64 {
    /// The relative difference between single-precision frame times and the times that people write.
    const ROUNDING: f64 = 1e-6;
    let end = clip.duration;
    let rounding = (ROUNDING * end).max(SAME);
    let half_frame = clip.rate.map_or(0.0, |rate| rate.time(0.5));
    let beyond = time - end;
    if -rounding <= beyond && beyond <= rounding.max(half_frame) { end } else { time }
}

impl From<f64> for Moment {
    fn from(seconds: f64) -> Self {
        Self::Seconds(seconds)
    }
}
