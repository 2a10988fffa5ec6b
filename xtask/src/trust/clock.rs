//! Processor time, which excludes other programs.

use std::time::{Duration, Instant};

/// A time, on the clock and of this thread.
pub(crate) struct Start {
    clock: Instant,
    thread: Option<Duration>,
}

/// Starts a measurement.
pub(crate) fn start() -> Start {
    Start { clock: Instant::now(), thread: thread_time() }
}

impl Start {
    /// The processor time of this thread since; the clock time if the system does not provide it.
    pub(crate) fn taken(&self) -> Duration {
        match (self.thread, thread_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.clock.elapsed(),
        }
    }
}

/// The processor time of this thread, in nanoseconds counted by the system.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
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

    #[test]
    fn a_thread_that_works_runs() {
        let start = start();
        let mut sum = 0_u64;
        while start.clock.elapsed() < Duration::from_millis(200) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(start.taken() >= Duration::from_millis(1), "{:?} for {sum}", start.taken());
    }
}
