//! Clips.

use anim_core::{Clip, ClipFile, Rate, Report};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};

use crate::arrays::{Precision, array, filled};
use crate::channel::{PyChannel, sampled};
use crate::error::Failure;
use crate::event::PyEvent;
use crate::held::{Held, lost_of};
use crate::index::limit;
use crate::interrupt::detached;
use crate::moments::{Moments, frames};
use crate::node::PyNode;
use crate::poses::{Frame, hierarchy, matrices, rotations};
use crate::report::{PyReport, Told};
use crate::space::PySpace;

/// One animation: a hierarchy of nodes, and the channels that move them.
///
/// Clips do not change: every operation returns a new one. Matrices are 3 rows of 4 numbers for column vectors, the translation
/// last; quaternions are x, y, z, w; times are in seconds, angles in radians, and lengths in the unit of the clip.
#[pyclass(frozen, from_py_object, name = "Clip", module = "animio")]
#[derive(Clone, Debug)]
pub(crate) struct PyClip(pub(crate) Held);

impl PyClip {
    /// A clip without a document.
    pub(crate) fn new(clip: Clip) -> Self {
        Self(Held::new(clip))
    }

    /// The keys as JSON.
    pub(crate) fn json(&self, py: Python<'_>) -> PyResult<String> {
        let json = || {
            let clips = ClipFile::new(vec![(*self.0.clip).clone()]);
            serde_json::to_string(&clips).map_err(|error| Failure::Other(error.to_string()))
        };
        Ok(detached(py, json)?)
    }

    fn matrices<'py>(
        &self,
        py: Python<'py>,
        times: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        limit: Option<u64>,
        frame: Frame,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moments = Moments::new(times, &self.0.clip)?;
        let shape = moments.shape(&[self.0.clip.nodes.len(), 3, 4], limit)?;
        let times = &moments.times;
        match Precision::of(dtype)? {
            Precision::Double => {
                filled(py, &shape, |values: &mut [f64]| matrices(&self.0, times, frame, values))
            }
            Precision::Single => {
                filled(py, &shape, |values: &mut [f32]| matrices(&self.0, times, frame, values))
            }
        }
    }

    /// The index of a channel given as an index, as a channel, or as the name or index of a node with a property.
    fn index_of(&self, wanted: &Bound<'_, PyAny>) -> PyResult<usize> {
        let channels = &self.0.clip.channels;
        if let Ok(index) = wanted.extract::<isize>() {
            let place = if index < 0 { index + channels.len() as isize } else { index };
            let place = usize::try_from(place).ok().filter(|place| *place < channels.len());
            return place.ok_or_else(|| Failure::Number(format!("there is no channel {index}")).into());
        }
        if wanted.is_instance_of::<PyInt>() {
            return Err(Failure::Number(format!("there is no channel {wanted}")).into());
        }
        if let Ok(channel) = wanted.extract::<PyChannel>() {
            let own = channel.index_in(&self.0);
            let equal = || channels.iter().position(|known| Some(known) == channel.inner());
            return own
                .or_else(equal)
                .ok_or_else(|| Failure::Name("the channel is not one of this clip".to_owned()).into());
        }
        let (node, property): (Bound<'_, PyAny>, String) = wanted.extract().map_err(|_| {
            PyTypeError::new_err("a channel is an index, a Channel, or a pair of a node and a property")
        })?;
        let node = self.node_index(&node)?;
        let fits = |index: &usize| {
            channels.get(*index).is_some_and(|channel| {
                let names = [channel.property().name().into(), self.0.clip.channel_name(channel)];
                channel.node() == node && names.iter().any(|name| *name == property)
            })
        };
        (0..channels.len()).find(fits).ok_or_else(|| {
            let name = self.0.clip.nodes.get(node).map_or("", |node| &node.name);
            PyKeyError::new_err(format!("no channel drives the {property} of node `{name}`"))
        })
    }

    fn node_index(&self, wanted: &Bound<'_, PyAny>) -> PyResult<usize> {
        let nodes = &self.0.clip.nodes;
        if let Ok(index) = wanted.extract::<usize>() {
            return if index < nodes.len() {
                Ok(index)
            } else {
                Err(Failure::Number(format!("there is no node {index} among {}", nodes.len())).into())
            };
        }
        if wanted.is_instance_of::<PyInt>() {
            let none = format!("there is no node {wanted} among {}", nodes.len());
            return Err(Failure::Number(none).into());
        }
        if !wanted.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("nodes are found by their index, their name or their id"));
        }
        let name: String = wanted.extract()?;
        self.0.clip.node(&name).ok_or_else(|| {
            let near = anim_core::nearest(&name, nodes.iter().map(|node| node.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            PyKeyError::new_err(format!("there is no node `{name}`{near}"))
        })
    }
}

