//! Losses: what a conversion could not transfer unchanged.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anim_core::{Code, Deviation, Loss, Property, Severity};
use pyo3::prelude::*;

/// One thing that a conversion could not transfer unchanged.
#[pyclass(frozen, eq, from_py_object, get_all, name = "Loss", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyLoss {
    /// "kept" (the target has it in a form that only this package reads), "approximated" or "dropped".
    kind: String,
    /// The stable identifier, such as `gltf::baked`.
    code: String,
    /// "error", "warning" or "note".
    severity: String,
    /// What happened.
    message: String,
    /// The name of the clip; None if it concerns all clips.
    clip: Option<String>,
    /// The name of the node; None if it concerns the clip.
    node: Option<String>,
    /// The name of the channel; None if it concerns the node.
    property: Option<String>,
    /// The time in seconds; None if it concerns all times.
    time: Option<f64>,
    /// The largest error; None unless the kind is "approximated".
    error: Option<f64>,
    /// The unit of the error: "length", "radians", "seconds", "ratio" or "own" (that of the property).
    unit: Option<String>,
    /// The new name of the clip or the node in the target, if the name changed.
    renamed: Option<String>,
    /// The loss as one line, as `str` gives it.
    text: String,
}

impl From<&Loss> for PyLoss {
    fn from(loss: &Loss) -> Self {
        let error = loss.fate.error();
        Self {
            kind: loss.fate.name().to_owned(),
            code: loss.code.id.to_owned(),
            severity: loss.severity().name().to_owned(),
            message: loss.message.clone(),
            clip: loss.clip.clone(),
            node: loss.node.clone(),
            property: loss.property.clone(),
            time: loss.time,
            error: error.map(|error| error.size),
            unit: error.map(|error| error.unit.name().to_owned()),
            renamed: loss.renamed.clone(),
            text: loss.to_string(),
        }
    }
}

/// The parts of a loss: the texts that it always has, what it concerns, and its numbers.
type Parts = ([String; 5], [Option<String>; 5], [Option<f64>; 2]);

#[pymethods]
impl PyLoss {
    #[staticmethod]
    fn _of(parts: Parts) -> Self {
        let ([kind, code, severity, message, text], concerns, [time, error]) = parts;
        let [clip, node, property, unit, renamed] = concerns;
        Self { kind, code, severity, message, clip, node, property, time, error, unit, renamed, text }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Parts,))> {
        let own = slf.get().clone();
        let Self { kind, code, severity, message, clip, node, property, time, error, unit, renamed, text } =
            own;
        let concerns = [clip, node, property, unit, renamed];
        let parts = ([kind, code, severity, message, text], concerns, [time, error]);
        Ok((slf.get_type().getattr("_of")?, (parts,)))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Loss {}>", self.text)
    }
}

impl PyLoss {
    /// Whether its kind is "kept", "approximated" or "dropped".
    pub(crate) fn is_of_kind(&self, kind: &str) -> bool {
        self.kind == kind
    }

    /// The loss as one line.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The loss of which this one has the facts, without its location in the source.
    pub(crate) fn to_loss(&self) -> Loss {
        let severities = [Severity::Note, Severity::Warning, Severity::Error];
        let severity = severities.into_iter().find(|severity| severity.name() == self.severity);
        let severity = severity.unwrap_or(Severity::Error);
        let (code, message) = (code(&self.code, severity), self.message.as_str());
        let mut loss = match (self.kind.as_str(), self.deviation()) {
            ("kept", _) => code.kept(message),
            // The error 0 is how a report states that the target shows the same in another form.
            ("approximated", Some(error)) if error.size == 0.0 => code.equivalent(error.unit, message),
            ("approximated", Some(error)) => code.approximated(error, message),
            _ => code.dropped(message),
        };
        loss.severity = severity;
        loss.clip.clone_from(&self.clip);
        loss.node.clone_from(&self.node);
        loss.property.clone_from(&self.property);
        loss.renamed.clone_from(&self.renamed);
        loss.time = self.time;
        loss
    }

    /// The error, in its unit.
    fn deviation(&self) -> Option<Deviation> {
        let size = self.error?;
        let own = Deviation::of(&Property::named("", 1), size);
        let errors = [Deviation::length, Deviation::angle, Deviation::time, Deviation::ratio];
        let mut errors = errors.map(|of_unit| of_unit(size)).into_iter().chain([own]);
        errors.find(|error| self.unit.as_deref() == Some(error.unit.name()))
    }
}

/// The code with an identifier. Codes live as long as the program, so each is made once.
fn code(id: &str, severity: Severity) -> &'static Code {
    static MADE: Mutex<BTreeMap<String, &'static Code>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry(id.to_owned()).or_insert_with(|| {
        Box::leak(Box::new(Code { id: Box::leak(id.to_owned().into_boxed_str()), severity, summary: "" }))
    })
}
