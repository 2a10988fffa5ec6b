//! Curves of complete properties as interpolators.

use std::borrow::Cow;
use std::f64::consts::PI;

use anim_core::merge::{held, stepped};
use anim_core::{Affine, Curve, Deviation, Ease, Property, Wrap, bake, decompose, to_rotation, trig};

use super::accuracy::{Accuracy, is_error};
use super::axis;
use super::keys::{Keys, baked};
use super::repeats::is_loop;
use super::writer::{Writer, spread};
use crate::{Element, Key, Tag, codes, number};

/// The smallest scale that is written: the format requires scales above 0.
const LEAST_SCALE: f64 = 1e-6;

/// The largest allowed difference of the length of a quaternion from 1.
const UNIT: f64 = 1e-6;

/// An interpolator to write.
pub(super) struct Goal<'g> {
    /// The name of the channel for which losses are reported.
    pub(super) channel: &'g str,
    /// The property whose unit errors have.
    pub(super) drives: &'g Property,
    pub(super) element: Element,
    /// The `c` modifier; empty for all components.
    pub(super) components: &'g str,
}

impl<'g> Goal<'g> {
    /// An interpolator for all components of a channel.
    pub(super) fn new(channel: &'g str, drives: &'g Property, tag: Tag) -> Self {
        Self { channel, drives, element: Element::new(tag), components: "" }
    }
}

impl Writer<'_, '_> {
    /// Writes a curve whose error so far is `error`. False if it has no keyframes.
    pub(super) fn put(&mut self, goal: Goal<'_>, curve: &Curve, error: f64) -> bool {
        let Some(keys) = self.keys(&goal, curve, 1.0) else { return false };
        let accuracy = self.accuracy(&goal, &keys, curve.width(), error);
        self.push(goal.channel, goal.element, keys, Some(accuracy));
        true
    }

    /// Writes a curve that rotates the node.
    pub(super) fn turn(&mut self, property: &Property, curve: &Curve, error: f64) -> bool {
        let (channel, alone) = (property.name(), axis::alone(curve, property));
        let (property, curve) = alone.as_ref().map_or((property, curve), |(drives, angle)| (drives, angle));
        if let Property::Angle { axis } = property {
            let mut goal = Goal::new(channel, property, Tag::AxisRotInterpolator);
            let Some(mut keys) = self.keys(&goal, curve, 180.0 / PI) else { return false };
            let shape = if keys.modifiers == "[d]" { "d " } else { "" };
            keys.modifiers = format!("[{shape}[v {}]]", axis.map(number::text).join(" "));
            goal.element.set(Key::Modifiers, keys.modifiers.as_str());
            let accuracy = self.accuracy(&goal, &keys, 1, error);
            self.push(goal.channel, goal.element, keys, Some(accuracy));
            return true;
        }
        let (mut arcs, mut off) = (Cow::Borrowed(curve), error);
        if !(*property == Property::Rotation && is_arcs(curve)) {
            let all = self.tolerance(property);
            let fineness = self.within((all - error).max(all / 2.0));
            let turned = |curve: &Curve, span| to_rotation(curve, property, span, fineness);
            let Ok(baked) = baked(curve, self.clip.duration, turned) else { return false };
            let Ok(curve) = stepped(baked.curve, &[curve]) else { return false };
            (arcs, off) = (Cow::Owned(curve), off + baked.error);
        }
        self.put(Goal::new(channel, &Property::Rotation, Tag::QuatRotInterpolator), &arcs, off)
    }

