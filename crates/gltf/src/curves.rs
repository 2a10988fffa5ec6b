//! Channels of animations as curves.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;

use anim_core::{
    ClipError, Code, Curve, Diagnostic, Ease, Handles, Location, Property, Rate, Times, agreeing, counted,
};

use crate::digest::Digest;
use crate::extensions::POINTER;
use crate::key_times::KeyTimes;
use crate::numbers::{Numbers, dangling};
use crate::target::{self, Animated, Object};
use crate::{
    Animation, Channel, ComponentType, ElementType, Gltf, Interpolation, Path, Sampler, codes, ranges,
};

/// The property that a channel drives, and its curve.
#[derive(Debug)]
pub(crate) struct Driven {
    pub(crate) node: usize,
    /// If the channel drives the weights of a mesh: the other nodes that show the same mesh.
    pub(crate) others: Vec<usize>,
    pub(crate) property: Property,
    /// The first component of the property that the curve drives.
    pub(crate) component: usize,
    pub(crate) curve: Curve,
    /// What glTF forbids about the channel, although it can be played.
    pub(crate) faults: Vec<Diagnostic>,
}

/// Reads channels. Key times that several channels share are read once.
#[derive(Debug)]
pub(crate) struct Curves<'a> {
    document: &'a Gltf,
    numbers: Numbers<'a>,
    /// Key times, by their accessor and the bits of the rate to which they were snapped.
    times: HashMap<(usize, Option<[u64; 2]>), KeyTimes>,
    /// The accessors whose range was compared.
    ranged: HashSet<usize>,
    /// The nodes that use the weights of each mesh.
    shown: OnceCell<HashMap<usize, Vec<usize>>>,
}

impl<'a> Curves<'a> {
    /// The curves of a document, with at most this many numbers for each of its bytes.
    pub(crate) fn new(document: &'a Gltf, each: NonZeroU32) -> Self {
        Self {
            document,
            numbers: Numbers::new(document, each),
            times: HashMap::new(),
            ranged: HashSet::new(),
            shown: OnceCell::new(),
        }
    }

