//! Which animations play together, and when.

use std::collections::HashSet;

use crate::program::Program;

/// An animation, and the ticks after which it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) animation: usize,
    pub(crate) start: f64,
}

/// The animations of the complete document that have a target.
pub(crate) struct Whole {
    /// Those that play from the start.
    pub(crate) playing: Vec<Member>,
    /// Those of animations that wait for a sensor: their targets stand still.
    pub(crate) still: Vec<Member>,
}

/// An animation and the active animations nested in it. They start after the ticks of their delays, less `origin`.
pub(crate) fn members(program: &Program, top: usize, origin: f64) -> Vec<Member> {
    let mut members = Vec::new();
    let mut left_out: HashSet<usize> = HashSet::new();
    for (index, animation) in program.animations.iter().enumerate().skip(top) {
        match animation.parent {
            None if index != top => break,
            Some(parent) if left_out.contains(&parent) || !animation.active => {
                left_out.insert(index);
            }
            _ => members.push(Member { animation: index, start: program.start(index) - origin }),
        }
    }
    members
}

/// The animations of the complete document.
pub(crate) fn whole(program: &Program) -> Whole {
    let (active, waiting): (Vec<_>, Vec<_>) = program.top().partition(|&top| program.animations[top].active);
    let [playing, still] = [active, waiting].map(|tops| {
        let members = tops.into_iter().flat_map(|top| members(program, top, 0.0));
        members.filter(|member| program.animations[member.animation].target.is_some()).collect()
    });
    Whole { playing, still }
}
