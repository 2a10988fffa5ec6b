//! A curve whose keys can be changed.

mod curve_error;
mod cut;
mod turned;

pub(super) use curve_error::CurveError;

use std::ops::Range;

use crate::{ClipError, Curve, Ease, Handles, Rate, Times, Wrap};

/// Times that differ by less are equal: sampling distinguishes no jumps closer than this.
pub(super) const SAME: f64 = 1e-9;

/// The keys of a curve in columns, with an ease for each key and a pair of handles for each value.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) width: usize,
    pub(super) times: Vec<f64>,
    pub(super) values: Vec<f64>,
    pub(super) eases: Vec<Ease>,
    pub(super) handles: Vec<Handles>,
    pub(super) wrap: (Wrap, Wrap),
    pub(super) has_handles: bool,
    /// The rate of the key times, if they are uniform.
    pub(super) rate: Option<Rate>,
    /// The largest error of a value caused by the changes.
    pub(super) error: CurveError,
    /// The duration in seconds of the longest jump made by the changes.
    pub(super) jump: f64,
    /// Whether values that appeared at only one instant are lost.
    pub(super) instant: bool,
}

impl Draft {
    pub(super) fn of(curve: &Curve) -> Self {
        Self::of_keys(curve, 0..curve.len())
    }

    /// The keys that determine a curve over a span of seconds within it, and a few beyond.
    pub(super) fn around(curve: &Curve, [from, to]: [f64; 2]) -> Self {
        let key = |time: f64| curve.times().find(time, 0).unwrap_or_default();
        Self::of_keys(curve, key(from - SAME).saturating_sub(1)..(key(to + SAME) + 3).min(curve.len()))
    }

    fn of_keys(curve: &Curve, keys: Range<usize>) -> Self {
        let width = curve.width();
        let parts = keys.clone().flat_map(|key| (0..width).map(move |part| (key, part)));
        Self {
            width,
            times: keys.clone().filter_map(|key| curve.times().get(key)).collect(),
            values: curve.values()[keys.start * width..keys.end * width].to_vec(),
            eases: keys.map(|key| curve.ease(key)).collect(),
            handles: parts.map(|(key, part)| curve.handles(key, part)).collect(),
            wrap: curve.wrap(),
            has_handles: curve.has_handles(),
            rate: curve.times().rate(),
            error: CurveError::default(),
            jump: 0.0,
            instant: false,
        }
    }

    /// One key that holds a value.
    pub(super) fn key(time: f64, value: &[f64]) -> Self {
        Self {
            width: value.len(),
            times: vec![time],
            values: value.to_vec(),
            eases: vec![Ease::Step],
            handles: vec![Handles::default(); value.len()],
            wrap: (Wrap::Hold, Wrap::Hold),
            has_handles: false,
            rate: None,
            error: CurveError::default(),
            jump: 0.0,
            instant: false,
        }
    }

    pub(super) fn curve(mut self) -> Result<Curve, ClipError> {
        ascend(&mut self.times);
        // Frees the memory of the keys that were cut off.
        self.values.shrink_to_fit();
        self.eases.shrink_to_fit();
        self.handles.shrink_to_fit();
        let times = match self.rate.and_then(|rate| uniform(&self.times, rate)) {
            Some(times) => times,
            None => Times::keys(self.times)?,
        };
        let first = self.eases.first().copied().unwrap_or(Ease::Step);
        let mut curve = Curve::new(times, self.width, self.values, first)?.with_eases(self.eases)?;
        if self.has_handles {
            curve = curve.with_handles(self.handles)?;
        }
        Ok(curve.with_wrap(self.wrap.0, self.wrap.1))
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    pub(super) fn start(&self) -> f64 {
        self.times.first().copied().unwrap_or_default()
    }

    pub(super) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or_default()
    }

    pub(super) fn value(&self, key: usize) -> &[f64] {
        &self.values[key * self.width..(key + 1) * self.width]
    }

    /// Whether all keys have one value, and no handles lead away from it.
    pub(super) fn is_still(&self) -> bool {
        !self.has_handles && self.values.chunks_exact(self.width).all(|value| value == self.value(0))
    }

    /// Whether a segment shows only the value of its first key.
    pub(super) fn is_step(&self, key: usize) -> bool {
        self.eases[key] == Ease::Step
    }

