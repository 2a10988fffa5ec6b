//! What happens while a player plays, and the queue of happenings that were not asked for yet.

use std::collections::VecDeque;
use std::collections::vec_deque::Drain;

/// The most happenings that a player keeps until it is asked for them; of more, it keeps the latest.
pub const MAX_HAPPENINGS: usize = 1 << 10;

/// Something that happened while a player played.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening {
    /// The time in seconds since the player was made.
    pub time: f64,
    /// What happened.
    pub what: Happened,
}

/// What happened. States are indices in [`Player::states`](crate::Player::states).
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
    /// A state ended that no state follows. It holds its last frame from now on.
    Finished {
        /// The state.
        state: usize,
    },
}

/// The happenings that the player was not asked for yet.
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
