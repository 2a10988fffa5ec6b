//! numpy arrays: times as arguments, numbers as results.

use std::ops::Range;

use anim_core::{Clip, Rate};
use numpy::ndarray::{Array, ArrayD, IxDyn};
use numpy::{
    AllowTypeChange, Element, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods,
    dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::interrupt::detached;
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
        let mut times = key_times(clip);
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

/// The times of all keys; 0 for a clip without keys.
fn key_times(clip: &Clip) -> Vec<f64> {
    let keys = clip.channels.iter().flat_map(|channel| channel.curve().times().iter());
    let mut times: Vec<f64> = keys.collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    if times.is_empty() {
        times.push(0.0);
    }
    times
}

/// An array, or an object that numpy converts to one, as numbers of double precision. Text, durations, dates, complex numbers
/// and masked values are rejected, although numpy would convert them.
pub(crate) fn numbers<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<ArrayD<f64>> {
    let wrong = |kind: &str| {
        PyTypeError::new_err(format!("`{what}` must be numbers that numpy can make an array of{kind}"))
    };
    if is_masked(object)? {
        return Err(wrong(" without a mask"));
    }
    let array = as_array(object).map_err(|_| wrong(""))?;
    if !matches!(kind(&array)?, 'b' | 'i' | 'u' | 'f' | 'O') {
        return Err(wrong(&format!(", not {}", array.getattr("dtype")?)));
    }
    let array: PyArrayLikeDyn<'py, f64, AllowTypeChange> = array.extract().map_err(|_| wrong(""))?;
    let array = array.as_array();
    // An empty array of numpy may have strides that are none of ndarray.
    Ok(if array.is_empty() { ArrayD::zeros(array.raw_dim()) } else { array.to_owned() })
}

pub(crate) fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("numpy")?.getattr("asarray")?.call1((object,))
}

/// Whether numpy hides some elements of an array.
pub(crate) fn is_masked(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.py().import("numpy.ma")?.getattr("is_masked")?.call1((object,))?.extract()
}

/// The numpy letter of the kind of an array's elements.
pub(crate) fn kind(array: &Bound<'_, PyAny>) -> PyResult<char> {
    array.getattr("dtype")?.getattr("kind")?.extract()
}

/// The numbers of an array of this shape; `None` for an axis of any length.
pub(crate) fn shaped(
    object: &Bound<'_, PyAny>,
    what: &str,
    shape: &[Option<usize>],
) -> PyResult<(Vec<f64>, Vec<usize>)> {
    let array = numbers(object, what)?;
    let found = array.shape().to_vec();
    let fits = |(found, wanted): (&usize, &Option<usize>)| wanted.is_none_or(|wanted| wanted == *found);
    if found.len() != shape.len() || !found.iter().zip(shape).all(fits) {
        let wanted: Vec<_> =
            shape.iter().map(|axis| axis.map_or("any".to_owned(), |axis| axis.to_string())).collect();
        let wanted = wanted.join(", ");
        return Err(PyValueError::new_err(format!("`{what}` has the shape {found:?}, expected ({wanted})")));
    }
    Ok((flat(array), found))
}

/// The numbers of an array, row by row.
fn flat(array: ArrayD<f64>) -> Vec<f64> {
    if array.is_standard_layout() {
        array.into_raw_vec_and_offset().0
    } else {
        array.iter().copied().collect()
    }
}

/// The precision of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Precision {
    Single,
    Double,
}

impl Precision {
    /// That of a numpy dtype, by default double precision.
    pub(crate) fn of(object: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(object) = object else { return Ok(Self::Double) };
        let wanted = PyArrayDescr::new(object.py(), object)?;
        if wanted.is_equiv_to(&dtype::<f64>(object.py())) {
            Ok(Self::Double)
        } else if wanted.is_equiv_to(&dtype::<f32>(object.py())) {
            Ok(Self::Single)
        } else {
            Err(PyTypeError::new_err(format!("expected the dtype float64 or float32, not {wanted}")))
        }
    }
}

/// The numbers of a result.
pub(crate) trait Number: Element {
    fn of(value: f64) -> Self;
}

impl Number for f64 {
    fn of(value: f64) -> Self {
        value
    }
}

impl Number for f32 {
    fn of(value: f64) -> Self {
        value as Self
    }
}

/// A new array that `fill` fills while other Python threads run. Signals end it.
///
/// numpy allocates the memory, and requests large pages from the system for large arrays.
pub(crate) fn filled<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(&mut [T]) -> Result<(), Failure> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.getattr("empty")?.call1((shape, dtype::<T>(py)))?;
    let mut access = array.cast::<PyArrayDyn<T>>()?.readwrite();
    let values = access.as_slice_mut()?;
    detached(py, || fill(values))?;
    drop(access);
    Ok(array)
}

/// The numbers as an array that Python owns. They are not copied.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    values: Vec<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = Array::from_shape_vec(IxDyn(shape), values);
    let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArrayDyn::from_owned_array(py, array).into_any())
}