    /// Moves the curve later by some seconds. A key that lands next to 0 is set to 0.
    pub(super) fn shift(&mut self, seconds: f64) {
        if seconds != 0.0 {
            self.times.iter_mut().for_each(|time| *time += seconds);
            if let Some(first) = self.times.first_mut().filter(|first| first.abs() < SAME) {
                *first = 0.0;
            }
        }
    }

    /// Keeps only these keys.
    pub(super) fn keep(&mut self, keys: Range<usize>) {
        let values = keys.start * self.width..keys.end * self.width;
        self.times.truncate(keys.end);
        self.eases.truncate(keys.end);
        self.values.truncate(values.end);
        self.handles.truncate(values.end);
        self.times.drain(..keys.start);
        self.eases.drain(..keys.start);
        self.values.drain(..values.start);
        self.handles.drain(..values.start);
    }

    /// A copy with only these keys, at least two of them.
    pub(super) fn clone_keys(&self, keys: &[usize]) -> Self {
        let parts = |key: &usize| *key * self.width..(*key + 1) * self.width;
        Self {
            times: keys.iter().map(|key| self.times[*key]).collect(),
            eases: keys.iter().map(|key| self.eases[*key]).collect(),
            values: keys.iter().flat_map(|key| &self.values[parts(key)]).copied().collect(),
            handles: keys.iter().flat_map(|key| &self.handles[parts(key)]).copied().collect(),
            wrap: (Wrap::Hold, Wrap::Hold),
            ..*self
        }
    }

    /// Cuts the curve to a span of seconds, with keys at its ends if the curve moves there. A jump at the end is left out.
    pub(super) fn restrict(&mut self, [from, to]: [f64; 2]) {
        if from > self.start() {
            let key = self.insert(from);
            self.keep(key..self.len());
        }
        if to < self.end() {
            let after = self.times.partition_point(|key| *key < to - SAME);
            if after > 0 && self.is_step(after - 1) {
                return self.keep(0..after);
            }
            let key = self.insert(to);
            self.keep(0..key + 1);
        }
    }

    /// Appends the keys of a curve that begins where this one ends or later; in between, this one holds.
    pub(super) fn append(&mut self, other: Self) {
        let last = self.len().wrapping_sub(1);
        if self.times.is_empty() {
            *self = other;
            return;
        }
        self.error = self.error.max(other.error);
        self.jump = self.jump.max(other.jump);
        self.instant |= other.instant;
        let mut skip = 0;
        if other.start() > self.end() + SAME {
            self.eases[last] = Ease::Step;
        } else if self.value(last) == other.value(0) {
            self.eases[last] = other.eases[0];
            for part in 0..self.width {
                self.handles[last * self.width + part].out = other.handles[part].out;
            }
            skip = 1;
        } else {
            if last > 0 && !self.is_step(last - 1) {
                let length = self.end() - self.times[last - 1];
                let gap = self.end().abs().max(1.0) / f64::from(1 << 21);
                if length <= 2.0 * gap {
                    // A baked curve jumps to its last value, which appears at no time.
                    self.eases[last - 1] = Ease::Step;
                } else {
                    let jump = gap.min(length / 3.0);
                    let key = self.insert(self.end() - jump);
                    self.eases[key] = Ease::Step;
                    self.jump = self.jump.max(jump);
                }
            }
            self.keep(0..self.len() - 1);
        }
        let parts = skip * self.width;
        self.times.extend(&other.times[skip..]);
        self.eases.extend(&other.eases[skip..]);
        self.values.extend(&other.values[parts..]);
        self.handles.extend(&other.handles[parts..]);
        self.has_handles |= other.has_handles;
    }
}

/// Separates keys that rounding made equal: the two keys of a jump may be adjacent numbers.
pub(super) fn ascend(times: &mut [f64]) {
    for key in (1..times.len()).rev() {
        if times[key - 1] >= times[key] && times[key - 1] - times[key] < SAME {
            times[key - 1] = times[key].next_down();
        }
    }
}

/// Uniform times equal to these, up to rounding.
fn uniform(times: &[f64], rate: Rate) -> Option<Times> {
    let first = rate.frame(*times.first()?);
    let whole = first.round();
    let first = if (first - whole).abs() < 1e-6 { whole } else { first };
    let uniform = Times::uniform(first, rate, times.len()).ok()?;
    let near = |(a, b): (f64, &f64)| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
    let same = uniform.iter().zip(times).all(near);
    same.then_some(uniform)
}
