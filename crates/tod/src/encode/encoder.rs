//! A clip that is written frame by frame.

use std::collections::HashMap;

use anim_core::{
    Affine, Channel, Clip, Location, Loss, Poser, Property, Sampler, Sink, Transform, quaternion,
};

use super::ids::assign_ids;
use super::written::Written;
use crate::clips::{EVENTS, Kind};
use crate::{
    Attribute, Body, Camera, Control, Data, Degrees, EncodeOptions, Light, LookAt, Nibble, Packet, Reference,
    Start, Words, codes, ideal,
};

pub(super) struct Encoder<'a> {
    clip: &'a Clip,
    options: EncodeOptions,
    ids: Vec<(Kind, u16)>,
    poser: Poser<'a>,
    /// Channels that are no part of a pose, by node.
    extra: HashMap<usize, Vec<(&'a Channel, Sampler<'a>)>>,
    written: Vec<Written>,
    next_event: usize,
    dropped_events: usize,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(clip: &'a Clip, options: EncodeOptions) -> Self {
        let mut extra: HashMap<usize, Vec<_>> = HashMap::new();
        for channel in &clip.channels {
            if is_extra(channel) {
                extra.entry(channel.node()).or_default().push((channel, Sampler::new(channel.curve())));
            }
        }
        Self {
            clip,
            options,
            ids: assign_ids(clip),
            poser: Poser::new(clip),
            extra,
            written: vec![Written::default(); clip.nodes.len()],
            next_event: 0,
            dropped_events: 0,
        }
    }

    /// The packets of the frame that is shown from `time` to `end`.
    pub(super) fn packets(&mut self, time: f64, end: f64, first: bool) -> Vec<Packet> {
        let mut packets = Vec::new();
        for node in 0..self.ids.len() {
            match self.ids[node].0 {
                Kind::Object => self.object(node, time, first, &mut packets),
                Kind::Light => self.light(node, time, &mut packets),
                Kind::Camera => self.camera(node, time, &mut packets),
            }
        }
        self.events(end, &mut packets);
        packets
    }

    fn object(&mut self, node: usize, time: f64, first: bool, packets: &mut Vec<Packet>) {
        let state = self.poser.node(node, time);
        let id = self.ids[node].1;
        let parent =
            state.parent.and_then(|parent| self.ids.get(parent)).filter(|(kind, _)| *kind == Kind::Object);
        let parent = parent.map_or(0, |&(_, id)| id);
        let written = &mut self.written[node];
        if !state.alive {
            if written.alive {
                packets.push(Packet::new(id, Body::Control(Control::KILL)));
                written.forget();
            }
            return;
        }
        if !written.alive {
            written.alive = true;
            if self.options.start == Start::Create || !first {
                packets.push(Packet::new(id, Body::Control(Control::CREATE)));
            }
        }
        if written.parent != parent {
            written.parent = parent;
            packets.push(Packet::new(id, Body::Parent(Reference::new(parent))));
        }
        self.bits(node, time, packets);
        let written = &mut self.written[node];
        let unit = self.options.unit;
        let body = if let Some(map) = state.matrix {
            written.matrix(&Affine::new(map.linear(), map.translation().map(|part| part * unit)))
        } else {
            let translation = state.transform.translation.map(|part| part * unit);
            written.coordinate(&Transform { translation, ..state.transform }, self.options.packets)
        };
        packets.extend(body.map(|body| Packet::new(id, body)));
    }

    /// Attribute bits and the model.
    fn bits(&mut self, node: usize, time: f64, packets: &mut Vec<Packet>) {
        let id = self.ids[node].1;
        let written = &mut self.written[node];
        let mut attribute = None;
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let mut value = [0.0; 3];
            sampler.sample(time, &mut value);
            match channel.property().name() {
                "attribute" => attribute = Some(value[0] as u32),
                "visible" => {
                    let bits = attribute.unwrap_or(written.attribute) & 0x7FFF_FFFF;
                    attribute = Some(bits | u32::from(value[0] == 0.0) << 31);
                }
                "tmd" => {
                    let model = u16::try_from(value[0] as i64).ok();
                    if let Some(id_of_model) = model.filter(|_| model != written.model) {
                        packets.push(Packet::new(id, Body::Model(Reference::new(id_of_model))));
                    }
                    written.model = model;
                }
                _ => {}
            }
        }
        if let Some(value) = attribute.filter(|&value| value != written.attribute) {
            written.attribute = value;
            packets.push(Packet::new(id, Body::Attribute(Attribute { value, ..Attribute::default() })));
        }
    }

    fn light(&mut self, node: usize, time: f64, packets: &mut Vec<Packet>) {
        let mut light = Light::default();
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let mut value = [0.0; 3];
            sampler.sample(time, &mut value);
            match channel.property().name() {
                "direction" => {
                    light.direction = Some(value.map(|part| (part * self.options.unit).round() as i32));
                }
                "color" => {
                    let [red, green, blue] = value.map(|part| (part * 255.0).round() as u8);
                    light.color = Some([red, green, blue, 0]);
                }
                _ => {}
            }
        }
        let now = (light.direction.unwrap_or_default(), light.color.map_or([0; 3], |[r, g, b, _]| [r, g, b]));
        let written = &mut self.written[node];
        if (light.direction.is_some() || light.color.is_some()) && written.light != Some(now) {
            written.light = Some(now);
            packets.push(Packet::new(self.ids[node].1, Body::Light(light)));
        }
    }

    fn camera(&mut self, node: usize, time: f64, packets: &mut Vec<Packet>) {
        let state = self.poser.node(node, time).transform;
        let id = self.ids[node].1;
        let units = |v: [f64; 3]| v.map(|part| (part * self.options.unit).round() as i32);
        let (mut reference, mut roll) = (None, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let mut value = [0.0; 3];
            sampler.sample(time, &mut value);
            match channel.property().name() {
                "reference" => reference = Some(units(value)),
                "roll" => roll = Some(Degrees::from_degrees(value[0].to_degrees())),
                _ => {}
            }
        }
        let written = &mut self.written[node];
        let position = units(state.translation);
        if let Some(reference) = reference {
            let now = (position, reference, roll.unwrap_or_default().to_bits());
            if written.camera != Some(now) {
                written.camera = Some(now);
                let look = LookAt { differential: false, view: Some([position, reference]), roll };
                packets.push(Packet::new(id, Body::LookAt(look)));
            }
            return;
        }
        let angles = ideal::EULER_ORDER.from_matrix(quaternion::to_matrix(state.rotation));
        let rotation = angles.map(|angle| Degrees::from_degrees(angle.to_degrees()));
        let now = (position, rotation.map(Degrees::to_bits), 0);
        if written.camera != Some(now) {
            written.camera = Some(now);
            let camera =
                Camera { differential: false, rotation: Some(rotation), translation: Some(position) };
            packets.push(Packet::new(id, Body::Camera(camera)));
        }
    }

    /// The events before `end` that are packets of open types.
    fn events(&mut self, end: f64, packets: &mut Vec<Packet>) {
        while let Some(event) = self.clip.events.get(self.next_event).filter(|event| event.time < end - 1e-9)
        {
            self.next_event += 1;
            let kind = EVENTS.iter().find(|(_, name)| *name == event.name).map(|&(kind, _)| kind);
            let packet = kind.and_then(|kind| {
                let (&[id, flag], words) = event.values.split_first_chunk::<2>()?;
                let words = Words::new(words.iter().map(|&word| word as u32).collect::<Vec<_>>())?;
                Some(Packet::new(id as u16, Body::Data(Data { kind, flag: Nibble::new(flag as u8), words })))
            });
            self.dropped_events += usize::from(packet.is_none());
            packets.extend(packet);
        }
    }

    pub(super) fn report(&mut self, sink: &mut dyn Sink) {
        for (node, written) in self.clip.nodes.iter().zip(&self.written) {
            let at = || Location::path(&node.name);
            let errors = written.errors;
            let parts = [
                ("rotation", errors.rotation, " rad"),
                ("scale", errors.scale, ""),
                ("matrix", errors.matrix, ""),
                ("translation", errors.translation, " units"),
            ];
            for (part, error, unit) in parts.into_iter().filter(|(_, error, _)| *error > ROUNDING) {
                let message = format!("{}: the {part} is rounded by up to {error:.3e}{unit}", node.name);
                sink.report(codes::QUANTIZED.at(at(), message).losing(Loss::Approximated(error)));
            }
            if errors.cut > 0.0 {
                let message =
                    format!("{}: values are beyond the file's range by {:.3e}", node.name, errors.cut);
                sink.report(codes::RANGE.at(at(), message).losing(Loss::Approximated(errors.cut)));
            }
        }
        for channel in &self.clip.channels {
            if !holds(self.ids[channel.node()].0, channel) {
                let name = &self.clip.nodes[channel.node()].name;
                let message =
                    format!("{name}: a TOD has no packet for the channel {}", channel.property().name());
                sink.report(codes::DROPPED.at(Location::path(name), message).losing(Loss::Dropped));
            }
        }
        let late = self.clip.events.len() - self.next_event;
        if self.dropped_events + late > 0 {
            let message = format!("{} events have no packet in a TOD", self.dropped_events + late);
            sink.report(codes::DROPPED.at(Location::path(&self.clip.name), message).losing(Loss::Dropped));
        }
    }
}

/// Differences that come from computing in floating point, not from the file.
const ROUNDING: f64 = 1e-12;

/// Whether a channel is no part of a pose, and narrow enough to sample here.
fn is_extra(channel: &Channel) -> bool {
    let named = ["attribute", "tmd", "direction", "reference", "roll"];
    match channel.property() {
        Property::Visible | Property::Color => true,
        Property::Named { name, width } => *width <= 3 && named.contains(&name.as_str()),
        _ => false,
    }
}

/// Whether a node of this kind has a packet for a channel.
fn holds(kind: Kind, channel: &Channel) -> bool {
    let named = |names: &[&str]| is_extra(channel) && names.contains(&channel.property().name());
    let turns =
        matches!(channel.property(), Property::Rotation | Property::Euler(_) | Property::Angle { .. });
    match kind {
        Kind::Object => {
            turns
                || named(&["attribute", "tmd", "visible"])
                || matches!(
                    channel.property(),
                    Property::Translation
                        | Property::Scale
                        | Property::Matrix
                        | Property::Alive
                        | Property::Parent
                )
        }
        Kind::Light => named(&["direction", "color"]),
        Kind::Camera => {
            turns || named(&["reference", "roll"]) || *channel.property() == Property::Translation
        }
    }
}
