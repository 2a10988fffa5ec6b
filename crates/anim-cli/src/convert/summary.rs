//! The result of a batch, in one line.

use std::fmt;
use std::time::Instant;

use anim_formats::Losses;
use serde::Serialize;

use super::outcome::Outcome;
use crate::text::counted;

/// Counts of a batch.
#[derive(Debug)]
pub(super) struct Summary {
    begun: Instant,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Counts {
    converted: usize,
    skipped: usize,
    failed: usize,
    /// The total size of the inputs that were read, and of the outputs.
    bytes_in: usize,
    bytes_out: usize,
    kept: usize,
    approximated: usize,
    dropped: usize,
    seconds: f64,
}

impl Summary {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), counts: Counts::default() }
    }

    /// Adds the result of an input.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let counts = &mut self.counts;
        match outcome {
            Outcome { failure: Some(_), .. } => counts.failed += 1,
            Outcome { skipped: true, .. } => counts.skipped += 1,
            _ => counts.converted += 1,
        }
        counts.bytes_in += outcome.bytes;
        counts.bytes_out += outcome.made.iter().filter_map(|made| made.bytes).sum::<usize>();
        // What is not written loses nothing.
        let mut made = outcome.made.iter().filter(|made| made.bytes.is_some()).peekable();
        let read = if made.peek().is_some() { outcome.report.losses.as_slice() } else { &[] };
        let made = made.flat_map(|made| &made.report.losses);
        let Losses { kept, approximated, dropped, .. } = Losses::of(read.iter().chain(made));
        counts.kept += kept;
        counts.approximated += approximated;
        counts.dropped += dropped;
    }

    /// The counts so far.
    pub(super) fn counts(&self) -> Counts {
        Counts { seconds: self.begun.elapsed().as_secs_f64(), ..self.counts }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { converted, skipped, failed, bytes_in, bytes_out, kept, approximated, dropped, seconds } =
            self;
        let files = counted(converted + skipped + failed, "file");
        write!(f, "{files}: {converted} converted, {skipped} skipped, {failed} failed; ")?;
        write!(f, "{} -> {}; ", counted(*bytes_in, "byte"), counted(*bytes_out, "byte"))?;
        write!(f, "{kept} kept, {approximated} approximated, {dropped} dropped; {seconds:.1} s")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_time_of_a_batch_is_that_since_it_began() {
        let begun = Instant::now().checked_sub(Duration::from_millis(1250)).unwrap();
        let seconds = Summary { begun, counts: Counts::default() }.counts().seconds;
        assert!((1.25..60.0).contains(&seconds), "{seconds}");
    }
}
