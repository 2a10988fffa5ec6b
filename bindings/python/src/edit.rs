//! Operations on clips. Each returns a new clip.

use anim_core::edit::{Cuts, Edit, Mirror, Moment, Pattern, RootMotion};
use anim_core::{Positive, Report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::clip::{PyClip, rate};
use crate::convert::clips_of;
use crate::error::Failure;
use crate::held::{Held, lost_of};
use crate::interrupt::detached;
use crate::report::{PyReport, Told};
use crate::seconds::one_time;
use crate::space::stated;

/// The clips after an operation, which keep their losses. Changes and losses are added to the report.
fn applied(
    py: Python<'_>,
    clips: Vec<Held>,
    edit: &Edit,
    tolerance: f64,
    told: Told<'_, '_>,
) -> PyResult<Vec<PyClip>> {
    let tolerance = positive(tolerance, "tolerance")?;
    let mut report = Report::new();
    report.losses = lost_of(clips.iter().filter(|held| !held.lost.is_told), None, 1.0);
    let before = report.losses.len();
    let edited = detached(py, || {
        let curves: Vec<_> = clips.iter().map(|held| (*held.clip).clone()).collect();
        Ok(Edit::apply_all(std::slice::from_ref(edit), curves, tolerance, &mut report)?)
    })?;
    if let Some(told) = told {
        let of = PyReport::of(&report);
        told.borrow_mut().join(of);
    }
    let size = match edit {
        Edit::Scale(factor) => factor.get(),
        _ => 1.0,
    };
    if edited.len() > 1 {
        // Each part has its own losses, also those that were told before.
        let mut all = Report::new();
        all.losses = lost_of(&clips, None, 1.0);
        if clips.iter().any(|held| held.lost.is_told) {
            detached(py, || {
                let curves: Vec<_> = clips.iter().map(|held| (*held.clip).clone()).collect();
                Ok(Edit::apply_all(std::slice::from_ref(edit), curves, tolerance, &mut all)?)
            })?;
        } else {
            all = report;
        }
        return Ok(Held::parts(edited, &all.losses).into_iter().map(PyClip).collect());
    }
    let own = report.losses.get(before..).unwrap_or_default();
    Ok(Held::made_of(&clips, edited, size, own).into_iter().map(PyClip).collect())
}

impl PyClip {
    fn edited(&self, py: Python<'_>, edit: &Edit, tolerance: f64, told: Told<'_, '_>) -> PyResult<Self> {
        let clips = applied(py, vec![self.0.clone()], edit, tolerance, told)?;
        clips.into_iter().next().ok_or_else(|| Failure::Other("no clip is left".to_owned()).into())
    }
}

#[pymethods]
impl PyClip {
    /// The part between two moments, in seconds, or in frames of the source such as "12f". By default from the start to the
    /// end.
    ///
    /// Raises ValueError for a part that is empty or outside the clip.
    #[pyo3(signature = (start=None, end=None, *, report=None))]
    fn trim(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        let edit = Edit::Trim { from: start.map(moment).transpose()?, to: end.map(moment).transpose()? };
        self.edited(py, &edit, TOLERANCE, report)
    }

    /// The clip `factor` times as fast.
    #[pyo3(signature = (factor, *, report=None))]
    fn speed(&self, py: Python<'_>, factor: f64, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Speed(positive(factor, "factor")?), TOLERANCE, report)
    }

    /// The clip in reverse.
    #[pyo3(signature = (*, report=None))]
    fn reverse(&self, py: Python<'_>, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Reverse, TOLERANCE, report)
    }

    /// Every curve with a key in every frame, at a rate in frames a second.
    #[pyo3(signature = (fps, *, report=None))]
    fn resample(&self, py: Python<'_>, fps: f64, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Resample(rate(fps)?), TOLERANCE, report)
    }

    /// The clip with an end that meets its start: ends that differ by at most the tolerance become equal, otherwise the last
    /// `crossfade` seconds fade into the start.
    #[pyo3(signature = (crossfade=0.0, *, tolerance=1e-3, report=None))]
    fn r#loop(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = one_time)] crossfade: f64,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        let edit = Edit::Loop { crossfade, tolerance: positive(tolerance, "tolerance")? };
        self.edited(py, &edit, tolerance, report)
    }

    /// Several clips: cut at moments (seconds, or frames such as "12f"), or at the events with a name, in which `*` and `?` are
    /// wildcards: `clip.split(1.5, 3)`, `clip.split(event="step*")`.
    #[pyo3(signature = (*moments, event=None, report=None))]
    fn split(
        &self,
        py: Python<'_>,
        moments: &Bound<'_, PyTuple>,
        event: Option<&str>,
        report: Told<'_, '_>,
    ) -> PyResult<Vec<Self>> {
        let cuts = match event {
            Some(_) if !moments.is_empty() => {
                return Err(Failure::Value("expected moments or an `event`, not both".to_owned()).into());
            }
            Some(event) => Cuts::Events(Pattern::new(event)),
            None => Cuts::Moments(moments.iter().map(|each| moment(&each)).collect::<PyResult<Vec<_>>>()?),
        };
        applied(py, vec![self.0.clone()], &Edit::Split(cuts), TOLERANCE, report)
    }

    /// The motion of the figure over the ground: "remove" removes it, "keep" leaves it, any other `node` moves it to a new node with
    /// that name.
    ///
    /// The root is the node that matches the pattern `root`, by default the highest node whose position moves. The clip must
    /// state its up axis.
    #[pyo3(signature = (node="remove", *, root=None, tolerance=1e-3, report=None))]
    fn root_motion(
        &self,
        py: Python<'_>,
        node: &str,
        root: Option<&str>,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        let what = match node {
            "remove" => RootMotion::Remove,
            "keep" => RootMotion::Keep,
            name => RootMotion::Extract(name.to_owned()),
        };
        let edit = Edit::RootMotion { what, root: root.map(Pattern::new) };
        self.edited(py, &edit, tolerance, report)
    }

    /// Only these nodes: names with the wildcards `*` and `?`; "hip/**" is a node with all nodes below it.
    #[pyo3(signature = (*nodes, tolerance=1e-3, report=None))]
    fn select(
        &self,
        py: Python<'_>,
        nodes: Vec<String>,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        self.edited(py, &Edit::Select(patterns(&nodes)), tolerance, report)
    }

    /// All nodes except these: names with wildcards, as for `select`. Nodes below them move as before.
    #[pyo3(signature = (*nodes, tolerance=1e-3, report=None))]
    fn drop(
        &self,
        py: Python<'_>,
        nodes: Vec<String>,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        self.edited(py, &Edit::Drop(patterns(&nodes)), tolerance, report)
    }

    /// New names for nodes, as a dict of old and new names. Each `*` in the new name is replaced by what matched the `*` in the
    /// old one.
    #[pyo3(signature = (names, *, report=None))]
    fn rename(&self, py: Python<'_>, names: &Bound<'_, PyDict>, report: Told<'_, '_>) -> PyResult<Self> {
        let pairs =
            names.iter().map(|(old, new)| Ok((Pattern::new(old.extract::<String>()?), new.extract()?)));
        let pairs = pairs.collect::<PyResult<Vec<_>>>()?;
        self.edited(py, &Edit::Rename(pairs), TOLERANCE, report)
    }

    /// The clip with another name.
    fn with_name(&self, name: String) -> Self {
        Self(self.0.renamed(name))
    }

    /// These nodes, by names with wildcards as for `select`, become roots that move as before.
    #[pyo3(signature = (*nodes, tolerance=1e-3, report=None))]
    fn reroot(
        &self,
        py: Python<'_>,
        nodes: Vec<String>,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        self.edited(py, &Edit::Reroot(patterns(&nodes)), tolerance, report)
    }

    /// Left and right exchanged: nodes by their names (Left, L, .l, _L), or by `pairs`, a dict of left and right names; along
    /// "x", "y" or "z", by default the axis across the figure.
    #[pyo3(signature = (axis=None, *, pairs=None, report=None))]
    fn mirror(
        &self,
        py: Python<'_>,
        axis: Option<&str>,
        pairs: Option<&Bound<'_, PyDict>>,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        let mut how = Mirror::default();
        if let Some(axis) = axis {
            let index = ["x", "y", "z"].into_iter().position(|known| known == axis);
            how.axis = Some(index.ok_or_else(|| {
                PyValueError::new_err(format!("an axis is \"x\", \"y\" or \"z\", not {axis:?}"))
            })?);
        }
        for (left, right) in pairs.into_iter().flatten() {
            how.pairs.push((left.extract()?, right.extract()?));
        }
        self.edited(py, &Edit::Mirror(how), TOLERANCE, report)
    }

    /// The clip in other axes and another unit; nothing is baked. Axes are "+x" to "-z", the unit is in metres. Anything not
    /// given is kept, and so is anything that the clip does not state.
    #[pyo3(signature = (up=None, forward=None, unit=None, *, report=None))]
    fn in_space(
        &self,
        py: Python<'_>,
        up: Option<&str>,
        forward: Option<&str>,
        unit: Option<f64>,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        self.edited(py, &Edit::Space(stated(up, forward, unit)?), TOLERANCE, report)
    }

    /// The clip `factor` times as large.
    #[pyo3(signature = (factor, *, report=None))]
    fn scale(&self, py: Python<'_>, factor: f64, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Scale(positive(factor, "factor")?), TOLERANCE, report)
    }

    /// The clip without keys that its curves do not need to stay within the tolerance: in the clip's unit, in radians, as a ratio.
    #[pyo3(signature = (tolerance=1e-3, *, report=None))]
    fn reduce(&self, py: Python<'_>, tolerance: f64, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Reduce(positive(tolerance, "tolerance")?), tolerance, report)
    }

    /// The difference from the pose at a moment, by default from the rest pose.
    #[pyo3(signature = (pose=None, *, tolerance=1e-3, report=None))]
    fn additive(
        &self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        tolerance: f64,
        report: Told<'_, '_>,
    ) -> PyResult<Self> {
        self.edited(py, &Edit::Additive(pose.map(moment).transpose()?), tolerance, report)
    }

    /// The motion whose difference from the rest pose this clip is.
    #[pyo3(signature = (*, tolerance=1e-3, report=None))]
    fn absolute(&self, py: Python<'_>, tolerance: f64, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Absolute, tolerance, report)
    }

    /// The clip without channels that only repeat the rest pose.
    #[pyo3(signature = (*, report=None))]
    fn drop_constants(&self, py: Python<'_>, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::DropConstants, TOLERANCE, report)
    }

    /// Quaternions, each with the sign nearest to the key before.
    #[pyo3(signature = (*, report=None))]
    fn hemisphere(&self, py: Python<'_>, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Hemisphere, TOLERANCE, report)
    }

    /// Euler angles, each with the full turns nearest to the key before.
    #[pyo3(signature = (*, report=None))]
    fn euler_filter(&self, py: Python<'_>, report: Told<'_, '_>) -> PyResult<Self> {
        self.edited(py, &Edit::Euler, TOLERANCE, report)
    }
}

