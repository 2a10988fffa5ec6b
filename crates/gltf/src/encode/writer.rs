//! Writes the animation of one clip.

use anim_core::{Channel, Clip, Curve, Ease, Fineness, Property, Report, Wrap, agreeing, counted};
use anim_retarget::rearranged;

use super::buffer::{Bytes, Written};
use super::look::{FAR, Look};
use super::own::Share;
use super::rounding::{Moments, rounding};
use super::stage::{Member, Stage};
use super::{arcs, choice, plain};
use crate::extras::{ClipExtras, WrapExtras};
use crate::{Animation, ElementType, EncodeOptions, Interpolate, Other, Path, Sampler, Target, codes};

/// Writes the channels of one clip.
pub(super) struct Writer<'a, 's> {
    pub(super) clip: &'a Clip,
    pub(super) stage: &'a Stage<'a>,
    /// For each of the clip's nodes, the node of the file.
    pub(super) cast: &'a [usize],
    pub(super) options: &'a EncodeOptions,
    pub(super) bytes: &'s mut Bytes,
    pub(super) report: &'s mut Report,
    pub(super) animation: Animation,
    pub(super) extras: ClipExtras,
    /// The largest key time that was written.
    pub(super) end: f64,
    /// The moments of the curve written last, which the next one usually shares.
    moments: Option<Moments>,
    /// The channels written in place of those that are kept in the extras: the index there, the path, and the accessors of key
    /// times and values.
    undigested: Vec<(usize, Path, [usize; 2])>,
    /// How near quaternions must be for lines instead of arcs, once computed.
    narrow: Option<f64>,
    /// Whether the next curve gets a key at the end of the clip, because no channel reaches it: readers end an animation at its
    /// last key.
    extends: bool,
}

/// A property of a node that glTF can animate.
pub(super) struct Slot<'a> {
    pub(super) path: Path,
    pub(super) element: ElementType,
    /// The property whose values a source curve has.
    pub(super) property: &'a Property,
    /// The value in the rest pose.
    pub(super) rest: &'a [f64],
}

impl<'a, 's> Writer<'a, 's> {
    /// The writer of a clip, which has this index among all clips.
    pub(super) fn new(
        clip: &'a Clip,
        index: usize,
        stage: &'a Stage<'a>,
        options: &'a EncodeOptions,
        bytes: &'s mut Bytes,
        report: &'s mut Report,
    ) -> Self {
        let animated = clip.channels.iter().filter(|channel| choice::is_animated(channel.property()));
        let ends = animated.map(|channel| {
            let curve = channel.curve();
            if curve.wrap().1 == Wrap::Hold { curve.end() } else { clip.duration }
        });
        let extends = ends.fold(0.0, f64::max) < clip.duration;
        let (animation, extras) = (Animation::default(), ClipExtras::default());
        let cast = stage.casts[index].as_slice();
        Self {
            clip,
            stage,
            cast,
            options,
            bytes,
            report,
            animation,
            extras,
            end: 0.0,
            moments: None,
            undigested: Vec::new(),
            narrow: None,
            extends,
        }
    }

    /// A node of the clip in the file.
    pub(super) fn member(&self, node: usize) -> &'a Member<'a> {
        &self.stage.nodes[self.cast[node]]
    }

    /// The tolerance of baking for a property.
    pub(super) fn fineness(&self, property: &Property) -> Fineness {
        let options = self.options;
        let tolerance = if property.is_rotation() { options.tolerance_angle } else { options.tolerance };
        Fineness {
            tolerance: tolerance.get(),
            jump: self.jump(),
            limit: self.stage.budget.pool.within(self.stage.budget.limit),
        }
    }

    /// Whether the curve that channels become has their keys.
    fn keeps(&self, channels: &[&Channel]) -> bool {
        self.stage.budget.keeps(channels, self.clip.duration)
    }

    /// Leaves the other keys to the curves of the channels to come, once those of some channels are written.
    pub(super) fn spent(&self, channels: &[&Channel]) {
        if !self.keeps(channels) {
            self.stage.budget.pool.pass(1);
        }
    }

