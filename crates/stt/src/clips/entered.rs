//! The keys that a sequence enters, as events.

use anim_core::Event;

use crate::Body;
use crate::machine::Machine;
use crate::schedule::After;

/// An event for each key that a state enters in one cycle, called as the key. Its values are how many seconds of the clip it
/// stays in it, and the number of the key.
pub(super) fn entered(machine: &Machine<'_>, state: usize, duration: f64) -> Vec<Event> {
    let Body::Keyframe(keyframes) = &machine.stt.states[state].body else { return Vec::new() };
    let Some(schedule) = machine.schedule(state) else { return Vec::new() };
    let event = |time: f64, key: usize, length: f64| Event {
        time,
        node: None,
        name: keyframes.keys[key].name.to_string(),
        values: vec![length, key as f64],
    };
    let last = match schedule.after {
        After::Repeat => None,
        After::Hold(key) => Some(event(schedule.cycle.min(f64::MAX), key, 0.0)),
        After::Stay(key) => Some(event(0.0, key, duration)),
    };
    schedule.steps.iter().map(|step| event(step.start, step.key, step.length)).chain(last).collect()
}
