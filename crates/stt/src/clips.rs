//! Document to clips: one clip for each state.

mod entered;
mod fit;
mod sequence;
mod single;
mod slot;
mod spans;
mod track;

use anim_core::{Clip, Location, Property, Report, counted};

use crate::machine::Machine;
use crate::names::clip_names;
use crate::{Body, ClipOptions, Stt, codes};
use slot::Slot;
pub(crate) use spans::resolved;

/// The number of nodes and keys that is added to those of a file: small files may contain much motion.
const FREE_ENTRIES: usize = 36;

/// The number of nodes and keys of which each contributes all its pieces.
const FULL_ENTRIES: usize = 32;

/// Beyond those, one node in this many contributes its pieces. A recording baked pose by pose needs two thirds of that.
const NODES: usize = 16;

/// Beyond those, one key in this many contributes its pieces, since a key takes only a few bytes.
const KEYS: usize = 64;

/// One in [`EACH_OF_SOME`] of the first nodes and keys contributes its pieces in addition: a file of a kilobyte may contain less motion
/// than one of ten.
const SOME_ENTRIES: usize = 1024;
const EACH_OF_SOME: usize = 32;

/// The number of steps allowed per piece: in a sequence of poses most nodes do not move, and pieces that only continue another
/// do not count.
const STEPS: usize = 8;

/// The remaining budget of all keyframe states of a file.
struct Budget {
    /// Pieces of curves.
    pieces: usize,
    /// Every entry that begins to play, and each motion in it.
    steps: usize,
}

/// Each state as a clip: see [`Format::lower`](anim_core::Format::lower) of [`Stt`].
pub(crate) fn of(stt: &Stt, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
    let machine = Machine::new(stt, *options);
    machine.links.report(stt, report);
    let mut budget = budget(stt, options);
    let mut clips = Vec::with_capacity(stt.states.len());
    for (index, (state, name)) in stt.states.iter().zip(clip_names(stt)).enumerate() {
        if name.as_bytes() != state.name.as_bytes() {
            let at = state.name.origin.location(format!("state[{index}]"));
            let message = match std::str::from_utf8(state.name.as_bytes()) {
                Ok(own) => format!("the clip of the state `{own}` has the name `{name}`"),
                Err(_) => format!("the name of a state is not UTF-8: its clip spells it `{name}`"),
            };
            report.push(codes::NAME.at(at, message));
        }
        let mut clip = if machine.is_single(index) {
            single::clip(&machine, index, name.into_owned())
        } else {
            sequence::clip(&machine, index, name.into_owned(), &mut budget, report)
        };
        clip.events = entered::events(&machine, index);
        clip.metadata = facts(&machine, index);
        clips.push(clip);
    }
    report_rest(&machine, &clips, report);
    report_order(&clips, options, report);
    clips
}

/// The initial budget of all keyframe states of a file.
fn budget(stt: &Stt, options: &ClipOptions) -> Budget {
    let (nodes, keys) = (count(stt, nodes_of), count(stt, keys_of));
    let all = nodes.saturating_add(keys);
    let first = FREE_ENTRIES + all.min(FULL_ENTRIES) + all.min(SOME_ENTRIES) / EACH_OF_SOME;
    let entries = first.saturating_add(nodes / NODES).saturating_add(keys / KEYS);
    let pieces = entries.saturating_mul(options.pieces.get() as usize);
    Budget { pieces, steps: pieces.saturating_mul(STEPS) }
}

