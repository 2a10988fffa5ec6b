//! Document to clips: one for each state.

mod entered;
mod fit;
mod sequence;
mod spans;
mod track;

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::{
    Channel, Clip, Curve, Document, Ease, Format, FormatInfo, Graph, Location, Loss, Node, Options, Property,
    Sink, Times, Wrap,
};

use crate::channel::{Arc, Motion};
use crate::check::check;
use crate::machine::{Drive, Machine, Part};
use crate::options::{FREE_ENTRIES, MOST_ENTRIES};
use crate::{Body, PlayOptions, State, Stt, codes};

impl Document for Stt {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check(&self, sink: &mut dyn Sink) {
        check(self, sink);
    }

    fn graph(&self) -> Option<Graph> {
        Some(self.state_graph())
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        self.clips(PlayOptions::from(options), sink)
    }
}

impl Stt {
    /// Each state as a clip, in the file's order; a name that is taken gets a number behind it.
    ///
    /// Nodes have the channels `displacement`, `translation` and `euler`, as far as the state drives them; nodes rest at
    /// the origin. Motion is exact, with repeating curves, for as long as one cares to look; a clip lasts as long as its
    /// longest period or way. A keyframe state plays one cycle by itself, from its start key on, and repeats that; a
    /// moving state that it cuts or morphs is exact where cubic curves can be, and within 10⁻⁶ elsewhere. An event tells
    /// each key that is entered, by its name, with the seconds in it and its number.
    pub fn clips(&self, options: PlayOptions, sink: &mut dyn Sink) -> Vec<Clip> {
        let machine = Machine::new(self, options);
        machine.links.report(self, sink);
        let mut names = Names::default();
        let entries = self.entries().saturating_add(FREE_ENTRIES).min(MOST_ENTRIES);
        let mut budget = entries.saturating_mul(options.pieces);
        let mut clips = Vec::with_capacity(self.states.len());
        for (index, state) in self.states.iter().enumerate() {
            let name = names.unique(state.name.to_string());
            if name.as_bytes() != state.name.as_bytes() {
                let at = state.name.origin.location(format!("state[{index}]"));
                sink.report(
                    codes::NAME.at(at, format!("the clip of the state `{}` is named `{name}`", state.name)),
                );
            }
            let clip = if machine.is_single(index) {
                single(&machine, index)
            } else {
                sequence::clip(&machine, index, &mut budget, sink)
            };
            let events = entered::entered(&machine, index, clip.duration);
            clips.push(Clip { name, events, metadata: facts(&machine, index), ..clip });
        }
        self.report_unsaid(&machine, sink);
        let turns = clips.iter().flat_map(|clip| &clip.channels).any(|channel| {
            matches!(channel.property(), Property::Euler(_))
                && channel.curve().values().iter().any(|v| *v != 0.0)
        });
        if turns {
            let message =
                format!("the angles of orientations are taken in the order {}", options.order.name());
            sink.report(codes::EULER_ORDER.at(Location::default(), message));
        }
        clips
    }
}

impl Stt {
    /// Reports what of the file is in no clip.
    fn report_unsaid(&self, machine: &Machine<'_>, sink: &mut dyn Sink) {
        for label in machine.nodes.iter().filter(|label| std::str::from_utf8(label.as_bytes()).is_err()) {
            let message = format!("the node `{label}` is named so in clips: its name is not UTF-8");
            sink.report(codes::NAME.at(label.origin.location("node".to_owned()), message));
        }
        let is_sequence =
            |state: &State| matches!(&state.body, Body::Keyframe(keyframes) if !keyframes.keys.is_empty());
        let sequences = self.states.iter().filter(|state| is_sequence(state)).count();
        if sequences > 0 {
            let message = format!(
                "{sequences} clips show one cycle of a sequence; when it may be left and its other transitions are in none"
            );
            sink.report(codes::TRANSITIONS.at(Location::default(), message).losing(Loss::Dropped));
        }
        if !self.trailing().is_empty() {
            let message = format!("{} bytes after the last state are in no clip", self.trailing().len());
            let at = self.trailing.origin.location("trailing".to_owned());
            sink.report(codes::TRAILING.at(at, message).losing(Loss::Dropped));
        }
    }

