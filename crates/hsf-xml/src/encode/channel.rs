//! Channels as interpolators.

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, Location, Loss, Property, Sink, Times, Wrap, bake, to_rotation,
};

use super::keys::Keys;
use crate::{Content, Element, EncodeOptions, Key, List, Tag, codes, number};

/// The least scale that is written: the format has none at or below 0.
const LEAST_SCALE: f64 = 1e-6;

/// How near to a whole tick a time counts as it.
const WHOLE_TICK: f64 = 1e-6;

/// Writes the channels of one clip.
pub(super) struct Encoder<'a, 's> {
    clip: &'a Clip,
    options: EncodeOptions,
    sink: &'s mut dyn Sink,
    /// Whether something in the animation lasts as long as the clip.
    is_whole: bool,
}

impl<'a, 's> Encoder<'a, 's> {
    pub(super) fn new(clip: &'a Clip, options: EncodeOptions, sink: &'s mut dyn Sink) -> Self {
        let ends = |channel: &Channel| {
            channel.curve().wrap().1 == Wrap::Hold && channel.curve().end() >= clip.duration
        };
        Self { clip, options, sink, is_whole: clip.channels.iter().any(ends) }
    }

    /// The interpolators of a channel, without their keyframes, and those.
    pub(super) fn channel(&mut self, channel: &Channel) -> Vec<(Element, Keys)> {
        let (curve, property) = (channel.curve(), channel.property());
        let is_part = curve.width() < property.width();
        let span = [curve.start().min(0.0), self.clip.duration.max(curve.end()).max(0.0)];
        let one = |made: Option<(Element, Keys)>| made.into_iter().collect();
        match property {
            Property::Translation => one(self.vector(channel, Element::new(Tag::PosInterpolator))),
            Property::Scale => one(self.vector(channel, Element::new(Tag::ScaleInterpolator))),
            Property::Color => one(self.vector(channel, Element::new(Tag::ColorInterpolator))),
            Property::Named { name, width: 3 } if name == "trail" => {
                one(self.vector(channel, Element::new(Tag::TrailInterpolator)))
            }
            Property::Named { name, width: 3 } if name.starts_with("color.") => {
                let kind = name.trim_start_matches("color.");
                one(self.vector(channel, Element::new(Tag::ColorInterpolator).with(Key::Type, kind)))
            }
            Property::Named { name, width: 1 } if name == "segment" || name == "attributes" => {
                let made = self.switch(channel, name);
                if made.is_none() {
                    self.dropped(channel);
                }
                one(made)
            }
            Property::Angle { axis } => {
                let axis = axis.map(number::text).join(" ");
                let keys = self.keys(channel, curve, 180.0 / std::f64::consts::PI, "");
                let mut element = Element::new(Tag::AxisRotInterpolator);
                one(keys.map(|mut keys| {
                    let shape = if keys.modifiers == "[d]" { "d " } else { "" };
                    keys.modifiers = format!("[{shape}[v {axis}]]");
                    element.set(Key::Modifiers, keys.modifiers.as_str());
                    (element, keys)
                }))
            }
            Property::Rotation if !is_part && is_arcs(curve) => {
                let keys = self.keys(channel, curve, 1.0, "");
                one(keys.map(|keys| (Element::new(Tag::QuatRotInterpolator), keys)))
            }
            Property::Rotation | Property::Euler(_) if !is_part => {
                let baked = to_rotation(curve, property, span, self.options.tolerance).ok();
                one(baked.and_then(|baked| {
                    self.report_baked(channel, baked.error);
                    let keys = self.keys(channel, &baked.curve, 1.0, "")?;
                    Some((Element::new(Tag::QuatRotInterpolator), keys))
                }))
            }
            Property::Matrix if !is_part => self.matrix(channel, span),
            _ => {
                self.dropped(channel);
                Vec::new()
            }
        }
    }

    fn vector(&mut self, channel: &Channel, element: Element) -> Option<(Element, Keys)> {
        let (first, width) = (channel.component(), channel.curve().width());
        let numbers: String = (first..first + width).map(|component| (component + 1).to_string()).collect();
        let channels = if width < 3 { format!("[c {numbers}]") } else { String::new() };
        self.keys(channel, channel.curve(), 1.0, &channels).map(|keys| (element, keys))
    }

