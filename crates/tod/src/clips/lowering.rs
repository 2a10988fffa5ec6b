//! Frame records to keys.

use std::collections::{HashMap, HashSet};

use anim_core::{Channel, Event, Location, Node, Sink};

use super::track::{Slot, Touched, Tracks};
use super::{EVENTS, Kind};
use crate::{Body, Control, Coordinates, Data, Frame, Mode, Object, Stage, codes, ideal};

/// A stage that remembers as keys what records do to it.
pub(super) struct Lowering {
    stage: Stage,
    /// Objects that matrix packets place: rotation and scale alone cannot say where they are.
    by_matrix: HashSet<u16>,
    nodes: Vec<Tracks>,
    index: HashMap<(Kind, u16), usize>,
    /// The nodes that the record at hand touches.
    touched: Vec<usize>,
    events: Vec<Event>,
    time: f64,
}

impl Lowering {
    pub(super) fn new(mode: Mode, frames: &[Frame]) -> Self {
        let packets = frames.iter().flat_map(Frame::packets);
        let by_matrix =
            packets.filter(|packet| packet.body.kind().get() == 4).map(|packet| packet.id).collect();
        Self {
            stage: Stage::new(mode),
            by_matrix,
            nodes: Vec::new(),
            index: HashMap::new(),
            touched: Vec::new(),
            events: Vec::new(),
            time: 0.0,
        }
    }

    /// Applies a frame record and makes keys of what it touched. A record that does not ascend joins the one before it.
    pub(super) fn record(&mut self, frame: &Frame, time: f64) {
        self.time = self.time.max(time);
        for packet in frame.packets() {
            self.stage.apply(packet);
            match &packet.body {
                Body::Malformed(malformed) => {
                    if let Some(body) = malformed.effective() {
                        self.note(packet.id, &body);
                    }
                }
                body => self.note(packet.id, body),
            }
        }
        let mut touched = std::mem::take(&mut self.touched);
        for node in touched.drain(..) {
            match self.nodes[node].kind {
                Kind::Object => self.object_keys(node, frame.number),
                Kind::Light => self.light_keys(node),
                Kind::Camera => self.camera_keys(node),
            }
            self.nodes[node].touched = Touched::default();
        }
        self.touched = touched;
    }

    /// Notes what a packet that was applied touched.
    fn note(&mut self, id: u16, body: &Body) {
        let object = self.stage.objects.get(&id);
        let (kind, touched) = match body {
            Body::Coordinate(_) | Body::Matrix(_) => {
                let overflowed = object.is_some_and(|object| object.coordinates.overflowed());
                (Kind::Object, Touched::PLACE.and_if(overflowed, Touched::OVERFLOW))
            }
            Body::Attribute(attribute) => {
                let shows = attribute.mask >> 31 == 0 || attribute.value >> 31 == 1;
                (Kind::Object, Touched::ATTRIBUTE.and_if(shows, Touched::VISIBLE))
            }
            Body::Model(_) => (Kind::Object, Touched::MODEL),
            Body::Parent(_) => (Kind::Object, Touched::PARENT),
            // A kill of what never was makes no node.
            Body::Control(_) if object.is_none() && !self.index.contains_key(&(Kind::Object, id)) => return,
            // After either, an object that exists when the record ends has begun anew.
            Body::Control(Control::CREATE | Control::KILL) => (Kind::Object, Touched::REBORN),
            Body::Control(_) => (Kind::Object, Touched::default()),
            Body::Light(light) => {
                let touched = Touched::default().and_if(light.direction.is_some(), Touched::PLACE);
                (Kind::Light, touched.and_if(light.color.is_some(), Touched::COLOR))
            }
            Body::LookAt(_) => (Kind::Camera, Touched::LOOK),
            Body::Camera(_) => (Kind::Camera, Touched::PLACE),
            Body::Data(data) => return self.event(id, data),
            Body::Malformed(_) => return,
        };
        let nodes = &mut self.nodes;
        let node = *self.index.entry((kind, id)).or_insert_with(|| {
            nodes.push(Tracks::new(kind, id));
            nodes.len() - 1
        });
        let all = &mut self.nodes[node].touched;
        if !all.has(Touched::ANY) {
            self.touched.push(node);
        }
        *all = all.and(touched).and(Touched::ANY);
    }

    fn event(&mut self, id: u16, data: &Data) {
        let name = EVENTS.iter().find(|(kind, _)| *kind == data.kind).map_or("", |(_, name)| name);
        let head = [f64::from(id), f64::from(data.flag.get())];
        let values =
            head.into_iter().chain(data.words.as_slice().iter().map(|&word| f64::from(word))).collect();
        self.events.push(Event { time: self.time, node: None, name: name.to_owned(), values });
    }

    fn object_keys(&mut self, node: usize, frame: u32) {
        let (time, tracks) = (self.time, &mut self.nodes[node]);
        match self.stage.objects.get(&tracks.id) {
            Some(object) => {
                let place_by_matrix = self.by_matrix.contains(&tracks.id);
                living_keys(tracks, object, time, frame, place_by_matrix);
            }
            None if tracks.list.is_empty() => tracks.key(Slot::Alive, 0.0, &[0.0]),
            None => tracks.key(Slot::Alive, time, &[0.0]),
        }
        tracks.alive = self.stage.objects.contains_key(&tracks.id);
    }

