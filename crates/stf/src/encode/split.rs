//! The way from one key to the next, and cutting it in two.

use crate::Handle;

/// How a value gets from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Segment {
    Step,
    Linear,
    /// With the handle of the first key and that of the second one, as offsets in frames and values.
    Bezier([f64; 2], [f64; 2]),
}

/// A segment between equal values, with handles of length 0.
pub(super) const FLAT: Segment = Segment::Bezier([0.0; 2], [0.0; 2]);

/// A straight line as a Bézier segment.
pub(super) fn line(from: [f64; 2], to: [f64; 2]) -> Segment {
    let third = [(to[0] - from[0]) / 3.0, (to[1] - from[1]) / 3.0];
    Segment::Bezier(third, third.map(|part| -part))
}

/// A handle that fits its segment, as it is sampled: a longer one is scaled down, one on the wrong side has length 0.
pub(super) fn fitted([frames, value]: [f64; 2], length: f64) -> [f64; 2] {
    if frames > length {
        [length, value * length / frames]
    } else if frames >= 0.0 {
        [frames, value]
    } else {
        [0.0, 0.0]
    }
}

/// A segment cut in two at a frame within it: the first part, the key between, and the second part.
pub(super) fn split(from: [f64; 2], to: [f64; 2], join: Segment, frame: f64) -> (Segment, [f64; 2], Segment) {
    let Segment::Bezier(out, into) = join else {
        let u = (frame - from[0]) / (to[0] - from[0]);
        let value = if join == Segment::Step { from[1] } else { from[1] + (to[1] - from[1]) * u };
        return (join, [frame, value], join);
    };
    let add = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
    let sub = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    let between = |a: [f64; 2], b: [f64; 2], u: f64| [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u];
    let [p0, p1, p2, p3] = [from, add(from, out), add(to, into), to];
    // De Casteljau: the points of both parts, at a parameter that is found by halving.
    let cut = |u: f64| {
        let [a, b, c] = [between(p0, p1, u), between(p1, p2, u), between(p2, p3, u)];
        let [d, e] = [between(a, b, u), between(b, c, u)];
        (a, d, between(d, e, u), e, c)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if cut(middle).2[0] < frame { low = middle } else { high = middle }
    }
    let (a, d, middle, e, c) = cut(f64::midpoint(low, high));
    let key = [frame, middle[1]];
    let first = Segment::Bezier(ahead(sub(a, from)), behind(sub(d, key)));
    (first, key, Segment::Bezier(ahead(sub(e, key)), behind(sub(c, to))))
}

/// A handle towards the next key; rounding can make it point back.
fn ahead([frames, value]: [f64; 2]) -> [f64; 2] {
    [frames.max(0.0), value]
}

fn behind([frames, value]: [f64; 2]) -> [f64; 2] {
    [frames.min(0.0), value]
}

pub(super) fn handle([frames, value]: [f64; 2]) -> Handle {
    Handle { frames, value }
}

/// A number that JSON can hold: NaN becomes 0, infinity the greatest 32-bit float, as in files of the exporter.
pub(super) fn finite(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else if number.is_finite() {
        number
    } else {
        f64::from(f32::MAX).copysign(number)
    }
}
