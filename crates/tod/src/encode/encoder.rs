//! A clip as packets, frame by frame.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Curve, Poser, Report, Sampler, quaternion};

use super::channels::{extras, own_angles, turning};
use super::errors::Part;
use super::events::packet_of;
use super::ids::assign_ids;
use super::keys::{Keyed, Keys};
use super::losses;
use super::written::Written;
use crate::names::Kind;
use crate::{Body, Camera, Changes, Control, EncodeOptions, Light, LookAt, Packet, Reference, Start, ideal};

pub(super) struct Encoder<'a> {
    clip: &'a Clip,
    options: EncodeOptions,
    keys: Keys,
    pub(super) ids: Vec<(Kind, u16)>,
    poser: Poser<'a>,
    /// Channels outside the pose, by node.
    extra: HashMap<usize, Vec<(&'a Channel, Sampler<'a>)>>,
    /// The angles of nodes in the file's rotation order, which may exceed full turns.
    angles: HashMap<usize, &'a Curve>,
    /// Whether each node is rotated, at rest or by a channel.
    turns: Vec<bool>,
    pub(super) written: Vec<Written>,
    /// Whether each node has children.
    has_children: Vec<bool>,
    /// Which nodes have packets, and the first node without.
    is_known: Vec<bool>,
    first_unknown: usize,
    next_event: usize,
    dropped_events: usize,
    /// The longest time by which a packet precedes its event.
    early_events: f64,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(clip: &'a Clip, options: EncodeOptions, keys: Keys) -> Self {
        let mut has_children = vec![false; clip.nodes.len()];
        for parent in clip.nodes.iter().filter_map(|node| node.parent) {
            if let Some(has_children) = has_children.get_mut(parent) {
                *has_children = true;
            }
        }
        Self {
            has_children,
            clip,
            angles: own_angles(clip),
            turns: turning(clip),
            options,
            keys,
            ids: assign_ids(clip),
            poser: Poser::new(clip),
            extra: extras(clip),
            written: vec![Written::default(); clip.nodes.len()],
            is_known: vec![false; clip.nodes.len()],
            first_unknown: 0,
            next_event: 0,
            dropped_events: 0,
            early_events: 0.0,
        }
    }

    /// The packets of these nodes in the frame with this index, which is shown from `time` to `end`, in seconds.
    pub(super) fn packets(
        &mut self,
        nodes: &[usize],
        [time, end]: [f64; 2],
        (frame, frames): (u32, u32),
    ) -> Vec<Packet> {
        let (mut packets, mut own) = (Vec::new(), Vec::new());
        for &node in nodes {
            let keyed = self.keys.at(frame, node);
            match self.ids[node].0 {
                Kind::Object => self.object(node, time, (frame, keyed), &mut own),
                Kind::Light => self.light(node, time, (frame, keyed), &mut own),
                Kind::Camera => self.camera(node, time, (frame, keyed), &mut own),
            }
            // An object that exists, but has no packet, is none in the file, and cannot be a parent.
            let exists = self.options.start == Start::Exists && self.written[node].alive;
            if own.is_empty() && frame == 0 && exists && self.has_children[node] {
                let parent = Reference::new(self.written[node].parent);
                own.push(Packet::new(self.ids[node].1, Body::Parent(parent)));
            }
            if !own.is_empty() {
                self.introduce(node, &mut packets);
                packets.append(&mut own);
            }
        }
        if frame + 1 == frames {
            self.introduce(self.ids.len(), &mut packets);
        }
        self.events([time, end], &mut packets);
        packets
    }

    /// Adds packets without effect for all earlier nodes that have none yet. A clip read from the file has its nodes in the
    /// order of their first packets, and only nodes with packets.
    fn introduce(&mut self, node: usize, packets: &mut Vec<Packet>) {
        if let Some(known) = self.is_known.get_mut(node) {
            *known = true;
        }
        while self.first_unknown < self.ids.len()
            && (self.first_unknown < node || self.is_known[self.first_unknown])
        {
            let (kind, id) = self.ids[self.first_unknown];
            if !self.is_known[self.first_unknown] {
                let mut push = |body: Body| packets.push(Packet::new(id, body));
                match kind {
                    Kind::Object if self.options.start == Start::Create => {
                        push(Body::Control(Control::CREATE));
                        push(Body::Control(Control::KILL));
                        self.is_known[self.first_unknown] = true;
                    }
                    Kind::Light => {
                        push(Body::Light(Light::default()));
                        self.is_known[self.first_unknown] = true;
                    }
                    Kind::Camera => {
                        push(Body::Camera(Camera::default()));
                        self.is_known[self.first_unknown] = true;
                    }
                    Kind::Object => {}
                }
            }
            self.first_unknown += 1;
        }
    }

    fn object(&mut self, node: usize, time: f64, (frame, keyed): (u32, Keyed), packets: &mut Vec<Packet>) {
        let state = self.poser.node(node, time);
        let id = self.ids[node].1;
        let parent =
            state.parent.and_then(|parent| self.ids.get(parent)).filter(|(kind, _)| *kind == Kind::Object);
        let parent = parent.map_or(0, |&(_, id)| id);
        let written = &mut self.written[node];
        if !state.alive {
            written.has_hidden_keys |= keyed != Keyed::NONE;
            if written.alive {
                packets.push(Packet::new(id, Body::Control(Control::KILL)));
                written.forget();
            }
            return;
        }
        let mut is_new = !written.alive && (self.options.start == Start::Create || frame > 0);
        let bits = self.bits(node, time);
        let written = &mut self.written[node];
        // A TOD removes a model only by creating the object anew.
        if bits.model.is_none() && written.alive && (written.model.is_some() || keyed.has(Keyed::MODEL)) {
            written.forget();
            is_new = true;
        }
        written.alive = true;
        if is_new {
            packets.push(Packet::new(id, Body::Control(Control::CREATE)));
        }
        if written.parent != parent || keyed.has(Keyed::PARENT) && !is_new {
            written.parent = parent;
            packets.push(Packet::new(id, Body::Parent(Reference::new(parent))));
        }
        if let Some(model) = bits.model.filter(|_| bits.model != written.model || keyed.has(Keyed::MODEL)) {
            packets.push(Packet::new(id, Body::Model(Reference::new(model))));
        }
        written.model = bits.model;
        packets.extend(written.attribute(bits.attribute, keyed).map(|body| Packet::new(id, body)));
        let is_keyed = keyed.has(Keyed::PLACE) && !is_new;
        let body = if let Some(map) = state.matrix {
            written.matrix(&map, is_keyed)
        } else {
            let place = state.transform;
            let angles = self.angles.get(&node).and_then(|curve| curve.at(time).first_chunk::<3>().copied());
            written.coordinate((&place, angles), self.options.packets, is_keyed)
        };
        packets.extend(body.map(|body| Packet::new(id, body)));
    }

    /// Attribute bits and the model at a time.
    fn bits(&mut self, node: usize, time: f64) -> Bits {
        let (mut attribute, mut hidden, mut model) = (0, None, None);
        let errors = &mut self.written[node].errors;
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let mut value = [0.0; 3];
            sampler.sample(time, &mut value);
            let [value, ..] = value;
            match channel.property().name() {
                "attribute" => {
                    attribute = value as u32;
                    errors.note(Part::Attribute, value - f64::from(attribute), 0.0);
                }
                "visible" => {
                    hidden = Some(value == 0.0);
                    errors.note(Part::Visible, value - f64::from(u8::from(value != 0.0)), 0.0);
                }
                "tmd" => {
                    model = u16::try_from(value as i64).ok().filter(|_| value > -1.0);
                    errors.note(Part::Model, value - model.map_or(-1.0, f64::from), 0.0);
                }
                _ => {}
            }
        }
        let attribute = hidden.map_or(attribute, |hidden| attribute & !HIDDEN | u32::from(hidden) << 31);
        Bits { attribute, model }
    }

    fn light(&mut self, node: usize, time: f64, (frame, keyed): (u32, Keyed), packets: &mut Vec<Packet>) {
        let (mut direction, mut color) = (None, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let value = match channel.property().name() {
                "direction" => &mut direction,
                "color" => &mut color,
                _ => continue,
            };
            sampler.sample(time, &mut value.get_or_insert([0.0; 3])[channel.component()..]);
        }
        let has_begun = |part| self.keys.has_begun(frame, node, part);
        let written = &mut self.written[node];
        let direction = direction.filter(|_| has_begun(Keyed::DIRECTION)).and_then(|parts| {
            let whole = written.whole(Part::Direction, parts);
            let is_new = written.light.direction.replace(whole) != Some(whole);
            (is_new || keyed.has(Keyed::DIRECTION)).then_some(whole)
        });
        let color = color.filter(|_| has_begun(Keyed::COLOR)).and_then(|parts| {
            let bytes = written.color(parts);
            let is_new = written.light.color.replace(bytes) != Some(bytes);
            (is_new || keyed.has(Keyed::COLOR)).then_some(bytes)
        });
        if direction.is_some() || color.is_some() {
            let light = Light { direction, color, ..Light::default() };
            packets.push(Packet::new(self.ids[node].1, Body::Light(light)));
        }
    }

    fn camera(&mut self, node: usize, time: f64, (frame, keyed): (u32, Keyed), packets: &mut Vec<Packet>) {
        let state = self.poser.node(node, time).transform;
        let (mut reference, mut roll) = (None, None);
        for (channel, sampler) in self.extra.get_mut(&node).into_iter().flatten() {
            let value = match channel.property().name() {
                "reference" => &mut reference,
                "roll" => &mut roll,
                _ => continue,
            };
            sampler.sample(time, &mut value.get_or_insert([0.0; 3])[channel.component()..]);
        }
        let has_begun = |part| self.keys.has_begun(frame, node, part);
        let looks = reference.is_some();
        let reference = reference.filter(|_| has_begun(Keyed::LOOK));
        // A camera has a rotation and a translation until it begins to look at a point.
        let stands = has_begun(Keyed::PLACE) && (!looks || self.keys.has(node, Keyed::PLACE));
        // A camera that no packet places stands at the origin.
        let is_placed = self.keys.has(node, Keyed::PLACE)
            || self.turns[node]
            || state.translation.iter().any(|&part| part != 0.0);
        if reference.is_none() && !(stands && is_placed) {
            return;
        }
        let written = &mut self.written[node];
        let position = written.whole(Part::Translation, state.translation);
        // A key of the position alone makes a packet without the point, so later packets without keys have to be compared with
        // the same kind.
        let looked =
            frame.checked_sub(1).is_some_and(|before| self.keys.has_begun(before, node, Keyed::LOOK));
        let is_free = looked && self.keys.is_stepped(node, Keyed::LOOK) && !keyed.has(Keyed::LOOK);
        let moves_alone = is_free && (keyed.has(Keyed::PLACE) || written.stands());
        let body = if let Some(reference) = reference.filter(|_| !moves_alone) {
            let view = Some([position, written.whole(Part::Reference, reference)]);
            let roll = roll.map(|[roll, ..]| written.angle(Part::Roll, roll));
            Body::LookAt(LookAt { differential: false, view, roll })
        } else {
            let angles = self.angles.get(&node).and_then(|curve| curve.at(time).first_chunk::<3>().copied());
            let angles = angles
                .unwrap_or_else(|| ideal::EULER_ORDER.from_matrix(quaternion::to_matrix(state.rotation)));
            let rotation = self.turns[node] && !looks;
            let rotation = rotation.then(|| angles.map(|angle| written.angle(Part::Rotation, angle)));
            Body::Camera(Camera { differential: false, rotation, translation: Some(position) })
        };
        let is_keyed = keyed.has(Keyed::PLACE) || keyed.has(Keyed::LOOK);
        packets.extend(written.if_changed(body, is_keyed).map(|body| Packet::new(self.ids[node].1, body)));
    }

    /// The packets of the events before `end`, in the frame that is shown from `time`.
    fn events(&mut self, [time, end]: [f64; 2], packets: &mut Vec<Packet>) {
        while let Some(event) = self.clip.events.get(self.next_event).filter(|event| event.time < end - 1e-9)
        {
            self.next_event += 1;
            let packet = packet_of(event);
            if packet.is_some() {
                self.early_events = self.early_events.max((event.time - time).abs());
            }
            self.dropped_events += usize::from(packet.is_none());
            packets.extend(packet);
        }
    }

    /// Reports what the file cannot hold.
    pub(super) fn report(&self, size: f64, report: &mut Report) {
        let channels = losses::channels_by_node(self.clip);
        for (node, channels) in channels.iter().enumerate() {
            losses::name(self.clip, node, self.ids[node], report);
            losses::errors((self.clip, node), channels, &self.written[node].errors, size, report);
            losses::hidden_keys(self.clip, node, self.written[node].has_hidden_keys, report);
            if self.options.packets == Changes::Differential {
                losses::states(self.clip, node, (self.ids[node].0, self.written[node].states), report);
            }
            losses::absent(self.clip, node, self.is_known[node], report);
        }
        losses::parents(self.clip, &self.ids, report);
        losses::channels(self.clip, &self.ids, report);
        let late_events = self.clip.events.len() - self.next_event;
        losses::events(self.clip, self.dropped_events + late_events, self.early_events, report);
    }
}

/// The attribute bit that hides an object.
const HIDDEN: u32 = 1 << 31;

/// The integer states of an object.
struct Bits {
    attribute: u32,
    model: Option<u16>,
}
