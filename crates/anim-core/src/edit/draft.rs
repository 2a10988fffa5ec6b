//! A curve whose keys can be changed.

use crate::bezier;
use crate::quaternion;
use crate::{ClipError, Curve, Ease, Handles, Rate, Times, Wrap};

/// Times that differ by less are one: as near as sampling tells jumps apart.
pub(super) const SAME: f64 = 1e-9;

/// How many cubic pieces stand for half a period of a cosine that is cut. They are within 1e-8 of the way between its keys.
const PIECES: u32 = 64;

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
    /// The largest error of a value that the changes made.
    pub(super) error: f64,
    /// The longest time in seconds that a jump takes which the changes made.
    pub(super) jump: f64,
    /// Whether values are lost that were shown at one moment alone.
    pub(super) instant: bool,
}

impl Draft {
    pub(super) fn of(curve: &Curve) -> Self {
        let parts = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |part| (key, part)));
        Self {
            width: curve.width(),
            times: curve.times().iter().collect(),
            values: curve.values().to_vec(),
            eases: (0..curve.len()).map(|key| curve.ease(key)).collect(),
            handles: parts.map(|(key, part)| curve.handles(key, part)).collect(),
            wrap: curve.wrap(),
            has_handles: curve.has_handles(),
            rate: curve.times().rate(),
            error: 0.0,
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
            error: 0.0,
            jump: 0.0,
            instant: false,
        }
    }

    pub(super) fn curve(self) -> Result<Curve, ClipError> {
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

    /// Whether a segment shows the value of its first key alone.
    pub(super) fn is_step(&self, key: usize) -> bool {
        self.eases[key] == Ease::Step
    }

    /// The same curve later by some seconds. A key that comes next to 0 comes to 0.
    pub(super) fn shift(&mut self, seconds: f64) {
        if seconds != 0.0 {
            self.times.iter_mut().for_each(|time| *time += seconds);
            if let Some(first) = self.times.first_mut().filter(|first| first.abs() < SAME) {
                *first = 0.0;
            }
        }
    }

    /// The same numbers with the other sign.
    pub(super) fn negate(&mut self) {
        self.values.iter_mut().for_each(|value| *value = -*value);
        for handles in &mut self.handles {
            (handles.into[1], handles.out[1]) = (-handles.into[1], -handles.out[1]);
        }
    }

    /// Leaves keys away.
    pub(super) fn keep(&mut self, keys: std::ops::Range<usize>) {
        let values = keys.start * self.width..keys.end * self.width;
        self.times = self.times[keys.clone()].to_vec();
        self.eases = self.eases[keys].to_vec();
        self.values = self.values[values.clone()].to_vec();
        self.handles = self.handles[values].to_vec();
    }

    /// Some keys alone, of which the first is not the last.
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

    /// The key at a time, which is made if there is none. The curve stays what it is, but for halves of a cosine's period,
    /// which become cubic curves when they are cut.
    pub(super) fn insert(&mut self, time: f64) -> usize {
        let after = self.times.partition_point(|key| *key <= time);
        let near = |key: usize| self.times.get(key).is_some_and(|near| (near - time).abs() < SAME);
        if near(after) {
            return after;
        }
        let Some(before) = after.checked_sub(1) else {
            let value = self.value(0).to_vec();
            return self.put(0, time, &value, Ease::Step);
        };
        if near(before) {
            return before;
        }
        let held = self.value(before).to_vec();
        if after == self.len() {
            self.eases[before] = Ease::Step;
            return self.put(after, time, &held, Ease::Step);
        }
        let (from, length) = (self.times[before], self.times[after] - self.times[before]);
        let u = (time - from) / length;
        let ease = self.eases[before];
        match ease {
            Ease::Step => self.put(after, time, &held, ease),
            Ease::Linear => {
                let line: Vec<f64> =
                    held.iter().zip(self.value(after)).map(|(a, b)| a * (1.0 - u) + b * u).collect();
                self.put(after, time, &line, ease)
            }
            Ease::Slerp => {
                let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
                let arc = quaternion::slerp(unit(&held), unit(self.value(after)), u);
                self.put(after, time, &arc, ease)
            }
            Ease::Bezier => {
                for part in 0..self.width {
                    let [a, b] = [before, after].map(|key| key * self.width + part);
                    let [out, into] = bezier::within(length, [self.handles[a], self.handles[b]]);
                    (self.handles[a].out, self.handles[b].into) = (out, into);
                }
                self.divide(before, time);
                self.insert(time)
            }
            Ease::Sine => {
                self.bend(before);
                self.insert(time)
            }
        }
    }

    fn put(&mut self, key: usize, time: f64, value: &[f64], ease: Ease) -> usize {
        let at = key * self.width;
        self.times.insert(key, time);
        self.eases.insert(key, ease);
        self.values.splice(at..at, value.iter().copied());
        self.handles.splice(at..at, vec![Handles::default(); value.len()]);
        key
    }

    /// Cuts a cubic segment in two, and more often where a handle would reach beyond its segment.
    fn divide(&mut self, key: usize, time: f64) {
        let (from, width) = (self.times[key], self.width);
        let length = self.times[key + 1] - from;
        let value = self.value(key).to_vec();
        self.put(key + 1, time, &value, Ease::Bezier);
        for part in 0..width {
            let [a, middle, b] = [key, key + 1, key + 2].map(|key| key * width + part);
            let along = [self.handles[a].out, self.handles[b].into];
            let halves = bezier::split(time - from, length, [self.values[a], self.values[b]], along);
            self.values[middle] = halves.value;
            self.handles[middle] = halves.middle;
            (self.handles[a].out, self.handles[b].into) = (halves.out, halves.into);
        }
        for key in [key + 1, key] {
            let length = self.times[key + 1] - self.times[key];
            let most = length * (1.0 + 1e-12);
            let reaches = (0..width).any(|part| {
                let [a, b] = [key, key + 1].map(|key| self.handles[key * width + part]);
                a.out[0] > most || -b.into[0] > most
            });
            if reaches && length > SAME {
                self.divide(key, self.times[key] + length / 2.0);
            }
        }
    }

    /// Makes cubic segments of half a period of a cosine.
    fn bend(&mut self, key: usize) {
        use std::f64::consts::PI;
        let (from, length) = (self.times[key], self.times[key + 1] - self.times[key]);
        let (first, last) = (self.value(key).to_vec(), self.value(key + 1).to_vec());
        let way: Vec<f64> = first.iter().zip(&last).map(|(a, b)| b - a).collect();
        let u = |piece: u32| f64::from(piece) / f64::from(PIECES);
        let third = length / f64::from(PIECES) / 3.0;
        for piece in 1..PIECES {
            let part = (1.0 - (PI * u(piece)).cos()) / 2.0;
            let value: Vec<f64> = first.iter().zip(&way).map(|(a, way)| a + way * part).collect();
            self.put(key + piece as usize, from + length * u(piece), &value, Ease::Bezier);
        }
        for piece in 0..=PIECES {
            let rise = PI / 2.0 / length * (PI * u(piece)).sin() * third;
            for (part, way) in way.iter().enumerate() {
                let handles = &mut self.handles[(key + piece as usize) * self.width + part];
                if piece < PIECES {
                    handles.out = [third, way * rise];
                }
                if piece > 0 {
                    handles.into = [-third, -way * rise];
                }
            }
        }
        (self.eases[key], self.has_handles) = (Ease::Bezier, true);
        let most = way.iter().fold(0.0, |most: f64, way| most.max(way.abs()));
        // The error of cubic interpolation with slopes: h⁴/384 times the largest fourth derivative.
        self.error = self.error.max(most / 2.0 * (PI / f64::from(PIECES)).powi(4) / 384.0);
    }

    /// The part over a span of seconds, with keys at its ends where the curve moves there. A jump at the end is not in it.
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

    /// Adds the keys of a curve that begins where this one ends or later; until then, this one holds.
    pub(super) fn append(&mut self, other: Self) {
        let last = self.len().wrapping_sub(1);
        if self.times.is_empty() {
            *self = Self { wrap: self.wrap, rate: self.rate.or(other.rate), ..other };
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
                let jump = (self.end().abs().max(1.0) / f64::from(1 << 21)).min(length / 3.0);
                let key = self.insert(self.end() - jump);
                self.eases[key] = Ease::Step;
                self.jump = self.jump.max(jump);
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

    /// The curve of other numbers, each a sum of the old ones times factors, and an offset; `None` if handles do not allow that.
    pub(super) fn mapped(&self, rows: &[(Vec<f64>, f64)]) -> Option<Self> {
        let mut new = Self { width: rows.len(), values: Vec::new(), handles: Vec::new(), ..self.clone() };
        for key in 0..self.len() {
            let old = self.value(key);
            let handles = &self.handles[key * self.width..(key + 1) * self.width];
            for (factors, offset) in rows {
                let sum = |value: &dyn Fn(usize) -> f64| -> f64 {
                    let used = factors.iter().enumerate().filter(|(_, factor)| **factor != 0.0);
                    used.map(|(part, factor)| factor * value(part)).sum()
                };
                new.values.push(sum(&|part| old[part]) + offset);
                let side = |handle: &dyn Fn(usize) -> [f64; 2]| {
                    let mut used =
                        (0..self.width).filter(|part| factors[*part] != 0.0).map(|part| handle(part)[0]);
                    let seconds = used.next().unwrap_or_default();
                    let value = sum(&|part| handle(part)[1]);
                    // Handles of one length in time can be added.
                    used.all(|other| other == seconds).then_some([seconds, value])
                };
                let [into, out] = [side(&|part| handles[part].into), side(&|part| handles[part].out)];
                let cubic = |key: usize| self.eases.get(key) == Some(&Ease::Bezier);
                let before = key > 0 && cubic(key - 1) && into.is_none();
                if before || key + 1 < self.len() && cubic(key) && out.is_none() {
                    return None;
                }
                let [into, out] = [into, out].map(Option::unwrap_or_default);
                new.handles.push(Handles { into, out });
            }
        }
        Some(new)
    }

    /// The curve backwards: what was at a time is at `sum` minus that time. A value that a step reached at the last key alone is not
    /// in it.
    pub(super) fn reversed(&self, sum: f64) -> Self {
        let count = self.len();
        let steps = (0..count.saturating_sub(1)).any(|key| self.is_step(key));
        let mut whole = Self { wrap: (self.wrap.1, self.wrap.0), ..self.clone() };
        if !steps {
            self.turn(0..count, sum, &mut whole);
            return whole;
        }
        whole.keep(0..0);
        for key in (0..count - 1).rev() {
            let mut piece = whole.clone();
            self.turn(key..key + 2, sum, &mut piece);
            if self.is_step(key) {
                piece.values = [self.value(key), self.value(key)].concat();
            }
            whole.append(piece);
        }
        whole
    }

    /// Some keys backwards.
    fn turn(&self, keys: std::ops::Range<usize>, sum: f64, into: &mut Self) {
        let turned = |handles: Handles| Handles {
            into: [-handles.out[0], handles.out[1]],
            out: [-handles.into[0], handles.into[1]],
        };
        let order = || keys.clone().rev();
        into.times = order().map(|key| sum - self.times[key]).collect();
        // The ease of the last key, which has no segment, stays with the last key.
        let ease = |key: usize| self.eases[if key > keys.start { key - 1 } else { keys.end - 1 }];
        into.eases = order().map(ease).collect();
        into.values = order().flat_map(|key| self.value(key)).copied().collect();
        let handles = |key: usize| self.handles[key * self.width..(key + 1) * self.width].iter();
        into.handles = order().flat_map(handles).map(|handles| turned(*handles)).collect();
    }
}

/// Uniform times that are those, up to rounding.
fn uniform(times: &[f64], rate: Rate) -> Option<Times> {
    let first = rate.frame(*times.first()?);
    let whole = first.round();
    let first = if (first - whole).abs() < 1e-6 { whole } else { first };
    let uniform = Times::uniform(first, rate, times.len()).ok()?;
    let near = |(a, b): (f64, &f64)| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
    let same = uniform.iter().zip(times).all(near);
    same.then_some(uniform)
}
