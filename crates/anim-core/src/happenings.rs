//! The events of a player, until they are taken.

use std::collections::VecDeque;
use std::collections::vec_deque::Drain;

/// The maximum number of events that [`Happenings`] keeps.
pub const MAX_HAPPENINGS: usize = 1 << 10;

/// An event of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening<What> {
    /// The time in seconds since the player was made.
    pub time: f64,
    /// What happened.
    pub what: What,
}

/// The events that have not been taken yet: the latest [`MAX_HAPPENINGS`].
///
/// ```
/// use anim_core::Happenings;
///
/// let mut happenings = Happenings::default();
/// happenings.push(0.5, "entered");
/// assert_eq!(happenings.drain().map(|happening| (happening.time, happening.what)).collect::<Vec<_>>(), [(0.5, "entered")]);
/// assert_eq!(happenings.drain().len(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Happenings<What>(VecDeque<Happening<What>>);

impl<What> Default for Happenings<What> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<What> Happenings<What> {
    /// Adds an event at a time in seconds since the player was made.
    pub fn push(&mut self, time: f64, what: What) {
        if self.0.len() == MAX_HAPPENINGS {
            self.0.pop_front();
        }
        self.0.push_back(Happening { time, what });
    }

    /// Takes all events, in order.
    pub fn drain(&mut self) -> Drain<'_, Happening<What>> {
        self.0.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_events_are_kept() {
        let mut happenings = Happenings::default();
        (0..MAX_HAPPENINGS + 2).for_each(|number| happenings.push(number as f64, number));
        let kept: Vec<usize> = happenings.drain().map(|happening| happening.what).collect();
        assert_eq!(kept, (2..MAX_HAPPENINGS + 2).collect::<Vec<_>>());
    }
}
