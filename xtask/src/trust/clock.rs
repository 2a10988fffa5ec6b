//! Time that other programs do not take part in.

use std::fs;
use std::time::{Duration, Instant};

/// How exact the time of the processor is: the system counts it at its own ticks.
const COARSE: Duration = Duration::from_millis(40);

/// A moment, on the clock and of this thread.
pub(crate) struct Start {
    clock: Instant,
    thread: Option<u64>,
}

/// Begins to measure.
pub(crate) fn start() -> Start {
    Start { clock: Instant::now(), thread: thread_time() }
}

impl Start {
    /// How long this thread has run since: the time on the clock where that is short, or where the system states no other.
    pub(crate) fn taken(&self) -> Duration {
        let clock = self.clock.elapsed();
        match (self.thread, thread_time()) {
            (Some(start), Some(end)) if clock > COARSE => {
                Duration::from_nanos(end.saturating_sub(start)).min(clock)
            }
            _ => clock,
        }
    }
}

/// Nanoseconds that this thread has run, as Linux states them.
fn thread_time() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_waits_does_not_run() {
        let start = start();
        std::thread::sleep(Duration::from_millis(200));
        let is_stated = thread_time().is_some();
        assert!(!is_stated || start.taken() < Duration::from_millis(150), "{:?}", start.taken());
    }
}
