//! Clips on other figures.

use std::any::Any;

use anim_core::{Format as _, Report, Space};
use anim_formats::gltf;
use anim_retarget::{Axes, BoneMap, Figure, Mapping, Options, Reference, Travel, retarget};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use crate::animation::Animation;
use crate::clip::PyClip;
use crate::edit::positive;
use crate::error::Failure;
use crate::held::{Held, lost_of};
use crate::interrupt::detached;
use crate::report::PyReport;

#[pymethods]
impl PyClip {
    /// The same motion on another figure, and a report of which node moves which, what is baked and what is lost.
    ///
    /// Nodes are matched by `bones`, by their names, or by the human bones that their names denote.
    ///
    /// Args:
    ///     figure: a Clip whose nodes are the figure, or an Animation, whose first clip has them; a glTF or VRM file need not
    ///         have a clip.
    ///     bones: pairs of a node of this clip and a node of the figure, as a dict of names or as text with a line `NODE =
    ///         BONE` for each pair.
    ///     reference: the pose that corresponds to the rest pose of the figure: "rest", "first" (the pose at time 0), "t-pose", or
    ///         "unrotated".
    ///     travel: which nodes are translated: "hips" or "all".
    ///     axes: "body" turns the clip until its figure stands and faces as the other one does, "same" does not.
    ///     tolerance, tolerance_angle: the largest error of baked curves, in the unit of the value and in radians.
    #[pyo3(signature = (figure, bones=None, *, reference="rest", travel="hips", axes="body", tolerance=1e-3, tolerance_angle=1e-3))]
    fn onto(
        &self,
        py: Python<'_>,
        figure: &Bound<'_, PyAny>,
        bones: Option<&Bound<'_, PyAny>>,
        reference: &str,
        travel: &str,
        axes: &str,
        tolerance: f64,
        tolerance_angle: f64,
    ) -> PyResult<(Self, PyReport)> {
        let options = Options {
            reference: chosen::<Reference>(reference)?,
            travel: chosen::<Travel>(travel)?,
            axes: chosen::<Axes>(axes)?,
            tolerance: positive(tolerance, "tolerance")?,
            tolerance_angle: positive(tolerance_angle, "tolerance_angle")?,
            ..Options::default()
        };
        let (figure, space) = figure_of(figure)?;
        let map = bones.map(bone_map).transpose()?;
        let mut report = Report::new();
        let own = std::slice::from_ref(&self.0);
        if !self.0.lost.is_told {
            report.losses = lost_of(own, space.unit, 1.0);
        }
        let before = report.losses.len();
        let clip = detached(py, || {
            let clip = self.0.clip.in_space(space);
            let mapping = Mapping::new(&clip, &figure, map.as_ref());
            mapping.report_unmatched(&clip, &figure, &mut report);
            Mapping::report_map(&clip, &figure, map.as_ref(), &mut report);
            Ok(retarget(&clip, &figure, &mapping, &options, &mut report).with_space(clip.space))
        })?;
        let more = report.losses.get(before..).unwrap_or_default();
        let made = Held::made_of(own, vec![clip], 1.0, more).into_iter().map(Self).next();
        let made = made.ok_or_else(|| Failure::Other("no clip is left".to_owned()))?;
        Ok((made, PyReport::of(&report)))
    }
}

fn chosen<T: anim_core::OptionValue>(text: &str) -> PyResult<T> {
    T::from_text(text, &()).map_err(|_| {
        PyValueError::new_err(format!(
            "expected one of {}, not {text:?}",
            T::VALUES.to_string().replace('|', ", ")
        ))
    })
}

/// A figure, and the meaning of its axes and lengths.
fn figure_of(figure: &Bound<'_, PyAny>) -> PyResult<(Figure, Space)> {
    let of_clip = |held: &Held| (Figure::new(held.clip.nodes.clone()), held.clip.space);
    if let Ok(clip) = figure.cast::<PyClip>() {
        return Ok(of_clip(&clip.get().0));
    }
    let animation =
        figure.cast::<Animation>().map_err(|_| PyTypeError::new_err("a figure is a Clip or an Animation"))?;
    let animation = animation.get();
    let document: &dyn Any = &*animation.loaded().document;
    if let Some(document) = document.downcast_ref::<gltf::Gltf>() {
        let bytes = document.to_bytes();
        let base = gltf::Base::parse(&bytes).map_err(|error| Failure::Other(error.to_string()))?;
        return Ok((base.figure(), gltf::Gltf::SPACE));
    }
    let first = animation.held(figure.py())?.first();
    first.map(of_clip).ok_or_else(|| Failure::Value("the file of the figure has no clip".to_owned()).into())
}

fn bone_map(bones: &Bound<'_, PyAny>) -> PyResult<BoneMap> {
    if let Ok(text) = bones.cast::<PyString>() {
        let map = BoneMap::parse(text.to_string().as_bytes());
        return map.map_err(|error| Failure::Value(error.to_string()).into());
    }
    let pairs =
        bones.cast::<PyMapping>().map_err(|_| PyTypeError::new_err("bones are a dict or text"))?.items()?;
    let pairs: Vec<(String, String)> = pairs.iter().map(|pair| pair.extract()).collect::<PyResult<_>>()?;
    Ok(BoneMap::new(pairs))
}
