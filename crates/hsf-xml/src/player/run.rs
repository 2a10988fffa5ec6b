//! Advancing the time.

use anim_core::time::touching;

use super::engine::Engine;
use super::happened::{MAX_STEPS, Overrun};
use super::queue::What;

impl Engine {
    /// Processes everything up to a tick, or past it only by rounding.
    pub(super) fn run(&mut self, until: f64) -> Result<(), Overrun> {
        let ticks_per_second = self.program.ticks_per_second;
        let last = until + touching(until / ticks_per_second) * ticks_per_second;
        for _ in 0..MAX_STEPS {
            let queued = self.queue.next_tick().filter(|tick| *tick <= last);
            let tick = self.next_watched_tick().filter(|tick| *tick <= last);
            match (queued, tick) {
                (Some(queued), tick) if tick.is_none_or(|tick| queued <= tick) => {
                    self.now = self.now.max(queued);
                    self.ticked = self.ticked.max(queued.ceil() - 1.0);
                    if let Some(what) = self.queue.pop() {
                        self.happen(what);
                    }
                }
                (_, Some(tick)) => {
                    (self.now, self.ticked) = (tick, tick);
                    for &(sensor, condition) in &self.watchers.ticking {
                        self.queue.push(tick, What::Met(sensor, condition));
                    }
                }
                _ => {
                    self.now = self.now.max(until);
                    self.ticked = self.ticked.max(self.now.floor());
                    return Ok(());
                }
            }
        }
        Err(Overrun::at(self.now))
    }

    /// The next whole tick, if a sensor waits for every tick. Everything else at that tick comes first.
    fn next_watched_tick(&self) -> Option<f64> {
        (self.ticking > 0).then_some(self.ticked + 1.0)
    }

    fn happen(&mut self, what: What) {
        match what {
            What::Activate(index) => self.activate(index),
            What::Begin(index, turn) => {
                if self.animations[index].turn == turn {
                    self.begin(index);
                }
            }
            What::End(index, turn) => {
                if self.animations[index].turn == turn {
                    self.animations[index].is_over = true;
                    self.finish(index);
                }
            }
            What::Met(sensor, condition) => self.sense(sensor, condition),
            What::Act(sensor, action) => self.act(sensor, action),
        }
    }
}
