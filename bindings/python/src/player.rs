//! Players: states, requests, inputs.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anim_core::{Affine, Node, Play, Pose, UnknownName};
use anim_formats::{hsf_xml, mm2_ped, stt};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::animation::Animation;
use crate::arrays::array;
use crate::error::Failure;
use crate::loaded::Loaded;
use crate::seconds::one_time;

/// Plays a document with states or sensors: STT, a state table of Midtown Madness 2, HSF.
///
/// It begins at time 0 in the first state. Nothing plays by itself: `advance` advances the time. Threads may share a player:
/// each call is atomic.
#[pyclass(frozen, module = "animio")]
#[derive(Debug)]
pub(crate) struct Player(Mutex<Played>);

#[derive(Debug)]
struct Played {
    playing: Playing,
    pose: Pose,
}

#[derive(Debug)]
enum Playing {
    Stt(Box<stt::Player>),
    Mm2(Box<mm2_ped::Player>),
    Hsf(Box<hsf_xml::Player>),
}

fn unknown(error: UnknownName) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

impl Playing {
    fn new(loaded: &Loaded) -> PyResult<Self> {
        let document: &dyn Any = &*loaded.document;
        let stateless = || PyValueError::new_err("the document has no states");
        let files = &loaded.surroundings;
        if let Some(document) = document.downcast_ref::<stt::Stt>() {
            let options = loaded.options.typed(files).map_err(Failure::from)?;
            let player = stt::Player::new(document.clone(), &options).ok_or_else(stateless)?;
            Ok(Self::Stt(Box::new(player)))
        } else if let Some(document) = document.downcast_ref::<mm2_ped::Mm2Ped>() {
            let options = loaded.options.typed(files).map_err(Failure::from)?;
            let player = mm2_ped::Player::new(document.clone(), &options).ok_or_else(stateless)?;
            Ok(Self::Mm2(Box::new(player)))
        } else if let Some(document) = document.downcast_ref::<hsf_xml::Hsf>() {
            Ok(Self::Hsf(Box::new(hsf_xml::Player::new(document.clone()))))
        } else {
            let id = loaded.entry.info().id;
            Err(PyTypeError::new_err(format!("documents of {id} have no states: sample their clips")))
        }
    }
}

/// Evaluates an expression with the player of any format.
macro_rules! any {
    ($playing:expr, $player:ident => $result:expr) => {
        match $playing {
            Playing::Stt($player) => $result,
            Playing::Mm2($player) => $result,
            Playing::Hsf($player) => $result,
        }
    };
}

impl Player {
    /// The player, locked against other threads.
    fn played(&self, py: Python<'_>) -> MutexGuard<'_, Played> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(animation: &Bound<'_, Animation>) -> PyResult<Self> {
        let playing = Playing::new(animation.get().loaded())?;
        Ok(Self(Mutex::new(Played { playing, pose: Pose::default() })))
    }

    /// The names of the states; for HSF, those of the animations.
    #[getter]
    fn states(&self, py: Python<'_>) -> Vec<String> {
        match &self.played(py).playing {
            Playing::Stt(player) => player.states().iter().map(|state| state.name.to_string()).collect(),
            Playing::Mm2(player) => player.states().iter().map(|state| state.name.clone()).collect(),
            Playing::Hsf(player) => player.animations().map(|(name, _)| name.to_owned()).collect(),
        }
    }

    /// The name of the current state; None for HSF, in which several animations can play at once.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<String> {
        match &self.played(py).playing {
            Playing::Stt(player) => Some(player.states()[player.current()].name.to_string()),
            Playing::Mm2(player) => Some(player.states()[player.current()].name.clone()),
            Playing::Hsf(_) => None,
        }
    }

    /// The animations of an HSF document that are playing.
    #[getter]
    fn active(&self, py: Python<'_>) -> Vec<String> {
        let played = self.played(py);
        let Playing::Hsf(player) = &played.playing else {
            drop(played);
            return self.state(py).into_iter().collect();
        };
        let active = player.animations().filter(|(_, state)| *state == hsf_xml::State::Running);
        active.map(|(name, _)| name.to_owned()).collect()
    }

    /// The possible targets of HSF inputs, each with the inputs for which a sensor waits.
    #[getter]
    fn targets(&self, py: Python<'_>) -> Vec<(String, Vec<&'static str>)> {
        let played = self.played(py);
        let Playing::Hsf(player) = &played.playing else { return Vec::new() };
        let inputs = |target: &hsf_xml::InputTarget| target.inputs.iter().map(|input| word(*input)).collect();
        player.targets().iter().map(|target| (target.name.clone(), inputs(target))).collect()
    }