/// The names of the clips that would be incomplete because sequences of poses that do not move need too many pieces of curves, of
/// a file whose states have different names.
pub(crate) fn beyond_limit(stt: &Stt, options: &ClipOptions) -> Vec<String> {
    // A key of a state takes a piece for each vector of each node, and a sequence takes some for their channels.
    let most = stt.states.iter().map(|state| nodes_of(&state.body)).max().unwrap_or_default();
    let sequences = stt.states.iter().filter(|state| matches!(state.body, Body::Keyframe(_))).count();
    let keys = count(stt, keys_of).saturating_add(sequences.saturating_mul(sequence::CHANNEL));
    if keys.saturating_mul(most).saturating_mul(Slot::ALL.len()) <= budget(stt, options).pieces {
        return Vec::new();
    }
    // States of nodes take none, and a clip is kept no longer than its limit is known.
    let (machine, mut budget, mut report) =
        (Machine::new(stt, *options), budget(stt, options), Report::new());
    for (index, state) in stt.states.iter().enumerate().filter(|(index, _)| !machine.is_single(*index)) {
        let name = state.name.to_text().into_owned();
        sequence::clip(&machine, index, name, &mut budget, &mut report);
    }
    let limits = report.losses.into_iter().filter(|loss| loss.code == &codes::LIMIT);
    limits.filter_map(|loss| loss.clip).collect()
}

/// The sum of a count over all states.
fn count(stt: &Stt, of: fn(&Body) -> usize) -> usize {
    stt.states.iter().map(|state| of(&state.body)).sum()
}

fn nodes_of(body: &Body) -> usize {
    if let Body::Single(nodes) = body { nodes.len() } else { 0 }
}

fn keys_of(body: &Body) -> usize {
    if let Body::Keyframe(keyframes) = body { keyframes.keys.len() } else { 0 }
}

fn facts(machine: &Machine<&Stt>, state: usize) -> Vec<(String, String)> {
    let ClipOptions { order, sine, clock, .. } = machine.options;
    let kind = match &machine.stt.states[state].body {
        Body::Single(_) => "single",
        Body::Keyframe(keyframes) => keyframes.kind.name(),
    };
    let options = [
        ("stt.state", kind),
        ("stt.order", order.name()),
        ("stt.sine", sine.name()),
        ("stt.clock", clock.name()),
    ];
    let mut facts: Vec<_> = options.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    facts.extend(single::described(machine, state));
    facts
}

/// Reports data that is in no clip, and names of nodes that clips spell differently.
fn report_rest(machine: &Machine<&Stt>, clips: &[Clip], report: &mut Report) {
    for label in machine.nodes.iter().filter(|label| std::str::from_utf8(label.as_bytes()).is_err()) {
        let message = format!("the name of a node is not UTF-8: clips spell it `{label}`");
        report.push(codes::NAME.at(label.origin.location("node".to_owned()), message));
    }
    let states = machine.stt.states.iter().map(|state| &state.name);
    for label in machine.nodes.iter().chain(states).filter(|label| label.reads_as_another()) {
        let message =
            format!("the name `{label}` has escapes in it, which become bytes in an STT made of the clips");
        report.push(codes::NAME.at(label.origin.location("name".to_owned()), message));
    }
    for (index, (state, clip)) in machine.stt.states.iter().zip(clips).enumerate() {
        if matches!(&state.body, Body::Keyframe(keyframes) if !keyframes.keys.is_empty()) {
            let message = "the clip is one cycle of the sequence: the exit flags and the transitions outside the cycle are not in it";
            let at = state.name.origin.location(format!("state[{index}]"));
            report.lose(codes::TRANSITIONS.dropped(message).in_clip(clip).at(at));
        }
    }
    let stt = machine.stt;
    if !stt.trailing().is_empty() {
        let bytes = counted(stt.trailing().len(), "byte");
        let message = format!("not in a clip: {bytes} after the last state");
        let at = stt.trailing.origin.location("trailing".to_owned());
        report.lose(codes::TRAILING.dropped(message).at(at));
    }
}

/// Reports the assumed order of angles if an angle depends on it.
fn report_order(clips: &[Clip], options: &ClipOptions, report: &mut Report) {
    let turns = clips.iter().flat_map(|clip| &clip.channels).any(|channel| {
        matches!(channel.property(), Property::Euler(_))
            && channel.curve().values().iter().any(|angle| *angle != 0.0)
    });
    if turns {
        let message = format!(
            "the order of the angles is assumed to be {}, since the format does not state it",
            options.order.name()
        );
        report.push(codes::EULER_ORDER.at(Location::default(), message));
    }
}
