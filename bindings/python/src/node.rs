//! The nodes of a clip.

use anim_core::{Affine, Node, Transform};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{array, shaped};
use crate::index::optional_index;

/// A member of the hierarchy: a bone, an object, a light.
///
/// translation, rotation and scale are the rest pose relative to the parent: 3 numbers in the length unit of the clip, a quaternion
/// x, y, z, w, and 3 factors. They apply to every property that no channel drives.
#[pyclass(frozen, eq, from_py_object, name = "Node", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyNode(pub(crate) Node);

#[pymethods]
impl PyNode {
    #[new]
    #[pyo3(signature = (name, parent=None, translation=None, rotation=None, scale=None, morphs=Vec::new(), bone=None, id=None))]
    fn new(
        name: String,
        #[pyo3(from_py_with = optional_index)] parent: Option<usize>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
        scale: Option<&Bound<'_, PyAny>>,
        morphs: Vec<String>,
        bone: Option<String>,
        id: Option<String>,
    ) -> PyResult<Self> {
        let mut rest = Transform::IDENTITY;
        if let Some(translation) = translation {
            rest.translation.copy_from_slice(&shaped(translation, "translation", &[Some(3)])?.0);
        }
        if let Some(rotation) = rotation {
            rest.rotation.copy_from_slice(&shaped(rotation, "rotation", &[Some(4)])?.0);
        }
        if let Some(scale) = scale {
            rest.scale.copy_from_slice(&shaped(scale, "scale", &[Some(3)])?.0);
        }
        let mut node = Node::new(name).with_rest(rest);
        (node.parent, node.morphs, node.bone, node.id) = (parent, morphs, bone, id);
        Ok(Self(node))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The index of its parent in Clip.nodes; None for a root.
    #[getter]
    fn parent(&self) -> Option<usize> {
        self.0.parent
    }

    /// The rest pose relative to the parent as a matrix, shape (3, 4): column vectors, the translation last.
    #[getter]
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &[3, 4], Affine::from(self.0.rest).to_rows().to_vec())
    }

    /// The translation of the rest pose, shape (3,).
    #[getter]
    fn rest_translation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &[3], self.0.rest.translation.to_vec())
    }

    /// The rotation of the rest pose, a quaternion x, y, z, w, shape (4,).
    #[getter]
    fn rest_rotation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &[4], self.0.rest.rotation.to_vec())
    }

    /// The scale of the rest pose, shape (3,).
    #[getter]
    fn rest_scale<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &[3], self.0.rest.scale.to_vec())
    }

    /// The names of its morph targets, in the order of the components of their weights.
    #[getter]
    fn morphs(&self) -> Vec<String> {
        self.0.morphs.clone()
    }

    /// The human bone that it is, if its file states that: the name of the bone in VRM 1.0, such as "leftUpperArm".
    #[getter]
    fn bone(&self) -> Option<&str> {
        self.0.bone.as_deref()
    }

    /// Its id in its file, if that has ids besides names. Whoever names a node may give its id.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    fn __repr__(&self) -> String {
        let parent = self.0.parent.map_or("None".to_owned(), |parent| parent.to_string());
        format!("<Node {:?}, parent {parent}>", self.0.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Node { name, parent, rest, morphs, bone, id, .. } = &slf.get().0;
        let parts = (name, parent, rest.translation, rest.rotation, rest.scale, morphs, bone, id);
        Ok((slf.get_type().into_any(), parts.into_pyobject(slf.py())?))
    }
}
