//! The keys of nodes while packets are lowered.

use anim_core::{Affine, Channel, ClipError, Curve, Ease, Property, Times, Transform};

use crate::ideal;
use crate::names::Kind;

/// The channels that a node can have, in the order of the clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Matrix,
    Translation,
    Euler,
    Scale,
    Visible,
    Attribute,
    Model,
    Parent,
    Alive,
    Direction,
    Color,
    Reference,
    Roll,
}

impl Slot {
    fn property(self) -> Property {
        match self {
            Self::Matrix => Property::Matrix,
            Self::Translation => Property::Translation,
            Self::Euler => Property::Euler(ideal::EULER_ORDER),
            Self::Scale => Property::Scale,
            Self::Visible => Property::Visible,
            Self::Attribute => Property::named("attribute", 1),
            Self::Model => Property::named("tmd", 1),
            Self::Parent => Property::Parent,
            Self::Alive => Property::Alive,
            Self::Direction => Property::named("direction", 3),
            Self::Color => Property::Color,
            Self::Reference => Property::named("reference", 3),
            Self::Roll => Property::named("roll", 1),
        }
    }
}

/// The keys of one channel so far.
pub(super) struct Track {
    pub(super) slot: Slot,
    times: Vec<f64>,
    pub(super) values: Vec<f64>,
    /// The number of keys that [`Track::thin`] left out.
    pub(super) left_out: usize,
}

impl Track {
    /// The channel of a node. Every key holds until the next one. The channel shares the times of `clock` if they equal its
    /// own.
    pub(super) fn into_channel(self, node: usize, clock: Option<&Times>) -> Result<Channel, ClipError> {
        let property = self.slot.property();
        let times = match clock {
            Some(clock) if clock.iter().eq(self.times.iter().copied()) => clock.clone(),
            _ => Times::keys(self.times)?,
        };
        Channel::new(node, property.clone(), Curve::new(times, property.width(), self.values, Ease::Step)?)
    }

    /// The keys of a channel of one number, with their times.
    pub(super) fn keys(&self) -> impl Iterator<Item = (f64, f64)> {
        self.times.iter().copied().zip(self.values.iter().copied())
    }

    /// Whether the channel has no effect: without it a node is alive, keeps its parent and has no model.
    pub(super) fn is_redundant(&self) -> bool {
        match self.slot {
            Slot::Alive => !self.values.contains(&0.0),
            Slot::Model => self.values.iter().all(|&model| model < 0.0),
            Slot::Parent => self.values.windows(2).all(|pair| pair[0] == pair[1]),
            _ => false,
        }
    }

    /// Leaves out the last key but one, unless it is the first or all keys decide whether the channel is redundant.
    pub(super) fn thin(&mut self) {
        let decides = matches!(self.slot, Slot::Alive | Slot::Model | Slot::Parent);
        if let [_, .., between, last] = self.times.as_mut_slice()
            && !decides
        {
            *between = *last;
            self.times.pop();
            let width = self.values.len() / (self.times.len() + 1);
            let between = self.values.len() - 2 * width;
            self.values.drain(between..between + width);
            self.left_out += 1;
        }
    }
}

/// One object, light or camera so far.
pub(super) struct Tracks {
    pub(super) kind: Kind,
    pub(super) id: u16,
    keys: usize,
    pub(super) list: Vec<Track>,
    pub(super) alive: bool,
    /// The times of the records that create the object, ascending; for a light the first one that sets a part of it.
    pub(super) births: Vec<f64>,
    /// The changes of the current record.
    pub(super) touched: Touched,
    pub(super) overflows: u32,
    pub(super) first_overflow: u32,
}

impl Tracks {
    /// `keys` is the number of transform keys, if known.
    pub(super) fn new(kind: Kind, id: u16, keys: usize) -> Self {
        let touched = Touched::default();
        Self {
            kind,
            id,
            keys,
            list: Vec::new(),
            alive: false,
            births: Vec::new(),
            touched,
            overflows: 0,
            first_overflow: 0,
        }
    }

    pub(super) fn name(&self) -> String {
        format!("{} {}", self.kind.name(), self.id)
    }

