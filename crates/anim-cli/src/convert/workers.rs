//! Tasks on several threads, and what they give in the order of the tasks.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use crate::exit::Failure;

/// How long the thread that takes what tasks give pauses when there is nothing. One that waited would have to be woken for each, which
/// costs as much as a small file.
const PAUSE: Duration = Duration::from_millis(1);

/// Does all tasks, several at once if asked for, and passes on what each gives in their order. The first failure of `take` ends it.
pub(super) fn run_all<I: Sync, T: Send>(
    jobs: usize,
    tasks: &[I],
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let workers = jobs.min(tasks.len());
    if workers <= 1 {
        return tasks.iter().try_for_each(|task| take(work(task)));
    }
    let (next, work) = (&AtomicUsize::new(0), &work);
    thread::scope(|scope| {
        // It goes with this closure, and with it the threads: they are done once nobody takes what they give.
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let sender = sender.clone();
            let worker = thread::Builder::new().spawn_scoped(scope, move || run(next, tasks, work, &sender));
            worker.map_err(|error: io::Error| {
                Failure::io(format!("{workers} threads cannot be had: {error}"))
            })?;
        }
        drop(sender);
        // What came before its turn.
        let mut early = HashMap::new();
        let mut turn = 0;
        loop {
            match receiver.try_recv() {
                Ok((index, given)) => drop(early.insert(index, given)),
                Err(TryRecvError::Empty) => thread::sleep(PAUSE),
                Err(TryRecvError::Disconnected) => return Ok(()),
            }
            while let Some(given) = early.remove(&turn) {
                take(given)?;
                turn += 1;
            }
        }
    })
}

/// Does tasks as long as there is a next one, and somebody takes what they give.
fn run<I, T>(next: &AtomicUsize, tasks: &[I], work: impl Fn(&I) -> T, sender: &Sender<(usize, T)>) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = tasks.get(index) else { return };
        if sender.send((index, work(task))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tasks_give_comes_in_their_order() {
        let tasks: Vec<u64> = (0..50).collect();
        for jobs in [1, 2, 7, 100] {
            let mut given = Vec::new();
            // The first of each ten is long, and the others overtake it.
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
