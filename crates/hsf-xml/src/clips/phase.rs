//! Runs that begin within their timeline (`CurrentTick`) after a delay.

use anim_core::Wrap;

use super::plain::{Plain, Runs, append};
use super::split::split;

impl Plain {
    /// The keys of unrolled runs without the part before the tick at which they begin, unless that part is before the clip
    /// anyway. Loops begin at that tick too, and each loop ends where the next one begins.
    pub(super) fn begin(mut self, wrap: Wrap, runs: Runs) -> (Self, Wrap, Runs) {
        if runs.current == 0.0 || runs.start <= 0.0 || self.keys.len() < 2 {
            return (self, wrap, runs);
        }
        if wrap == Wrap::Hold {
            let [_, keys] = split(&self.keys, runs.current);
            self.keys = keys;
            return (self, wrap, runs);
        }
        let (length, cycle) = (runs.span.length, runs.span.cycle());
        if wrap == Wrap::PingPong {
            let back = self.mirrored(length);
            append(&mut self.keys, &back, length);
        }
        let current = runs.current.rem_euclid(cycle);
        let [before, mut keys] = split(&self.keys, current);
        append(&mut keys, &before, cycle);
        (Self { width: self.width, keys }, Wrap::Repeat, Runs { current, ..runs })
    }
}
