//! The error of a curve in single precision.

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use anim_core::{Curve, Ease, Times, quaternion, trig};

use super::arcs::is_half_turn;
use super::look::{FAR, Look};

/// The largest difference between a plain curve and the same curve with key times and values in single precision, in the unit of
/// the value: the distance for three numbers, the angle in radians for rotations, otherwise the largest difference of a number.
/// The result may be 1 % too large. If it is not above `enough`, it is only an upper bound.
///
/// The time error of a key moves the adjacent lines by that time multiplied by their speed. It also shifts a step, or a jump of about
/// `jump` seconds or a few units of single precision, in time, but its values remain exact. An arc that is a half turn may go the other
/// way, which is a half turn off.
pub(super) fn rounding(curve: &Curve, is_rotation: bool, look: Look, moments: &Moments, enough: f64) -> f64 {
    let is_known = is_rotation && look.is_unit;
    let keys =
        Keys { curve, is_rotation, is_known, steps: curve.uniform_ease() == Some(Ease::Step), moments };
    if is_known {
        let moved = if keys.steps { 0.0 } else { moments.haste * keys.limit(look.reach, 0.0) };
        if moved + TURNED <= enough {
            return moved + TURNED;
        }
    }
    match curve.width() {
        _ if curve.uniform_ease() == Some(Ease::Bezier) => keys.measured(),
        3 => keys.limited::<3>(),
        4 => keys.limited::<4>(),
        _ => keys.measured(),
    }
}

/// Data shared by curves with the same key times.
pub(super) struct Moments {
    times: Times,
    jump: f64,
    /// The time error of each key in single precision, in seconds.
    late: Vec<f64>,
    /// For each key, the reciprocal of the seconds to the next key; infinite if it may be a jump, and 0 for the last key.
    paces: Vec<f64>,
    /// The largest time error of either key of a segment, relative to the length of the segment.
    haste: f64,
}

impl Moments {
    /// For these times and jumps of about `jump` seconds.
    pub(super) fn new(times: &Times, jump: f64) -> Self {
        let all: Vec<f64> = times.iter().collect();
        let late: Vec<f64> = all.iter().map(|time| (f64::from(*time as f32) - time).abs()).collect();
        let pace = |pair: &[f64]| {
            if is_short(pair[0], pair[1], jump) { f64::INFINITY } else { 1.0 / (pair[1] - pair[0]) }
        };
        let paces: Vec<f64> = all.windows(2).map(pace).chain([0.0]).collect();
        let lates = late.windows(2).map(|pair| more(pair[0], pair[1]));
        let haste = lates.zip(&paces).fold(0.0, |most, (late, pace)| more(most, late * pace));
        Self { times: times.clone(), jump, late, paces, haste }
    }

    pub(super) fn is_of(&self, times: &Times, jump: f64) -> bool {
        self.jump == jump && self.times == *times
    }
}

/// Whether a segment is so short that it may be a jump.
fn is_short(from: f64, to: f64, jump: f64) -> bool {
    to - from <= more(1.1 * jump, more(1.0, to.abs()) * FEW_STEPS)
}

/// The keys of a curve.
struct Keys<'a> {
    curve: &'a Curve,
    is_rotation: bool,
    /// Whether all are quaternions with length 1.
    is_known: bool,
    steps: bool,
    moments: &'a Moments,
}

