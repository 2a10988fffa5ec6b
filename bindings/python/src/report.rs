//! The findings, changes and losses of a conversion.

use std::ffi::OsString;

use anim_core::Report;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::finding::Finding;
use crate::loss::PyLoss;

/// An intended change that an operation made in a clip.
#[pyclass(frozen, eq, from_py_object, get_all, module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    /// The operation, in one word: "trim".
    edit: String,
    /// The name of the clip before the operation; None if it concerns all clips.
    clip: Option<String>,
    /// What changed.
    message: String,
    /// The change as one line, as `str` gives it.
    text: String,
}

#[pymethods]
impl Change {
    #[staticmethod]
    fn _of(edit: String, clip: Option<String>, message: String, text: String) -> Self {
        Self { edit, clip, message, text }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { edit, clip, message, text } = slf.get().clone();
        let parts = (edit, clip, message, text).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Change {}>", self.text)
    }
}

/// The findings, changes and losses of a conversion or of operations on clips.
///
/// `Report()` is empty; pass it to operations as `report=`, and they add to it.
#[pyclass(name = "Report", module = "animio")]
#[derive(Clone, Debug, Default)]
pub(crate) struct PyReport {
    findings: Vec<Finding>,
    losses: Vec<PyLoss>,
    changes: Vec<Change>,
    /// The files that were written, or would be.
    pub(crate) files: Vec<OsString>,
}

/// The report to which a method adds, if one is given.
pub(crate) type Told<'a, 'py> = Option<&'a Bound<'py, PyReport>>;

impl PyReport {
    /// Adds the contents of a Rust report; `findings` are its findings with their locations.
    pub(crate) fn add(&mut self, report: &Report, findings: Vec<Finding>) {
        self.findings.extend(findings);
        self.losses.extend(report.losses.iter().map(PyLoss::from));
        self.changes.extend(report.changes.iter().map(|change| Change {
            edit: change.edit.to_owned(),
            clip: change.clip.clone(),
            message: change.message.clone(),
            text: change.to_string(),
        }));
    }

    /// A report whose findings have no locations in a file.
    pub(crate) fn of(report: &Report) -> Self {
        let mut made = Self::default();
        made.add(report, Finding::all(&report.findings, None, &[]));
        made
    }

    /// Adds another report.
    pub(crate) fn join(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.losses.extend(other.losses);
        self.changes.extend(other.changes);
    }

    fn of_kind(&self, kind: &str) -> Vec<PyLoss> {
        self.losses.iter().filter(|loss| loss.is_of_kind(kind)).cloned().collect()
    }
}

#[pymethods]
impl PyReport {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    #[staticmethod]
    fn _of(findings: Vec<Finding>, losses: Vec<PyLoss>, changes: Vec<Change>, files: Vec<OsString>) -> Self {
        Self { findings, losses, changes, files }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { findings, losses, changes, files } = slf.borrow().clone();
        let parts = (findings, losses, changes, files).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    /// Errors and doubtful data in the source.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.findings.clone()
    }

    /// The data that the clips or the target cannot represent unchanged.
    #[getter]
    fn losses(&self) -> Vec<PyLoss> {
        self.losses.clone()
    }

    /// The changes made by operations, in order.
    #[getter]
    fn changes(&self) -> Vec<Change> {
        self.changes.clone()
    }

    /// The losses that the target has in a form that only this package reads.
    #[getter]
    fn kept(&self) -> Vec<PyLoss> {
        self.of_kind("kept")
    }

    /// The losses that the target approximates.
    #[getter]
    fn approximated(&self) -> Vec<PyLoss> {
        self.of_kind("approximated")
    }

    /// The losses that are not in the target.
    #[getter]
    fn dropped(&self) -> Vec<PyLoss> {
        self.of_kind("dropped")
    }

    /// The names of the files that were made.
    #[getter]
    fn files(&self) -> Vec<OsString> {
        self.files.clone()
    }

    /// One line for each change, each finding and each loss.
    fn __str__(&self) -> String {
        let changes = self.changes.iter().map(|change| change.text.clone());
        let findings = self.findings.iter().map(ToString::to_string);
        let losses = self.losses.iter().map(|loss| loss.text().to_owned());
        changes.chain(findings).chain(losses).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let count = |kind: &str| self.losses.iter().filter(|loss| loss.is_of_kind(kind)).count();
        format!(
            "<Report: {} findings, {} kept, {} approximated, {} dropped>",
            self.findings.len(),
            count("kept"),
            count("approximated"),
            count("dropped")
        )
    }
}
