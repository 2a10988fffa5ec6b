//! Events of a player.

/// An event of a player.
pub type Happening = anim_core::Happening<Happened>;

/// The kinds of events. States are indices in [`Player::states`](crate::Player::states).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Happened {
    /// A state began to play.
    Entered {
        /// The state.
        state: usize,
    },
    /// A state was left for the state that is entered next: at its end, or by [`Player::start`](crate::Player::start).
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
