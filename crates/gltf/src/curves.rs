//! A channel of an animation as a curve.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::{Code, Curve, Diagnostic, Ease, Handles, Location, Property, Rate, Times};

use crate::data::{Numbers, dangling};
use crate::{Accessor, Animation, Channel, ComponentType, ElementType, Gltf, Interpolation, Path, codes};

/// What a channel of an animation says.
#[derive(Debug)]
pub(crate) struct Driven {
    pub(crate) node: usize,
    pub(crate) property: Property,
    pub(crate) curve: Curve,
}

/// Reads channels; times that several of them share are read once.
#[derive(Debug)]
pub(crate) struct Curves<'a> {
    document: &'a Gltf,
    numbers: Numbers<'a>,
    times: HashMap<(usize, Option<[u64; 2]>), Times>,
}

impl<'a> Curves<'a> {
    pub(crate) fn new(document: &'a Gltf) -> Self {
        Self { document, numbers: Numbers::new(document), times: HashMap::new() }
    }

    /// The numbers of accessors, for those who need no curve.
    pub(crate) fn numbers(&mut self) -> &mut Numbers<'a> {
        &mut self.numbers
    }

    /// The node and the curve of a channel; `None` if it moves nothing that a node has.
    ///
    /// Times that are those of frames at `rate`, up to single precision, become exactly those.
    pub(crate) fn driven(
        &mut self,
        animation: &Animation,
        channel: &Channel,
        rate: Option<Rate>,
        path: &str,
    ) -> Result<Option<Driven>, Diagnostic> {
        let Some((node, target)) = self.target(channel, path)? else { return Ok(None) };
        let samplers = &animation.samplers;
        let sampler = samplers
            .get(channel.sampler)
            .ok_or_else(|| dangling(path, "sampler", channel.sampler, samplers.len()))?;
        let at = |code: &'static Code, message: String| code.at(Location::path(path), message);
        let spline = match &sampler.interpolation {
            Some(Interpolation::CubicSpline) => true,
            Some(Interpolation::Other(word)) => {
                let message =
                    format!("unknown interpolation `{}`: expected STEP, LINEAR or CUBICSPLINE", word.get());
                return Err(at(&codes::INTERPOLATION, message));
            }
            _ => false,
        };
        let times = self.times(sampler.input, rate, path)?;
        let output = self.numbers.accessor(sampler.output, path)?;
        target.allows(output).map_err(|expected| {
            at(
                &codes::TYPE,
                format!("accessor {} has a type that does not fit: expected {expected}", sampler.output),
            )
        })?;
        let values = self.numbers.read(sampler.output)?;
        let parts = if spline { times.len().saturating_mul(3) } else { times.len() };
        let width = match target {
            Moved::Translation | Moved::Scale => 3,
            Moved::Rotation => 4,
            Moved::Visible => 1,
            Moved::Weights => match self.morphs(node) {
                0 => values.len().checked_div(parts).unwrap_or(0),
                count => count,
            },
        };
        if width == 0 || parts.checked_mul(width) != Some(values.len()) || spline && times.len() < 2 {
            let message =
                format!("{} keys of {width} numbers do not fit {} values", times.len(), values.len());
            return Err(at(&codes::COUNT, message));
        }
        let ease = match (&sampler.interpolation, target) {
            (_, Moved::Visible) | (Some(Interpolation::Step), _) => Ease::Step,
            (_, Moved::Rotation) => Ease::Slerp,
            _ => Ease::Linear,
        };
        let curve = if spline {
            self.numbers.spend(values.len().saturating_mul(2), || path.to_owned())?;
            hermite(times, width, &values)
        } else {
            Curve::new(times, width, values, ease)
        };
        let curve = curve.map_err(|error| at(&codes::COUNT, error.to_string()))?;
        Ok(Some(Driven { node, property: target.property(width), curve }))
    }

    /// The key times of an accessor.
    pub(crate) fn times(
        &mut self,
        accessor: usize,
        rate: Option<Rate>,
        path: &str,
    ) -> Result<Times, Diagnostic> {
        let key = (accessor, rate.map(|rate| rate.parts().map(f64::to_bits)));
        if let Some(times) = self.times.get(&key) {
            return Ok(times.clone());
        }
        let at = |code: &'static Code, message: &str| code.at(Location::path(path), message);
        let input = self.numbers.accessor(accessor, path)?;
        if (&input.element, &input.component_type) != (&ElementType::Scalar, &ComponentType::F32) {
            return Err(at(
                &codes::TYPE,
                "expected key times of type SCALAR and component type 5126 (float)",
            ));
        }
        let times = self.numbers.read(accessor)?;
        if times.is_empty() {
            return Err(at(&codes::COUNT, "expected at least one key"));
        }
        let sound = times.first().is_some_and(|first| *first >= 0.0);
        let times = Times::keys(times).ok().filter(|_| sound);
        let times = times.ok_or_else(|| {
            at(&codes::TIMES, "key times must be finite, not below 0 and strictly ascending")
        })?;
        let times = rate.and_then(|rate| on_frames(&times, rate)).unwrap_or(times);
        self.times.insert(key, times.clone());
        Ok(times)
    }

    /// The node and the property that a channel moves; `None` if they are outside of the nodes.
    fn target(&self, channel: &Channel, path: &str) -> Result<Option<(usize, Moved)>, Diagnostic> {
        let error = |message: String| codes::TARGET.at(Location::path(format!("{path}/target")), message);
        let moved = match &channel.target.path {
            Path::Translation => Moved::Translation,
            Path::Rotation => Moved::Rotation,
            Path::Scale => Moved::Scale,
            Path::Weights => Moved::Weights,
            Path::Pointer => {
                let extensions = channel.target.extensions.as_ref().map(crate::Json::value);
                let pointer = extensions.and_then(|value| value.get(POINTER)?.get("pointer")?.as_str());
                let pointer = pointer.ok_or_else(|| error(format!("expected {POINTER} with a pointer")))?;
                let Some((node, moved)) = pointed(pointer) else { return Ok(None) };
                return self.known(node, path).map(|()| Some((node, moved)));
            }
            Path::Other(word) => {
                let message = format!(
                    "unknown path `{}`: expected translation, rotation, scale or weights",
                    word.get()
                );
                return Err(error(message));
            }
        };
        let Some(node) = channel.target.node else { return Ok(None) };
        self.known(node, path).map(|()| Some((node, moved)))
    }

    fn known(&self, node: usize, path: &str) -> Result<(), Diagnostic> {
        let count = self.document.root.nodes.len();
        if node < count { Ok(()) } else { Err(dangling(&format!("{path}/target"), "node", node, count)) }
    }

    /// How many morph targets the mesh of a node has.
    fn morphs(&self, node: usize) -> usize {
        let root = &self.document.root;
        let mesh = root.nodes.get(node).and_then(|node| root.meshes.get(node.mesh?));
        mesh.and_then(|mesh| mesh.primitives.first()).map_or(0, |primitive| primitive.targets.len())
    }
}

