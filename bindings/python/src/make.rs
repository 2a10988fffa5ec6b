//! Clips from arrays and from parts.

use anim_core::{Affine, Channel, Clip, Curve, Ease, EventKind, Node, Property, Rate, Times, Transform};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{numbers, shaped};
use crate::channel::PyChannel;
use crate::clip::{PyClip, rate};
use crate::error::Failure;
use crate::event::PyEvent;
use crate::index::index;
use crate::node::PyNode;
use crate::seconds::one_time;
use crate::space::PySpace;

#[pymethods]
impl PyClip {
    /// A clip from arrays, such as the output of a model.
    ///
    /// Args:
    ///     names: the names of N nodes.
    ///     parents: for each node the index of its parent; -1 or None for a root.
    ///     rest: the rest pose relative to the parents, shape (N, 3, 4), or only its translations, shape (N, 3).
    ///     rotations: the rotations relative to the parents, quaternions x, y, z, w, shape (T, N, 4); None for none. They are
    ///         treated as unit quaternions, and interpolated along the shorter arc.
    ///     translations: the positions relative to the parents, shape (T, N, 3); None to leave all at rest.
    ///     fps: frames a second.
    ///     scales: the scales, shape (T, N, 3); None to leave all at rest.
    ///     name: the name of the clip.
    ///     space: the meaning of the axes and lengths, a Space; by default unknown.
    ///
    /// The clip has a key in every frame and lasts T / fps seconds, as a BVH file of T frames does.
    ///
    /// Raises ValueError if the shapes do not fit, a number is not finite, a node is its own ancestor, or a matrix of `rest` is not a
    /// product of translation, rotation and scale.
    #[staticmethod]
    #[pyo3(signature = (names, parents, rest, rotations, translations=None, fps=30.0, *, scales=None, name="clip", space=None))]
    fn from_arrays(
        names: Vec<String>,
        parents: Vec<Option<Bound<'_, PyAny>>>,
        rest: &Bound<'_, PyAny>,
        rotations: Option<&Bound<'_, PyAny>>,
        translations: Option<&Bound<'_, PyAny>>,
        fps: f64,
        scales: Option<&Bound<'_, PyAny>>,
        name: &str,
        space: Option<PySpace>,
    ) -> PyResult<Self> {
        let count = names.len();
        if parents.len() != count {
            return Err(PyValueError::new_err(format!("{count} names, but {} parents", parents.len())));
        }
        let rests = rest_poses(rest, count)?;
        let nodes = names.into_iter().zip(parents).zip(rests).map(|((name, parent), rest)| {
            let mut node = Node::new(name).with_rest(rest);
            node.parent = match parent {
                Some(parent) if !parent.eq(-1)? => Some(index(&parent)?),
                _ => None,
            };
            Ok(node)
        });
        let nodes = nodes.collect::<PyResult<Vec<_>>>()?;
        let rate = rate(fps)?;
        let mut columns = Vec::new();
        let parts = [
            (translations, "translations", Property::Translation, 3, Ease::Linear),
            (rotations, "rotations", Property::Rotation, 4, Ease::Slerp),
            (scales, "scales", Property::Scale, 3, Ease::Linear),
        ];
        let mut frames = None;
        for (part, what, property, width, ease) in parts {
            let Some(part) = part else { continue };
            let (values, shape) = shaped(part, what, &[frames, Some(count), Some(width)])?;
            if values.iter().any(|value| !value.is_finite()) {
                return Err(PyValueError::new_err(format!("`{what}` has a number that is not finite")));
            }
            frames = shape.first().copied();
            columns.push((property, width, ease, values));
        }
        let frames = frames.unwrap_or(0);
        let mut channels = Vec::new();
        for node in (0..count).filter(|_| frames > 0) {
            for (property, width, ease, values) in &columns {
                let rows = values.chunks_exact(*width).skip(node).step_by(count);
                let curve = curve(rate, rows, *width, *ease)?;
                channels.push(Channel::new(node, property.clone(), curve).map_err(Failure::from)?);
            }
        }
        let clip = Clip::new(name).with_duration(rate.time(frames as f64)).with_rate(rate);
        sound(clip.with_nodes(nodes).with_channels(channels), space)
    }

    /// A clip from nodes and channels.
    ///
    /// Args:
    ///     name: the name of the clip.
    ///     duration: its length in seconds.
    ///     nodes: a list of Node.
    ///     channels: a list of Channel.
    ///     rate: frames a second, if it has frames.
    ///     space: the meaning of the axes and lengths, a Space; by default unknown.
    ///     events: a list of Event, by ascending time.
    ///
    /// Raises ValueError if an index does not exist, a number is not finite, or a node is its own ancestor.
    #[staticmethod]
    #[pyo3(signature = (name, duration, nodes, channels, rate=None, space=None, events=Vec::new()))]
    fn from_channels(
        name: &str,
        #[pyo3(from_py_with = one_time)] duration: f64,
        nodes: Vec<PyNode>,
        channels: Vec<PyChannel>,
        rate: Option<f64>,
        space: Option<PySpace>,
        events: Vec<PyEvent>,
    ) -> PyResult<Self> {
        let channels = channels.iter().filter_map(|channel| channel.inner().cloned()).collect();
        let mut clip = Clip::new(name)
            .with_duration(duration)
            .with_nodes(nodes.into_iter().map(|node| node.0).collect())
            .with_channels(channels)
            .with_events(events.into_iter().map(|event| event.0).collect());
        clip.rate = rate.map(crate::clip::rate).transpose()?;
        sound(clip, space)
    }
}

