//! A clip that is written frame by frame.

use std::collections::HashMap;

use anim_core::{
    Affine, Channel, Clip, Location, Loss, Poser, Property, Sampler, Sink, Transform, quaternion,
};

use super::ids::assign_ids;
use super::written::Written;
use crate::clips::{EVENTS, Kind};
use crate::{
    Attribute, Body, Camera, Control, Data, EncodeOptions, Light, LookAt, Nibble, Packet, Reference, Start,
    Words, codes, ideal,
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

    /// The packets for these nodes in the frame that is shown from `time` to `end`.
    pub(super) fn packets(&mut self, nodes: &[usize], [time, end]: [f64; 2], first: bool) -> Vec<Packet> {
        let mut packets = Vec::new();
        for &node in nodes {
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
        let (mut bits, mut hidden) = (written.attribute, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let mut value = [0.0; 3];
            sampler.sample(time, &mut value);
            match channel.property().name() {
                "attribute" => bits = value[0] as u32,
                "visible" => hidden = Some(value[0] == 0.0),
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
        let value = hidden.map_or(bits, |hidden| bits & 0x7FFF_FFFF | u32::from(hidden) << 31);
        if value != written.attribute {
            written.attribute = value;
            packets.push(Packet::new(id, Body::Attribute(Attribute { value, ..Attribute::default() })));
        }
    }

    fn light(&mut self, node: usize, time: f64, packets: &mut Vec<Packet>) {
        let (mut direction, mut color) = (None, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let whole = match channel.property().name() {
                "direction" => &mut direction,
                "color" => &mut color,
                _ => continue,
            };
            sampler.sample(time, &mut whole.get_or_insert([0.0; 3])[channel.component()..]);
        }
        if direction.is_none() && color.is_none() {
            return;
        }
        let written = &mut self.written[node];
        let direction = direction.map(|parts| written.whole(parts.map(|part| part * self.options.unit)));
        let color = color.map(|parts| written.color(parts));
        let light = written.news(Body::Light(Light { direction, color, ..Light::default() }));
        packets.extend(light.map(|body| Packet::new(self.ids[node].1, body)));
    }

    fn camera(&mut self, node: usize, time: f64, packets: &mut Vec<Packet>) {
        let state = self.poser.node(node, time).transform;
        let (mut reference, mut roll) = (None, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let whole = match channel.property().name() {
                "reference" => &mut reference,
                "roll" => &mut roll,
                _ => continue,
            };
            sampler.sample(time, &mut whole.get_or_insert([0.0; 3])[channel.component()..]);
        }
        let written = &mut self.written[node];
        let units = |parts: [f64; 3]| parts.map(|part| part * self.options.unit);
        let position = written.whole(units(state.translation));
        let body = if let Some(reference) = reference {
            let view = Some([position, written.whole(units(reference))]);
            let roll = roll.map(|[roll, ..]| written.angle(roll));
            Body::LookAt(LookAt { differential: false, view, roll })
        } else {
            let angles = ideal::EULER_ORDER.from_matrix(quaternion::to_matrix(state.rotation));
            let rotation = Some(angles.map(|angle| written.angle(angle)));
            Body::Camera(Camera { differential: false, rotation, translation: Some(position) })
        };
        packets.extend(written.news(body).map(|body| Packet::new(self.ids[node].1, body)));
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

    /// Reports what the file does not say as the clip does.
    pub(super) fn report(&mut self, sink: &mut dyn Sink) {
        for node in 0..self.ids.len() {
            self.report_name(node, sink);
            self.report_errors(node, sink);
        }
        let mut drop = |name: &str, message: String| {
            sink.report(codes::DROPPED.at(Location::path(name), message).losing(Loss::Dropped));
        };
        let kind = |node: usize| self.ids[node].0;
        for (index, node) in self.clip.nodes.iter().enumerate() {
            let parent = node.parent.filter(|&parent| [kind(index), kind(parent)] != [Kind::Object; 2]);
            if let Some(parent) = parent {
                let (name, parent) = (&node.name, &self.clip.nodes[parent].name);
                drop(
                    name,
                    format!("{name}: a TOD has no packet for the parent {parent}: only objects have them"),
                );
            }
        }
        for channel in &self.clip.channels {
            let node = channel.node();
            let looks = self.extra.get(&node).is_some_and(|channels| {
                channels.iter().any(|(channel, _)| channel.property().name() == "reference")
            });
            if !holds(kind(node), looks, channel) {
                let (name, channel) = (&self.clip.nodes[node].name, channel.property().name());
                drop(name, format!("{name}: a TOD has no packet for the channel {channel}"));
            }
        }
        let late = self.clip.events.len() - self.next_event;
        if self.dropped_events + late > 0 {
            let message = format!("{} events have no packet in a TOD", self.dropped_events + late);
            drop(&self.clip.name, message);
        }
    }

    fn report_name(&self, node: usize, sink: &mut dyn Sink) {
        let (name, (kind, id)) = (&self.clip.nodes[node].name, self.ids[node]);
        let own = format!("{} {id}", kind.name());
        if own != *name {
            let message = format!("the node `{name}` is `{own}` in the file");
            sink.report(codes::RENAMED.at(Location::path(name), message).losing(Loss::Dropped));
        }
    }

    fn report_errors(&self, node: usize, sink: &mut dyn Sink) {
        let (name, errors) = (&self.clip.nodes[node].name, self.written[node].errors);
        let place = if self.ids[node].0 == Kind::Light { "direction" } else { "translation" };
        let parts = [
            ("rotation", errors.rotation, " rad"),
            ("scale", errors.scale + errors.truncation, ""),
            ("matrix", errors.matrix, ""),
            (place, errors.translation, " units"),
            ("color", errors.color, ""),
        ];
        for (part, error, unit) in parts.into_iter().filter(|(_, error, _)| *error > ROUNDING) {
            let message = format!("{name}: the {part} is rounded by up to {error:.3e}{unit}");
            sink.report(codes::QUANTIZED.at(Location::path(name), message).losing(Loss::Approximated(error)));
        }
        if errors.cut > 0.0 {
            let message = format!("{name}: values are beyond the file's range by {:.3e}", errors.cut);
            sink.report(
                codes::RANGE.at(Location::path(name), message).losing(Loss::Approximated(errors.cut)),
            );
        }
    }
}

/// Differences that come from computing in floating point, not from the file.
const ROUNDING: f64 = 1e-12;

/// Whether a channel is no part of a pose but has a packet, of a node of some kind.
fn is_extra(channel: &Channel) -> bool {
    match channel.property() {
        Property::Visible | Property::Color => true,
        Property::Named { name, width: 1 } => ["attribute", "tmd", "roll"].contains(&name.as_str()),
        Property::Named { name, width: 3 } => ["direction", "reference"].contains(&name.as_str()),
        _ => false,
    }
}

/// Whether a node of this kind has a packet for a channel; a camera that looks at a point has other ones.
fn holds(kind: Kind, looks: bool, channel: &Channel) -> bool {
    use Property as P;
    let named = |names: &[&str]| is_extra(channel) && names.contains(&channel.property().name());
    let property = channel.property();
    let moves = matches!(property, P::Translation | P::Displacement);
    let turns = property.is_rotation();
    match kind {
        Kind::Object => {
            turns
                || named(&["attribute", "tmd", "visible"])
                || moves
                || matches!(property, P::Scale | P::Matrix | P::Alive | P::Parent)
        }
        Kind::Light => named(&["direction", "color"]),
        Kind::Camera if looks => named(&["reference", "roll"]) || moves,
        Kind::Camera => turns || moves,
    }
}