    /// The transform at the first keys, for programs that show no animation. For a matrix it is the nearest translation,
    /// rotation and scale.
    pub(super) fn rest(&self) -> Transform {
        let first =
            |slot: Slot| self.list.iter().find(|track| track.slot == slot).map(|track| &track.values[..]);
        let triple = |slot: Slot| first(slot).and_then(|values| values.first_chunk::<3>()).copied();
        if let Some(rows) = first(Slot::Matrix).and_then(|values| values.first_chunk::<12>()) {
            return Affine::from_rows(*rows).decompose();
        }
        let identity = Transform::IDENTITY;
        Transform {
            translation: triple(Slot::Translation).unwrap_or(identity.translation),
            rotation: triple(Slot::Euler)
                .map_or(identity.rotation, |angles| ideal::EULER_ORDER.to_quaternion(angles)),
            scale: triple(Slot::Scale).unwrap_or(identity.scale),
        }
    }

    pub(super) fn has(&self, slot: Slot) -> bool {
        self.list.iter().any(|track| track.slot == slot)
    }

    /// Adds a key. The first key is preceded by keys with the value of a new object or light, one each time it is created.
    pub(super) fn key_after(&mut self, slot: Slot, created: &[f64], time: f64, value: &[f64]) {
        if !self.has(slot) {
            for birth in 0..self.births.len() {
                if self.births[birth] < time {
                    self.key(slot, self.births[birth], created);
                }
            }
        }
        self.key(slot, time, value);
    }

    /// Adds a key of a camera's angles. Keys without rotation precede the first one, at all earlier key times of the translation.
    pub(super) fn turn_key(&mut self, time: f64, angles: &[f64; 3]) {
        let places = self.list.iter().find(|track| track.slot == Slot::Translation);
        if let Some(places) = places.filter(|_| !self.has(Slot::Euler)) {
            let times: Vec<f64> = places.times.iter().copied().filter(|other| *other < time).collect();
            let values = vec![0.0; 3 * times.len()];
            let track = Track { slot: Slot::Euler, times, values, left_out: places.left_out };
            let at = self.list.partition_point(|track| track.slot < Slot::Euler);
            self.list.insert(at, track);
        }
        self.key(Slot::Euler, time, angles);
    }

    /// Adds a key. It replaces one at the same time.
    pub(super) fn key(&mut self, slot: Slot, time: f64, value: &[f64]) {
        let at = self.list.partition_point(|track| track.slot < slot);
        if self.list.get(at).is_none_or(|track| track.slot != slot) {
            let is_place = matches!(slot, Slot::Matrix | Slot::Translation | Slot::Euler | Slot::Scale);
            let keys = if is_place { self.keys } else { 0 };
            let (times, values) = (Vec::with_capacity(keys), Vec::with_capacity(keys * value.len()));
            self.list.insert(at, Track { slot, times, values, left_out: 0 });
        }
        let track = &mut self.list[at];
        if track.times.last() == Some(&time) {
            track.values.truncate(track.values.len() - value.len());
        } else {
            track.times.push(time);
        }
        track.values.extend_from_slice(value);
        // Several records at one time may restore the `alive` state that the object had before.
        if slot == Slot::Alive && track.values.iter().rev().nth(1) == value.first() {
            track.times.pop();
            track.values.pop();
        }
    }
}

/// A set of changes of a node.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Touched(u16);

impl Touched {
    pub(super) const REBORN: Self = Self(1);
    pub(super) const PLACE: Self = Self(2);
    pub(super) const ATTRIBUTE: Self = Self(4);
    pub(super) const VISIBLE: Self = Self(8);
    pub(super) const MODEL: Self = Self(16);
    pub(super) const PARENT: Self = Self(32);
    pub(super) const OVERFLOW: Self = Self(64);
    pub(super) const COLOR: Self = Self(128);
    pub(super) const LOOK: Self = Self(256);
    /// Any change at all.
    pub(super) const ANY: Self = Self(512);
    pub(super) const TURN: Self = Self(1024);
    /// A camera's own position, after any position from which it looks at a point.
    pub(super) const STANDS: Self = Self(2048);

    pub(super) fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    pub(super) fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    pub(super) fn without(self, part: Self) -> Self {
        Self(self.0 & !part.0)
    }

    pub(super) fn and_if(self, holds: bool, more: Self) -> Self {
        if holds { self.and(more) } else { self }
    }
}
