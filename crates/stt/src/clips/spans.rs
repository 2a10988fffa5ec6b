//! The `SINGLE` states that a sequence shows over a cycle, in order, with nested sequences resolved.

use anim_core::time::TOUCHING;

use crate::Stt;
use crate::machine::{Leaf, Machine};
use crate::opening::{Opening, Openings};
use crate::plain::plain;
use crate::schedule::{After, Progress};

/// An interval in which nothing else begins to play, and its active morphs, the outermost first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) times: [f64; 2],
    pub(super) playing: Opening,
    pub(super) morphs: Vec<Morph>,
}

/// A morph into an opening, and its start and end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Morph {
    pub(super) times: [f64; 2],
    pub(super) target: Opening,
}

/// An interval to be resolved.
struct Work {
    what: What,
    times: [f64; 2],
    morphs: Vec<Morph>,
}

enum What {
    /// This state, entered at this time.
    State(usize, f64),
    Playing(Opening),
}

/// The spans of a state from its entry at time 0 to an end, without gaps. Each takes 1 from the budget, 1 more for each morph, and
/// 1 for each state beyond the first that an opening visits. If the budget is exceeded, the spans end early.
pub(super) fn spans(
    machine: &Machine<&Stt>,
    state: usize,
    end: f64,
    openings: &mut Openings,
    budget: &mut usize,
) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut work = vec![Work { what: What::State(state, 0.0), times: [0.0, end], morphs: Vec::new() }];
    while let Some(Work { what, times, morphs }) = work.pop() {
        match what {
            What::Playing(playing) => spans.push(Span { times, playing, morphs }),
            What::State(single, since) if machine.is_single(single) => {
                let playing = openings.only(Some(Leaf { single, runs: machine.entered(since) }));
                spans.push(Span { times, playing, morphs });
            }
            What::State(state, since) => {
                let mut first = work.len();
                if resolve(machine, (state, since), times, &morphs, openings, budget, &mut work).is_none() {
                    // Later spans are left out.
                    work.drain(..std::mem::take(&mut first));
                }
                // The last entry is resolved next.
                work[first..].reverse();
            }
        }
    }
    spans
}

/// Pushes the keys that play between two times, in a state entered at a given time. `None` if the budget is exceeded and the last
/// keys are missing.
fn resolve(
    machine: &Machine<&Stt>,
    (state, since): (usize, f64),
    [from, to]: [f64; 2],
    morphs: &[Morph],
    openings: &mut Openings,
    budget: &mut usize,
    work: &mut Vec<Work>,
) -> Option<()> {
    let cost = 1 + morphs.len();
    let follow = |key: usize, since: f64| match machine.links.of(state, key).state() {
        Some(next) => What::State(next, since),
        None => What::Playing(Opening::default()),
    };
    let Some(schedule) = machine.schedule(state) else {
        *budget = budget.checked_sub(cost)?;
        let what = What::Playing(Opening::default());
        work.push(Work { what, times: [from, to], morphs: morphs.to_vec() });
        return Some(());
    };
    let mut time = from;
    while time < to {
        *budget = budget.checked_sub(cost)?;
        let mut morphs = morphs.to_vec();
        let (what, end) = match schedule.at(time - since) {
            Progress::Staying { key } => (follow(key, since), to),
            Progress::Ended { key, since: end } => {
                let runs = machine.held(since + end);
                (What::Playing(openings.enter(machine, state, key, runs, budget)?), to)
            }
            Progress::InStep { step, start, .. } => {
                let entered = since + start;
                let end = entered + step.length;
                if step.morphed {
                    let target = openings.enter(machine, state, step.next, machine.awaited(), budget)?;
                    morphs.push(Morph { times: [entered, end], target });
                }
                (follow(step.key, entered), end)
            }
        };
        // A remainder as short as a rounding error is not a separate span. Otherwise the next span begins at the time that a reader
        // of the file expects.
        let end = if end > to - TOUCHING.min((to - from) / 4.0) { to } else { plain(end).max(time) };
        work.push(Work { what, times: [time, end], morphs });
        time = end;
    }
    Some(())
}

/// The state that a state shows: that of its start key if a sequence stays there, resolved repeatedly; else the state itself.
/// `None` if the key drives nothing.
pub(crate) fn resolved(machine: &Machine<&Stt>, mut state: usize) -> Option<usize> {
    while let Some(After::Stay(key)) = machine.schedule(state).map(|schedule| schedule.after) {
        state = machine.links.of(state, key).state()?;
    }
    Some(state)
}
