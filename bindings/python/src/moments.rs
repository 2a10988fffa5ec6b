//! Times, as arguments and of clips.

use std::ops::Range;

use anim_core::{Clip, Rate};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{flat, numbers};
use crate::error::Failure;
use crate::seconds::seconds;

/// Times in seconds: any number of them, or a single one.
pub(crate) struct Moments {
    pub(crate) times: Vec<f64>,
    /// The form in which they were given.
    given: Given,
}

/// The form in which times are given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Given {
    /// Not given: they are the times of the clip.
    Nothing,
    /// A single number: results have no time axis.
    One,
    Many,
}

impl Moments {
    /// A number or an array of numbers, or of durations; by default every frame of the clip, see [`frames`].
    pub(crate) fn new(times: Option<&Bound<'_, PyAny>>, clip: &Clip) -> PyResult<Self> {
        let Some(times) = times else {
            return Ok(Self { times: frames(clip, None)?, given: Given::Nothing });
        };
        let array = numbers(&seconds(times)?, "times")?;
        let given = match array.shape() {
            [] => Given::One,
            [_] => Given::Many,
            shape => {
                let shape = format!("expected one time or a list of times, not an array of shape {shape:?}");
                return Err(PyValueError::new_err(shape));
            }
        };
        let times = flat(array);
        if times.iter().any(|time| !time.is_finite()) {
            return Err(PyValueError::new_err("times must be finite"));
        }
        Ok(Self { times, given })
    }

    /// The shape of an array with these axes for each time.
    ///
    /// Errors: no times were given, and the array would have more numbers than the limit.
    pub(crate) fn shape(&self, of_one: &[usize], limit: Option<u64>) -> Result<Vec<usize>, Failure> {
        let times = [self.times.len()];
        let times = if self.given == Given::One { &[][..] } else { &times[..] };
        let shape = [times, of_one].concat();
        let count = shape.iter().fold(1, |count: u64, axis| count.saturating_mul(*axis as u64));
        match limit.filter(|limit| self.given == Given::Nothing && count > *limit) {
            None => Ok(shape),
            Some(limit) => Err(Failure::Value(format!(
                "all {} times of the clip make an array of {count} numbers, more than the limit of {limit}: give `times`, such as \
                 a part of `clip.times()`, or another `limit`",
                self.times.len()
            ))),
        }
    }
}

/// The times of a clip: every frame at a rate, by default its own, or every key of a clip without a rate.
pub(crate) fn frames(clip: &Clip, rate: Option<Rate>) -> Result<Vec<f64>, Failure> {
    frames_within(clip, rate, f64::NEG_INFINITY..f64::INFINITY)
}

/// Those of the times that lie within a span; no others are computed. A few keys can be ages apart, so the number of frames is
/// limited: to `FREE` without a requested rate, more than an hour at 60 frames a second, to `ASKED` with one, and to more if the
/// clip has as many keys.
pub(crate) fn frames_within(clip: &Clip, rate: Option<Rate>, span: Range<f64>) -> Result<Vec<f64>, Failure> {
    const FREE: u64 = 1 << 18;
    const ASKED: u64 = 1 << 24;
    const EACH: u64 = 64;
    let Some(each) = rate.or(clip.rate) else {
        let mut times = clip.key_times();
        times.retain(|time| span.start <= *time && *time <= span.end);
        return Ok(times);
    };
    let count = clip.frame_count(each);
    let first = first_frame(count, |time| span.start <= time, each);
    let end = first_frame(count, |time| time > span.end || span.end.is_nan(), each).max(first);
    let (found, keys) = (end.saturating_sub(first), clip.key_count() as u64);
    let most = if rate.is_some() { ASKED } else { FREE }.max(keys.saturating_mul(EACH));
    if found > most {
        return Err(Failure::Value(format!(
            "the clip `{}` has {found} frames of {keys} keys, more than {most}: choose a lower rate with `fps`, or times",
            clip.name
        )));
    }
    Ok((first..end).map(|frame| each.time(frame as f64)).collect())
}

/// The index of the first of `count` frames from which on all times are wanted; `count` if there is none.
fn first_frame(count: u64, is_wanted: impl Fn(f64) -> bool, rate: Rate) -> u64 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if is_wanted(rate.time(middle as f64)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
