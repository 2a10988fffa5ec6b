//! What a sequence shows over a cycle, however deep it is nested: one `SINGLE` state after the other.

use crate::channel::TOUCHING;
use crate::machine::{Leaf, Machine, Morph};
use crate::schedule::{After, Place};

/// A time in which one `SINGLE` state plays, and the morphs that it is in, the outermost first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) times: [f64; 2],
    pub(super) leaf: Option<Leaf>,
    pub(super) morphs: Vec<Morph>,
}

/// What is yet to be taken apart.
struct Work {
    what: What,
    times: [f64; 2],
    morphs: Vec<Morph>,
}

enum What {
    /// A state that was entered at a time.
    State(usize, f64),
    Leaf(Option<Leaf>),
}

/// The spans of a state from its entry at time 0 to an end, back to back. Each takes one of the budget, and one more for
/// each morph; `None` if that is not enough.
pub(super) fn spans(machine: &Machine<'_>, state: usize, end: f64, budget: &mut usize) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    let mut work = vec![Work { what: What::State(state, 0.0), times: [0.0, end], morphs: Vec::new() }];
    while let Some(Work { what, times, morphs }) = work.pop() {
        match what {
            What::Leaf(leaf) => spans.push(Span { times, leaf, morphs }),
            What::State(single, since) if machine.is_single(single) => {
                let leaf = Some(Leaf { single, runs: machine.entered(since) });
                spans.push(Span { times, leaf, morphs });
            }
            What::State(state, since) => {
                let first = work.len();
                take_apart(machine, state, since, times, &morphs, budget, &mut work)?;
                // The last is the next to be looked at.
                work[first..].reverse();
            }
        }
    }
    Some(spans)
}

/// Pushes the keys that a state is in between two times.
fn take_apart(
    machine: &Machine<'_>,
    state: usize,
    since: f64,
    [from, to]: [f64; 2],
    morphs: &[Morph],
    budget: &mut usize,
    work: &mut Vec<Work>,
) -> Option<()> {
    let mut spend = || {
        *budget = budget.checked_sub(1 + morphs.len())?;
        Some(())
    };
    let follow = |key: usize, since: f64| match machine.links.of(state, key).state() {
        Some(next) => What::State(next, since),
        None => What::Leaf(None),
    };
    let Some(schedule) = machine.schedule(state) else {
        spend()?;
        work.push(Work { what: What::Leaf(None), times: [from, to], morphs: morphs.to_vec() });
        return Some(());
    };
    let mut time = from;
    while time < to {
        spend()?;
        let mut morphs = morphs.to_vec();
        let (what, end) = match schedule.at(time - since) {
            Place::Staying { key } => (follow(key, since), to),
            Place::Held { key, since: held } => {
                (What::Leaf(machine.first_leaf(state, key, since + held, true)), to)
            }
            Place::Within { step, start } => {
                let entered = since + start;
                let end = entered + step.length;
                if step.morphed {
                    morphs.push(machine.target(state, step.next, [entered, end]));
                }
                (follow(step.key, entered), end)
            }
        };
        // What is left of a rounding error is no time of its own.
        let end = if end > to - TOUCHING.min((to - from) / 4.0) { to } else { end };
        work.push(Work { what, times: [time, end], morphs });
        time = end;
    }
    Some(())
}

/// The state that a state amounts to: a sequence that stays at its start key is the state of that key.
pub(super) fn resolved(machine: &Machine<'_>, mut state: usize) -> Option<usize> {
    while let Some(After::Stay(key)) = machine.schedule(state).map(|schedule| schedule.after) {
        state = machine.links.of(state, key).state()?;
    }
    Some(state)
}
