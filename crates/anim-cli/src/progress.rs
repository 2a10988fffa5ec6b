//! Progress bars for long work, on terminals.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::Console;

/// A bar at the bottom of the terminal; nothing if standard error is not a terminal, or with `--quiet`.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

const FILES: &str = "{bar:30} {human_pos} of {human_len} files, {eta} left";
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
/// For a stream of unknown length.
const UNKNOWN: &str = "{bytes}, {bytes_per_sec}";

/// How many times per second the bar is drawn.
const HERTZ: u8 = 10;

impl Progress {
    /// The progress of a number of files.
    pub(crate) fn of_files(console: &Console, count: usize) -> Self {
        Self::new(console, Some(count as u64), FILES)
    }

    /// The progress of a number of bytes, `None` if unknown.
    pub(crate) fn of_bytes(console: &Console, count: Option<u64>) -> Self {
        Self::new(console, count, if count.is_some() { BYTES } else { UNKNOWN })
    }

    fn new(console: &Console, count: Option<u64>, template: &str) -> Self {
        if console.is_quiet() || !io::stderr().is_terminal() {
            return Self(None);
        }
        let target = ProgressDrawTarget::stderr_with_hz(HERTZ);
        // The templates are known to parse.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(Some(ProgressBar::with_draw_target(count, target).with_style(style)))
    }

    /// Adds completed work.
    pub(crate) fn add(&self, count: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(count);
        }
    }

    /// Runs a function that writes to the terminal while the bar is hidden.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// The bar disappears when the work ends.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_adds_up() {
        let progress = Progress(Some(ProgressBar::hidden()));
        progress.add(3);
        progress.add(4);
        assert_eq!(progress.0.as_ref().map(ProgressBar::position), Some(7));
    }

    #[test]
    fn templates_parse() {
        for template in [FILES, BYTES, UNKNOWN] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
