//! A clip as an animation and the extras that say the rest of it.

use std::borrow::Cow;

use anim_core::{
    Affine, Channel, Clip, ClipError, Code, Curve, Location, Loss, Property, Sink, Wrap, decompose, merge,
    quaternion,
};

use super::Settings;
use super::buffer::{Bytes, Written};
use super::choice::{self, Left, take};
use super::nodes::NodeSet;
use super::plain::{self, Plain, plain};
use crate::extras::ClipExtras;
use crate::{Animation, ElementType, Other, Path, Sampler, Target, codes};

/// Turns one clip into an animation.
pub(super) struct Encoder<'a, 's> {
    pub(super) index: usize,
    pub(super) clip: &'a Clip,
    pub(super) set: &'a NodeSet<'a>,
    /// The index of the set's first node in the file.
    pub(super) first: usize,
    pub(super) settings: Settings,
    pub(super) bytes: &'s mut Bytes,
    pub(super) sink: &'s mut dyn Sink,
    pub(super) animation: Animation,
    pub(super) said: ClipExtras,
    /// The greatest key time that was written.
    pub(super) end: f64,
    /// Whether displacements became part of translations.
    combined: bool,
    /// Whether the first curve gets a key at the clip's end, which no channel reaches: readers know no other duration.
    held: bool,
}

/// A part of a node's transform that glTF has a path for.
pub(super) struct Slot<'a> {
    pub(super) path: Path,
    pub(super) property: &'a Property,
    element: ElementType,
    rest: &'a [f64],
}

/// Differences that single precision makes anyway are no loss worth a word.
const SINGLE_PRECISION: f64 = 1e-6;

impl<'a, 's> Encoder<'a, 's> {
    pub(super) fn new(
        index: usize,
        clip: &'a Clip,
        set: &'a NodeSet<'a>,
        first: usize,
        settings: Settings,
        bytes: &'s mut Bytes,
        sink: &'s mut dyn Sink,
    ) -> Self {
        let (animation, said) = (Animation::default(), ClipExtras::default());
        let last =
            clip.channels.iter().filter(|channel| choice::is_said(channel.property())).map(|channel| {
                let curve = channel.curve();
                if curve.wrap().1 == Wrap::Hold { curve.end() } else { clip.duration }
            });
        let held = last.fold(0.0, f64::max) < clip.duration;
        Self {
            index,
            clip,
            set,
            first,
            settings,
            bytes,
            sink,
            animation,
            said,
            end: 0.0,
            combined: false,
            held,
        }
    }

    pub(super) fn encode(mut self) -> (Animation, ClipExtras) {
        let clip = self.clip;
        let mut by_node: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
        for channel in &clip.channels {
            if let Some(channels) = by_node.get_mut(channel.node()) {
                channels.push(channel);
            } else {
                let what = format!("a channel of node {}, which does not exist, is", channel.node());
                self.dropped(&what);
            }
        }
        let mut left = Vec::new();
        for (node, channels) in by_node.into_iter().enumerate() {
            self.node(node, channels, &mut left);
        }
        if self.combined {
            let at = Location::path(format!("clips[{}]", self.index));
            let message = "displacements and translations became translations, which add up to the same";
            self.sink.report(codes::COMBINED.at(at, message).losing(Loss::Approximated(0.0)));
        }
        self.keep(left);
        self.facts();
        if clip.name.is_empty() {
            self.said.name = Some(String::new());
        } else {
            self.animation.name = Some(clip.name.clone());
        }
        (self.animation, self.said)
    }

    /// Writes what glTF can say of a node; `left` gets the rest.
    fn node(&mut self, node: usize, mut channels: Vec<&'a Channel>, left: &mut Vec<Left<'a>>) {
        let matrices = take(&mut channels, |property| matches!(property, Property::Matrix), left);
        if matrices.is_empty() {
            self.transform(node, &mut channels, left);
        } else {
            // They stand instead of the parts, which are kept with what else is left.
            self.matrix(node, &matrices, left);
        }
        let count = self.set.morphs[node];
        let weights = Property::Weights { count };
        let parts = take(&mut channels, |property| *property == weights, left);
        let zeros = vec![0.0; count];
        let slot =
            Slot { path: Path::Weights, property: &weights, element: ElementType::Scalar, rest: &zeros };
        self.parts(node, &parts, &slot, &zeros, left);
        if self.settings.pointers && self.set.hidden[node] {
            self.visibility(node, &channels);
        }
        left.extend(
            channels.into_iter().map(|channel| Left { channel, overridden: channel.property().is_spatial() }),
        );
    }