/// A clip, if it is valid. Files can have nodes that are their own ancestors; whoever makes a clip has made a mistake.
fn sound(clip: Clip, space: Option<PySpace>) -> PyResult<PyClip> {
    let clip = match space {
        Some(PySpace(space)) => clip.with_space(space),
        None => clip,
    };
    clip.validate().map_err(Failure::from)?;
    if let Some(what) = infinite(&clip) {
        return Err(PyValueError::new_err(format!("{what} has a number that is not finite")));
    }
    if let Some((node, parent)) = astray(&clip) {
        let expected = "expected -1 or the index of another node";
        return Err(PyValueError::new_err(format!("a parent of node {node} is {parent}, {expected}")));
    }
    if let Some(node) = in_a_cycle(&clip.nodes) {
        return Err(PyValueError::new_err(format!("by its parents, node {node} is its own ancestor")));
    }
    Ok(PyClip::new(clip))
}

/// A node whose parents change to one that does not exist, or to itself, with that parent.
fn astray(clip: &Clip) -> Option<(usize, f64)> {
    let channels = clip.channels.iter().filter(|channel| *channel.property() == Property::Parent);
    channels.into_iter().find_map(|channel| {
        let is_sound = |parent: f64| {
            let is_node = (parent as usize) < clip.nodes.len() && parent as usize != channel.node();
            parent.fract() == 0.0 && parent >= -1.0 && (parent < 0.0 || is_node)
        };
        let mut parents = channel.curve().values().iter().copied();
        Some((channel.node(), parents.find(|parent| !is_sound(*parent))?))
    })
}

/// A node that is its own ancestor.
fn in_a_cycle(nodes: &[Node]) -> Option<usize> {
    // The node from which each node was first reached.
    let mut reached: Vec<Option<usize>> = vec![None; nodes.len()];
    (0..nodes.len()).find_map(|start| {
        let mut at = start;
        while reached[at].is_none() {
            reached[at] = Some(start);
            at = nodes[at].parent?;
        }
        (reached[at] == Some(start)).then_some(at)
    })
}

/// The part of a clip that contains a number which is not finite.
fn infinite(clip: &Clip) -> Option<String> {
    let is_finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
    let rest = clip.nodes.iter().find(|Node { rest, .. }| {
        !(is_finite(&rest.translation) && is_finite(&rest.rotation) && is_finite(&rest.scale))
    });
    let handles = |curve: &Curve| {
        let parts = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |part| (key, part)));
        parts.map(|(key, part)| curve.handles(key, part)).all(|at| is_finite(&at.into) && is_finite(&at.out))
    };
    let channel = clip.channels.iter().find(|channel| {
        let curve = channel.curve();
        let axis = match channel.property() {
            Property::Angle { axis } => is_finite(axis),
            _ => true,
        };
        !(axis && is_finite(curve.values()) && (!curve.has_handles() || handles(curve)))
    });
    let event = clip.events.iter().find(|event| match &event.kind {
        EventKind::Named { values, .. } => !is_finite(values),
        _ => false,
    });
    rest.map(|node| format!("the rest pose of node `{}`", node.name))
        .or_else(|| {
            channel.map(|channel| format!("the {} of node {}", channel.property().name(), channel.node()))
        })
        .or_else(|| event.map(|event| format!("the event `{}`", event.name())))
}

/// A key for each row of values.
fn curve<'a>(
    rate: Rate,
    rows: impl Iterator<Item = &'a [f64]>,
    width: usize,
    ease: Ease,
) -> Result<Curve, Failure> {
    let values: Vec<f64> = rows.flatten().copied().collect();
    let times = Times::uniform(0.0, rate, values.len() / width)?;
    Ok(Curve::new(times, width, values, ease)?)
}

/// The rest poses in matrices or translations.
fn rest_poses(rest: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Transform>> {
    /// The largest difference of a matrix from the product of its translation, rotation and scale, relative to its size: single precision.
    const ROUNDING: f64 = 1e-5;
    match numbers(rest, "rest")?.ndim() {
        2 => {
            let (values, _) = shaped(rest, "rest", &[Some(count), Some(3)])?;
            let places = values.as_chunks::<3>().0.iter();
            Ok(places.map(|&translation| Transform { translation, ..Transform::IDENTITY }).collect())
        }
        3 => {
            let (values, _) = shaped(rest, "rest", &[Some(count), Some(3), Some(4)])?;
            let matrices = values.as_chunks::<12>().0.iter().enumerate();
            let decomposed = matrices.map(|(node, &rows)| {
                let matrix = Affine::from_rows(rows);
                let transform = matrix.decompose();
                let size = rows.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
                let off = matrix.distance(&transform.into());
                if off <= ROUNDING * size {
                    Ok(transform)
                } else {
                    let what = "is not a translation, rotation and scale";
                    Err(PyValueError::new_err(format!("the rest matrix of node {node} {what}")))
                }
            });
            decomposed.collect()
        }
        axes => Err(PyValueError::new_err(format!(
            "`rest` has {axes} axes, expected the shape (N, 3, 4) or (N, 3)"
        ))),
    }
}
