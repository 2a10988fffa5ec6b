//! The queue of scheduled events.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A scheduled event.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// An animation is activated.
    Activate(usize),
    /// The delay of an animation has passed, unless it was cancelled since.
    Begin(usize, u64),
    /// The timeline of an animation itself ends, unless it was cancelled since.
    End(usize, u64),
    /// A condition of a sensor is met.
    Met(usize, usize),
    /// A sensor carries out an action.
    Act(usize, usize),
}

/// Scheduled events, by tick, then in the order in which they were scheduled.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Reverse<Scheduled>>,
    sequence: u64,
}

#[derive(Clone, Debug)]
struct Scheduled {
    tick: f64,
    sequence: u64,
    what: What,
}

impl PartialEq for Scheduled {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scheduled {}

impl PartialOrd for Scheduled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheduled {
    fn cmp(&self, other: &Self) -> Ordering {
        self.tick.total_cmp(&other.tick).then(self.sequence.cmp(&other.sequence))
    }
}

impl Queue {
    pub(super) fn push(&mut self, tick: f64, what: What) {
        self.sequence += 1;
        self.heap.push(Reverse(Scheduled { tick, sequence: self.sequence, what }));
    }

    /// The tick of the next event.
    pub(super) fn next_tick(&self) -> Option<f64> {
        self.heap.peek().map(|next| next.0.tick)
    }

    /// Takes out the next event.
    pub(super) fn pop(&mut self) -> Option<What> {
        self.heap.pop().map(|next| next.0.what)
    }
}
