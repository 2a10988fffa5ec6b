//! The events of a player that have not been taken yet.

use std::collections::VecDeque;
use std::collections::vec_deque::Drain;

/// The maximum number of events that players of states keep until they are taken; they keep the latest. A program that lets years pass
/// at once needs to know only how they ended.
pub const MAX_HAPPENINGS: usize = 1 << 10;

/// A queue that keeps the latest events, for the players of formats.
///
/// ```
/// let mut happenings = anim_core::Happenings::keeping(2);
/// [1, 2, 3].into_iter().for_each(|event| happenings.push(event));
/// assert!(happenings.take().eq([2, 3]));
/// assert_eq!(happenings.take().len(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Happenings<H> {
    latest: VecDeque<H>,
    most: usize,
}

impl<H> Happenings<H> {
    /// A queue that keeps at most this many events.
    pub const fn keeping(most: usize) -> Self {
        Self { latest: VecDeque::new(), most }
    }

    /// Adds an event, in place of the oldest one if there are too many.
    pub fn push(&mut self, happening: H) {
        if self.latest.len() >= self.most {
            self.latest.pop_front();
        }
        if self.most > 0 {
            self.latest.push_back(happening);
        }
    }

    /// Takes out all events, the oldest first.
    pub fn take(&mut self) -> Drain<'_, H> {
        self.latest.drain(..)
    }
}

impl<H> Default for Happenings<H> {
    /// A queue that keeps [`MAX_HAPPENINGS`].
    fn default() -> Self {
        Self::keeping(MAX_HAPPENINGS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_events_are_kept_in_order() {
        for (most, count, expected) in [(0, 3, 3..3), (1, 3, 2..3), (3, 2, 0..2), (3, 3, 0..3), (3, 7, 4..7)]
        {
            let mut happenings = Happenings::keeping(most);
            (0..count).for_each(|event: i32| happenings.push(event));
            assert!(happenings.take().eq(expected), "{count} of at most {most}");
            happenings.push(9);
            assert_eq!(happenings.take().len(), most.min(1), "those that were taken are gone");
        }
        let mut happenings = Happenings::default();
        (0..=MAX_HAPPENINGS).for_each(|event| happenings.push(event));
        assert!(happenings.take().eq(1..=MAX_HAPPENINGS));
    }
}
