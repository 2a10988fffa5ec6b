//! Options of formats as keyword arguments.

use std::path::PathBuf;

use anim_core::Options;
use anim_formats::Given;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyMapping, PyString};

use crate::error::Failure;

/// The options in keyword arguments: `tolerance_angle=0.1` is the option `tolerance-angle`. `None` means not given.
pub(crate) fn given(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Given>> {
    pairs(options.into_iter().flatten().map(Ok))
}

/// The options in a mapping.
pub(crate) fn of_mapping(options: Option<&Bound<'_, PyMapping>>) -> PyResult<Vec<Given>> {
    let Some(options) = options else { return Ok(Vec::new()) };
    let items = options.items()?;
    pairs(items.iter().map(|item| item.extract()))
}

fn pairs<'py>(
    options: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
) -> PyResult<Vec<Given>> {
    let mut given = Vec::new();
    for option in options {
        let (key, value) = option?;
        if !value.is_none() {
            given.push(Given::new(key.extract::<String>()?.replace('_', "-"), text(&value)?));
        }
    }
    Ok(given)
}

/// The value of an option as text.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    // numpy has its own bool.
    if let Ok(switch) = value.extract::<bool>() {
        return Ok(switch.to_string());
    }
    if value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
    {
        return value.str()?.extract();
    }
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(path.display().to_string());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(number.to_string());
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("an option is a str, bool, int, float or path, not {kind}")))
}

/// Sets options by name.
pub(crate) fn assign(given: &[Given], options: &mut Options) -> Result<(), Failure> {
    for Given { key, value } in given {
        options.set(key, value)?;
    }
    Ok(())
}