    /// Writes a curve of matrices as positions, rotations and scales.
    pub(super) fn matrix(&mut self, curve: &Curve, error: f64) -> bool {
        let is_plain = (1..curve.len()).all(|key| matches!(curve.ease(key - 1), Ease::Step | Ease::Linear))
            && (curve.wrap() == (Wrap::Hold, Wrap::Hold) || is_loop(curve));
        let tolerance = self.tolerance(&Property::Matrix);
        let (mut plain, mut off) = (Cow::Borrowed(curve), Affine::DIAGONAL * error);
        let fineness = self.within(tolerance / Affine::DIAGONAL);
        if !is_plain {
            let bake = |curve: &Curve, span| bake(curve, span, fineness);
            let Ok(baked) = baked(curve, self.clip.duration, bake) else { return false };
            // A jump is a step again before its ways are measured.
            let Ok(steps) = stepped(baked.curve, &[curve]) else { return false };
            (plain, off) = (Cow::Owned(steps), off + Affine::DIAGONAL * baked.error);
        }
        let (before, after) = plain.wrap();
        let most = fineness.limit.keys(curve.len(), tolerance);
        let Ok(parts) = decompose(&held(&plain), tolerance, most) else { return false };
        let name = Property::Matrix.name();
        let deviation = Deviation::of(&Property::Matrix, off + parts.error);
        if is_error(deviation) {
            let message = "the matrix is decomposed into positions, rotations and scales";
            self.lose(name, codes::BAKED.approximated(deviation, message));
        }
        [
            (Property::Translation, Tag::PosInterpolator, parts.translation),
            (Property::Rotation, Tag::QuatRotInterpolator, parts.rotation),
            (Property::Scale, Tag::ScaleInterpolator, parts.scale),
        ]
        .into_iter()
        .all(|(drives, tag, part)| {
            self.put(Goal::new(name, &drives, tag), &part.with_wrap(before, after), 0.0)
        })
    }

    /// The keyframes of a curve, each value multiplied by `factor`. Reports values that are moved into their range.
    fn keys(&mut self, goal: &Goal<'_>, curve: &Curve, factor: f64) -> Option<Keys> {
        let tag = goal.element.tag()?;
        let (low, high) = match tag {
            Tag::ScaleInterpolator => (LEAST_SCALE, f64::MAX),
            Tag::ColorInterpolator => (0.0, 1.0),
            _ => (f64::MIN, f64::MAX),
        };
        let mut beyond = 0.0_f64;
        let mut clamp = |values: &mut [f64]| {
            let moved = |value: &mut f64| {
                let clamped = if value.is_nan() { low.max(0.0) } else { value.clamp(low, high) };
                let old = std::mem::replace(value, clamped);
                if old.is_finite() { (old - clamped).abs() } else { f64::INFINITY }
            };
            beyond = beyond.max(values.iter_mut().map(moved).fold(0.0, trig::hypot));
        };
        let fineness = self.within(self.tolerance_of_each(goal.drives, curve.width()));
        let end = self.clip.duration;
        let keys = Keys::of(tag, curve, factor, end, fineness, goal.components, &mut clamp)?;
        self.take(keys.times.len(), curve.width());
        if beyond > 0.0 {
            let message = match tag {
                Tag::ScaleInterpolator => "scales are clamped: HSF requires them to be above 0",
                Tag::ColorInterpolator => "colours are clamped: HSF requires them to be from 0 to 1",
                _ => "values are clamped: HSF has finite numbers only",
            };
            let deviation = Deviation::of(goal.drives, beyond);
            self.lose(goal.channel, codes::RANGE.approximated(deviation, message));
        }
        Some(keys)
    }

    /// The accuracy of the keyframes of a curve whose error was `error` before.
    fn accuracy(&self, goal: &Goal<'_>, keys: &Keys, width: usize, error: f64) -> Accuracy {
        let error = spread(goal.drives, width) * (error + keys.error);
        let deviation = Deviation::of(goal.drives, error);
        let loss = if error > 0.0 {
            let between = if width == 4 { "great arcs" } else { "straight lines" };
            let message = format!("the interpolation becomes {between} between added keys");
            codes::BAKED.approximated(deviation, message)
        } else {
            codes::TICK
                .approximated(deviation, "values shift with their key times, which are rounded to ticks")
        };
        let loss = self.placed(goal.channel, loss);
        Accuracy { loss, error: deviation, tolerance: self.tolerance(goal.drives) }
    }
}

/// Whether a curve of quaternions consists of arcs and steps.
fn is_arcs(curve: &Curve) -> bool {
    let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold) || is_loop(curve);
    let is_unit = |key: usize| {
        let length = curve.value(key).iter().map(|n| n * n).sum::<f64>().sqrt();
        (length - 1.0).abs() <= UNIT
    };
    holds && (0..curve.len()).all(|key| matches!(curve.ease(key), Ease::Slerp | Ease::Step) && is_unit(key))
}
