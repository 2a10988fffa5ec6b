//! The formats and their options.

use anim_core::Options;
use anim_formats::Registry;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A format: its name, its extensions and its options.
#[pyclass(frozen, get_all, name = "Format", module = "animio")]
#[derive(Debug)]
pub(crate) struct PyFormat {
    /// The stable identifier, such as "tod".
    id: String,
    /// The display name.
    name: String,
    /// The extensions of file names without the dot, the most common one first.
    extensions: Vec<String>,
    /// The largest number of clips in a file; None for any number.
    max_clips: Option<usize>,
    /// Whether a file that is read is written back byte for byte.
    exact: bool,
    /// The options of reading, by their keyword.
    options: Py<PyDict>,
    /// The options of writing, by their keyword.
    write_options: Py<PyDict>,
}

/// An option of a format.
#[pyclass(frozen, get_all, name = "Option", module = "animio")]
#[derive(Debug)]
pub(crate) struct PyOption {
    /// The keyword.
    name: String,
    /// The possible values, such as "hardware|ideal" or "a number above 0".
    values: String,
    /// The default value.
    default: String,
    /// Its effect.
    help: String,
}

#[pymethods]
impl PyFormat {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let format_of = py.import("animio._pickle")?.getattr("format_of")?;
        Ok((format_of, (&self.id,).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Format {}: {}>", self.id, self.name)
    }
}

#[pymethods]
impl PyOption {
    #[staticmethod]
    fn _of(name: String, values: String, default: String, help: String) -> Self {
        Self { name, values, default, help }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { name, values, default, help } = slf.get();
        let parts = (name, values, default, help).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    fn __repr__(&self) -> String {
        format!("<Option {}={}: {}>", self.name, self.default, self.values)
    }
}

/// List the formats, each with the options of reading and writing.
#[pyfunction]
pub(crate) fn formats(py: Python<'_>) -> PyResult<Vec<PyFormat>> {
    let formats = Registry::builtin().formats().iter().map(|entry| {
        let info = entry.info();
        Ok(PyFormat {
            id: info.id.to_owned(),
            name: info.name.to_owned(),
            extensions: info.extensions.iter().map(ToString::to_string).collect(),
            max_clips: info.max_clips,
            exact: info.exact,
            options: listed(py, &entry.options())?,
            write_options: listed(py, &entry.encode_options().unwrap_or_default())?,
        })
    });
    formats.collect()
}

fn listed(py: Python<'_>, options: &Options) -> PyResult<Py<PyDict>> {
    let listed = PyDict::new(py);
    for (info, default) in options.iter() {
        let (name, values) = (info.key.replace('-', "_"), info.values.to_string());
        let option = PyOption { name: name.clone(), values, default, help: info.help().to_owned() };
        listed.set_item(name, option)?;
    }
    Ok(listed.unbind())
}