/// Frames a second.
pub(crate) fn rate(fps: f64) -> Result<Rate, Failure> {
    Ok(Rate::new(fps, 1.0)?)
}

#[pymethods]
impl PyClip {
    /// Its name, unique within its file.
    #[getter]
    fn name(&self) -> &str {
        &self.0.clip.name
    }

    /// Its length in seconds, from time 0.
    #[getter]
    fn duration(&self) -> f64 {
        self.0.clip.duration
    }

    /// The frame rate of the source in frames a second; None if it has none.
    #[getter]
    fn rate(&self) -> Option<f64> {
        self.0.clip.rate.map(Rate::hertz)
    }

    /// The number of the frame at time 0 in the source.
    #[getter]
    fn first_frame(&self) -> f64 {
        self.0.clip.first_frame
    }

    /// The meaning of its axes and of its length unit.
    #[getter]
    fn space(&self) -> PySpace {
        PySpace(self.0.clip.space)
    }

    /// The nodes. Parents may come before or after their children.
    #[getter]
    fn nodes(&self) -> Vec<PyNode> {
        self.0.clip.nodes.iter().cloned().map(PyNode).collect()
    }

    /// The names of the nodes.
    #[getter]
    fn node_names(&self) -> Vec<String> {
        self.0.clip.nodes.iter().map(|node| node.name.clone()).collect()
    }

    /// The indices of the nodes' parents, -1 for roots, as a list.
    #[getter]
    fn parents(&self) -> Vec<i64> {
        self.0.clip.nodes.iter().map(|node| node.parent.map_or(-1, |parent| parent as i64)).collect()
    }

    /// The channels, in the order of the source.
    #[getter]
    fn channels(&self) -> Vec<PyChannel> {
        (0..self.0.clip.channels.len()).map(|index| PyChannel::of(&self.0, index)).collect()
    }

    /// The events, by ascending time.
    #[getter]
    fn events(&self) -> Vec<PyEvent> {
        self.0.clip.events.iter().cloned().map(PyEvent).collect()
    }

