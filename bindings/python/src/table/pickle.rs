//! Pickling of tables: as the call that creates them.

use anim_core::Rate;
use anim_core::edit::Pattern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::scan::{Errors, Scan, Source};
use super::schema::What;
use crate::clip::PyClip;

#[pymethods]
impl Scan {
    /// The files are found, not read. A table of a clip is pickled with the clip.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let choice = &own.choice;
        let (what, fps) = (name(&What::ALL, choice.what), choice.rate.map(Rate::hertz));
        let paths = match &own.source {
            Source::Files(paths) => paths,
            Source::Clip(held) => {
                let make = PyClip(held.clone()).into_pyobject(py)?.getattr("to_arrow")?;
                return Ok((make, (what, fps, own.columns()).into_pyobject(py)?));
            }
        };
        let options = PyDict::new(py);
        for given in &own.given {
            options.set_item(given.key.replace('-', "_"), &given.value)?;
        }
        let texts = |patterns: &Option<Vec<Pattern>>| -> Option<Vec<String>> {
            Some(patterns.as_ref()?.iter().map(|pattern| pattern.text().to_owned()).collect())
        };
        let arguments = (
            paths,
            what,
            fps,
            own.columns(),
            texts(&choice.clips),
            texts(&choice.nodes),
            choice.span.start,
            choice.span.end,
            name(&Errors::ALL, own.errors),
            options,
        );
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// The name of one of these values.
fn name<T: Copy + PartialEq>(all: &[(&'static str, T)], wanted: T) -> &'static str {
    all.iter().find(|(_, one)| *one == wanted).map_or("", |(name, _)| name)
}
