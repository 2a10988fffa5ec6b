//! Integer arguments: Python integers have any size.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// An index or a count.
pub(crate) fn index(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    number.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(number.py()) {
            return PyValueError::new_err(format!("expected an index, not {number}"));
        }
        error
    })
}

/// An index, or none.
pub(crate) fn optional_index(number: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    (!number.is_none()).then(|| index(number)).transpose()
}

/// The maximum number of values in an array, if there is a limit. A number beyond any array is not a limit.
pub(crate) fn limit(number: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if number.is_none() {
        return Ok(None);
    }
    match number.extract() {
        Ok(limit) => Ok(Some(limit)),
        Err(_) if number.gt(u64::MAX).unwrap_or(false) => Ok(None),
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
            Err(PyValueError::new_err(format!("a limit is 0 at least, not {number}")))
        }
        Err(error) => Err(error),
    }
}
