//! The starts of animations, as events.

use std::collections::{HashMap, HashSet};

use anim_core::{Event, EventKind};

use crate::members::Member;
use crate::program::Program;

/// An event for each animation of a clip of this duration in seconds, and for those around them.
pub(super) fn begun(program: &Program, members: &[Member], duration: f64) -> Vec<Event> {
    let starts = starts(program, members);
    let lengths = lengths(program, &starts);
    let event = |&(animation, start): &(usize, f64)| {
        let time = start / program.ticks_per_second;
        let length = lengths.get(&animation).copied().unwrap_or_default() / program.ticks_per_second;
        let kind = EventKind::Enter {
            name: program.path(animation),
            index: Some(animation),
            seconds: Some(length.min(duration - time).max(0.0)),
        };
        Event::new(time, kind)
    };
    let mut events: Vec<Event> = starts.iter().map(event).filter(|event| event.time.is_finite()).collect();
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

/// The animations of a clip and those around them, in the order of the document, each with the tick at which it starts.
fn starts(program: &Program, members: &[Member]) -> Vec<(usize, f64)> {
    let mut starts: Vec<(usize, f64)> =
        members.iter().map(|member| (member.animation, member.start)).collect();
    let mut known: HashSet<usize> = members.iter().map(|member| member.animation).collect();
    for member in members {
        let origin = program.start(member.animation) - member.start;
        let mut at = member.animation;
        while let Some(outer) = program.animations[at].parent.filter(|outer| known.insert(*outer)) {
            starts.push((outer, program.start(outer) - origin));
            at = outer;
        }
    }
    starts.sort_by_key(|(animation, _)| *animation);
    starts
}

/// The ticks from the start of each animation to its end: when it and all animations in it have ended.
fn lengths(program: &Program, starts: &[(usize, f64)]) -> HashMap<usize, f64> {
    let mut lengths: HashMap<usize, f64> = HashMap::with_capacity(starts.len());
    // Each is before those that are nested in it.
    for &(index, _) in starts.iter().rev() {
        let animation = &program.animations[index];
        let length = lengths.entry(index).or_default();
        *length = length.max(animation.duration());
        let end = animation.delay + *length;
        if let Some(outer) = animation.parent {
            let outer = lengths.entry(outer).or_default();
            *outer = outer.max(end);
        }
    }
    lengths
}
