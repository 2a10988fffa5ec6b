//! The events of a clip.

use anim_core::{Event, EventKind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::index::optional_index;
use crate::seconds::one_time;

/// Something that happens at a time of a clip.
#[pyclass(frozen, eq, from_py_object, name = "Event", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyEvent(pub(crate) Event);

#[pymethods]
impl PyEvent {
    #[new]
    #[pyo3(signature = (time, name, values=Vec::new(), node=None))]
    fn new(
        #[pyo3(from_py_with = one_time)] time: f64,
        name: String,
        values: Vec<f64>,
        #[pyo3(from_py_with = optional_index)] node: Option<usize>,
    ) -> Self {
        let event = Event::named(time, name, values);
        Self(match node {
            Some(node) => event.with_node(node),
            None => event,
        })
    }

    /// The start of a state, key or animation.
    #[staticmethod]
    fn _enter(
        time: f64,
        name: String,
        index: Option<usize>,
        seconds: Option<f64>,
        node: Option<usize>,
    ) -> Self {
        let mut event = Event::new(time, EventKind::Enter { name, index, seconds });
        event.node = node;
        Self(event)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class) = (slf.py(), slf.get_type());
        let Event { time, node, .. } = slf.get().0;
        Ok(match slf.get().0.kind.clone() {
            EventKind::Enter { name, index, seconds } => {
                (class.getattr("_enter")?, (time, name, index, seconds, node).into_pyobject(py)?)
            }
            _ => (class.into_any(), (time, slf.get().name(), slf.get().values(), node).into_pyobject(py)?),
        })
    }

    /// The time in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// The name of what begins to play, or the format's name of the event.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// "enter" if a state, a keyframe of a sequence or an animation begins to play, else "named".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind {
            EventKind::Enter { .. } => "enter",
            _ => "named",
        }
    }

    /// The index of the node it concerns; None if it concerns the complete clip.
    #[getter]
    fn node(&self) -> Option<usize> {
        self.0.node
    }

    /// The numbers that belong to the event.
    #[getter]
    fn values(&self) -> Vec<f64> {
        match &self.0.kind {
            EventKind::Named { values, .. } => values.clone(),
            _ => Vec::new(),
        }
    }

    /// The seconds that it plays, if something begins; None if it plays until the next such event or the end.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        match self.0.kind {
            EventKind::Enter { seconds, .. } => seconds,
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Event {:?} at {} s>", self.0.name(), self.0.time)
    }
}
