//! Long work without the interpreter, which signals such as that of Ctrl-C end.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anim_core::interruptible;
use pyo3::prelude::*;

use crate::error::Failure;

/// The shortest and the longest time between two looks at Python's signals. The longest is for programs whose other threads keep the
/// interpreter busy: each look waits until it is free.
const PERIODS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(500)];

/// The part of the time that looks may take, as its inverse.
const WORTH: u32 = 100;

/// Does work while other Python threads run. In the main thread a signal whose handler raises an exception ends the work, with that
/// exception.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    py.detach(|| interruptible(look(), work)?)
}

/// The look at Python's signals, if it is time for one.
fn look() -> impl Fn() -> Result<(), Failure> {
    let (last, period) = (Cell::new(Instant::now()), Cell::new(Some(PERIODS[0])));
    move || {
        let Some(_) = period.get().filter(|period| last.get().elapsed() >= *period) else { return Ok(()) };
        let begun = Instant::now();
        // The interpreter may be ending.
        let is_main = Python::try_attach(|py| -> PyResult<bool> {
            py.check_signals()?;
            is_main(py)
        });
        last.set(Instant::now());
        let took = last.get() - begun;
        // Python handles signals in its main thread.
        period.set(is_main.unwrap_or(Ok(false))?.then(|| (took * WORTH).clamp(PERIODS[0], PERIODS[1])));
        Ok(())
    }
}

fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    Ok(threading.call_method0("current_thread")?.is(&threading.call_method0("main_thread")?))
}
