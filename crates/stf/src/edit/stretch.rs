//! Old baked values next to a key, or between two keys.

use crate::Key;
use crate::eval::{AGREEMENT, Samples};

/// The old baked values between two keys, or beyond one. Samples on the other side of a key are not used: a key between two
/// frames is not on the straight line between their samples.
pub(super) struct Stretch<'a> {
    pub(super) old: &'a Samples,
    /// The frame of the key at the start; infinite if there is none.
    pub(super) from: f64,
    /// The frame of the key at the end; infinite if there is none.
    pub(super) to: f64,
}

impl Stretch<'_> {
    /// The value at a frame outside the keys, at the same distance from the nearest key as before. `inside` is the stretch on the
    /// other side of that key.
    pub(super) fn beyond(&self, inside: &Self, (at, key): (f64, &Key), frame: f64) -> f64 {
        let before = self.to.is_finite();
        let place = frame - at + if before { self.to } else { self.from };
        let near = self.old.at(if before { self.to.floor() } else { self.from.ceil() });
        // A modifier that repeats the curve can make it jump at the key.
        let was = match self.end(key.value, before) {
            was if !same(was, near) && same(inside.end(key.value, !before), key.value) => key.value,
            was => was,
        };
        let then = self.at([was, was], place);
        if same(was, then) {
            key.value
        } else if same(was, key.value) {
            then
        } else {
            key.value + (then - was)
        }
    }

    /// The value at a fraction `u` between two keys with these new values.
    pub(super) fn between(&self, [from, to]: [f64; 2], u: f64) -> f64 {
        let was @ [a, b] = [self.end(from, false), self.end(to, true)];
        let shape = self.at(was, self.from + (self.to - self.from) * u);
        if same(a, from) && same(b, to) {
            return shape;
        }
        let scale = if same(a, b) { 1.0 } else { (to - from) / (b - a) };
        from + (to - from) * u + (shape - (a + (b - a) * u)) * scale
    }

    /// The value at a frame by linear interpolation of the samples; the keys had the values `ends`.
    fn at(&self, ends: [f64; 2], frame: f64) -> f64 {
        let frame = frame.clamp(self.old.first, self.last());
        let [from, to] = [(self.from, ends[0]), (self.to, ends[1])];
        // There are no samples in between.
        if frame <= self.from || frame >= self.to {
            return if frame <= self.from { ends[0] } else { ends[1] };
        }
        let sample = |frame: f64| (frame, self.old.at(frame));
        let left = if frame.floor() > self.from { sample(frame.floor()) } else { from };
        let right = if frame.ceil() < self.to { sample(frame.ceil()) } else { to };
        match (frame - left.0) / (right.0 - left.0) {
            u if u > 0.0 => left.1 + (right.1 - left.1) * u.min(1.0),
            _ => left.1,
        }
    }

    /// The old value of the key at the start or at the end, by linear extrapolation of the nearest samples. Where the samples
    /// bend, a key whose current value fits the bend is taken as unchanged.
    fn end(&self, now: f64, at_end: bool) -> f64 {
        let (key, near, step) = if at_end {
            (self.to, self.to.floor().min(self.last()), -1.0)
        } else {
            (self.from, self.from.ceil().max(self.old.first), 1.0)
        };
        let sample = |count: f64| {
            let frame = near + step * count;
            let known = self.old.first.max(self.from)..=self.last().min(self.to);
            known.contains(&frame).then(|| self.old.at(frame))
        };
        let Some(first) = sample(0.0) else { return now };
        let away = (near - key).abs();
        let (Some(second), true) = (sample(1.0), away > 0.0) else { return first };
        let straight = first + (first - second) * away;
        let bend = sample(2.0).map_or(0.0, |third| (first - 2.0 * second + third).abs());
        if (now - straight).abs() <= bend * away * (1.0 + away) { now } else { straight }
    }

    /// The frame of the last sample.
    fn last(&self) -> f64 {
        self.old.first + (self.old.values.len() - 1) as f64
    }
}

/// Whether two values differ only by rounding.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= AGREEMENT * a.abs().max(b.abs()).max(1.0)
}
