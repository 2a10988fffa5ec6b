//! Tasks on several threads, with results in the order of the tasks.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::exit::Failure;

/// Runs all tasks, several at once if requested, and passes on their results in order. The first failure of `take` ends the run.
///
/// No thread waits for another: the thread with the next result passes it on, together with those behind it that other threads
/// add meanwhile.
pub(super) fn run_all<I: Sync, T: Send>(
    jobs: usize,
    tasks: &[I],
    work: impl Fn(&I) -> T + Sync,
    take: impl FnMut(T) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let workers = jobs.min(tasks.len());
    let (next, results) = (AtomicUsize::new(0), Results::new(take));
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            if !results.add(index, work(task)) {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            thread::Builder::new().spawn_scoped(scope, run).map_err(|error: io::Error| {
                next.store(tasks.len(), Ordering::Relaxed);
                Failure::io(format!("{workers} threads cannot be started: {error}"))
            })?;
        }
        run();
        Ok(())
    })?;
    results.waiting.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
}

/// The number of results that may wait while others are passed on.
const MOST: usize = 256;

/// The results of tasks, and where they go.
struct Results<T, F> {
    waiting: Mutex<Waiting<T>>,
    /// Locked while results are passed on.
    take: Mutex<F>,
}

/// Results that are not passed on yet.
struct Waiting<T> {
    results: HashMap<usize, T>,
    /// The index of the next result to be passed on.
    turn: usize,
    /// Whether a thread passes on results, and will find those that are added.
    has_taker: bool,
    outcome: Result<(), Failure>,
}

impl<T, F: FnMut(T) -> Result<(), Failure>> Results<T, F> {
    fn new(take: F) -> Self {
        let waiting = Waiting { results: HashMap::new(), turn: 0, has_taker: false, outcome: Ok(()) };
        Self { waiting: Mutex::new(waiting), take: Mutex::new(take) }
    }

    /// Adds a result and passes on those whose turn it is, unless another thread does so. Returns whether to continue.
    fn add(&self, index: usize, result: T) -> bool {
        let mut waiting = lock(&self.waiting);
        waiting.results.insert(index, result);
        if waiting.has_taker {
            let (goes_on, is_full) = (waiting.outcome.is_ok(), waiting.results.len() >= MOST);
            drop(waiting);
            if is_full {
                drop(lock(&self.take));
            }
            return goes_on;
        }
        waiting.has_taker = true;
        let mut take = lock(&self.take);
        while waiting.outcome.is_ok()
            && let Some(result) = waiting.next()
        {
            drop(waiting);
            let outcome = take(result);
            waiting = lock(&self.waiting);
            waiting.outcome = outcome;
        }
        waiting.has_taker = false;
        waiting.outcome.is_ok()
    }
}

impl<T> Waiting<T> {
    fn next(&mut self) -> Option<T> {
        let next = self.results.remove(&self.turn)?;
        self.turn += 1;
        Some(next)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_tasks_give_comes_in_their_order() {
        let tasks: Vec<u64> = (0..50).collect();
        for jobs in [1, 2, 7, 100] {
            let mut given = Vec::new();
            // The first task of each ten is long, and the others overtake it.
            let work = |task: &u64| {
                thread::sleep(Duration::from_millis(if task.is_multiple_of(10) { 12 } else { 0 }));
                task * task
            };
            let take = |square| {
                given.push(square);
                Ok(())
            };
            run_all(jobs, &tasks, work, take).unwrap();
            assert_eq!(given, tasks.iter().map(|task| task * task).collect::<Vec<_>>(), "{jobs}");
        }
    }

    #[test]
    fn a_failure_to_take_ends_the_work() {
        let done = AtomicUsize::new(0);
        let tasks = [(); 1000];
        let work = |(): &()| {
            thread::sleep(Duration::from_millis(1));
            done.fetch_add(1, Ordering::Relaxed)
        };
        let failure = run_all(2, &tasks, work, |_| Err(Failure::io("full"))).unwrap_err();
        assert_eq!(failure.message, "full");
        assert!(done.load(Ordering::Relaxed) < tasks.len());
    }

    #[test]
    fn without_tasks_there_is_nothing_to_take() {
        assert!(run_all(2, &[], |(): &()| (), |()| Err(Failure::io("taken"))).is_ok());
    }
}
