//! How the segments of a curve share its keys.

use super::{Baking, Keys, MAX_DEPTH, Motion, Sample};

impl Keys {
    fn clear(&mut self) {
        self.times.clear();
        self.values.clear();
        (self.error, self.jump) = (0.0, 0.0);
    }
}

impl<M: Motion> Baking<'_, M> {
    /// The keys at these times, the first of which is `from`, and between them, as long as there may be more. Returns the last sample.
    pub(super) fn make(&mut self, from: f64, breaks: &[f64], depth: u32) -> Sample {
        let mut first = self.end(from, 0);
        for pair in breaks.windows(2) {
            if self.is_full() {
                return first;
            }
            first = self.segment(first, pair[1], depth);
            self.samples.truncate(2 * self.size());
        }
        self.push(first);
        first
    }

    /// [`make`](Self::make) where the tolerance takes more than `most` keys: every segment that needs them has an equal part, which
    /// halving it `low` times makes in any case and `high` times at most.
    pub(super) fn share(&mut self, from: f64, breaks: &[f64], most: f64, [low, high]: [u32; 2]) -> Sample {
        self.restart(f64::INFINITY);
        let last = self.make(from, breaks, low);
        // What the others leave, which those of jumps may take.
        let rest = (most - self.keys.times.len() as f64) / self.coarse.max(1) as f64;
        let parts = (f64::from(1 << low) + rest.max(0.0)).min(f64::from(1 << high));
        let depth = if self.coarse > 0 { (parts as u32).ilog2() } else { low };
        if depth <= low {
            return last;
        }
        for depth in (low + 1..=depth).rev().take(2) {
            self.restart(most);
            let last = self.make(from, breaks, depth);
            if !self.is_full() {
                return last;
            }
        }
        self.restart(f64::INFINITY);
        self.make(from, breaks, low)
    }

    /// Drops the keys, and allows `most` from now on.
    fn restart(&mut self, most: f64) {
        self.keys.clear();
        (self.most, self.coarse) = (most, 0);
    }

    /// Whether there are more keys than there may be.
    pub(super) fn is_full(&self) -> bool {
        self.keys.times.len() as f64 > self.most
    }

    /// Into how many parts the rest of the current segment may be divided; 0 or less if it has or needs more keys than it may have.
    pub(super) fn left(&self) -> f64 {
        self.enough - self.keys.times.len() as f64 + 1.0
    }

    pub(super) fn is_beyond(&self) -> bool {
        self.left() <= 0.0
    }

    /// Adds the keys from a sample up to, but not including, a time, with those of jumps next to both: those that the tolerance needs,
    /// or as many as halving it `depth` times makes if it needs more. Returns the sample at that time.
    pub(super) fn segment(&mut self, first: Sample, to: f64, depth: u32) -> Sample {
        let (count, width) = (self.keys.times.len(), self.motion.width());
        let (error, jump) = (self.keys.error, self.keys.jump);
        // The two keys of jumps are not counted.
        let own = (count + (1 << depth) + 2) as f64;
        self.enough = own.min(self.most + 2.0);
        let last = self.halved(first, to, MAX_DEPTH);
        let is_beyond = self.is_beyond();
        self.enough = f64::INFINITY;
        if !is_beyond {
            return last;
        }
        if self.most + 2.0 < own {
            self.most = 0.0;
            return last;
        }
        self.keys.times.truncate(count);
        self.keys.values.truncate(count * width);
        (self.keys.error, self.keys.jump) = (error, jump);
        self.samples.truncate(2 * self.size());
        self.coarse += 1;
        self.halved(first, to, depth)
    }
}
