//! Events of a player, and the queue of those not taken yet.

use std::collections::vec_deque::Drain;

use anim_core::{Happenings, MAX_HAPPENINGS};

use crate::schedule::{After, Schedule};

/// An event of a player.
pub type Happening = anim_core::Happening<Happened>;

/// The kinds of events. States and keys are indices into [`Stt::states`](crate::Stt::states) and
/// [`Keyframes::keys`](crate::Keyframes::keys).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Happened {
    /// A state began to play.
    Entered {
        /// The state.
        state: usize,
    },
    /// A state ended because another one begins.
    Left {
        /// The state.
        state: usize,
    },
    /// A key of a keyframe state began to play. Keys of nested keyframe states are not reported.
    KeyEntered {
        /// The keyframe state.
        state: usize,
        /// The key.
        key: usize,
    },
    /// A key of a keyframe state ended.
    KeyLeft {
        /// The keyframe state.
        state: usize,
        /// The key.
        key: usize,
    },
    /// A one-way sequence reached its last key, whose first pose it holds.
    Finished {
        /// The keyframe state.
        state: usize,
    },
}

/// The events that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    happenings: Happenings<Happening>,
    /// The number of keys of the current state that were reported as entered.
    entries: u64,
}

impl Queue {
    /// Reports that a state is entered at a time of the player.
    pub(super) fn enter(&mut self, state: usize, time: f64) {
        self.push(time, Happened::Entered { state });
        self.entries = 0;
    }

    /// Reports the keys of a state that was entered at `since`, up to a time since then.
    pub(super) fn play(&mut self, state: usize, schedule: &Schedule, since: f64, time: f64) {
        let count = schedule.entries(time);
        // Earlier keys would not stay in the queue. This bounds the cost of a step of any length.
        let first = self.entries.max(count.saturating_sub(MAX_HAPPENINGS as u64));
        for number in first..count {
            let (key, entered) = schedule.entry(number);
            if let Some(last) = number.checked_sub(1) {
                let (key, _) = schedule.entry(last);
                self.push(since + entered, Happened::KeyLeft { state, key });
            }
            self.push(since + entered, Happened::KeyEntered { state, key });
            if matches!(schedule.after, After::Hold(_)) && number == schedule.steps.len() as u64 {
                self.push(since + entered, Happened::Finished { state });
            }
        }
        self.entries = self.entries.max(count);
    }

    /// Reports that a state is left, and so is its current key.
    pub(super) fn leave(&mut self, state: usize, key: Option<usize>, time: f64) {
        if let Some(key) = key {
            self.push(time, Happened::KeyLeft { state, key });
        }
        self.push(time, Happened::Left { state });
    }

    pub(super) fn take(&mut self) -> Drain<'_, Happening> {
        self.happenings.take()
    }

    fn push(&mut self, time: f64, what: Happened) {
        self.happenings.push(Happening::new(time, what));
    }
}
