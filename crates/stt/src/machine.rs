//! The states of a file, prepared for playing: names resolved, schedules laid out, nodes numbered.

use std::collections::HashMap;
use std::ops::Deref;

use crate::arc::{Arc, Motion};
use crate::channel::mix;
use crate::links::Links;
use crate::schedule::{Progress, Schedule};
use crate::{Behavior, Body, Channel, ChannelType, ClipOptions, Clock, Label, NodePose, Sine, Stt};

/// What drives one vector of a node.
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
    /// It stands at this time.
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

/// A morph: between two times, the pose blends into that of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Morph {
    pub(crate) times: [f64; 2],
    /// The leaf that is entered; `None` if its key drives nothing.
    pub(crate) target: Option<Leaf>,
}

/// The pose of all nodes, and the memory that computing it takes.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) pose: Vec<NodePose>,
    /// The pose that is being entered: between two calls, nothing drives any node in it.
    entering: Vec<NodePose>,
    morphs: Vec<Morph>,
}

impl Morph {
    /// How far the blend has come at a time, 0 to 1: all the way if the morph is so short that rounding leaves it no length.
    fn share(&self, time: f64) -> f64 {
        let [start, end] = self.times;
        if end > start { ((time - start) / (end - start)).clamp(0.0, 1.0) } else { 1.0 }
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
                    // If several entries have the name, the last one that drives a vector counts.
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

    /// What drives the three vectors of a node of a `SINGLE` state.
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

    /// The leaf that plays first when the state of a key is entered at `time`; its clock stands still if `stands`.
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

    /// The morph between two times into the state of a key, which stands at its time 0 until the morph ends.
    pub(crate) fn target(&self, state: usize, key: usize, times: [f64; 2]) -> Morph {
        // A clock that all states share does not stand still for one of them.
        let stands = self.options.clock == Clock::Local;
        Morph { times, target: self.first_leaf(state, key, times[1], stands) }
    }

    /// Computes the pose of all nodes at a time, in a state that was entered at `since`.
    pub(crate) fn pose(&self, state: usize, since: f64, time: f64, scratch: &mut Scratch) {
        let Scratch { pose, entering, morphs } = scratch;
        pose.clear();
        pose.resize(self.nodes.len(), NodePose::default());
        morphs.clear();
        if let Some(leaf) = self.leaf(state, since, time, morphs) {
            self.show(leaf, time, pose);
        }
        if !morphs.is_empty() {
            entering.resize(self.nodes.len(), NodePose::default());
        }
        // From the innermost morph to the outermost: what a nested sequence shows is what the sequence around it morphs.
        for morph in morphs.iter().rev() {
            let Some(target) = morph.target else { continue };
            self.show(target, time, entering);
            let share = morph.share(time);
            for part in self.parts(target.single) {
                let entered = std::mem::take(&mut entering[part.node]);
                blend(&mut pose[part.node], entered, share);
            }
        }
    }

    /// The leaf that plays at a time. Pushes the morphs that are under way, the outermost first.
    fn leaf(&self, mut state: usize, mut since: f64, time: f64, morphs: &mut Vec<Morph>) -> Option<Leaf> {
        while !self.is_single(state) {
            let progress = self.schedule(state)?.at(time - since);
            match progress {
                Progress::Ended { key, since: end } => return self.first_leaf(state, key, since + end, true),
                Progress::Staying { .. } => {}
                Progress::InStep { step, start, .. } => {
                    let entered = since + start;
                    if step.morphed {
                        morphs.push(self.target(state, step.next, [entered, entered + step.length]));
                    }
                    since = entered;
                }
            }
            state = self.links.of(state, progress.key()).state()?;
        }
        Some(Leaf { single: state, runs: self.entered(since) })
    }

    /// Writes the vectors that a leaf drives into a pose.
    fn show(&self, leaf: Leaf, time: f64, pose: &mut [NodePose]) {
        let local = leaf.runs.local(time);
        for part in self.parts(leaf.single) {
            let drives = self.drives(leaf.single, part);
            for (vector, drive) in pose[part.node].vectors().into_iter().zip(drives) {
                *vector = match drive {
                    None => None,
                    Some(Drive::Still(value)) => Some(value),
                    Some(Drive::Moving(channel)) => channel.value(local, self.options.sine),
                };
            }
        }
    }
}

/// What drives one vector of a node, by its place in the order of the file.
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

/// Moves a pose a share of the way to the pose that is entered. A vector that only one of them drives keeps its value.
fn blend(pose: &mut NodePose, mut entered: NodePose, share: f64) {
    for (vector, entered) in pose.vectors().into_iter().zip(entered.vectors()) {
        *vector = match (*vector, *entered) {
            (Some(from), Some(to)) => Some(mix(from, to, share)),
            (from, to) => from.or(to),
        };
    }
}