    /// Writes translation, rotation and scale.
    fn transform(&mut self, node: usize, channels: &mut Vec<&'a Channel>, left: &mut Vec<Left<'a>>) {
        let set = self.set;
        let rest = &set.rest[node];
        let vectors = [
            (Path::Translation, Property::Translation, &rest.translation),
            (Path::Scale, Property::Scale, &rest.scale),
        ];
        for (path, property, rest) in vectors {
            let parts = take(channels, |other| *other == property, left);
            let slot = Slot { path, property: &property, element: ElementType::Vec3, rest };
            if property == Property::Translation && self.displaced(node, channels, &parts, &slot, left) {
                continue;
            }
            self.parts(node, &parts, &slot, rest, left);
        }
        let Some(property) =
            channels.iter().rev().map(|channel| channel.property()).find(|property| property.is_rotation())
        else {
            return;
        };
        let base = match property {
            Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest.rotation)).to_vec(),
            Property::Angle { .. } => vec![0.0],
            _ => rest.rotation.to_vec(),
        };
        let all = channels.clone();
        let mut parts = take(channels, |other| other == property, left);
        let mixed = choice::mixes(&all, &parts, property);
        // An arc moves all four numbers together: there is no curve for it with some of them replaced.
        let arc = parts.len() > 1 && parts.iter().any(|part| choice::has_arcs(part));
        if mixed || arc {
            let message = "parts of a rotation do not mix with another kind of rotation".to_owned();
            self.lost(&codes::DROPPED, node, property.name(), message, Loss::Dropped);
        }
        if arc {
            left.extend(parts.drain(1..).map(|channel| Left { channel, overridden: true }));
        }
        let slot = Slot { path: Path::Rotation, property, element: ElementType::Vec4, rest: &rest.rotation };
        self.parts(node, &parts, &slot, &base, left);
    }

    /// Writes the channels of one property; `base` stands where none of them says anything.
    fn parts(
        &mut self,
        node: usize,
        parts: &[&'a Channel],
        slot: &Slot<'_>,
        base: &[f64],
        left: &mut Vec<Left<'a>>,
    ) {
        if parts.is_empty() {
            return;
        }
        let merged = merge::whole(parts, base, self.clip.duration, self.settings.tolerance);
        self.merged(node, merged, parts, slot, left);
    }

    /// Writes translations and displacements as one; false without any displacement.
    fn displaced(
        &mut self,
        node: usize,
        channels: &mut Vec<&'a Channel>,
        parts: &[&'a Channel],
        slot: &Slot<'_>,
        left: &mut Vec<Left<'a>>,
    ) -> bool {
        // One that is without effect would have one beside the sum: it is left out.
        let shifts = take(channels, |property| *property == Property::Displacement, &mut Vec::new());
        if shifts.is_empty() {
            return false;
        }
        let merged = merge::sum(parts, &shifts, slot.rest, self.clip.duration, self.settings.tolerance);
        self.combined |= merged.is_ok();
        self.merged(node, merged, &[parts, &shifts].concat(), slot, left);
        true
    }

    /// Writes the curve that parts became; where they became none, `left` gets them.
    fn merged(
        &mut self,
        node: usize,
        merged: Result<(Cow<'_, Curve>, f64), ClipError>,
        parts: &[&'a Channel],
        slot: &Slot<'_>,
        left: &mut Vec<Left<'a>>,
    ) {
        let Settings { tolerance, .. } = self.settings;
        let duration = self.clip.duration;
        let said = merged.and_then(|(curve, merging)| {
            let wrap = curve.wrap();
            let plain = plain(curve, slot.property, duration, tolerance)?;
            let error = plain.error.or((merging > 0.0).then_some(0.0)).map(|error| error + merging);
            Ok((wrap, Plain { error, ..plain }))
        });
        match said {
            Ok((wrap, Plain { curve, error })) if self.write(node, slot, &curve) => {
                self.wraps(node, slot, wrap, curve.wrap());
                if let Some(error) = error {
                    let message = format!("the curve became {} keys within {error:.1e}", curve.len());
                    self.lost(&codes::BAKED, node, slot.property.name(), message, Loss::Approximated(error));
                }
            }
            Ok(_) => left.extend(Left::effective(parts)),
            Err(error) => {
                let message = format!("{error}: the channel is kept in extras alone");
                self.lost(&codes::KEPT, node, slot.property.name(), message, Loss::Kept);
                left.extend(Left::effective(parts));
            }
        }
    }

    fn matrix(&mut self, node: usize, parts: &[&'a Channel], left: &mut Vec<Left<'a>>) {
        let Settings { tolerance, .. } = self.settings;
        let duration = self.clip.duration;
        let base = Affine::from(self.set.rest[node]).to_rows();
        let said = merge::whole(parts, &base, duration, tolerance).and_then(|(curve, merging)| {
            let wrap = curve.wrap();
            let plain = plain(curve, &Property::Matrix, duration, tolerance)?;
            let decomposed = decompose(&plain.curve, tolerance)?;
            Ok((wrap, plain.curve.wrap(), plain.error.unwrap_or(0.0) + merging, decomposed))
        });
        let (wrap, idle, baking, decomposed) = match said {
            Ok(said) => said,
            Err(error) => {
                let message = format!("{error}: the channel is kept in extras alone");
                self.lost(&codes::KEPT, node, "matrix", message, Loss::Kept);
                return left.extend(Left::effective(parts));
            }
        };
        let rest = &self.set.rest[node];
        let slots = [
            (Path::Translation, Property::Translation, ElementType::Vec3, &rest.translation[..]),
            (Path::Rotation, Property::Rotation, ElementType::Vec4, &rest.rotation[..]),
            (Path::Scale, Property::Scale, ElementType::Vec3, &rest.scale[..]),
        ];
        let curves = [&decomposed.translation, &decomposed.rotation, &decomposed.scale];
        for ((path, property, element, rest), curve) in slots.into_iter().zip(curves) {
            let slot = Slot { path, property: &property, element, rest };
            if self.write(node, &slot, curve) {
                self.wraps(node, &slot, wrap, idle);
            }
        }
        let error = decomposed.error + baking;
        if error <= SINGLE_PRECISION {
            return;
        }
        let message = format!(
            "the matrices of the node `{}` became translation, rotation and scale, off by {error:.1e} at most",
            self.clip.nodes[node].name
        );
        self.lost(&codes::DECOMPOSED, node, "matrix", message, Loss::Approximated(error));
    }

    /// Writes a plain curve as a channel; false if no key has a time that single precision holds.
    fn write(&mut self, node: usize, slot: &Slot<'_>, curve: &Curve) -> bool {
        // Where a curve repeats, one more key would change its period.
        let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
        let held = if self.held && holds { plain::held(curve, self.clip.duration) } else { None };
        self.held &= held.is_none();
        let curve = held.as_ref().unwrap_or(curve);
        let Some(written) = self.bytes.curve(curve, slot.element.clone(), slot.rest) else { return false };
        let target = Target {
            node: Some(self.first + node),
            path: slot.path.clone(),
            extensions: None,
            extras: None,
            other: Other::default(),
        };
        self.channel(node, slot.path.as_str(), target, curve, written);
        true
    }

    pub(super) fn channel(
        &mut self,
        node: usize,
        name: &str,
        target: Target,
        curve: &Curve,
        written: Written,
    ) {
        let Written { input, output, interpolation, merged, replaced } = written;
        if merged > 0 {
            let message =
                format!("{merged} keys have the time of the next in single precision and are left out");
            self.lost(&codes::MERGED_KEYS, node, name, message, Loss::Dropped);
        }
        if replaced > 0 {
            let message = format!("{replaced} values are not finite and became those at rest");
            self.lost(&codes::REPLACED, node, name, message, Loss::Dropped);
        }
        self.end = self.end.max(curve.end());
        let sampler = self.animation.samplers.len();
        self.animation.samplers.push(Sampler {
            input,
            interpolation: Some(interpolation),
            output,
            extensions: None,
            extras: None,
            other: Other::default(),
        });
        let channel =
            crate::Channel { sampler, target, extensions: None, extras: None, other: Other::default() };
        self.animation.channels.push(channel);
    }

    pub(super) fn dropped(&mut self, what: &str) {
        let at = Location::path(format!("clips[{}]", self.index));
        self.sink.report(codes::DROPPED.at(at, format!("{what} not in the file")).losing(Loss::Dropped));
    }

    pub(super) fn lost(&mut self, code: &'static Code, node: usize, name: &str, message: String, loss: Loss) {
        let at = Location::path(format!("clips[{}]/nodes[{node}]/{name}", self.index));
        self.sink.report(code.at(at, message).losing(loss));
    }
}