/// Join several clips into one, in order, each crossfaded into the next for `crossfade` seconds.
///
/// Raises ValueError if their nodes do not fit together.
#[pyfunction]
#[pyo3(signature = (clips, crossfade=0.0, *, tolerance=1e-3, report=None))]
pub(crate) fn join(
    py: Python<'_>,
    clips: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = one_time)] crossfade: f64,
    tolerance: f64,
    report: Told<'_, '_>,
) -> PyResult<PyClip> {
    let joined = applied(py, clips_of(clips)?, &Edit::Join { crossfade }, tolerance, report)?;
    joined.into_iter().next().ok_or_else(|| Failure::Value("there is no clip to join".to_owned()).into())
}

/// The default tolerance of operations that have to bake.
const TOLERANCE: f64 = 1e-3;

pub(crate) fn positive(value: f64, what: &str) -> PyResult<Positive> {
    Positive::new(value)
        .ok_or_else(|| PyValueError::new_err(format!("`{what}` must be finite and above 0, not {value}")))
}

/// Seconds, or a frame of the source such as "12f".
fn moment(object: &Bound<'_, PyAny>) -> PyResult<Moment> {
    let Ok(text) = object.extract::<String>() else {
        return one_time(object).map(Moment::Seconds);
    };
    let frame = text.strip_suffix('f').and_then(|frame| frame.trim().parse().ok());
    frame.map(Moment::Frame).ok_or_else(|| {
        PyValueError::new_err(format!(
            "a moment is a number of seconds, or a frame such as \"12f\", not {text:?}"
        ))
    })
}

fn patterns(names: &[String]) -> Vec<Pattern> {
    names.iter().map(|name| pattern(name)).collect()
}

fn pattern(name: &str) -> Pattern {
    match name.strip_suffix("/**") {
        Some(top) => Pattern::tree(top),
        None => Pattern::new(name),
    }
}
