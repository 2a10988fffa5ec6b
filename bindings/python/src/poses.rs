//! Poses and values at many times, as flat arrays, computed without Python.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anim_core::{Affine, Pose, checkpoint};

use crate::arrays::Number;
use crate::error::Failure;
use crate::held::Held;

/// The number of values that justifies another thread.
const WORTH_A_THREAD: usize = 1 << 17;

/// The number of values between two checkpoints, or those of one time if they are more.
const STEP: usize = 1 << 14;

/// The time between two checkpoints of a thread that waits for others.
const PERIOD: Duration = Duration::from_millis(25);

/// The space of a pose's matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// From the node's space to its parent's.
    Local,
    /// From the node's space to the world's.
    World,
}

/// The matrices of all nodes at each time: 12 numbers for each, row by row.
pub(crate) fn matrices<T: Number>(
    held: &Held,
    times: &[f64],
    frame: Frame,
    values: &mut [T],
) -> Result<(), Failure> {
    let start = || Ok((held.poser()?, Pose::default()));
    at_each(times, values, start, |(poser, pose), time, values| {
        poser.pose(time, pose);
        let matrices = match frame {
            Frame::Local => &pose.local,
            Frame::World => &pose.world,
        };
        for (Affine(rows), values) in matrices.iter().zip(values.as_chunks_mut::<12>().0) {
            *values = std::array::from_fn(|i| T::of(rows[i / 4][i % 4]));
        }
    })
}

/// The local rotations of all nodes at each time: x, y, z, w for each. A matrix is decomposed.
pub(crate) fn rotations<T: Number>(held: &Held, times: &[f64], values: &mut [T]) -> Result<(), Failure> {
    at_each(
        times,
        values,
        || held.poser(),
        |poser, time, values| {
            for (node, value) in values.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let state = poser.node(node, time);
                let rotation =
                    state.matrix.map_or(state.transform.rotation, |matrix| matrix.decompose().rotation);
                *value = rotation.map(T::of);
            }
        },
    )
}

/// Whether each node exists, and the index of its parent or −1, at each time.
pub(crate) fn hierarchy(held: &Held, times: &[f64]) -> Result<(Vec<bool>, Vec<i64>), Failure> {
    let nodes = held.clip.nodes.len();
    let (mut alive, mut parents) = (room(times.len(), nodes)?, room(times.len(), nodes)?);
    let (mut poser, mut pose) = (held.poser()?, Pose::default());
    for &time in times {
        checkpoint();
        poser.pose(time, &mut pose);
        alive.extend_from_slice(&pose.alive);
        parents.extend(pose.parent.iter().map(|parent| parent.map_or(-1, |parent| parent as i64)));
    }
    Ok((alive, parents))
}

/// The components of a channel at each time.
pub(crate) fn samples<T: Number>(
    held: &Held,
    channel: usize,
    times: &[f64],
    values: &mut [T],
) -> Result<(), Failure> {
    let width = held.clip.channels.get(channel).map_or(0, |channel| channel.curve().width());
    let start = || Ok((held.sampler()?, vec![0.0; width]));
    at_each(times, values, start, |(sampler, sample), time, values| {
        sampler.sample(channel, time, sample);
        values.iter_mut().zip(sample).for_each(|(value, sample)| *value = T::of(*sample));
    })
}

/// Writes the values of each time, equally many for each, on as many threads as the work justifies. Each thread begins with
/// `start`.
fn at_each<T: Send, S>(
    times: &[f64],
    values: &mut [T],
    start: impl Fn() -> Result<S, Failure> + Sync,
    write: impl Fn(&mut S, f64, &mut [T]) + Sync,
) -> Result<(), Failure> {
    let width = values.len().checked_div(times.len()).unwrap_or(0);
    if width == 0 {
        return Ok(());
    }
    let step = (STEP / width).max(1);
    let run = |times: &[f64], values: &mut [T], goes_on: &dyn Fn() -> bool| {
        let mut state = start()?;
        for (times, values) in times.chunks(step).zip(values.chunks_mut(step * width)) {
            if !goes_on() {
                break;
            }
            let each = times.iter().zip(values.chunks_exact_mut(width));
            each.for_each(|(&time, values)| write(&mut state, time, values));
        }
        Ok(())
    };
    let parts = values.len() / WORTH_A_THREAD;
    if parts < 2 {
        return run(times, values, &|| {
            checkpoint();
            true
        });
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(parts);
    let count = times.len().div_ceil(threads);
    let ended = AtomicBool::new(false);
    let goes_on = || !ended.load(Relaxed);
    // This thread only waits, so that a signal ends the others.
    thread::scope(|scope| {
        let _end = End(&ended);
        let (done, results) = mpsc::channel();
        for (times, values) in times.chunks(count).zip(values.chunks_mut(count * width)) {
            let (done, run, goes_on) = (done.clone(), &run, &goes_on);
            scope.spawn(move || drop(done.send(run(times, values, goes_on))));
        }
        drop(done);
        loop {
            match results.recv_timeout(PERIOD) {
                Ok(result) => result?,
                Err(RecvTimeoutError::Timeout) => checkpoint(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}

/// Ends the work of other threads when it is dropped.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Memory for `times` × `width` numbers.
fn room<T>(times: usize, width: usize) -> Result<Vec<T>, Failure> {
    let mut values = Vec::new();
    let count = times.checked_mul(width).ok_or(Failure::Memory)?;
    values.try_reserve_exact(count).map_err(|_| Failure::Memory)?;
    Ok(values)
}
