//! The starts of animations, as events.

use anim_core::{Event, EventKind};

use crate::members::Member;
use crate::program::Program;

/// An event for each animation of a clip of this duration in seconds.
pub(super) fn begun(program: &Program, members: &[Member], duration: f64) -> Vec<Event> {
    let event = |member: &Member| {
        let time = member.start / program.ticks_per_second;
        let length = program.animations[member.animation].duration() / program.ticks_per_second;
        let kind = EventKind::Enter {
            name: program.path(member.animation),
            index: Some(member.animation),
            seconds: Some(length.min(duration - time).max(0.0)),
        };
        Event::new(time, kind)
    };
    let mut events: Vec<Event> = members.iter().map(event).filter(|event| event.time.is_finite()).collect();
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}