    /// Writes a plain curve made from channels of the clip. `None` if single precision cannot represent any key time, or without
    /// channels. Errors of single precision below `enough` need not be known exactly.
    pub(super) fn write(
        &mut self,
        sources: &[&Channel],
        slot: &Slot<'_>,
        curve: &Curve,
        enough: f64,
    ) -> Option<Written> {
        let source = *sources.first()?;
        // One more key would change the period of a curve that repeats.
        let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
        let extended = if self.extends && holds { plain::extended(curve, self.clip.duration) } else { None };
        self.extends &= extended.is_none();
        let curve = extended.as_ref().unwrap_or(curve);
        let mut look = self.look(slot, curve);
        let short = if look.is_unit && look.is_near() { None } else { self.split(slot, curve) };
        let curve = short.as_ref().unwrap_or(curve);
        if short.is_some() {
            look = self.look(slot, curve);
        }
        if !self.keeps(sources) {
            self.stage.budget.pool.take(curve.len(), curve.width());
        }
        let mut written = self.bytes.curve(curve, slot.element.clone(), slot.rest, look)?;
        let moments = self.moments(curve);
        written.rounded = rounding(curve, slot.path == Path::Rotation, look, moments, enough);
        self.report_written(source, &written);
        let target = Target {
            node: Some(self.cast[source.node()]),
            path: slot.path.clone(),
            extensions: None,
            extras: None,
            other: Other::default(),
        };
        self.push(target, curve, &written);
        Some(written)
    }

    /// The error of single precision of a channel in a curve that was written, of which `whole` is that of all components.
    pub(super) fn rounded_of(&mut self, share: &Share<'_>, curve: &Curve, whole: f64) -> f64 {
        let Some(components) = share.components.as_ref().filter(|_| whole > 0.0) else { return whole };
        let moments = self.moments(curve);
        let one = |component: &usize| rearranged(curve, &[Some((*component, 1.0))], &[0.0]).ok();
        let of = |one: Curve| rounding(&one, false, Look::unknown(), moments, 0.0);
        components.iter().filter_map(one).map(of).fold(0.0, f64::max).min(whole)
    }

    /// The moments of a curve.
    fn moments(&mut self, curve: &Curve) -> &Moments {
        let jump = self.jump();
        let last = self.moments.take().filter(|last| last.is_of(curve.times(), jump));
        self.moments.insert(last.unwrap_or_else(|| Moments::new(curve.times(), jump)))
    }

    /// The duration of jumps in seconds.
    fn jump(&self) -> f64 {
        if self.options.interpolation == Interpolate::Auto { arcs::JUMP } else { 0.0 }
    }

    /// What is known about the quaternions of a curve. They are near if lines between them are as accurate as arcs.
    fn look(&mut self, slot: &Slot<'_>, curve: &Curve) -> Look {
        if slot.path != Path::Rotation {
            return Look::unknown();
        }
        Look::at(curve, if has_arcs(slot, curve) { self.narrow() } else { FAR })
    }

    /// The curve with additional keys where readers do not show its arcs: see [`arcs::split`].
    fn split(&mut self, slot: &Slot<'_>, curve: &Curve) -> Option<Curve> {
        if !has_arcs(slot, curve) {
            return None;
        }
        let narrow = self.narrow();
        arcs::split(curve, self.straightness(), narrow)
    }

    fn narrow(&mut self) -> f64 {
        let tolerance = self.straightness().tolerance;
        *self.narrow.get_or_insert_with(|| arcs::narrow(tolerance))
    }

    /// How near arcs must be to straight lines.
    fn straightness(&self) -> Fineness {
        Fineness { tolerance: arcs::straightness(self.options), ..self.fineness(&Property::Rotation) }
    }

