//! Keys inserted without changing the curve.

use super::{CurveError, Draft, SAME};
use crate::curve::bezier;
use crate::{Ease, Handles, quaternion, trig};

/// The number of cubic pieces that replace half a period of a cosine that is cut. Their error is below 1e-8 of the difference
/// between its keys.
const PIECES: u32 = 64;

impl Draft {
    /// The key at a time, inserted if there is none. The curve does not change, except that a cosine segment becomes cubic curves
    /// when it is cut.
    pub(in crate::edit) fn insert(&mut self, time: f64) -> usize {
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
                self.divide(before, time, None);
                self.fit(after);
                after + self.fit(before)
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

    /// Cuts a cubic segment in two; `known` is a component with the parameter of the cut, if known.
    fn divide(&mut self, key: usize, time: f64, known: Option<(usize, f64)>) {
        let (offset, length) = (time - self.times[key], self.times[key + 1] - self.times[key]);
        let value = self.value(key).to_vec();
        self.put(key + 1, time, &value, Ease::Bezier);
        for part in 0..self.width {
            let [a, middle, b] = [key, key + 1, key + 2].map(|key| key * self.width + part);
            let along = [self.handles[a].out, self.handles[b].into];
            let u = match known {
                Some((known, u)) if known == part => u,
                _ => bezier::parameter(offset, length, along),
            };
            let halves = bezier::split([u, offset], length, [self.values[a], self.values[b]], along);
            self.values[middle] = halves.value;
            self.handles[middle] = halves.middle;
            (self.handles[a].out, self.handles[b].into) = (halves.out, halves.into);
        }
    }

    /// Cuts a cubic segment once more for each component whose handles would be longer than the segment. Returns the number of
    /// keys added.
    fn fit(&mut self, first: usize) -> usize {
        let mut fits = vec![false; self.width];
        let (mut key, mut last) = (first, first);
        while key <= last {
            let mut others = (0..self.width).filter(|part| !fits[*part]);
            let Some((part, u, time)) =
                others.find_map(|part| self.overlong(key, part).map(|(u, time)| (part, u, time)))
            else {
                key += 1;
                continue;
            };
            self.divide(key, time, Some((part, u)));
            fits[part] = true;
            last += 1;
        }
        last - first
    }

    /// The parameter and the time at which a component of a cubic segment must be cut, if its handles are longer than the
    /// segment.
    fn overlong(&self, key: usize, part: usize) -> Option<(f64, f64)> {
        let (from, to) = (self.times[key], self.times[key + 1]);
        let [a, b] = [key, key + 1].map(|key| self.handles[key * self.width + part]);
        let most = (to - from) * (1.0 + 1e-12);
        if a.out[0] <= most && -b.into[0] <= most {
            return None;
        }
        let (u, offset) = bezier::slowest(to - from, [a.out, b.into])?;
        (from < from + offset && from + offset < to).then_some((u, from + offset))
    }

    /// Replaces half a period of a cosine by cubic segments.
    fn bend(&mut self, key: usize) {
        use std::f64::consts::PI;
        let (from, length) = (self.times[key], self.times[key + 1] - self.times[key]);
        let (first, last) = (self.value(key).to_vec(), self.value(key + 1).to_vec());
        let way: Vec<f64> = first.iter().zip(&last).map(|(a, b)| b - a).collect();
        let u = |piece: u32| f64::from(piece) / f64::from(PIECES);
        let third = length / f64::from(PIECES) / 3.0;
        for piece in 1..PIECES {
            let part = (1.0 - trig::cos(PI * u(piece))) / 2.0;
            let value: Vec<f64> = first.iter().zip(&way).map(|(a, way)| a + way * part).collect();
            self.put(key + piece as usize, from + length * u(piece), &value, Ease::Bezier);
        }
        for piece in 0..=PIECES {
            let rise = PI / 2.0 / length * trig::sin(PI * u(piece)) * third;
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
        // The errors of components add up, and a rotation is twice the angle between its quaternions.
        let most = 2.0 * way.iter().map(|way| way.abs()).sum::<f64>();
        // The error of cubic interpolation with slopes: h⁴/384 times the largest fourth derivative.
        let size = most / 2.0 * (PI / f64::from(PIECES)).powi(4) / 384.0;
        self.error = self.error.max(CurveError { size, cause: "a cosine that is cut became cubic curves" });
    }
}
