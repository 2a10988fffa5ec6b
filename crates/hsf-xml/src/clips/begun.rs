//! The animations that begin, as events.

use anim_core::Event;

use super::driver::Member;
use crate::program::Program;

/// An event for each animation of a clip that lasts so long, called as the animation with those around it. Its values are how
/// many seconds of the clip it plays, and the number of the animation.
pub(super) fn begun(program: &Program<'_>, members: &[Member], duration: f64) -> Vec<Event> {
    let event = |member: &Member| {
        let time = member.start / program.ticks_per_second;
        let length = program.animations[member.animation].duration() / program.ticks_per_second;
        let plays = length.min(duration - time).max(0.0);
        Event {
            time,
            node: None,
            name: program.path(member.animation),
            values: vec![plays, member.animation as f64],
        }
    };
    let mut events: Vec<Event> = members.iter().map(event).filter(|event| event.time.is_finite()).collect();
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}
