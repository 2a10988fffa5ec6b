//! Frame records to nodes, keys and events.

use std::borrow::Borrow;

use anim_core::{Channel, Clip, Event, Location, Node, Report, Times, counted};

use super::first_parents::FirstParents;
use super::index::Index;
use super::places::Places;
use super::track::{Slot, Touched, Track, Tracks};
use crate::names::{EVENTS, Kind};
use crate::{Body, Camera, Control, Coordinates, Data, LookAt, Mode, Object, Packet, Stage, codes, ideal};

/// Which keys are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    All,
    /// The first and the last key of each channel, and the keys that decide whether there is a channel.
    Ends,
}

/// A clip of frame records.
pub(crate) struct Lowered {
    pub(crate) clip: Clip,
    /// The nodes of the clip by kind and id.
    pub(crate) index: Index,
    /// The number of keys left out.
    pub(super) left_out: usize,
}

/// A stage and the keys of the changes so far.
pub(super) struct Lowering {
    /// The clip being made, without its nodes.
    clip: Clip,
    /// The number of the first record.
    first: u32,
    stage: Stage,
    objects: Places,
    keep: Keep,
    nodes: Vec<Tracks>,
    index: Index,
    /// The nodes that the current record changes.
    touched: Vec<usize>,
    events: Vec<Event>,
    time: f64,
}

impl Lowering {
    /// `clip` is the clip to fill, `first` the number of its first record.
    pub(super) fn new(clip: Clip, first: u32, mode: Mode, objects: Places, keep: Keep) -> Self {
        Self {
            clip,
            first,
            stage: Stage::new(mode),
            objects,
            keep,
            nodes: Vec::new(),
            index: Index::default(),
            touched: Vec::new(),
            events: Vec::new(),
            time: 0.0,
        }
    }

