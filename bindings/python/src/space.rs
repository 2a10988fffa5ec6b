//! The meaning of the axes of a clip, and of its length unit.

use anim_core::{Axis, Handedness, Positive, Space};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The meaning of the axes of a clip and of its length unit, as far as known.
///
/// Axes are "+x", "-x", "+y", "-y", "+z" or "-z"; "y" is "+y".
#[pyclass(frozen, eq, from_py_object, name = "Space", module = "animio")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PySpace(pub(crate) Space);

#[pymethods]
impl PySpace {
    #[new]
    #[pyo3(signature = (up=None, forward=None, handedness=None, metres_per_unit=None))]
    fn new(
        up: Option<&str>,
        forward: Option<&str>,
        handedness: Option<&str>,
        metres_per_unit: Option<f64>,
    ) -> PyResult<Self> {
        let mut space = stated(up, forward, metres_per_unit)?;
        space.handedness = match handedness {
            None => None,
            Some(word) => Some(Handedness::from_name(word).ok_or_else(|| {
                PyValueError::new_err(format!("handedness is \"right\" or \"left\", not {word:?}"))
            })?),
        };
        if !space.is_sound() {
            return Err(PyValueError::new_err("forward lies along up"));
        }
        Ok(Self(space))
    }

    /// The axis that points up, such as "+y"; None if it is not known.
    #[getter]
    fn up(&self) -> Option<&'static str> {
        self.0.up.map(Axis::name)
    }

    /// The axis that figures face; None if it is not known.
    #[getter]
    fn forward(&self) -> Option<&'static str> {
        self.0.forward.map(Axis::name)
    }

    /// "right" or "left"; None if it is not known.
    #[getter]
    fn handedness(&self) -> Option<&'static str> {
        self.0.handedness.map(Handedness::name)
    }

    /// The length unit in metres; None if it is not known.
    #[getter]
    fn metres_per_unit(&self) -> Option<f64> {
        self.0.unit
    }

    fn __repr__(&self) -> String {
        let word = |word: Option<&str>| word.map_or("None".to_owned(), |word| format!("'{word}'"));
        format!(
            "Space(up={}, forward={}, handedness={}, metres_per_unit={})",
            word(self.up()),
            word(self.forward()),
            word(self.handedness()),
            self.0.unit.map_or("None".to_owned(), |unit| format!("{unit:?}"))
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let own = slf.get();
        let parts = (own.up(), own.forward(), own.handedness(), own.metres_per_unit());
        Ok((slf.get_type().into_any(), parts.into_pyobject(slf.py())?))
    }
}

/// The space with these facts.
pub(crate) fn stated(up: Option<&str>, forward: Option<&str>, unit: Option<f64>) -> PyResult<Space> {
    let axis = |name: Option<&str>| match name {
        None => Ok(None),
        Some(name) => Axis::from_name(name).map(Some).ok_or_else(|| {
            PyValueError::new_err(format!("an axis is +x, -x, +y, -y, +z or -z, not {name:?}"))
        }),
    };
    let unit = match unit {
        None => None,
        Some(unit) => Some(
            Positive::new(unit)
                .ok_or_else(|| PyValueError::new_err("a unit is a finite number of metres above 0"))?,
        ),
    };
    Ok(Space::stated(axis(up)?, axis(forward)?, unit))
}
