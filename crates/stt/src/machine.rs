//! The states of a file, ready to be played: names resolved, schedules laid out, nodes numbered.

use std::collections::HashMap;

use crate::channel::mix;
use crate::links::Links;
use crate::schedule::{Place, Schedule};
use crate::{Behavior, Body, Channel, Clock, Label, PlayOptions, Stt};

/// What a state says of one node. What it does not drive is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodePose {
    /// The displacement vector, in the model's unit of length.
    pub displacement: Option<[f64; 3]>,
    /// The translation vector, in the model's unit of length.
    pub translation: Option<[f64; 3]>,
    /// The angles about X, Y and Z, in degrees.
    pub orientation: Option<[f64; 3]>,
}

impl NodePose {
    /// The position: displacement and translation together; `None` if neither is driven.
    pub fn position(&self) -> Option<[f64; 3]> {
        match (self.displacement, self.translation) {
            (Some(a), Some(b)) => Some([a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            (a, b) => a.or(b),
        }
    }

    fn parts(&mut self) -> [&mut Option<[f64; 3]>; 3] {
        [&mut self.displacement, &mut self.translation, &mut self.orientation]
    }
}

/// What drives one vector of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drive<'a> {
    Still([f64; 3]),
    Moving(&'a Channel),
}

/// A node in a `SINGLE` state: its number among all, and what drives displacement, translation and orientation.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub(crate) node: usize,
    pub(crate) drives: [Option<Drive<'a>>; 3],
}

/// The states of a file, ready to be played.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    pub(crate) options: PlayOptions,
    pub(crate) stt: &'a Stt,
    pub(crate) links: Links,
    /// The distinct names of nodes, in the file's order.
    pub(crate) nodes: Vec<&'a Label>,
    /// For each `SINGLE` state its nodes.
    parts: Vec<Vec<Part<'a>>>,
    /// For each keyframe state with a key its schedule.
    schedules: Vec<Option<Schedule>>,
}

/// A `SINGLE` state that plays, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) single: usize,
    pub(crate) runs: Runs,
}

/// The clock of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Runs {
    /// It began at this time.
    Since(f64),
    /// It stands at this time of its own.
    At(f64),
}

impl Runs {
    /// The leaf's own time.
    pub(crate) fn local(self, time: f64) -> f64 {
        match self {
            Self::Since(start) => time - start,
            Self::At(local) => local,
        }
    }
}