    /// Facts that no other attribute holds, such as the format of the source and its options.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        for (key, value) in &self.0.clip.metadata {
            facts.set_item(key, value)?;
        }
        Ok(facts)
    }

    /// The times in seconds of every frame, shape (T,), at `fps` frames a second, by default at the rate of the clip. A clip without
    /// a rate has the times of its keys.
    ///
    /// Raises ValueError for more than 262,144 frames at the rate of the clip, or more than 16,777,216 at `fps`, unless the clip has
    /// a key for each 64 of them: a few keys can be ages apart. Use a lower `fps` for fewer frames.
    #[pyo3(signature = (fps=None))]
    fn times<'py>(&self, py: Python<'py>, fps: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        let times = frames(&self.0.clip, fps.map(rate).transpose()?)?;
        array(py, &[times.len()], times)
    }

    /// The matrices from the space of each node to that of its parent, shape (T, N, 3, 4); (N, 3, 4) for one time.
    ///
    /// Args:
    ///     times: seconds or durations, one or many; by default those of `Clip.times()`.
    ///     dtype: "f8" or "f4".
    ///     limit: the maximum number of values in an array if `times` are not given; None for no limit. 268,435,456 values of "f8"
    ///         are 2 GiB.
    ///
    /// Raises ValueError for more values, or more frames than `Clip.times` allows; use `times` to choose some of them.
    #[pyo3(signature = (times=None, dtype=None, *, limit=268_435_456))]
    fn local<'py>(
        &self,
        py: Python<'py>,
        times: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = limit)] limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.matrices(py, times, dtype, limit, Frame::Local)
    }

    /// The matrices from the space of each node to that of the world, shape (T, N, 3, 4); (N, 3, 4) for one time.
    ///
    /// `clip.world()[..., 3]` are the positions of all nodes.
    ///
    /// Args:
    ///     times: seconds or durations, one or many; by default those of `Clip.times()`.
    ///     dtype: "f8" or "f4".
    ///     limit: the maximum number of values in an array if `times` are not given; None for no limit. 268,435,456 values of "f8"
    ///         are 2 GiB.
    ///
    /// Raises ValueError for more values, or more frames than `Clip.times` allows; use `times` to choose some of them.
    #[pyo3(signature = (times=None, dtype=None, *, limit=268_435_456))]
    fn world<'py>(
        &self,
        py: Python<'py>,
        times: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = limit)] limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.matrices(py, times, dtype, limit, Frame::World)
    }

    /// The rotations relative to the parents as unit quaternions x, y, z, w, shape (T, N, 4); (N, 4) for one time.
    ///
    /// Of a matrix, the nearest rotation is used. The arguments are those of `Clip.world`.
    #[pyo3(signature = (times=None, dtype=None, *, limit=268_435_456))]
    fn quaternions<'py>(
        &self,
        py: Python<'py>,
        times: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = limit)] limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moments = Moments::new(times, &self.0.clip)?;
        let shape = moments.shape(&[self.0.clip.nodes.len(), 4], limit)?;
        let times = &moments.times;
        match Precision::of(dtype)? {
            Precision::Double => filled(py, &shape, |values: &mut [f64]| rotations(&self.0, times, values)),
            Precision::Single => filled(py, &shape, |values: &mut [f32]| rotations(&self.0, times, values)),
        }
    }

    /// Whether each node exists (bool), and the index of its parent at that time, -1 for none (int64): two arrays of shape (T, N).
    ///
    /// The arguments are those of `Clip.world`.
    #[pyo3(signature = (times=None, *, limit=268_435_456))]
    fn hierarchy<'py>(
        &self,
        py: Python<'py>,
        times: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = limit)] limit: Option<u64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let moments = Moments::new(times, &self.0.clip)?;
        let shape = moments.shape(&[self.0.clip.nodes.len()], limit)?;
        let (alive, parents) = detached(py, || hierarchy(&self.0, &moments.times))?;
        Ok((array(py, &shape, alive)?, array(py, &shape, parents)?))
    }

    /// A channel, by its index, or by the name or the index of its node and its property: `clip.channel(("hip", "rotation"))`.
    fn channel(&self, channel: &Bound<'_, PyAny>) -> PyResult<PyChannel> {
        Ok(PyChannel::of(&self.0, self.index_of(channel)?))
    }

    /// The values of a channel at times in seconds, as the format of the source defines them, shape (T, width); (width,) for one
    /// time. Quaternions between keys have length 1.
    ///
    /// The channel is an index, a Channel, or a pair of a node and a property. The other arguments are those of `Clip.world`.
    #[pyo3(signature = (channel, times=None, dtype=None, *, limit=268_435_456))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        channel: &Bound<'py, PyAny>,
        times: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = limit)] limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        sampled(py, &self.0, self.index_of(channel)?, times, dtype, limit)
    }

    /// The keys of a channel: times in seconds, shape (K,), and values, shape (K, width).
    fn keys<'py>(
        &self,
        py: Python<'py>,
        channel: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let channel = PyChannel::of(&self.0, self.index_of(channel)?).into_pyobject(py)?;
        Ok((channel.getattr("times")?, channel.getattr("values")?))
    }

    /// The index of a node by its name. If several nodes have the name, the first one.
    fn node(&self, name: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.node_index(name)
    }

    /// The clip as JSON, every number with all its bits. `Clip.from_json` reads it.
    ///
    /// The JSON has the keys of the curves. A document that computes the values between them is not included: such a clip is not
    /// equal to the one read from its JSON. Pickling keeps both. The losses of the curves are added to the report.
    #[pyo3(signature = (*, report=None))]
    fn to_json(&self, py: Python<'_>, report: Told<'_, '_>) -> PyResult<String> {
        if let Some(told) = report {
            let mut report = Report::new();
            report.losses = lost_of([&self.0], None, 1.0);
            told.borrow_mut().join(PyReport::of(&report));
        }
        self.json(py)
    }

    /// A clip from the JSON of `to_json`.
    #[staticmethod]
    fn from_json(py: Python<'_>, json: &str) -> PyResult<Self> {
        parsed(py, json).map(Self::new)
    }

    /// Equal clips have the same values at any time: a clip of keys is not equal to one whose values its document computes.
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(detached(py, || self.0.is_equal(&other.0))?)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let Clip { name, duration, nodes, channels, rate, .. } = &*self.0.clip;
        let rate = rate.map_or_else(String::new, |rate| format!(", {} frames/s", rate.hertz()));
        let (nodes, channels) = (nodes.len(), channels.len());
        format!("<Clip {name:?}: {duration} s{rate}, {nodes} nodes, {channels} channels>")
    }
}

/// The clip of a JSON.
pub(crate) fn parsed(py: Python<'_>, json: &str) -> PyResult<Clip> {
    let read = || serde_json::from_str::<ClipFile>(json).map_err(|error| Failure::Value(error.to_string()));
    let file = detached(py, read)?;
    let mut clips = Vec::from(file);
    match (clips.pop(), clips.is_empty()) {
        (Some(clip), true) => Ok(clip),
        _ => Err(Failure::Value("expected the JSON of one clip".to_owned()).into()),
    }
}
