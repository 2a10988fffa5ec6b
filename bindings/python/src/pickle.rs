//! Pickling of clips and channels.

use anim_core::Loss;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::animation::Animation;
use crate::channel::PyChannel;
use crate::clip::{PyClip, parsed};
use crate::held::Held;
use crate::loss::PyLoss;
use crate::lost::Lost;

/// A function or a class, and its arguments.
type Call<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

#[pymethods]
impl PyClip {
    /// A clip of keys and its losses, which operations have reported or not.
    #[staticmethod]
    fn _of(py: Python<'_>, json: &str, losses: Vec<PyLoss>, is_told: bool) -> PyResult<Self> {
        let losses: Vec<Loss> = losses.iter().map(PyLoss::to_loss).collect();
        Ok(Self(Held::with(parsed(py, json)?, Lost::of(losses, is_told))))
    }

    /// As keys and losses, or with the document that computes its values or has no other clip.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        let (py, held) = (slf.py(), &slf.get().0);
        if let Some(source) = held.document()? {
            let animation = Animation::shared(py, source)?;
            if let Some(index) = animation.get().index_of(held.own())? {
                let arguments = (animation, index, &held.clip.name).into_pyobject(py)?;
                return Ok((py.import("animio._pickle")?.getattr("clip_of")?, arguments));
            }
        }
        let losses: Vec<_> = held.lost.all().map(PyLoss::from).collect();
        let arguments = (slf.get().json(py)?, losses, held.lost.is_told).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_of")?, arguments))
    }
}

#[pymethods]
impl PyChannel {
    /// As its keys, or with the clip whose document computes its values.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        const PARTS: [&str; 12] = [
            "node",
            "property",
            "times",
            "values",
            "ease",
            "handles",
            "order",
            "axis",
            "component",
            "before",
            "after",
            "count",
        ];
        let py = slf.py();
        if let Some((held, index)) = slf.get().of_clip()
            && held.computing()?.is_some()
        {
            let arguments = (PyClip(held.clone()), index).into_pyobject(py)?;
            return Ok((py.import("animio._pickle")?.getattr("channel_of")?, arguments));
        }
        let parts = PARTS.iter().map(|part| slf.getattr(*part)).collect::<PyResult<Vec<_>>>()?;
        Ok((slf.get_type().into_any(), PyTuple::new(py, parts)?))
    }
}