impl Keys<'_> {
    /// The largest of the errors of all keys. Values that are not finite are reported separately.
    fn measured(&self) -> f64 {
        (0..self.curve.len()).map(|key| self.error(key)).filter(|error| error.is_finite()).fold(0.0, f64::max)
    }

    /// The same from limits: the error of a key is measured only if no limit is found quickly.
    fn limited<const N: usize>(&self) -> f64 {
        let values = self.curve.values().as_chunks::<N>().0;
        let mut own = values.first().map_or(0.0, |first| self.stray(first));
        let mut largest = 0.0;
        let mut before = Way::default();
        let moments = self.moments.late.iter().zip(&self.moments.paces);
        for (key, (value, (late, pace))) in values.iter().zip(moments).enumerate() {
            let stray = own;
            let mut after = Way::default();
            if let Some(next) = values.get(key + 1) {
                own = self.stray(next);
                let square = square::<N>(|i| next[i] - value[i]);
                if !self.steps {
                    after = Way { square, stray: more(stray, own), pace: *pace };
                }
            }
            let ways = [std::mem::replace(&mut before, after), after];
            // For quaternions with length 1 this can be decided without a root.
            let left = largest - TURNED;
            let fastest = more(ways[0].fast(), ways[1].fast());
            if self.is_known && left > 0.0 && MOST_SQUARE * late * late * fastest < left * left {
                continue;
            }
            let moved = late * more(self.speed_limit(ways[0]), self.speed_limit(ways[1]));
            let off = self.narrowed(value);
            // Most keys have a smaller error than an earlier one, which can be decided without the root.
            let left = largest - moved;
            if left > 0.0 && self.is_near(off, stray) && MOST_SQUARE * off < left * left {
                continue;
            }
            let limit = moved + self.limit(off, stray);
            let error = if limit.is_finite() { limit } else { self.error(key) };
            largest = if error.is_finite() { more(largest, error) } else { largest };
        }
        largest
    }

    /// An upper bound on the speed of a segment with this square; infinite if it is costly to find.
    fn speed_limit(&self, way: Way) -> f64 {
        if way.pace < f64::INFINITY { self.limit(way.square, way.stray) * way.pace } else { f64::INFINITY }
    }

    /// The squared distance between a value and the same value in single precision: see [`Keys::limit`].
    fn narrowed<const N: usize>(&self, value: &[f64; N]) -> f64 {
        let change: [f64; N] = value.map(|part| part - f64::from(part as f32));
        let whole = square::<N>(|i| change[i]);
        if !self.is_rotation {
            return whole;
        }
        // A change of a quaternion's length does not rotate it. Its length is 1 up to a millionth.
        let along: f64 = (0..N).map(|i| change[i] * value[i]).sum();
        more(0.0, whole - (1.0 - 2e-6) * along * along)
    }

    /// An upper bound on [`apart`] for values with this squared distance; infinite if it is costly to find.
    fn limit(&self, square: f64, stray: f64) -> f64 {
        let off = square.sqrt();
        match self.is_rotation {
            _ if !self.is_near(square, stray) => f64::INFINITY,
            // A rotation is twice the angle between quaternions: 4·asin(c/2) = 2c·(1 + c²/24 + …) for a chord c between
            // quaternions of length 1; shorter quaternions make the angle larger.
            true => 1.000_001 * off * (2.0 + square / 11.5),
            false => 1.000_001 * off,
        }
    }

    /// Whether the bounds for small distances hold for this squared distance between quaternions whose length differs this much
    /// from 1.
    fn is_near(&self, square: f64, stray: f64) -> bool {
        !self.is_rotation || square < 0.25 && stray < 1e-6
    }

    /// The difference of the squared length of a quaternion from 1; 0 for other values, and where the difference is known not to
    /// matter.
    fn stray<const N: usize>(&self, value: &[f64; N]) -> f64 {
        if self.is_known {
            return 0.0;
        }
        if self.is_rotation { (square::<N>(|i| value[i]) - 1.0).abs() } else { 0.0 }
    }

    /// The error of a key.
    fn error(&self, key: usize) -> f64 {
        let (now, value) = (self.time(key).unwrap_or(f64::NAN), self.curve.value(key));
        let narrow: Vec<f64> = value.iter().map(|part| f64::from(*part as f32)).collect();
        let late = (f64::from(now as f32) - now).abs();
        let fastest = self.steady(key.checked_sub(1)).max(self.steady(Some(key)));
        let error = late * fastest + apart(value, &narrow, self.is_rotation);
        if self.may_turn_back(key.checked_sub(1)) || self.may_turn_back(Some(key)) { PI } else { error }
    }

    /// Whether readers may take the other arc in a segment that is no jump.
    fn may_turn_back(&self, segment: Option<usize>) -> bool {
        let Some(at) = segment.filter(|at| self.is_rotation && at + 1 < self.curve.len()) else {
            return false;
        };
        let ends = [at, at + 1].map(|key| unit(self.curve.value(key)));
        self.curve.uniform_ease() == Some(Ease::Slerp)
            && is_half_turn(ends[0], ends[1])
            && self.steady(segment) > 0.0
    }

    /// The speed of a segment; 0 for a jump.
    fn steady(&self, segment: Option<usize>) -> f64 {
        let Some((at, from, to)) = segment.and_then(|at| Some((at, self.time(at)?, self.time(at + 1)?)))
        else {
            return 0.0;
        };
        let around = self.speed(at.checked_sub(1)).max(self.speed(at.checked_add(1)));
        let speed = self.speed(segment);
        if is_short(from, to, self.moments.jump) && speed > SUDDEN * around { 0.0 } else { speed }
    }

    fn speed(&self, segment: Option<usize>) -> f64 {
        let segment = segment.filter(|_| !self.steps);
        let ends = segment.and_then(|at| Some((at, self.time(at + 1)? - self.time(at)?)));
        ends.map_or(0.0, |(segment, length)| travelled(self.curve, segment, self.is_rotation) / length)
    }

    fn time(&self, key: usize) -> Option<f64> {
        self.curve.times().get(key)
    }
}

