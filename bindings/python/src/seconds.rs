//! Time arguments: numbers are seconds, durations of Python and numpy have a unit.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use crate::arrays::{as_array, is_masked, kind, numbers};

/// Converts durations to seconds; anything else is returned unchanged.
pub(crate) fn seconds<'py>(times: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = match as_array(times) {
        Ok(array) if !is_masked(times)? => array,
        _ => return Ok(times.clone()),
    };
    match kind(&array)? {
        'm' => array.div(times.py().import("numpy")?.getattr("timedelta64")?.call1((1, "s"))?),
        // Python's own durations are objects to numpy.
        'O' => {
            let each = array.getattr("flat")?.try_iter()?.map(|time| of_python(&time?));
            let each = each.collect::<PyResult<Vec<_>>>()?.into_pyobject(times.py())?;
            as_array(&each)?.call_method1("reshape", (array.getattr("shape")?,))
        }
        _ => Ok(array),
    }
}

/// A time as seconds, if it is a `timedelta`.
fn of_python<'py>(time: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match time.getattr_opt("total_seconds")? {
        Some(total) => total.call0(),
        None => Ok(time.clone()),
    }
}

/// A single time in seconds.
pub(crate) fn one_time(time: &Bound<'_, PyAny>) -> PyResult<f64> {
    if time.is_instance_of::<PyFloat>() || time.is_instance_of::<PyInt>() {
        return time.extract();
    }
    let array = match numbers(&seconds(time)?, "time") {
        Ok(array) => Some(array).filter(|array| array.ndim() == 0),
        Err(error) if error.is_instance_of::<PyTypeError>(time.py()) => None,
        Err(error) => return Err(error),
    };
    match array.and_then(|array| array.first().copied()) {
        Some(time) => Ok(time),
        None => {
            let kind = time.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected seconds, a number or a duration, not {kind}")))
        }
    }
}

/// A single time in seconds, or none.
pub(crate) fn optional_time(time: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    (!time.is_none()).then(|| one_time(time)).transpose()
}