    /// Keeps the channels that became `written` in the extras, if they have fewer keys, or if their keys or repetitions reach
    /// beyond what was written. They are restored when the file is read, unless another program changed what was written.
    pub(super) fn keep_exact(&mut self, channels: &[&Channel], written: &[(Path, Written)], repeats: bool) {
        let Some(source) = channels.first() else { return };
        let before: usize = channels.iter().map(|channel| channel.curve().len()).sum();
        let after = written.iter().map(|(_, written)| written.keys).max().unwrap_or(0);
        let is_cut = channels.iter().any(|channel| channel.curve().start() < 0.0);
        if is_cut {
            let message = "kept in `extras.anim`: the motion of the channel before time 0";
            self.report.lose(codes::KEPT.kept(message).of_channel(self.clip, source));
        }
        if before < after || is_cut || repeats {
            let exact = self.extras.exact.len();
            let instead = written.iter();
            let instead =
                instead.map(|(path, written)| (exact, path.clone(), [written.input, written.output]));
            self.undigested.extend(instead);
            self.extras.keep_exact(source.node(), channels);
        }
    }

    /// Stores in the extras the digests of the curves written in place of channels that are kept there. Several digests at once
    /// are faster than each separately.
    pub(super) fn digest(&mut self) {
        let curves: Vec<_> = self.undigested.iter().map(|(.., accessors)| *accessors).collect();
        let digests = self.bytes.digests(&curves);
        for ((exact, path, _), digest) in self.undigested.drain(..).zip(digests) {
            self.extras.name_instead(exact, &path, digest);
        }
    }

    /// Adds a channel to the animation.
    pub(super) fn push(&mut self, target: Target, curve: &Curve, written: &Written) {
        self.end = self.end.max(curve.end());
        let sampler = self.animation.samplers.len();
        self.animation.samplers.push(Sampler {
            input: written.input,
            interpolation: Some(written.interpolation.clone()),
            output: written.output,
            extensions: None,
            extras: None,
            other: Other::default(),
        });
        let channel =
            crate::Channel { sampler, target, extensions: None, extras: None, other: Other::default() };
        self.animation.channels.push(channel);
    }

    /// Reports the changes that single precision made in a channel of the clip.
    pub(super) fn report_written(&mut self, source: &Channel, written: &Written) {
        if written.merged > 0 {
            let message = match written.merged {
                1 => {
                    "a key is not in the file: in single precision it has the time of the next key".to_owned()
                }
                merged => format!(
                    "{merged} keys are not in the file: in single precision each has the time of the next key"
                ),
            };
            self.report.lose(codes::MERGED_KEYS.dropped(message).of_channel(self.clip, source));
        }
        // For rotations, the clip's report names the keys.
        let is_told = || source.property().is_rotation() && source.curve().broken_keys() > 0;
        if written.replaced > 0 && !is_told() {
            let (values, were) =
                (counted(written.replaced, "value"), agreeing(written.replaced, "was", "were"));
            let message = format!("the rest pose replaces {values} that {were} not finite");
            self.report.lose(codes::REPLACED.dropped(message).of_channel(self.clip, source));
        }
    }

    /// Keeps the wraps of a curve in the extras: `left` are those that its keys do not already contain.
    pub(super) fn keep_wraps(&mut self, node: usize, path: &Path, wrap: (Wrap, Wrap), left: (Wrap, Wrap)) {
        if wrap == (Wrap::Hold, Wrap::Hold) {
            return;
        }
        // Quaternions may have changed their signs, and with them the offset from the first to the last.
        let flipped = *path == Path::Rotation && [wrap.0, wrap.1].contains(&Wrap::RepeatWithOffset);
        self.extras.wraps.push(WrapExtras {
            node,
            property: path.as_str().replace("weights", "weight"),
            before: wrap.0.name().to_owned(),
            after: wrap.1.name().to_owned(),
            baked: left != wrap || flipped,
        });
    }

    /// Reports that the wraps of a channel are in the extras.
    pub(super) fn report_wraps(&mut self, source: &Channel, wrap: (Wrap, Wrap)) {
        if wrap == (Wrap::Hold, Wrap::Hold) {
            return;
        }
        let (before, after) = (wrap.0.name(), wrap.1.name());
        let message = format!(
            "kept in `extras.anim`: the wraps `{before}` before the first key and `{after}` after the last"
        );
        self.report.lose(codes::KEPT.kept(message).of_channel(self.clip, source));
    }
}

/// Whether a curve has arcs, which may get additional keys.
fn has_arcs(slot: &Slot<'_>, curve: &Curve) -> bool {
    slot.path == Path::Rotation && curve.uniform_ease() == Some(Ease::Slerp)
}
