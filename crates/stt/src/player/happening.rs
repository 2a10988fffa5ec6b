//! Happenings of a player, and the queue of those that it has not been asked for yet.

use std::collections::VecDeque;
use std::collections::vec_deque::Drain;

use crate::schedule::{After, Schedule};

/// The most happenings that a player keeps until it is asked for them; of more, it keeps the last ones.
pub const MAX_HAPPENINGS: usize = 1 << 10;

/// Something that happened while a player played.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening {
    /// When, in seconds since the player was made.
    pub time: f64,
    /// What happened.
    pub what: Happened,
}

/// What happened. States and keys are indices into [`Stt::states`](crate::Stt::states) and
/// [`Keyframes::keys`](crate::Keyframes::keys).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Happened {
    /// A state began to play.
    StateEntered {
        /// The state.
        state: usize,
    },
    /// A state ended because another one begins.
    StateLeft {
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
    /// A one-way sequence reached its last key, whose first pose it holds from now on.
    Finished {
        /// The keyframe state.
        state: usize,
    },
}

/// The happenings that the player has not been asked for yet.
#[derive(Debug, Default)]
pub(super) struct Queue {
    happenings: VecDeque<Happening>,
    /// How many keys of the present state are reported as entered.
    entries: u64,
}

impl Queue {
    /// Reports that a state is entered at a time of the player.
    pub(super) fn enter(&mut self, state: usize, time: f64) {
        self.push(time, Happened::StateEntered { state });
        self.entries = 0;
    }

    /// Reports the keys of a state that was entered at `since`, up to a time since then.
    pub(super) fn play(&mut self, state: usize, schedule: &Schedule, since: f64, time: f64) {
        let count = schedule.entries(time);
        // Earlier ones would not stay in the queue. So the cost of a step has a bound, however long the step is.
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

    /// Reports that a state is left, and the key that plays in it.
    pub(super) fn leave(&mut self, state: usize, key: Option<usize>, time: f64) {
        if let Some(key) = key {
            self.push(time, Happened::KeyLeft { state, key });
        }
        self.push(time, Happened::StateLeft { state });
    }

    pub(super) fn drain(&mut self) -> Drain<'_, Happening> {
        self.happenings.drain(..)
    }

    fn push(&mut self, time: f64, what: Happened) {
        if self.happenings.len() == MAX_HAPPENINGS {
            self.happenings.pop_front();
        }
        self.happenings.push_back(Happening { time, what });
    }
}