    /// The numbers of accessors.
    pub(crate) fn numbers(&mut self) -> &mut Numbers<'a> {
        &mut self.numbers
    }

    /// The node, the property and the curve of a channel; `None` if the channel drives no property of a node.
    ///
    /// Key times that equal frame times at `rate` in single precision become exact frame times.
    pub(crate) fn driven(
        &mut self,
        animation: &Animation,
        channel: &Channel,
        rate: Option<Rate>,
        path: &str,
    ) -> Result<Option<Driven>, Diagnostic> {
        let Some((node, target, mesh)) = self.target(channel, path)? else { return Ok(None) };
        let samplers = &animation.samplers;
        let sampler = samplers
            .get(channel.sampler)
            .ok_or_else(|| dangling(path, "sampler", channel.sampler, samplers.len()))?;
        let at = |code: &'static Code, message: String| code.at(Location::path(path), message);
        let spline = is_spline(sampler, path)?;
        let keys = self.times(sampler.input, rate, path)?;
        let mut faults: Vec<_> = keys.fault.iter().map(|fault| at(&codes::TIMES, fault.clone())).collect();
        let ends = [keys.times.first(), keys.times.last()].map(Option::unwrap_or_default);
        let input = self.numbers.accessor(sampler.input, path)?;
        faults.extend(ranges::fault(sampler.input, input, &ends));
        let interpolation = sampler.interpolation.as_ref().unwrap_or(&Interpolation::Linear);
        if target == Animated::Visible && *interpolation != Interpolation::Step {
            let message =
                format!("the interpolation of a truth value is {}, expected STEP", interpolation.as_str());
            faults.push(at(&codes::INTERPOLATION, message));
        }
        let output = self.numbers.accessor(sampler.output, path)?;
        let pointed = channel.target.path == Path::Pointer;
        let checked = if pointed { target.check_pointed(output) } else { target.check(output) };
        checked.map_err(|expected| {
            at(&codes::TYPE, format!("accessor {} has the wrong type: expected {expected}", sampler.output))
        })?;
        let values = self.numbers.read(sampler.output)?;
        if self.ranged.insert(sampler.output) {
            faults.extend(ranges::fault(sampler.output, output, &values));
        }
        let of_key = if spline { 3usize } else { 1 };
        let parts = keys.count.saturating_mul(of_key);
        let width = match target {
            Animated::Translation | Animated::Scale => 3,
            Animated::Rotation => 4,
            Animated::Visible | Animated::Weight(_) => 1,
            Animated::Weights => match self.morphs(node) {
                0 => {
                    let message = format!("node {node} has no morph targets, expected a mesh that has some");
                    faults.push(codes::TARGET.at(Location::path(format!("{path}/target")), message));
                    values.len().checked_div(parts).unwrap_or(0)
                }
                count => count,
            },
        };
        let fits = width > 0 && parts.checked_mul(width) == Some(values.len());
        if spline && keys.count == 1 {
            let message = "the interpolation CUBICSPLINE takes two keys or more, found 1".to_owned();
            let finding = at(&codes::COUNT, message);
            if !fits {
                return Err(finding);
            }
            faults.push(finding);
        }
        if !fits {
            let message = format!(
                "{} {} not fit {} of {}{}",
                counted(values.len(), "value"),
                agreeing(values.len(), "does", "do"),
                counted(keys.count, "key"),
                counted(width, "component"),
                if spline { " with two tangents each" } else { "" }
            );
            return Err(at(&codes::COUNT, message));
        }
        let ease = match (&sampler.interpolation, target) {
            (_, Animated::Visible) | (Some(Interpolation::Step), _) => Ease::Step,
            (_, Animated::Rotation) => Ease::Slerp,
            _ => Ease::Linear,
        };
        let values = target.lowered(keys.values(values, width.saturating_mul(of_key)), of_key);
        let spline = spline && target != Animated::Visible;
        if spline && keys.times.len() > 1 {
            self.numbers.spend(values.len().saturating_mul(2), || path.to_owned())?;
        }
        let curve = curve(keys.times, width, values, ease, spline);
        let curve = curve.map_err(|error| at(&codes::COUNT, error.to_string()))?;
        let (component, width) = match target {
            Animated::Weight(weight) => (weight, self.morphs(node)),
            _ => (0, width),
        };
        let others = match mesh {
            Some(mesh) => {
                let count = self.showing(mesh).len().saturating_sub(1);
                self.numbers.spend(curve.values().len().saturating_mul(count), || path.to_owned())?;
                self.showing(mesh).iter().copied().skip(1).collect()
            }
            None => Vec::new(),
        };
        Ok(Some(Driven { node, others, property: target.property(width), component, curve, faults }))
    }

    /// The digest of the key times and values of a channel.
    pub(crate) fn digest(&mut self, animation: &Animation, channel: &Channel) -> Result<Digest, Diagnostic> {
        let mut digest = Digest::default();
        let path = "animations";
        let sampler = animation.samplers.get(channel.sampler);
        let sampler =
            sampler.ok_or_else(|| dangling(path, "sampler", channel.sampler, animation.samplers.len()))?;
        for accessor in [sampler.input, sampler.output] {
            self.numbers.accessor(accessor, path)?;
            self.numbers.read(accessor)?.into_iter().for_each(|number| digest.add(number as f32));
        }
        Ok(digest)
    }

    /// The key times of an accessor.
    pub(crate) fn times(
        &mut self,
        accessor: usize,
        rate: Option<Rate>,
        path: &str,
    ) -> Result<KeyTimes, Diagnostic> {
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
        let numbers = self.numbers.read(accessor)?;
        if numbers.is_empty() {
            return Err(at(&codes::COUNT, "there are no keys, expected at least one"));
        }
        let times = KeyTimes::new(numbers).map_err(|what| at(&codes::TIMES, &what))?;
        let times = if let Some(rate) = rate { times.on_frames(rate) } else { times };
        self.times.insert(key, times.clone());
        Ok(times)
    }

    /// The node and the property that a channel drives, and the mesh if it has the weights; `None` if the channel drives no property of a
    /// node.
    fn target(
        &self,
        channel: &Channel,
        path: &str,
    ) -> Result<Option<(usize, Animated, Option<usize>)>, Diagnostic> {
        let error = |message: String| codes::TARGET.at(Location::path(format!("{path}/target")), message);
        let animated = match &channel.target.path {
            Path::Translation => Animated::Translation,
            Path::Rotation => Animated::Rotation,
            Path::Scale => Animated::Scale,
            Path::Weights => Animated::Weights,
            Path::Pointer => {
                let missing = || error(format!("expected the extension {POINTER} with a pointer"));
                let pointer = channel.target.pointer().ok_or_else(missing)?;
                let Some((object, animated)) = target::of_pointer(pointer) else { return Ok(None) };
                let (node, mesh) = match object {
                    Object::Node(node) => (node, None),
                    Object::Mesh(mesh) => {
                        let count = self.document.root.meshes.len();
                        if mesh >= count {
                            return Err(dangling(&format!("{path}/target"), "mesh", mesh, count));
                        }
                        let Some(&node) = self.showing(mesh).first() else { return Ok(None) };
                        (node, Some(mesh))
                    }
                };
                self.check_node(node, path)?;
                if let Animated::Weight(weight) = animated
                    && weight >= self.morphs(node)
                {
                    return Err(dangling(&format!("{path}/target"), "weight", weight, self.morphs(node)));
                }
                return Ok(Some((node, animated, mesh)));
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
        self.check_node(node, path).map(|()| Some((node, animated, None)))
    }

    /// The nodes that show a mesh with the mesh's weights, because they have none themselves.
    fn showing(&self, mesh: usize) -> &[usize] {
        let shown = self.shown.get_or_init(|| {
            let mut shown: HashMap<usize, Vec<usize>> = HashMap::new();
            for (index, node) in self.document.root.nodes.iter().enumerate() {
                if let Some(mesh) = node.mesh.filter(|_| node.weights.is_empty()) {
                    shown.entry(mesh).or_default().push(index);
                }
            }
            shown
        });
        shown.get(&mesh).map_or(&[], Vec::as_slice)
    }

    fn check_node(&self, node: usize, path: &str) -> Result<(), Diagnostic> {
        let count = self.document.root.nodes.len();
        if node < count { Ok(()) } else { Err(dangling(&format!("{path}/target"), "node", node, count)) }
    }

    /// The number of morph targets of a node's mesh.
    fn morphs(&self, node: usize) -> usize {
        let root = &self.document.root;
        let mesh = root.nodes.get(node).and_then(|node| root.meshes.get(node.mesh?));
        mesh.and_then(|mesh| mesh.primitives.first()).map_or(0, |primitive| primitive.targets.len())
    }
}

/// Whether the values of a sampler are points of cubic splines, each between two tangents.
fn is_spline(sampler: &Sampler, path: &str) -> Result<bool, Diagnostic> {
    match &sampler.interpolation {
        Some(Interpolation::CubicSpline) => Ok(true),
        Some(Interpolation::Other(word)) => {
            let message =
                format!("unknown interpolation `{}`: expected STEP, LINEAR or CUBICSPLINE", word.get());
            Err(codes::INTERPOLATION.at(Location::path(path), message))
        }
        _ => Ok(false),
    }
}

/// The curve of the values of a sampler, `width` of them a key, or three times as many in a spline.
fn curve(times: Times, width: usize, values: Vec<f64>, ease: Ease, spline: bool) -> Result<Curve, ClipError> {
    if !spline {
        Curve::new(times, width, values, ease)
    } else if times.len() == 1 {
        // Between its tangents.
        let value = values.get(width..width.saturating_mul(2)).unwrap_or_default();
        Curve::new(times, width, value.to_vec(), ease)
    } else {
        bezier(times, width, &values)
    }
}

/// A cubic Hermite spline with tangents per second, as a Bézier curve whose handles lie at the thirds of the segments (appendix
/// C.5).
fn bezier(times: Times, width: usize, values: &[f64]) -> Result<Curve, ClipError> {
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
            // Subtraction from 0 never gives −0, which would differ from an absent handle.
            into: [0.0 - before, 0.0 - into * before],
            out: [after, out * after],
        }));
        before = after;
    }
    Curve::new(times, width, points, Ease::Bezier)?.with_handles(handles)
}