/// The segment from a key to the next.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The square of its length.
    square: f64,
    stray: f64,
    pace: f64,
}

impl Way {
    /// The squared speed of a straight line; infinite if it is long.
    fn fast(self) -> f64 {
        if self.square < FAR { self.square * self.pace * self.pace } else { f64::INFINITY }
    }
}

/// The larger number, or the first if the second is NaN. It compiles to one instruction, unlike `max`.
fn more(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn square<const N: usize>(part: impl Fn(usize) -> f64) -> f64 {
    (0..N).map(|i| part(i) * part(i)).sum()
}

/// An upper bound on the ratio of the square of a limit to the squared distance.
const MOST_SQUARE: f64 = 4.2;

/// The largest rotation that single precision causes for a quaternion with length 1: each number changes by half a unit, and the
/// angle is twice that between the two quaternions.
const TURNED: f64 = 1.000_01 * f32::EPSILON as f64;

/// A few units of single precision, relative to the number.
const FEW_STEPS: f64 = 1.0 / (1 << 19) as f64;

/// A line is a jump if it is this many times faster than both adjacent lines.
const SUDDEN: f64 = 4.0;

/// The distance that a curve travels from one key to the next; if the speed changes, the distance at the highest speed.
fn travelled(curve: &Curve, key: usize, is_rotation: bool) -> f64 {
    let (from, to) = (curve.value(key), curve.value(key + 1));
    if curve.uniform_ease() != Some(Ease::Bezier) {
        return apart(from, to, is_rotation);
    }
    // The derivative of a cubic with handles at the thirds is within three times the steps of its four points.
    let points = |component: usize| {
        let out = from[component] + curve.handles(key, component).out[1];
        [from[component], out, to[component] + curve.handles(key + 1, component).into[1], to[component]]
    };
    let points: Vec<[f64; 4]> = (0..curve.width()).map(points).collect();
    let point = |index: usize| points.iter().map(|points| points[index]).collect::<Vec<_>>();
    let steps = (0..3).map(|index| 3.0 * apart(&point(index), &point(index + 1), is_rotation));
    steps.fold(0.0, f64::max)
}

fn apart(a: &[f64], b: &[f64], is_rotation: bool) -> f64 {
    if is_rotation {
        return quaternion::angle_between(unit(a), unit(b));
    }
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    if a.len() == 3 { differences.fold(0.0, trig::hypot) } else { differences.fold(0.0, f64::max) }
}

fn unit(q: &[f64]) -> [f64; 4] {
    quaternion::normalize([q[0], q[1], q[2], q[3]])
}
