//! Curves of whole properties as interpolators.

use std::borrow::Cow;
use std::f64::consts::PI;

use anim_core::{Curve, Ease, Loss, Property, Wrap, bake, decompose, to_rotation};

use super::keys::{Keys, jumps};
use super::node::Encoder;
use super::part::Part;
use crate::{Element, Key, List, Tag, codes, number};

/// The least scale that is written: the format has none at or below 0.
const LEAST_SCALE: f64 = 1e-6;

/// How far the length of a quaternion may be from 1.
const UNIT: f64 = 1e-6;

impl Encoder<'_, '_> {
    /// Writes a curve for an element; `error` is what it is off already. False if it has no keyframes.
    pub(super) fn put(
        &mut self,
        name: &str,
        element: Element,
        curve: &Curve,
        error: f64,
        channels: &str,
    ) -> bool {
        let Some(keys) = self.keys(name, &element, curve, [1.0, error], channels) else { return false };
        self.push(element, keys);
        true
    }

    /// Writes a curve that turns the node.
    pub(super) fn turn(&mut self, property: &Property, curve: &Curve, error: f64) -> bool {
        if let Property::Angle { axis } = property {
            let mut element = Element::new(Tag::AxisRotInterpolator);
            let Some(mut keys) = self.keys(property.name(), &element, curve, [180.0 / PI, error], "") else {
                return false;
            };
            let shape = if keys.modifiers == "[d]" { "d " } else { "" };
            keys.modifiers = format!("[{shape}[v {}]]", axis.map(number::text).join(" "));
            element.set(Key::Modifiers, keys.modifiers.as_str());
            self.push(element, keys);
            return true;
        }
        let (mut arcs, mut off) = (Cow::Borrowed(curve), error);
        if !(*property == Property::Rotation && is_arcs(curve)) {
            let Ok(baked) = to_rotation(curve, property, self.span(curve), self.options.tolerance) else {
                return false;
            };
            let Ok(curve) = jumps(baked.curve) else { return false };
            (arcs, off) = (Cow::Owned(curve), off + baked.error);
        }
        self.put(property.name(), Element::new(Tag::QuatRotInterpolator), &arcs, off, "")
    }

    /// Writes a curve of maps by their parts.
    pub(super) fn matrix(&mut self, curve: &Curve, error: f64) -> bool {
        let is_plain = matches!(curve.uniform_ease(), Some(Ease::Step | Ease::Linear))
            && curve.wrap() == (Wrap::Hold, Wrap::Hold);
        let (mut plain, mut off) = (Cow::Borrowed(curve), error);
        if !is_plain {
            let Ok(baked) = bake(curve, self.span(curve), self.options.tolerance) else { return false };
            (plain, off) = (Cow::Owned(baked.curve), off + baked.error);
        }
        let Ok(parts) = decompose(&plain, self.options.tolerance) else { return false };
        off += parts.error;
        let message = format!("matrix becomes positions, rotations and scales within {off:.3e}");
        self.sink.report(codes::BAKED.at(self.place(), message).losing(Loss::Approximated(off)));
        [
            ("translation", Tag::PosInterpolator, parts.translation),
            ("rotation", Tag::QuatRotInterpolator, parts.rotation),
            ("scale", Tag::ScaleInterpolator, parts.scale),
        ]
        .into_iter()
        .all(|(name, tag, curve)| {
            let jumping = if is_plain { Ok(curve) } else { jumps(curve) };
            jumping.is_ok_and(|curve| self.put(name, Element::new(tag), &curve, 0.0, ""))
        })
    }

    /// Writes identifiers, if the clip says what the numbers stand for.
    pub(super) fn switch(&mut self, curve: &Curve, name: &str) -> bool {
        let node = &self.clip.nodes[self.node].name;
        let stepped = curve.uniform_ease() == Some(Ease::Step) && curve.wrap().0 == Wrap::Hold;
        if !stepped || curve.wrap().1 == Wrap::RepeatWithOffset {
            return false;
        }
        let mut values = List::default();
        for key in 0..curve.len() {
            let text = self.clip.metadata(&format!("hsf-xml.{name}.{node}.{}", curve.value(key)[0]));
            if !text.is_some_and(|text| values.push_text(text)) {
                return false;
            }
        }
        let tag = if name == "segment" { Tag::SegSwitchInterpolator } else { Tag::AttSwitchInterpolator };
        self.push(Element::new(tag), Keys::new(curve, values, String::new(), 0.0));
        true
    }

    /// The keyframes of a curve, with what could not be written as it was reported.
    fn keys(
        &mut self,
        name: &str,
        element: &Element,
        curve: &Curve,
        [factor, error]: [f64; 2],
        channels: &str,
    ) -> Option<Keys> {
        let tag = element.tag()?;
        let (low, high) = match tag {
            Tag::ScaleInterpolator => (LEAST_SCALE, f64::MAX),
            Tag::ColorInterpolator => (0.0, 1.0),
            _ => (f64::MIN, f64::MAX),
        };
        let mut beyond = 0.0;
        let mut tame = |value: f64| {
            let tamed = if value.is_nan() { low.max(0.0) } else { value.clamp(low, high) };
            beyond = f64::max(beyond, if value.is_finite() { (value - tamed).abs() } else { f64::INFINITY });
            tamed
        };
        let end = self.clip.duration;
        let keys = Keys::of(tag, curve, factor, end, self.options.tolerance, channels, &mut tame)?;
        if beyond > 0.0 {
            let message = format!("{name} is beyond what may be written by {beyond:.3e}");
            self.sink.report(codes::RANGE.at(self.place(), message).losing(Loss::Approximated(beyond)));
        }
        let off = error + keys.error;
        if off > 0.0 {
            let message = format!("{name} becomes straight lines within {off:.3e}");
            self.sink.report(codes::BAKED.at(self.place(), message).losing(Loss::Approximated(off)));
        }
        Some(keys)
    }

    fn push(&mut self, interpolator: Element, keys: Keys) {
        self.parts.push(Part { path: self.path.clone(), interpolator, keys });
    }

    /// The seconds over which a curve is baked.
    fn span(&self, curve: &Curve) -> [f64; 2] {
        [curve.start().min(0.0), self.clip.duration.max(curve.end()).max(0.0)]
    }
}

/// Whether a curve of quaternions goes along arcs or in steps.
fn is_arcs(curve: &Curve) -> bool {
    let wrap = curve.wrap();
    let holds =
        wrap.0 == Wrap::Hold && wrap.1 != Wrap::RepeatWithOffset && (wrap.1 == Wrap::Hold || curve.len() > 1);
    let is_unit = |key: usize| {
        let length = curve.value(key).iter().map(|n| n * n).sum::<f64>().sqrt();
        (length - 1.0).abs() <= UNIT
    };
    holds && (0..curve.len()).all(|key| matches!(curve.ease(key), Ease::Slerp | Ease::Step) && is_unit(key))
}
