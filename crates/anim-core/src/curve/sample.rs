//! Sampling: the value of a curve at a time.

#![expect(
    clippy::inline_always,
    reason = "posing is a third faster where the compiler knows the width of a value"
)]

use super::bezier::{Cubic, LANES};
use super::clock::{Clock, Place};
use crate::bake::arc::Arc;
use crate::quaternion::{self, Quaternion};
use crate::time::touching;
use crate::{Curve, Ease, trig};

/// Samples a curve. It remembers the last segment, so that ascending times need no search.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    clock: Clock<'a>,
    track: Track<'a>,
}

impl<'a> Sampler<'a> {
    /// Starts at the first key.
    pub fn new(curve: &'a Curve) -> Self {
        Self { clock: Clock::new(curve), track: Track::new(curve) }
    }

    /// Writes the curve's components at a time in seconds into the first [`Curve::width`] elements of `out`.
    ///
    /// A time that differs from a jump (a step, or the end of a period) only by rounding counts as the time of the jump.
    /// Quaternions are not normalised; [`ClipSampler`](crate::ClipSampler) normalises them. Panics if `out` is too short.
    pub fn sample(&mut self, time: f64, out: &mut [f64]) {
        let width = self.track.width();
        self.track.sample(self.clock.at(time), &mut out[..width]);
    }

    /// Writes a complete quaternion as players have it before other channels replace parts of it: between keys it has length 1, at the
    /// moment of a key as just after it.
    pub(crate) fn rotation(&mut self, time: f64, out: &mut [f64]) {
        self.sample(time, out);
        let after = self.clock.at(time + 2.0 * touching(time));
        if let Some(rotation) = out.first_chunk_mut().filter(|_| !self.track.is_of_keys(after)) {
            *rotation = quaternion::normalize(*rotation);
        }
    }

    /// Writes the curve's components at each of these times in seconds, with the results of [`Sampler::sample`]; `out` has
    /// [`Curve::width`] elements for each time. This is faster for consecutive times in one Bézier segment.
    ///
    /// Panics if `out` is too short.
    pub fn fill(&mut self, times: &[f64], out: &mut [f64]) {
        let curve = self.track.curve;
        let mut rows = out.chunks_exact_mut(curve.width());
        let mut left = times;
        while let [time, rest @ ..] = left {
            let Some(row) = rows.next() else { return };
            let place = *self.clock.at(*time);
            self.track.sample(&place, row);
            left = rest;
            if place.at_key || curve.ease(place.key) != Ease::Bezier {
                continue;
            }
            let (Some(from), Some(to)) = (curve.times().get(place.key), curve.times().get(place.key + 1))
            else {
                continue;
            };
            // Close to its end, a curve may already repeat.
            let to = if to < curve.end() { to } else { to - touching(to) };
            while let Some((next, rest)) = left.split_first_chunk::<LANES>()
                && next.iter().all(|time| from < *time && *time < to)
            {
                let offsets = next.map(|time| time - from);
                let mut rows: [&mut [f64]; LANES] = std::array::from_fn(|_| rows.next().unwrap_or_default());
                for (component, cubic) in self.track.cubics(place.key, place.length).iter().enumerate() {
                    let values = cubic.lanes(offsets);
                    rows.iter_mut().zip(values).for_each(|(row, value)| row[component] = value);
                }
                left = rest;
            }
        }
    }
}

/// The values of a curve at the places found by a [`Clock`].
#[derive(Clone, Debug)]
pub(crate) struct Track<'a> {
    curve: &'a Curve,
    /// The last long arc and its key.
    arc: Option<(usize, Arc)>,
    /// The components of the last Bézier segment and its key.
    cubics: (usize, Vec<Cubic>),
}

impl<'a> Track<'a> {
    pub(crate) fn new(curve: &'a Curve) -> Self {
        Self { curve, arc: None, cubics: (0, Vec::new()) }
    }

    /// The number of components.
    pub(crate) fn width(&self) -> usize {
        self.curve.width()
    }

