//! The keys that a sequence enters, as events.

use anim_core::{Event, EventKind};

use crate::machine::Machine;
use crate::schedule::After;
use crate::{Body, Stt};

/// An event for each key that a state enters in one cycle. A key at which the sequence ends or stays lasts until the end of the
/// clip.
pub(super) fn events(machine: &Machine<&Stt>, state: usize) -> Vec<Event> {
    let Body::Keyframe(keyframes) = &machine.stt.states[state].body else { return Vec::new() };
    let Some(schedule) = machine.schedule(state) else { return Vec::new() };
    let event = |time: f64, key: usize, seconds: Option<f64>| {
        let name = keyframes.keys[key].name.to_string();
        Event::new(time, EventKind::Enter { name, index: Some(key), seconds })
    };
    let last = match schedule.after {
        After::Repeat => None,
        After::Hold(key) => Some(event(schedule.cycle.min(f64::MAX), key, None)),
        After::Stay(key) => Some(event(0.0, key, None)),
    };
    let steps = schedule.steps.iter().map(|step| event(step.start, step.key, Some(step.length)));
    steps.chain(last).collect()
}
