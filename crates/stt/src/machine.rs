//! The states of a file prepared for playing: names resolved, schedules computed, nodes numbered.

use std::collections::HashMap;
use std::ops::Deref;

use crate::arc::{Arc, Motion};
use crate::links::Links;
use crate::schedule::Schedule;
use crate::{Behavior, Body, Channel, ChannelType, ClipOptions, Clock, Label, Sine, Stt};

/// The value or motion that drives one vector of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drive<'a> {
    Still([f64; 3]),
    Moving(&'a Channel),
}

/// A node in a `SINGLE` state.
#[derive(Debug)]
pub(crate) struct Part {
    /// The index of the node among all nodes of the file.
    pub(crate) node: usize,
    /// For displacement, translation and orientation, the entry of the state that drives it.
    entries: [Option<usize>; 3],
}

/// The states of a file, prepared for playing. `D` borrows the file or owns it.
#[derive(Debug)]
pub(crate) struct Machine<D> {
    pub(crate) options: ClipOptions,
    pub(crate) stt: D,
    pub(crate) links: Links,
    /// The distinct names of nodes, in the order of the file.
    pub(crate) nodes: Vec<Label>,
    /// For each `SINGLE` state its nodes.
    parts: Vec<Vec<Part>>,
    /// For each keyframe state with a key its schedule.
    schedules: Vec<Option<Schedule>>,
}

/// A `SINGLE` state that plays, and its clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) single: usize,
    pub(crate) runs: Runs,
}

/// The clock of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Runs {
    /// It started at this time.
    Since(f64),
    /// It is stopped at this time.
    At(f64),
}

impl Runs {
    /// The time on this clock.
    pub(crate) fn local(self, time: f64) -> f64 {
        match self {
            Self::Since(start) => time - start,
            Self::At(local) => local,
        }
    }
}

impl Drive<'_> {
    /// The motion; `None` if there is none.
    pub(crate) fn motion(self, sine: Sine) -> Option<Motion> {
        match self {
            Self::Still(value) => Some(Motion::Line(Arc::still(value))),
            Self::Moving(channel) => channel.motion(sine),
        }
    }
}

impl<D: Deref<Target = Stt>> Machine<D> {
    pub(crate) fn new(stt: D, options: ClipOptions) -> Self {
        let (mut nodes, mut numbers) = (Vec::new(), HashMap::new());
        let parts = stt.states.iter().map(|state| match &state.body {
            Body::Single(entries) => {
                let mut parts: Vec<Part> = Vec::with_capacity(entries.len());
                let mut places = HashMap::with_capacity(entries.len());
                for (index, entry) in entries.iter().enumerate() {
                    let node = *numbers.entry(&entry.name).or_insert_with(|| {
                        nodes.push(entry.name.clone());
                        nodes.len() - 1
                    });
                    let place = *places.entry(node).or_insert(parts.len());
                    if place == parts.len() {
                        parts.push(Part { node, entries: [None; 3] });
                    }
                    // If several entries have the same name, the last one that drives a vector is used.
                    for (slot, driving) in parts[place].entries.iter_mut().enumerate() {
                        if drive(&entry.behavior, slot).is_some() {
                            *driving = Some(index);
                        }
                    }
                }
                parts
            }
            Body::Keyframe(_) => Vec::new(),
        });
        let parts = parts.collect();
        let schedules = stt.states.iter().map(|state| match &state.body {
            Body::Single(_) => None,
            Body::Keyframe(keyframes) => Schedule::new(keyframes),
        });
        let schedules = schedules.collect();
        let links = Links::new(&stt, options.depth.get().into());
        Self { options, stt, links, nodes, parts, schedules }
    }

    /// The nodes of a `SINGLE` state.
    pub(crate) fn parts(&self, single: usize) -> &[Part] {
        &self.parts[single]
    }

    /// The drives of the three vectors of a node of a `SINGLE` state.
    pub(crate) fn drives(&self, single: usize, part: &Part) -> [Option<Drive<'_>>; 3] {
        let Body::Single(entries) = &self.stt.states[single].body else { return [None; 3] };
        std::array::from_fn(|slot| part.entries[slot].and_then(|entry| drive(&entries[entry].behavior, slot)))
    }

    /// The schedule of a state; `None` for a `SINGLE` state and for a keyframe state without keys.
    pub(crate) fn schedule(&self, state: usize) -> Option<&Schedule> {
        self.schedules[state].as_ref()
    }

    pub(crate) fn is_single(&self, state: usize) -> bool {
        matches!(self.stt.states[state].body, Body::Single(_))
    }

    /// The clock of a `SINGLE` state that is entered at a time.
    pub(crate) fn entered(&self, time: f64) -> Runs {
        match self.options.clock {
            Clock::Local => Runs::Since(time),
            Clock::Global => Runs::Since(0.0),
        }
    }

    /// The clock of states that a morph enters: it is stopped at time 0 until the morph ends. A clock that all states share
    /// cannot stop for some of them.
    pub(crate) fn awaited(&self) -> Runs {
        match self.options.clock {
            Clock::Local => Runs::At(0.0),
            Clock::Global => Runs::Since(0.0),
        }
    }

    /// The clock of states that are held from the time at which they are entered.
    pub(crate) fn held(&self, time: f64) -> Runs {
        match self.options.clock {
            Clock::Local => Runs::At(0.0),
            Clock::Global => Runs::At(time),
        }
    }
}

/// The drive of one vector of a node, by its position in file order.
fn drive(behavior: &Behavior, slot: usize) -> Option<Drive<'_>> {
    match behavior {
        Behavior::Static { displacement, translation, orientation } => {
            let vectors = [displacement, translation, orientation];
            Some(Drive::Still(vectors[slot].get()))
        }
        Behavior::Dynamic(motions) => {
            let channel = motions.channels()[slot];
            (channel.kind != ChannelType::None).then_some(Drive::Moving(channel))
        }
    }
}