    /// How many nodes and keys the states have together.
    fn entries(&self) -> usize {
        let each = self.states.iter().map(|state| match &state.body {
            Body::Single(nodes) => nodes.len(),
            Body::Keyframe(keyframes) => keyframes.keys.len(),
        });
        each.sum()
    }
}

/// Names that are taken, each with the number that the next one of it gets.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<String, usize>);

impl Names {
    /// The name, with a number behind it if it is taken.
    pub(crate) fn unique(&mut self, name: String) -> String {
        let Some(next) = self.0.get_mut(&name) else {
            self.0.insert(name.clone(), 2);
            return name;
        };
        let mut number = *next;
        let mut numbered = format!("{name} ({number})");
        while self.0.contains_key(&numbered) {
            number += 1;
            numbered = format!("{name} ({number})");
        }
        self.0.insert(name, number + 1);
        self.0.insert(numbered.clone(), 2);
        numbered
    }
}

fn facts(machine: &Machine<'_>, state: usize) -> Vec<(String, String)> {
    let PlayOptions { order, sine, clock, .. } = machine.options;
    let kind = match &machine.stt.states[state].body {
        Body::Single(_) => "single",
        Body::Keyframe(keyframes) => keyframes.kind.name(),
    };
    [("stt.state", kind), ("stt.order", order.name()), ("stt.sine", sine.name()), ("stt.clock", clock.name())]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
}

/// A `SINGLE` state.
fn single(machine: &Machine<'_>, state: usize) -> Clip {
    let mut clip = Clip::default();
    for part in machine.parts(state) {
        let node = clip.nodes.len();
        clip.nodes.push(Node::new(machine.nodes[part.node].to_string()));
        for (slot, drive) in Slot::ALL.into_iter().zip(part.drives) {
            let curve =
                drive.and_then(|drive| motion(machine, drive)).and_then(|motion| curve(slot, &motion));
            clip.channels.extend(curve.and_then(|curve| slot.channel(machine, node, curve)));
        }
    }
    clip.duration = duration(machine.parts(state));
    clip
}

/// The longest period or way of the channels; 0 if nothing moves.
fn duration(parts: &[Part<'_>]) -> f64 {
    let drives = parts.iter().flat_map(|part| part.drives).flatten();
    let times = drives.map(|drive| match drive {
        Drive::Still(_) => 0.0,
        Drive::Moving(channel) => channel.length(),
    });
    times.fold(0.0, f64::max)
}

/// The motion of what drives a vector.
fn motion(machine: &Machine<'_>, drive: Drive<'_>) -> Option<Motion> {
    match drive {
        Drive::Still(value) => Some(Motion::Line(Arc::still(value))),
        Drive::Moving(channel) => channel.motion(machine.options.sine),
    }
}

/// One of the three vectors of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Displacement,
    Translation,
    Orientation,
}

impl Slot {
    const ALL: [Self; 3] = [Self::Displacement, Self::Translation, Self::Orientation];

    /// A number of the file in the unit of clips.
    fn unit(self, number: f64) -> f64 {
        if self == Self::Orientation { number.to_radians() } else { number }
    }

    fn channel(self, machine: &Machine<'_>, node: usize, curve: Curve) -> Option<Channel> {
        let property = match self {
            Self::Displacement => Property::Displacement,
            Self::Translation => Property::Translation,
            Self::Orientation => Property::Euler(machine.options.order),
        };
        Channel::new(node, property, curve).ok()
    }
}

/// A motion as a curve, exactly.
fn curve(slot: Slot, motion: &Motion) -> Option<Curve> {
    let (arc, wrap) = match motion {
        Motion::Line(arc) => (arc, Wrap::RepeatWithOffset),
        Motion::Once(arc) => (arc, Wrap::Hold),
        Motion::Repeat(arc) => (arc, Wrap::Repeat),
        Motion::Return(arc) => (arc, Wrap::PingPong),
    };
    let values: Vec<f64> = arc.values.as_flattened().iter().map(|number| slot.unit(*number)).collect();
    let ease = if arc.sine { Ease::Sine } else { Ease::Linear };
    let moving = Times::keys(arc.times).and_then(|times| Curve::new(times, 3, values.clone(), ease));
    match moving {
        Ok(curve) if !arc.is_still() => Some(curve.with_wrap(wrap, wrap)),
        // Of a period too short for two times, one value is as good as another.
        _ => Curve::constant(values.get(..3)?).ok(),
    }
}
