//! The segment between two keys, and its subdivision.

use crate::Handle;

/// How the value changes from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Segment {
    Step,
    Linear,
    /// The handles of the first and the second key, as offsets in frames and values.
    Bezier([f64; 2], [f64; 2]),
}

/// A segment between equal values, with handles of length 0.
pub(super) const FLAT: Segment = Segment::Bezier([0.0; 2], [0.0; 2]);

/// A straight line as a Bézier segment.
pub(super) fn line(from: [f64; 2], to: [f64; 2]) -> Segment {
    let third = [(to[0] - from[0]) / 3.0, (to[1] - from[1]) / 3.0];
    Segment::Bezier(third, third.map(|part| -part))
}

/// A handle shortened to fit its segment, as samplers do: a longer one is scaled down, one on the wrong side has length 0.
pub(super) fn fitted([frames, value]: [f64; 2], length: f64) -> [f64; 2] {
    if frames > length {
        [length, value * length / frames]
    } else if frames >= 0.0 {
        [frames, value]
    } else {
        [0.0, 0.0]
    }
}

/// A segment cut at a frame within it: the first part, the key between, and the second part.
pub(super) fn split(from: [f64; 2], to: [f64; 2], join: Segment, frame: f64) -> (Segment, [f64; 2], Segment) {
    let Segment::Bezier(out, into) = join else {
        let u = (frame - from[0]) / (to[0] - from[0]);
        let value = if join == Segment::Step { from[1] } else { from[1] + (to[1] - from[1]) * u };
        return (join, [frame, value], join);
    };
    let points = controls(from, to, out, into);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if cut(points, middle)[2][0] < frame { low = middle } else { high = middle }
    }
    parts(points, f64::midpoint(low, high), frame)
}

/// A segment cut where its time changes most slowly, if other cuts would leave a part shorter than its handle. No cut of these two
/// parts does.
pub(super) fn calmed(from: [f64; 2], to: [f64; 2], join: Segment) -> Option<(Segment, [f64; 2], Segment)> {
    let Segment::Bezier(out, into) = join else { return None };
    let length = to[0] - from[0];
    let (first, last) = (out[0] / length, -into[0] / length);
    // A third of the speed of time at u is least + bend · (u − slowest)².
    let bend = 3.0 * (first + last) - 2.0;
    let slowest = (2.0 * first + last - 1.0) / bend;
    if !(bend > 0.0 && 0.0 < slowest && slowest < 1.0) {
        return None;
    }
    let least = first - bend * slowest.powi(2);
    // The handle of a part from `far` before the slowest point to `near` after it, or the reverse, is longer than the part
    // if 2 · least < bend · near · (far − near).
    let is_longer = |far: f64, most: f64| {
        let near = most.min(far / 2.0);
        bend * near * (far - near) > 2.0 * least
    };
    if !is_longer(slowest, 1.0 - slowest) && !is_longer(1.0 - slowest, slowest) {
        return None;
    }
    let points = controls(from, to, out, into);
    let frame = cut(points, slowest)[2][0];
    (from[0] < frame && frame < to[0]).then(|| parts(points, slowest, frame))
}

fn controls(from: [f64; 2], to: [f64; 2], out: [f64; 2], into: [f64; 2]) -> [[f64; 2]; 4] {
    let add = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
    [from, add(from, out), add(to, into), to]
}

/// The inner points of both parts of a segment cut at a parameter, by de Casteljau, without the first and the last point.
fn cut([p0, p1, p2, p3]: [[f64; 2]; 4], u: f64) -> [[f64; 2]; 5] {
    let between = |a: [f64; 2], b: [f64; 2]| [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u];
    let [a, b, c] = [between(p0, p1), between(p1, p2), between(p2, p3)];
    let [d, e] = [between(a, b), between(b, c)];
    [a, d, between(d, e), e, c]
}

/// Both parts of a segment cut at the parameter of a frame, and the key between.
fn parts(points: [[f64; 2]; 4], u: f64, frame: f64) -> (Segment, [f64; 2], Segment) {
    let [from, .., to] = points;
    let [a, d, middle, e, c] = cut(points, u);
    let key = [frame, middle[1]];
    let sub = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    let part = |from: [f64; 2], first: [f64; 2], second: [f64; 2], to: [f64; 2]| {
        let length = to[0] - from[0];
        Segment::Bezier(ahead(sub(first, from), length), behind(sub(second, to), length))
    };
    (part(from, a, d, key), key, part(key, e, c, to))
}

/// A handle towards the next key; without this, rounding could make it point back, or beyond that key.
fn ahead([frames, value]: [f64; 2], length: f64) -> [f64; 2] {
    fitted([frames.max(0.0), value], length)
}

fn behind([frames, value]: [f64; 2], length: f64) -> [f64; 2] {
    let [frames, value] = ahead([-frames, value], length);
    [0.0 - frames, value]
}

pub(super) fn handle([frames, value]: [f64; 2]) -> Handle {
    Handle { frames, value }
}

/// A number that JSON can hold: NaN becomes 0, infinity the largest 32-bit float, as in files of the exporter.
pub(super) fn finite(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else if number.is_finite() {
        number
    } else {
        f64::from(f32::MAX).copysign(number)
    }
}
