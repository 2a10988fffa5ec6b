//! Events of a player, and the queue of those not taken yet.

use std::collections::VecDeque;
use std::collections::vec_deque::Drain;

/// The maximum number of events that a player keeps until they are taken; it keeps the latest.
pub const MAX_HAPPENINGS: usize = 1 << 10;

/// An event of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening {
    /// The time in seconds since the player was made.
    pub time: f64,
    /// What happened.
    pub what: Happened,
}

/// The kinds of events. States are indices in [`Player::states`](crate::Player::states).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Happened {
    /// A state began to play.
    Entered {
        /// The state.
        state: usize,
    },
    /// A state was left for the state that is entered next: at its end, or by [`Player::play`](crate::Player::play).
    Left {
        /// The state.
        state: usize,
    },
    /// A state without a next state ended. It holds its last frame.
    Finished {
        /// The state.
        state: usize,
    },
}

/// The events that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(VecDeque<Happening>);

impl Queue {
    pub(super) fn push(&mut self, time: f64, what: Happened) {
        if self.0.len() == MAX_HAPPENINGS {
            self.0.pop_front();
        }
        self.0.push_back(Happening { time, what });
    }

    pub(super) fn drain(&mut self) -> Drain<'_, Happening> {
        self.0.drain(..)
    }
}