/// A morph that is under way: between two times the pose goes over to that of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Morph {
    pub(crate) times: [f64; 2],
    /// What is entered; nothing if its key leads nowhere.
    pub(crate) target: Option<Leaf>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(stt: &'a Stt, options: PlayOptions) -> Self {
        let (mut nodes, mut numbers) = (Vec::new(), HashMap::new());
        let parts = stt.states.iter().map(|state| match &state.body {
            Body::Single(entries) => {
                let mut parts: Vec<Part<'a>> = Vec::with_capacity(entries.len());
                let mut places = HashMap::with_capacity(entries.len());
                for entry in entries {
                    let node = *numbers.entry(&entry.name).or_insert_with(|| {
                        nodes.push(&entry.name);
                        nodes.len() - 1
                    });
                    let place = *places.entry(node).or_insert(parts.len());
                    if place == parts.len() {
                        parts.push(Part { node, drives: [None; 3] });
                    }
                    // Of entries of one name each vector has the last that drives it.
                    for (slot, drive) in parts[place].drives.iter_mut().zip(drives(&entry.behavior)) {
                        *slot = drive.or(*slot);
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
        let links = Links::new(stt, options.depth);
        Self { options, stt, links, nodes, parts, schedules: schedules.collect() }
    }

    /// The nodes of a `SINGLE` state.
    pub(crate) fn parts(&self, single: usize) -> &[Part<'a>] {
        &self.parts[single]
    }

    /// The schedule of a state; `None` for a `SINGLE` one and for one without keys.
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

    /// The leaf that is shown first when the state of a key is entered at `time`, and `stands` there.
    pub(crate) fn first_leaf(&self, state: usize, key: usize, time: f64, stands: bool) -> Option<Leaf> {
        let mut state = self.links.of(state, key).state()?;
        while !self.is_single(state) {
            state = self.links.of(state, self.schedule(state)?.at(0.0).key()).state()?;
        }
        let runs = match (self.options.clock, stands) {
            (Clock::Local, true) => Runs::At(0.0),
            (Clock::Global, true) => Runs::At(time),
            (_, false) => self.entered(time),
        };
        Some(Leaf { single: state, runs })
    }

    /// What a morph that ends at `end` goes over to: the state of a key, which stands at its own time 0 until then.
    pub(crate) fn target(&self, state: usize, key: usize, times: [f64; 2]) -> Morph {
        // On the one clock that all share, nothing stands.
        let stands = self.options.clock == Clock::Local;
        Morph { times, target: self.first_leaf(state, key, times[1], stands) }
    }

    /// The pose of all nodes at a time, by a state that was entered at `since`.
    pub(crate) fn pose(&self, state: usize, since: f64, time: f64) -> Vec<NodePose> {
        let mut pose = vec![NodePose::default(); self.nodes.len()];
        let mut morphs = Vec::new();
        if let Some(leaf) = self.leaf(state, since, time, &mut morphs) {
            self.show(leaf, time, &mut pose);
        }
        // The innermost first: what a sequence shows is what the sequence around it morphs.
        let mut entering = vec![NodePose::default(); if morphs.is_empty() { 0 } else { pose.len() }];
        for Morph { times, target } in morphs.iter().rev() {
            let Some(target) = *target else { continue };
            self.show(target, time, &mut entering);
            let share = ((time - times[0]) / (times[1] - times[0])).clamp(0.0, 1.0);
            for part in self.parts(target.single) {
                let entered = std::mem::take(&mut entering[part.node]);
                blend(&mut pose[part.node], entered, share);
            }
        }
        pose
    }

    /// The leaf that plays at a time, and the morphs that it is in, the outermost first.
    fn leaf(&self, mut state: usize, mut since: f64, time: f64, morphs: &mut Vec<Morph>) -> Option<Leaf> {
        while !self.is_single(state) {
            let place = self.schedule(state)?.at(time - since);
            match place {
                Place::Held { key, since: held } => return self.first_leaf(state, key, since + held, true),
                Place::Staying { .. } => {}
                Place::Within { step, start } => {
                    let entered = since + start;
                    if step.morphed {
                        morphs.push(self.target(state, step.next, [entered, entered + step.length]));
                    }
                    since = entered;
                }
            }
            state = self.links.of(state, place.key()).state()?;
        }
        Some(Leaf { single: state, runs: self.entered(since) })
    }

    /// Puts what a leaf says into a pose.
    fn show(&self, leaf: Leaf, time: f64, pose: &mut [NodePose]) {
        let local = leaf.runs.local(time);
        for part in self.parts(leaf.single) {
            for (slot, drive) in pose[part.node].parts().into_iter().zip(part.drives) {
                *slot = match drive {
                    None => None,
                    Some(Drive::Still(value)) => Some(value),
                    Some(Drive::Moving(channel)) => channel.value(local, self.options.sine),
                };
            }
        }
    }
}

fn drives(behavior: &Behavior) -> [Option<Drive<'_>>; 3] {
    match behavior {
        Behavior::Static { displacement, translation, orientation } => {
            [displacement, translation, orientation].map(|vector| Some(Drive::Still(vector.get())))
        }
        Behavior::Dynamic(motions) => motions.channels().map(|channel| {
            let drives = channel.kind != crate::ChannelType::None;
            drives.then_some(Drive::Moving(channel))
        }),
    }
}

/// Goes a share of the way to what is entered. What only one of the two drives keeps its value.
fn blend(pose: &mut NodePose, mut entered: NodePose, share: f64) {
    for (slot, entered) in pose.parts().into_iter().zip(entered.parts()) {
        *slot = match (*slot, *entered) {
            (Some(from), Some(to)) => Some(mix(from, to, share)),
            (from, to) => from.or(to),
        };
    }
}