    /// Applies a frame record and adds keys for its changes. A record whose number does not ascend has the time of the record
    /// before.
    pub(super) fn record(&mut self, number: u32, packets: impl IntoIterator<Item: Borrow<Packet>>) {
        let frame = f64::from(number.saturating_sub(self.first));
        self.time = self.time.max(self.clip.rate.map_or(0.0, |rate| rate.time(frame)));
        for packet in packets {
            let packet = packet.borrow();
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
                Kind::Object => self.object_keys(node, number),
                Kind::Light => self.light_keys(node),
                Kind::Camera => self.camera_keys(node),
            }
            self.nodes[node].touched = Touched::default();
            if self.keep == Keep::Ends {
                self.nodes[node].list.iter_mut().for_each(Track::thin);
            }
        }
        self.touched = touched;
    }

    /// Notes the changes of a packet that the stage has applied.
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
            // A kill of an object that never existed makes no node.
            Body::Control(_) if object.is_none() && self.index.get(Kind::Object, id).is_none() => return,
            // After either packet, an object that exists at the end of the record is a new one.
            Body::Control(Control::CREATE | Control::KILL) => (Kind::Object, Touched::REBORN),
            Body::Control(_) => (Kind::Object, Touched::default()),
            Body::Light(light) => {
                let touched = Touched::default().and_if(light.direction.is_some(), Touched::PLACE);
                (Kind::Light, touched.and_if(light.color.is_some(), Touched::COLOR))
            }
            Body::LookAt(LookAt { view, roll, .. }) => {
                let looks = view.is_some() || roll.is_some();
                (Kind::Camera, Touched::default().and_if(looks, Touched::LOOK))
            }
            Body::Camera(Camera { rotation, translation, .. }) => {
                let stands = rotation.is_some() || translation.is_some();
                let touched = Touched::default().and_if(stands, Touched::PLACE.and(Touched::STANDS));
                (Kind::Camera, touched.and_if(rotation.is_some(), Touched::TURN))
            }
            Body::Data(data) => return self.event(id, data),
            Body::Malformed(_) => return,
        };
        let node = self.index.get(kind, id).unwrap_or_else(|| {
            let keys = match (kind, self.keep) {
                (Kind::Object, Keep::All) => self.objects.keys(id),
                _ => 0,
            };
            self.index.insert(kind, id, self.nodes.len());
            self.nodes.push(Tracks::new(kind, id, keys));
            self.nodes.len() - 1
        });
        let all = &mut self.nodes[node].touched;
        if !all.has(Touched::ANY) {
            self.touched.push(node);
        }
        // The last packet of a record that changes a camera decides where it is.
        let before = if touched.has(Touched::LOOK) { all.without(Touched::STANDS) } else { *all };
        *all = before.and(touched).and(Touched::ANY);
    }

    fn event(&mut self, id: u16, data: &Data) {
        if self.keep == Keep::Ends {
            return;
        }
        let name = EVENTS.iter().find(|(kind, _)| *kind == data.kind).map_or("", |(_, name)| name);
        let head = [f64::from(id), f64::from(data.flag.get())];
        let values =
            head.into_iter().chain(data.words.as_slice().iter().map(|&word| f64::from(word))).collect();
        self.events.push(Event::named(self.time, name, values));
    }

    fn object_keys(&mut self, node: usize, frame: u32) {
        let (time, tracks) = (self.time, &mut self.nodes[node]);
        match self.stage.objects.get(&tracks.id) {
            Some(object) => {
                let place_by_matrix = self.objects.has_matrix(tracks.id);
                living_keys(tracks, object, time, frame, place_by_matrix);
            }
            None if tracks.list.is_empty() => tracks.key(Slot::Alive, 0.0, &[0.0]),
            None if tracks.alive => tracks.key(Slot::Alive, time, &[0.0]),
            // It was dead before.
            None => {}
        }
        tracks.alive = self.stage.objects.contains_key(&tracks.id);
    }

    fn light_keys(&mut self, node: usize) {
        let tracks = &mut self.nodes[node];
        let Some(light) = self.stage.lights.get(&tracks.id) else { return };
        let [turns, shines] = [Touched::PLACE, Touched::COLOR].map(|part| tracks.touched.has(part));
        if (turns || shines) && tracks.births.is_empty() {
            tracks.births.push(self.time);
        }
        if turns {
            tracks.key_after(Slot::Direction, &[0.0; 3], self.time, &light.direction);
        }
        if shines {
            tracks.key_after(Slot::Color, &[0.0; 3], self.time, &light.color.map(|part| part / 255.0));
        }
    }

    fn camera_keys(&mut self, node: usize) {
        let tracks = &mut self.nodes[node];
        let Some(camera) = self.stage.cameras.get(&tracks.id) else { return };
        let [is_placed, looks] = [Touched::PLACE, Touched::LOOK].map(|kind| tracks.touched.has(kind));
        if is_placed || looks {
            let is_own = !looks || tracks.touched.has(Touched::STANDS);
            let place = if is_own { camera.translation } else { camera.position };
            tracks.key(Slot::Translation, self.time, &place);
        }
        // A camera that no packet turns gets no channel of angles.
        if is_placed && (tracks.touched.has(Touched::TURN) || tracks.has(Slot::Euler)) {
            tracks.turn_key(self.time, &camera.rotation.map(f64::to_radians));
        }
        if looks {
            tracks.key(Slot::Reference, self.time, &camera.reference);
            tracks.key(Slot::Roll, self.time, &[camera.roll.to_radians()]);
        }
    }

    fn report(&self, report: &mut Report) {
        for node in self.nodes.iter().filter(|node| node.overflows > 0) {
            let (name, first) = (node.name(), node.first_overflow);
            let count = counted(node.overflows as usize, "record");
            let message = format!(
                "the console's 16-bit or 32-bit arithmetic overflows in {count}, first in frame {first}"
            );
            report.push(codes::OVERFLOW.at(Location::path(name), message));
        }
        if let Some(camera) = self.nodes.iter().find(|node| node.kind == Kind::Camera) {
            let message = "4096 is taken as one degree: the specification states no unit for camera angles";
            report.push(codes::CAMERA_UNITS.at(Location::path(camera.name()), message));
        }
    }

    /// The clip, whose nodes rest at their first transform and have their first parent, see [`FirstParents`].
    pub(super) fn finish(self, report: &mut Report) -> Lowered {
        self.report(report);
        let node_of = |id: f64| self.index.get(Kind::Object, id as u16).filter(|_| id >= 0.0);
        let mut parents = first_parents(&self.nodes, node_of).into_iter();
        let (mut nodes, mut channels, mut left_out) = (Vec::new(), Vec::new(), 0);
        // The key times of the previous channel, which the next one usually shares.
        let mut clock: Option<Times> = None;
        for (at, tracks) in self.nodes.into_iter().enumerate() {
            let mut node = Node::new(tracks.name()).with_rest(tracks.rest());
            node.parent = parents.next().flatten();
            for mut track in tracks.list {
                if track.slot == Slot::Parent {
                    track
                        .values
                        .iter_mut()
                        .for_each(|id| *id = node_of(*id).map_or(-1.0, |node| node as f64));
                }
                if !track.is_redundant() {
                    left_out += track.left_out;
                    let channel: Option<Channel> = track.into_channel(at, clock.as_ref()).ok();
                    clock = channel.as_ref().map(|channel| channel.curve().times().clone());
                    channels.extend(channel);
                }
            }
            nodes.push(node);
        }
        let clip = self.clip.with_nodes(nodes).with_channels(channels).with_events(self.events);
        Lowered { clip, index: self.index, left_out }
    }
}

/// The first parents of nodes, whose tracks hold ids of parents.
fn first_parents(nodes: &[Tracks], node_of: impl Fn(f64) -> Option<usize>) -> Vec<Option<usize>> {
    let mut first = FirstParents::new(nodes.len());
    for (node, tracks) in nodes.iter().enumerate() {
        let track = tracks.list.iter().find(|track| track.slot == Slot::Parent);
        let Some(track) = track else { continue };
        let mut stated = track.keys().filter_map(|(time, id)| Some((time, node_of(id)?)));
        if !track.is_redundant() {
            stated.for_each(|(time, parent)| first.from(time, node, parent));
        } else if let Some((_, parent)) = stated.next() {
            first.always(node, parent);
        }
    }
    first.finish()
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
    }
    if born && tracks.births.last() != Some(&time) {
        tracks.births.push(time);
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
    // A property without packets gets no channel. Creation resets those that have one.
    if touched.has(Touched::VISIBLE) || born && tracks.has(Slot::Visible) {
        tracks.key_after(Slot::Visible, &[1.0], time, &[f64::from(u8::from(object.is_visible()))]);
    }
    if touched.has(Touched::ATTRIBUTE) || born && tracks.has(Slot::Attribute) {
        tracks.key_after(Slot::Attribute, &[0.0], time, &[f64::from(object.attribute)]);
    }
    if touched.has(Touched::MODEL) || born && tracks.has(Slot::Model) {
        tracks.key_after(Slot::Model, &[-1.0], time, &[object.model.map_or(-1.0, f64::from)]);
    }
    if touched.has(Touched::PARENT) || born {
        tracks.key(Slot::Parent, time, &[object.parent.map_or(-1.0, f64::from)]);
    }
}