    fn light_keys(&mut self, node: usize) {
        let tracks = &mut self.nodes[node];
        let Some(light) = self.stage.lights.get(&tracks.id) else { return };
        if tracks.touched.has(Touched::PLACE) {
            tracks.key(Slot::Direction, self.time, &light.direction);
        }
        if tracks.touched.has(Touched::COLOR) {
            tracks.key(Slot::Color, self.time, &light.color.map(|part| part / 255.0));
        }
    }

    fn camera_keys(&mut self, node: usize) {
        let tracks = &mut self.nodes[node];
        let Some(camera) = self.stage.cameras.get(&tracks.id) else { return };
        if tracks.touched.has(Touched::PLACE) {
            tracks.key(Slot::Translation, self.time, &camera.translation);
            tracks.key(Slot::Euler, self.time, &camera.rotation.map(f64::to_radians));
        }
        if tracks.touched.has(Touched::LOOK) {
            tracks.key(Slot::Translation, self.time, &camera.position);
            tracks.key(Slot::Reference, self.time, &camera.reference);
            tracks.key(Slot::Roll, self.time, &[camera.roll.to_radians()]);
        }
    }

    pub(super) fn report(&self, sink: &mut dyn Sink) {
        for node in self.nodes.iter().filter(|node| node.overflows > 0) {
            let (name, count, first) = (node.name(), node.overflows, node.first_overflow);
            let message =
                format!("{name} overflows 16 or 32 bits in {count} records, first in frame {first}");
            sink.report(codes::OVERFLOW.at(Location::path(name), message));
        }
        if let Some(camera) = self.nodes.iter().find(|node| node.kind == Kind::Camera) {
            let message = "the angles are taken as 4096 to a degree, which no document states";
            sink.report(codes::CAMERA_UNITS.at(Location::path(camera.name()), message));
        }
    }

    /// The nodes, each at rest where it is first and under the first parent it is given, the channels, and the events.
    pub(super) fn finish(self) -> (Vec<Node>, Vec<Channel>, Vec<Event>) {
        let node_of = |id: f64| self.index.get(&(Kind::Object, id as u16)).filter(|_| id >= 0.0).copied();
        let (mut nodes, mut channels) = (Vec::new(), Vec::new());
        for (at, tracks) in self.nodes.into_iter().enumerate() {
            let mut node = Node { rest: tracks.rest(), ..Node::new(tracks.name()) };
            for mut track in tracks.list {
                if track.slot == Slot::Parent {
                    node.parent = track.values.iter().find_map(|&id| node_of(id));
                    track
                        .values
                        .iter_mut()
                        .for_each(|id| *id = node_of(*id).map_or(-1.0, |node| node as f64));
                }
                // Alive throughout and one parent throughout are what a node has without the channel.
                let needless = match track.slot {
                    Slot::Alive => !track.values.contains(&0.0),
                    Slot::Parent => track.values.windows(2).all(|pair| pair[0] == pair[1]),
                    _ => false,
                };
                if !needless {
                    channels.extend(track.into_channel(at));
                }
            }
            nodes.push(node);
        }
        (nodes, channels, self.events)
    }
}

/// The keys of an object that exists at the end of a record.
fn living_keys(tracks: &mut Tracks, object: &Object, time: f64, frame: u32, by_matrix: bool) {
    let touched = tracks.touched;
    let born = !tracks.alive || touched.has(Touched::REBORN);
    if !tracks.alive {
        if tracks.list.is_empty() && time > 0.0 {
            tracks.key(Slot::Alive, 0.0, &[0.0]);
        }
        tracks.key(Slot::Alive, time, &[1.0]);
        tracks.born.get_or_insert(time);
    }
    if touched.has(Touched::OVERFLOW) {
        if tracks.overflows == 0 {
            tracks.first_overflow = frame;
        }
        tracks.overflows += 1;
    }
    if touched.has(Touched::PLACE) || born {
        match object.coordinates {
            Coordinates::Ideal(ideal::Coordinates {
                linear: ideal::Linear::Parts { degrees, scale },
                translation,
                ..
            }) if !by_matrix => {
                tracks.key(Slot::Translation, time, &translation);
                tracks.key(Slot::Euler, time, &degrees.map(f64::to_radians));
                tracks.key(Slot::Scale, time, &scale);
            }
            coordinates => tracks.key(Slot::Matrix, time, &coordinates.local().to_rows()),
        }
    }
    // What no packet ever names stays out; what one named before is reset when the object is created again.
    if touched.has(Touched::VISIBLE) || born && tracks.has(Slot::Visible) {
        tracks.key_after(Slot::Visible, 1.0, time, f64::from(u8::from(object.is_visible())));
    }
    if touched.has(Touched::ATTRIBUTE) || born && tracks.has(Slot::Attribute) {
        tracks.key_after(Slot::Attribute, 0.0, time, f64::from(object.attribute));
    }
    if touched.has(Touched::MODEL) || born && tracks.has(Slot::Model) {
        tracks.key_after(Slot::Model, -1.0, time, object.model.map_or(-1.0, f64::from));
    }
    if touched.has(Touched::PARENT) || born {
        tracks.key(Slot::Parent, time, &[object.parent.map_or(-1.0, f64::from)]);
    }
}