/// The extension that lets channels move anything.
pub(crate) const POINTER: &str = "KHR_animation_pointer";

/// The extension that shows and hides nodes.
pub(crate) const VISIBILITY: &str = "KHR_node_visibility";

/// What can be moved.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Moved {
    Translation,
    Rotation,
    Scale,
    Weights,
    Visible,
}

impl Moved {
    fn property(self, width: usize) -> Property {
        match self {
            Self::Translation => Property::Translation,
            Self::Rotation => Property::Rotation,
            Self::Scale => Property::Scale,
            Self::Weights => Property::Weights { count: width },
            Self::Visible => Property::Visible,
        }
    }

    /// Whether values may be stored like this (3.11); else what was expected.
    fn allows(self, output: &Accessor) -> Result<(), &'static str> {
        let float = output.component_type == ComponentType::F32;
        let fraction = output.normalized
            && !matches!(output.component_type, ComponentType::U32 | ComponentType::Other(_));
        let (fits, expected) = match self {
            Self::Translation | Self::Scale => {
                (output.element == ElementType::Vec3 && float, "VEC3 of floats")
            }
            Self::Rotation => (
                output.element == ElementType::Vec4 && (float || fraction),
                "VEC4 of floats or normalised integers",
            ),
            Self::Weights => (
                output.element == ElementType::Scalar && (float || fraction),
                "SCALAR of floats or normalised integers",
            ),
            Self::Visible => (
                output.element == ElementType::Scalar && output.component_type == ComponentType::U8,
                "SCALAR of unsigned bytes",
            ),
        };
        if fits { Ok(()) } else { Err(expected) }
    }
}

/// The node and the property of a JSON pointer that leads to one.
fn pointed(pointer: &str) -> Option<(usize, Moved)> {
    let (node, property) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let moved = match property {
        "translation" => Moved::Translation,
        "rotation" => Moved::Rotation,
        "scale" => Moved::Scale,
        "weights" => Moved::Weights,
        "extensions/KHR_node_visibility/visible" => Moved::Visible,
        _ => return None,
    };
    let digits = node.bytes().all(|byte| byte.is_ascii_digit()) && (node == "0" || !node.starts_with('0'));
    Some((node.parse().ok().filter(|_| digits)?, moved))
}

/// Times as frames at a rate, if single precision cannot tell them from such.
fn on_frames(times: &Times, rate: Rate) -> Option<Times> {
    let same = |frame: f64, time: f64| rate.time(frame) as f32 == time as f32;
    let first = rate.frame(times.first()?).round();
    let uniform = || times.iter().zip(0u32..).all(|(time, step)| same(first + f64::from(step), time));
    if uniform() {
        return Times::uniform(first, rate, times.len()).ok();
    }
    let snap = |time: f64| {
        let frame = rate.frame(time).round();
        if same(frame, time) { rate.time(frame) } else { time }
    };
    Times::keys(times.iter().map(snap).collect::<Vec<_>>()).ok()
}

/// A Hermite spline with tangents per second as a Bézier curve: its handles lie at thirds of the segments (appendix C.5).
fn hermite(times: Times, width: usize, values: &[f64]) -> Result<Curve, anim_core::ClipError> {
    let mut points = Vec::with_capacity(values.len() / 3);
    let mut handles = Vec::with_capacity(values.len() / 3);
    let mut before = 0.0;
    for (key, parts) in values.chunks_exact(width.saturating_mul(3)).enumerate() {
        let time = times.get(key).unwrap_or_default();
        let after = times.get(key.saturating_add(1)).map_or(0.0, |next| (next - time) / 3.0);
        let (into, rest) = parts.split_at_checked(width).unwrap_or_default();
        let (point, out) = rest.split_at_checked(width).unwrap_or_default();
        points.extend_from_slice(point);
        handles.extend(into.iter().zip(out).map(|(into, out)| Handles {
            // −0 would make an absent handle differ from one of length 0.
            into: [0.0 - before, 0.0 - into * before],
            out: [after, out * after],
        }));
        before = after;
    }
    Curve::new(times, width, points, Ease::Bezier)?.with_handles(handles)
}