    /// The keyframes of a curve, with what could not be written as it was reported.
    fn keys(&mut self, channel: &Channel, curve: &Curve, factor: f64, channels: &str) -> Option<Keys> {
        let mut off = 0.0;
        let (low, high) = match channel.property() {
            Property::Scale => (LEAST_SCALE, f64::MAX),
            Property::Color => (0.0, 1.0),
            Property::Named { name, .. } if name.starts_with("color.") => (0.0, 1.0),
            _ => (f64::MIN, f64::MAX),
        };
        let mut tame = |value: f64| {
            let tamed = if value.is_nan() { low.max(0.0) } else { value.clamp(low, high) };
            off = f64::max(off, if value.is_finite() { (value - tamed).abs() } else { f64::INFINITY });
            tamed
        };
        let keys = Keys::of(curve, factor, self.clip.duration, self.options.tolerance, channels, &mut tame);
        let Some(keys) = keys else {
            self.dropped(channel);
            return None;
        };
        if off > 0.0 {
            let message = format!("{} is beyond what may be written by {off:.3e}", channel.property().name());
            self.sink.report(codes::RANGE.at(self.place(channel), message).losing(Loss::Approximated(off)));
        }
        if keys.error > 0.0 {
            self.report_baked(channel, keys.error);
        }
        Some(keys)
    }

    /// Identifiers, if the clip says what the numbers stand for.
    fn switch(&mut self, channel: &Channel, name: &str) -> Option<(Element, Keys)> {
        let curve = channel.curve();
        let node = &self.clip.nodes[channel.node()].name;
        let stepped = curve.uniform_ease() == Some(Ease::Step) && curve.wrap().0 == Wrap::Hold;
        if !stepped || curve.wrap().1 == Wrap::RepeatWithOffset {
            return None;
        }
        let mut values = List::default();
        for key in 0..curve.len() {
            let text = self.clip.metadata(&format!("hsf-xml.{name}.{node}.{}", curve.value(key)[0]))?;
            values.push_text(text).then_some(())?;
        }
        let tag = if name == "segment" { Tag::SegSwitchInterpolator } else { Tag::AttSwitchInterpolator };
        let times = curve.times().iter().map(|time| time - curve.start()).collect();
        let (start, wrap) = (curve.start(), curve.wrap().1);
        Some((Element::new(tag), Keys { start, times, values, modifiers: String::new(), wrap, error: 0.0 }))
    }

    /// A map by its parts, each baked.
    fn matrix(&mut self, channel: &Channel, span: [f64; 2]) -> Vec<(Element, Keys)> {
        let Ok(baked) = bake(channel.curve(), span, self.options.tolerance) else {
            self.dropped(channel);
            return Vec::new();
        };
        let curve = baked.curve;
        let is_step = channel.curve().uniform_ease() == Some(Ease::Step)
            && channel.curve().wrap() == (Wrap::Hold, Wrap::Hold);
        let curve = if is_step { channel.curve().clone() } else { curve };
        let (mut parts, mut error) = ([Vec::new(), Vec::new(), Vec::new()], baked.error);
        for key in 0..curve.len() {
            let rows: [f64; 12] = std::array::from_fn(|i| curve.value(key)[i]);
            let map = Affine::from_rows(rows);
            let transform = map.decompose();
            error = f64::max(error, map.distance(&transform.into()));
            parts[0].extend(transform.translation);
            parts[1].extend(transform.rotation);
            parts[2].extend(transform.scale);
        }
        self.report_baked(channel, error);
        let tags = [Tag::PosInterpolator, Tag::QuatRotInterpolator, Tag::ScaleInterpolator];
        let times: Vec<f64> = curve.times().iter().collect();
        let mut made = Vec::new();
        for (tag, values) in tags.into_iter().zip(parts) {
            let width = tag.width();
            let ease = match (is_step, width) {
                (true, _) => Ease::Step,
                (false, 4) => Ease::Slerp,
                (false, _) => Ease::Linear,
            };
            let part = Times::keys(times.clone()).and_then(|times| Curve::new(times, width, values, ease));
            let keys = part.ok().and_then(|part| self.keys(channel, &part, 1.0, ""));
            made.extend(keys.map(|keys| (Element::new(tag), keys)));
        }
        made
    }

