//! numpy arrays, as arguments and as results.

use numpy::ndarray::{Array, ArrayD, IxDyn};
use numpy::{
    AllowTypeChange, Element, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods,
    dtype,
};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::interrupt::detached;

/// An array, or an object that numpy converts to one, as numbers of double precision. Text, durations, dates, complex numbers,
/// `None` and masked values are rejected, although numpy would convert them.
pub(crate) fn numbers<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<ArrayD<f64>> {
    let wrong = |kind: &str| {
        PyTypeError::new_err(format!("`{what}` must be numbers that numpy can make an array of{kind}"))
    };
    if is_masked(object)? {
        return Err(wrong(" without a mask"));
    }
    // Exceptions of another kind, such as an interruption, are not about the numbers.
    let refused = |error: PyErr| {
        let py = object.py();
        let is_of_numbers = error.is_instance_of::<PyTypeError>(py)
            || error.is_instance_of::<PyValueError>(py)
            || error.is_instance_of::<PyOverflowError>(py);
        if !is_of_numbers {
            return error;
        }
        let told = wrong("");
        told.set_cause(py, Some(error));
        told
    };
    let array = as_array(object).map_err(refused)?;
    match kind(&array)? {
        'b' | 'i' | 'u' | 'f' => {}
        'O' => {
            for element in array.getattr("flat")?.try_iter()? {
                if element?.is_none() {
                    return Err(wrong(", not None"));
                }
            }
        }
        _ => return Err(wrong(&format!(", not {}", array.getattr("dtype")?))),
    }
    let array: PyArrayLikeDyn<'py, f64, AllowTypeChange> = array.extract().map_err(refused)?;
    let array = array.as_array();
    // An array that repeats its elements may state more than fit into memory.
    let mut values = Vec::new();
    let too_large = |_| PyMemoryError::new_err(format!("`{what}` does not fit into memory"));
    values.try_reserve_exact(array.len()).map_err(too_large)?;
    match array.as_slice() {
        Some(slice) => values.extend_from_slice(slice),
        None => values.extend(array.iter().copied()),
    }
    let made = ArrayD::from_shape_vec(array.raw_dim(), values);
    made.map_err(|error| PyValueError::new_err(error.to_string()))
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
pub(crate) fn flat(array: ArrayD<f64>) -> Vec<f64> {
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
