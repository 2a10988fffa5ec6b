//! Tasks on several threads, with results in the order of the tasks.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::exit::Failure;

/// Runs all tasks, several at once if requested, and passes on their results in order. The first failure of `take` ends the run.
///
/// The thread with the next result passes it on, together with the results waiting behind it: so most memory is freed by the thread
/// that allocated it, which is cheaper, and no thread has to be woken.
pub(super) fn run_all<I: Sync, T: Send>(
    jobs: usize,
    tasks: &[I],
    work: impl Fn(&I) -> T + Sync,
    take: impl FnMut(T) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let workers = jobs.min(tasks.len());
    let (next, given) = (AtomicUsize::new(0), Mutex::new(Given::new(take)));
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            let result = work(task);
            if !given.lock().unwrap_or_else(PoisonError::into_inner).pass_on(index, result) {
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
    given.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
}

/// The results of tasks.
struct Given<T, F> {
    take: F,
    turn: usize,
    /// Results that came before their turn.
    early: HashMap<usize, T>,
    outcome: Result<(), Failure>,
}

impl<T, F: FnMut(T) -> Result<(), Failure>> Given<T, F> {
    fn new(take: F) -> Self {
        Self { take, turn: 0, early: HashMap::new(), outcome: Ok(()) }
    }

    /// Passes on all results whose turn it is, and returns whether to continue.
    fn pass_on(&mut self, index: usize, result: T) -> bool {
        let mut result = Some(result);
        if index != self.turn {
            self.early.extend(result.take().map(|result| (index, result)));
        }
        while self.outcome.is_ok()
            && let Some(result) = result.take().or_else(|| self.early.remove(&self.turn))
        {
            self.outcome = (self.take)(result);
            self.turn += 1;
        }
        self.outcome.is_ok()
    }
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