    /// The curve's components at a place among its own keys. Panics unless `out` has the width of the curve: where the compiler
    /// knows the length of `out`, it unrolls all loops.
    #[inline(always)]
    pub(crate) fn sample(&mut self, place: &Place, out: &mut [f64]) {
        let left = values(self.curve, place.key, out.len());
        if place.at_key {
            put(left, out);
        } else {
            let right = values(self.curve, place.key + 1, out.len());
            match self.curve.ease(place.key) {
                Ease::Step => match place.arrived {
                    Some(key) => put(values(self.curve, key, out.len()), out),
                    None => put(left, out),
                },
                Ease::Linear => lerp(left, right, place.part, out),
                Ease::Sine => lerp(left, right, sine(place.part), out),
                Ease::Slerp => put(&self.slerp(place, left, right), out),
                Ease::Bezier => self.bezier(place, out),
            }
        }
        if place.periods != 0.0 {
            self.rise(place.periods, out);
        }
    }

    #[inline]
    fn slerp(&mut self, place: &Place, left: &[f64], right: &[f64]) -> Quaternion {
        if let Some((_, arc)) = self.arc.filter(|(key, _)| *key == place.key) {
            return arc.at(place.part);
        }
        let arc = Arc::new(unit(left), unit(right));
        if arc.is_long() {
            self.arc = Some((place.key, arc));
        }
        arc.at(place.part)
    }

    #[inline(never)]
    fn bezier(&mut self, &Place { key, offset, length, .. }: &Place, out: &mut [f64]) {
        let cubics = self.cubics(key, length);
        out.iter_mut().zip(cubics).for_each(|(out, cubic)| *out = cubic.at(offset));
    }

    /// Whether the value at a place is that of a key.
    pub(crate) fn is_of_keys(&self, place: &Place) -> bool {
        place.at_key || self.curve.ease(place.key) == Ease::Step
    }

    /// The components of the Bézier segment of `length` seconds that begins at a key.
    fn cubics(&mut self, key: usize, length: f64) -> &[Cubic] {
        let (curve, (last, cubics)) = (self.curve, &mut self.cubics);
        if *last != key || cubics.is_empty() {
            let (left, right) = (curve.value(key), curve.value(key + 1));
            let cubic = |component: usize| {
                let handles = [curve.handles(key, component), curve.handles(key + 1, component)];
                Cubic::new(length, [left[component], right[component]], handles)
            };
            *last = key;
            cubics.clear();
            cubics.extend((0..curve.width()).map(cubic));
        }
        cubics
    }

    /// Adds the difference from the first key to the last, once for each period.
    #[cold]
    fn rise(&self, periods: f64, out: &mut [f64]) {
        let (first, last) = (self.curve.value(0), self.curve.value(self.curve.len() - 1));
        for ((out, first), last) in out.iter_mut().zip(first).zip(last) {
            *out += periods * (last - first);
        }
    }
}

/// The components of a key of a curve of this width.
#[inline(always)]
fn values(curve: &Curve, key: usize, width: usize) -> &[f64] {
    &curve.values()[key * width..][..width]
}

/// Copies a few numbers faster than a call.
#[inline(always)]
fn put(from: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(from).for_each(|(out, from)| *out = *from);
}

/// Half a period of a cosine, from 0 to 1.
#[inline(never)]
fn sine(part: f64) -> f64 {
    (1.0 - trig::cos(std::f64::consts::PI * part)) / 2.0
}

/// Four numbers as a quaternion of length 1.
#[inline(always)]
fn unit(value: &[f64]) -> Quaternion {
    quaternion::normalize([value[0], value[1], value[2], value[3]])
}

impl Curve {
    /// Writes the curve's components at a time in seconds into the first [`Curve::width`] elements of `out`. Panics if `out` is
    /// too short. For many times [`Sampler`] is faster.
    pub fn sample(&self, time: f64, out: &mut [f64]) {
        Sampler::new(self).sample(time, out);
    }

    /// The curve's components at a time in seconds.
    pub fn at(&self, time: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.width()];
        self.sample(time, &mut out);
        out
    }
}

/// v₀ + (v₁ − v₀)·u, in a form that is exact at both ends.
#[inline(always)]
pub(crate) fn lerp(left: &[f64], right: &[f64], u: f64, out: &mut [f64]) {
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        *out = left * (1.0 - u) + right * u;
    }
}

#[cfg(test)]
pub(crate) mod tests;
