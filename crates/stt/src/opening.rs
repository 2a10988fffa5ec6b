//! The state of everything at the moment a state is entered.

use std::collections::HashSet;
use std::ops::Deref;

use crate::Stt;
use crate::machine::{Leaf, Machine, Runs};
use crate::schedule::Progress;

/// `SINGLE` states that begin together: the leaves of several openings, and the working memory to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Openings {
    leaves: Vec<Leaf>,
    ahead: Vec<usize>,
    visited: Vec<usize>,
    /// The visited states; empty between two calls.
    seen: HashSet<usize>,
}

/// What a state shows at the moment it is entered, as a part of [`Openings`]. If several of its leaves drive a vector, the
/// first one is used. A morph that begins at that moment is at its start, so it only adds vectors that the state it leaves does
/// not drive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    from: usize,
    to: usize,
}

impl Openings {
    pub(crate) fn clear(&mut self) {
        self.leaves.clear();
    }

    /// The leaves of an opening.
    pub(crate) fn leaves(&self, opening: Opening) -> &[Leaf] {
        &self.leaves[opening.from..opening.to]
    }

    /// The opening that is only this leaf, or nothing.
    pub(crate) fn only(&mut self, leaf: Option<Leaf>) -> Opening {
        let from = self.leaves.len();
        self.leaves.extend(leaf);
        Opening { from, to: self.leaves.len() }
    }

    /// The opening of the state of a key. All leaves have the same clock. Each state visited beyond the first takes 1 from the
    /// budget; `None` if it is exceeded.
    ///
    /// A state is visited once: a second visit would only drive the same vectors again.
    pub(crate) fn enter<D: Deref<Target = Stt>>(
        &mut self,
        machine: &Machine<D>,
        state: usize,
        key: usize,
        runs: Runs,
        budget: &mut usize,
    ) -> Option<Opening> {
        let target = machine.links.of(state, key).state();
        if target.is_none_or(|target| machine.is_single(target)) {
            return Some(self.only(target.map(|single| Leaf { single, runs })));
        }
        let from = self.leaves.len();
        self.ahead.clear();
        self.ahead.extend(target);
        let left = budget.saturating_add(1);
        while let Some(state) = self.ahead.pop() {
            if !self.seen.insert(state) {
                continue;
            }
            self.visited.push(state);
            if self.visited.len() > left {
                break;
            }
            if machine.is_single(state) {
                self.leaves.push(Leaf { single: state, runs });
                continue;
            }
            let Some(progress) = machine.schedule(state).map(|schedule| schedule.at(0.0)) else { continue };
            // The state that is left comes before the one that is entered: the last one is visited next.
            if let Progress::InStep { step, .. } = progress
                && step.morphed
            {
                self.ahead.extend(machine.links.of(state, step.next).state());
            }
            self.ahead.extend(machine.links.of(state, progress.key()).state());
        }
        let beyond = self.visited.len() - 1;
        // One by one, since `clear` takes as long as the largest earlier opening.
        for state in self.visited.drain(..) {
            self.seen.remove(&state);
        }
        let enough = beyond <= *budget;
        *budget = budget.saturating_sub(beyond);
        enough.then_some(Opening { from, to: self.leaves.len() })
    }
}