    /// Adds an animation of one interpolator.
    pub(super) fn put(
        &mut self,
        animation: &mut Element,
        path: &str,
        mut interpolator: Element,
        mut keys: Keys,
    ) {
        if !self.is_whole {
            self.is_whole = keys.hold_until(self.clip.duration - keys.start);
        }
        let ticks = |seconds: f64| {
            let ticks = seconds * self.options.ticks;
            if (ticks - ticks.round()).abs() <= WHOLE_TICK { ticks.round() } else { ticks }
        };
        let mut own = Element::new(Tag::Animation).with(Key::Target, format!("SPATH: {path}"));
        let (delay, current) = (ticks(keys.start.max(0.0)), ticks((-keys.start).max(0.0)));
        for (key, value) in [(Key::Delay, delay), (Key::CurrentTick, current)] {
            if value > 0.0 && keys.times.len() > 1 {
                own.set(key, number::text(value));
            }
        }
        if keys.wrap != Wrap::Hold {
            own.set(Key::Loop, "-1");
        }
        if keys.wrap == Wrap::PingPong {
            own.set(Key::RLoop, "1");
        }
        let whole: Vec<f64> = keys.times.iter().map(|time| ticks(*time)).collect();
        let ascending = whole.is_sorted_by(|a, b| a < b);
        let exact = || keys.times.iter().map(|time| time * self.options.ticks).collect();
        let ticks: Vec<f64> = if ascending { whole } else { exact() };
        let mut timeline = Element::new(Tag::Timeline);
        timeline.push(Content::List(List::of_scalars(&ticks).unwrap_or_default()));
        // Whatever reads it need not know which of the specification's two words on quaternions counts.
        if keys.modifiers.is_empty() && interpolator.tag() == Some(Tag::QuatRotInterpolator) {
            interpolator.set(Key::Modifiers, "[l a]");
        } else if !keys.modifiers.is_empty() {
            interpolator.set(Key::Modifiers, keys.modifiers);
        }
        interpolator.push(Content::List(keys.values));
        for element in [timeline, interpolator] {
            own.push(Content::Element(element));
        }
        animation.push(Content::Element(own));
    }

    /// Adds an animation that puts a part of a node where it rests.
    pub(super) fn rest(&mut self, animation: &mut Element, path: &str, tag: Tag, value: &[f64]) {
        let low = if tag == Tag::ScaleInterpolator { LEAST_SCALE } else { f64::MIN };
        let tame = |value: &f64| if value.is_finite() { value.max(low) } else { 0.0 };
        let tamed: Vec<f64> = value.iter().map(tame).collect();
        let off = value.iter().zip(&tamed).map(|(value, tamed)| tamed - value).fold(0.0, f64::max);
        if off > 0.0 {
            let at = Location::path(format!("{}/{path}", self.clip.name));
            let message = format!("the scale at rest is beyond what may be written by {off:.3e}");
            self.sink.report(codes::RANGE.at(at, message).losing(Loss::Approximated(off)));
        }
        let Some(values) = List::of_tuples(tamed.len(), &tamed) else { return };
        let keys = Keys {
            start: 0.0,
            times: vec![0.0],
            values,
            modifiers: String::new(),
            wrap: Wrap::Hold,
            error: 0.0,
        };
        self.put(animation, path, Element::new(tag), keys);
    }

    fn dropped(&mut self, channel: &Channel) {
        let message = format!("the channel {} has no element", channel.property().name());
        self.sink.report(codes::DROPPED.at(self.place(channel), message).losing(Loss::Dropped));
    }

    fn report_baked(&mut self, channel: &Channel, error: f64) {
        let message = format!("{} becomes straight lines within {error:.3e}", channel.property().name());
        self.sink.report(codes::BAKED.at(self.place(channel), message).losing(Loss::Approximated(error)));
    }

    fn place(&self, channel: &Channel) -> Location {
        Location::path(format!("{}/{}", self.clip.name, self.clip.nodes[channel.node()].name))
    }
}

/// Whether a curve of quaternions goes along arcs or in steps.
fn is_arcs(curve: &Curve) -> bool {
    let wrap = curve.wrap();
    let holds =
        wrap.0 == Wrap::Hold && wrap.1 != Wrap::RepeatWithOffset && (wrap.1 == Wrap::Hold || curve.len() > 1);
    holds && (0..curve.len()).all(|key| matches!(curve.ease(key), Ease::Slerp | Ease::Step))
}