    /// The names of the nodes of `pose`, in its order. Those of Midtown Madness 2 are the bones of the skeleton, or of the current
    /// state's clip if it has others.
    #[getter]
    fn node_names(&self, py: Python<'_>) -> Vec<String> {
        let names = |nodes: &[Node]| nodes.iter().map(|node| node.name.clone()).collect();
        any!(&self.played(py).playing, player => names(player.nodes()))
    }

    /// The seconds since the player was made.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        any!(&self.played(py).playing, player => player.time())
    }

    /// Advance the time by this many seconds.
    ///
    /// Raises ValueError unless they are finite and at least 0, and RuntimeError if too many events happen.
    fn advance(&self, py: Python<'_>, #[pyo3(from_py_with = one_time)] seconds: f64) -> PyResult<()> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(PyValueError::new_err(format!(
                "seconds must be finite and at least 0, not {seconds}"
            )));
        }
        let mut played = self.played(py);
        let playing = &mut played.playing;
        let advanced = py.detach(|| {
            any!(playing, player => Play::advance(&mut **player, seconds).map_err(|error| error.to_string()))
        });
        advanced.map_err(PyRuntimeError::new_err)
    }

    /// Request another state, which begins when the current one may be left: STT and Midtown Madness 2.
    ///
    /// Raises KeyError if no state has the name.
    fn request(&self, py: Python<'_>, state: &str) -> PyResult<()> {
        match &mut self.played(py).playing {
            Playing::Stt(player) => player.request(state).map_err(unknown),
            Playing::Mm2(player) => player.request(state).map_err(unknown),
            Playing::Hsf(_) => Err(PyTypeError::new_err("HSF documents take inputs: use `input`")),
        }
    }

    /// Begin a state at once: STT and Midtown Madness 2.
    ///
    /// Raises KeyError if no state has the name.
    fn start(&self, py: Python<'_>, state: &str) -> PyResult<()> {
        match &mut self.played(py).playing {
            Playing::Stt(player) => player.start(state).map_err(unknown),
            Playing::Mm2(player) => player.start(state).map_err(unknown),
            Playing::Hsf(_) => Err(PyTypeError::new_err("HSF documents take inputs: use `input`")),
        }
    }

    /// Apply an input to a target of an HSF document: "left-click", "right-click", "mouse-over" or "collision".
    ///
    /// Raises KeyError if there is no such target, and RuntimeError if too many events happen.
    fn input(&self, py: Python<'_>, input: &str, target: &str) -> PyResult<()> {
        let mut played = self.played(py);
        let Playing::Hsf(player) = &mut played.playing else {
            return Err(PyTypeError::new_err(
                "documents of other formats than HSF take requests: use `request`",
            ));
        };
        let known = hsf_xml::Input::ALL.iter().copied().find(|known| word(*known) == input);
        let input = known.ok_or_else(|| {
            PyValueError::new_err("an input is left-click, right-click, mouse-over or collision")
        })?;
        player.input(input, target).map_err(|error| match error {
            hsf_xml::InputError::Target(error) => unknown(error),
            error => PyRuntimeError::new_err(error.to_string()),
        })
    }

    /// The matrices of all nodes relative to their parents, and relative to the world, two arrays of shape (N, 3, 4). `node_names` are
    /// their names.
    ///
    /// A state of Midtown Madness 2 whose clip is missing shows the skeleton at rest.
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let mut played = self.played(py);
        let Played { playing, pose } = &mut *played;
        any!(playing, player => player.pose(pose));
        Ok((matrices(py, &pose.local)?, matrices(py, &pose.world)?))
    }

    /// Raises TypeError: the state of a player cannot be copied.
    #[expect(clippy::unused_self, reason = "Python calls it on the object")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Player can be neither pickled nor copied: pickle its animation, make another Player of that, and `start` its state",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let playing = self.active(py).join(", ");
        format!("<Player at {} s: {playing}>", self.time(py))
    }
}

fn matrices<'py>(py: Python<'py>, matrices: &[Affine]) -> PyResult<Bound<'py, PyAny>> {
    let numbers = matrices.iter().flat_map(|matrix| matrix.to_rows()).collect();
    array(py, &[matrices.len(), 3, 4], numbers)
}

fn word(input: hsf_xml::Input) -> &'static str {
    match input {
        hsf_xml::Input::LeftClick => "left-click",
        hsf_xml::Input::RightClick => "right-click",
        hsf_xml::Input::MouseOver => "mouse-over",
        hsf_xml::Input::Collision => "collision",
    }
}
