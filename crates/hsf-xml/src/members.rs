//! The animations that play together, and their start times.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::program::Program;

/// An animation, and the tick at which it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) animation: usize,
    pub(crate) start: f64,
    /// Its position among those that start at the same tick.
    pub(crate) place: usize,
}

/// The animations of the complete document that have a target.
pub(crate) struct Whole {
    /// Those that play from the start.
    pub(crate) playing: Vec<Member>,
    /// Those that wait for a sensor, and those nested in them: their targets do not move.
    pub(crate) still: Vec<usize>,
}

/// An animation and the active animations nested in it, from its start on.
pub(crate) fn members(program: &Program, top: usize) -> Vec<Member> {
    let places = places(program, &[(top, 0.0)]);
    within(program, top, program.start(top), &places)
}

/// An animation and the active animations nested in it. They start after their delays in ticks, minus `origin`.
fn within(program: &Program, top: usize, origin: f64, places: &HashMap<usize, usize>) -> Vec<Member> {
    let mut members = Vec::new();
    let mut left_out: HashSet<usize> = HashSet::new();
    for (index, animation) in program.animations.iter().enumerate().skip(top) {
        match animation.parent {
            None if index != top => break,
            Some(parent) if left_out.contains(&parent) || !animation.active => {
                left_out.insert(index);
            }
            _ => {
                let (start, place) =
                    (program.start(index) - origin, places.get(&index).copied().unwrap_or_default());
                members.push(Member { animation: index, start, place });
            }
        }
    }
    members
}

/// The positions of animations that begin after some ticks, and of the active ones nested in them, in the order in which they
/// begin: at the same tick in the order of their causes, and for the same cause in document order.
fn places(program: &Program, tops: &[(usize, f64)]) -> HashMap<usize, usize> {
    let (mut places, mut waiting) = (HashMap::new(), BinaryHeap::new());
    let mut ahead: Vec<(usize, f64)> = tops.iter().rev().copied().collect();
    let (mut now, mut waits) = (0.0, 0);
    loop {
        while let Some((index, delay)) = ahead.pop() {
            if delay > 0.0 {
                // The bits of positive numbers have the same order as the numbers.
                waiting.push(Reverse(((now + delay).to_bits(), waits, index)));
                waits += 1;
                continue;
            }
            places.insert(index, places.len());
            let inner = program.animations[index].children.iter().rev().copied();
            let active = inner.filter(|inner| program.animations[*inner].active);
            ahead.extend(active.map(|inner| (inner, program.animations[inner].delay)));
        }
        let Some(Reverse((tick, _, index))) = waiting.pop() else { return places };
        now = f64::from_bits(tick);
        ahead.push((index, 0.0));
    }
}

/// The animations of the complete document.
pub(crate) fn whole(program: &Program) -> Whole {
    let tops: Vec<usize> = program.top().filter(|&top| program.animations[top].active).collect();
    let delayed: Vec<_> = tops.iter().map(|&top| (top, program.start(top))).collect();
    let places = places(program, &delayed);
    let has_target = |animation: usize| program.animations[animation].moves_target();
    let playing = tops.into_iter().flat_map(|top| within(program, top, 0.0, &places));
    let playing: Vec<Member> = playing.filter(|member| has_target(member.animation)).collect();
    let plays: HashSet<usize> = playing.iter().map(|member| member.animation).collect();
    let others = 0..program.animations.len();
    let still = others.filter(|animation| has_target(*animation) && !plays.contains(animation)).collect();
    Whole { playing, still }
}
