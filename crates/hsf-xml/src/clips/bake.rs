//! Bakes a function of time into keys with straight lines, cubic curves or great arcs between them.

use anim_core::{Ease, KeyLimit};

use super::plain::{Plain, gap};
use super::plain_key::PlainKey;
use super::value::{cubic, distance, line};

/// The maximum number of times that the interval between two given keys is halved: 32,768 keys for each key of the source.
const MAX_DEPTH: u32 = 15;

/// The maximum number of keys added for each second, however many keys the source has there.
const KEYS_PER_SECOND: f64 = 32_768.0;

/// The maximum rotation from one key to the next, in radians, so that the probes of a segment notice it.
const MAX_TURN: f64 = 1.0;

/// The points at which the difference from a straight line is measured to decide whether a segment is halved.
const PROBES: [f64; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// The points at which the difference from a cubic curve is measured: the largest difference of a function with a fourth derivative
/// that is the same everywhere is at the first and the last one.
const CUBIC_PROBES: [f64; 5] = [0.127, 0.25, 0.5, 0.75, 0.873];

/// The factor for the largest difference at the probes. If the function is a cubic curve over the segment, its difference from
/// a straight line is below the product everywhere.
const BOUND: f64 = 1.065;

/// Points that do not decide, for the reported error.
const ELSEWHERE: [f64; 6] = [0.1, 0.27, 0.43, 0.57, 0.73, 0.9];

/// Differences below this fraction of the largest number are ignored: single precision cannot represent them.
const FINEST: f64 = 2.0 * f32::EPSILON as f64;

/// The part of the tolerance that a cubic curve may use: the rest costs it few keys, and targets add errors of their own.
const CLOSER: f64 = 0.25;

/// Smaller jumps are not looked for.
const SMOOTH: f64 = 1e-9;

/// A function to bake.
pub(super) struct Bake<'a> {
    /// The number of components of a value; 4 for a quaternion.
    pub(super) width: usize,
    /// The largest error to aim for: a distance, or in radians for quaternions.
    pub(super) tolerance: f64,
    /// The maximum number of keys.
    pub(super) keys: usize,
    /// The duration in seconds of one unit of its time.
    pub(super) seconds: f64,
    pub(super) at: &'a dyn Fn(f64) -> Vec<f64>,
    pub(super) turn: Option<Turn<'a>>,
}

/// A rotation on which a function depends.
pub(super) struct Turn<'a> {
    /// The rotation between two times in radians, full turns included.
    pub(super) between: Box<dyn Fn(f64, f64) -> f64 + 'a>,
    /// The largest error of the function if the rotation is missed completely.
    pub(super) most: f64,
}

/// A time and the value there.
type Place = (f64, Vec<f64>);

/// The derivatives of a value at the start and the end of a segment, by the fraction of the segment.
type Slopes = [Vec<f64>; 2];

/// Keys under construction.
struct Made {
    plain: Plain,
    ease: Ease,
    error: f64,
    limit: usize,
}

impl Made {
    fn push(&mut self, tick: f64, value: Vec<f64>) {
        let keys = &mut self.plain.keys;
        if keys.len() <= self.limit && keys.last().is_none_or(|last| last.tick < tick) {
            keys.push(PlainKey::new(tick, value, self.ease));
        }
    }

    /// Makes the segment from the last key, at this time, a cubic curve.
    fn bend(&mut self, tick: f64, slopes: Slopes) {
        if let Some(key) = self.plain.keys.last_mut().filter(|key| key.tick == tick) {
            key.bend(slopes);
        }
    }
}

impl Bake<'_> {
    /// Keys at these ascending times, on both sides of each jump, and as many between them as the tolerance needs and the
    /// limits allow; and a bound on the error between them.
    pub(super) fn keys(&self, breaks: &[f64]) -> (Plain, f64) {
        let made = self.made(breaks, MAX_DEPTH);
        if made.plain.keys.len() <= self.keys {
            return (made.plain.in_one_kind(), made.error);
        }
        // If the tolerance is out of reach, each part gets the same share of the keys that a curve may have: its ends, the
        // sides of jumps, and the rest for halving.
        let keys = KeyLimit::default().keys(breaks.len(), self.tolerance).min(self.keys);
        let share = (keys / breaks.len().max(1)).saturating_sub(2).max(1);
        let made = self.made(breaks, share.ilog2().min(MAX_DEPTH));
        (made.plain.in_one_kind(), made.error)
    }

    fn made(&self, breaks: &[f64], depth: u32) -> Made {
        let ease = if self.width == 4 { Ease::Slerp } else { Ease::Linear };
        let plain = Plain { width: self.width, keys: Vec::new() };
        let mut made = Made { plain, ease, error: 0.0, limit: self.keys };
        for pair in breaks.windows(2) {
            if made.plain.keys.len() > self.keys {
                break;
            }
            let (from, to) = (pair[0], pair[1]);
            let width = gap(to).min((to - from) / 4.0);
            let (start, before_end) = ((self.at)(from), (self.at)(to - width));
            let after_start = (self.at)(from + width);
            made.push(from, start.clone());
            let first = if self.differ(&start, &after_start) {
                made.push(from + width, after_start.clone());
                (from + width, after_start)
            } else {
                made.error = made.error.max(self.hop(&start, &after_start, from + 2.0 * width));
                (from, start)
            };
            let end = (self.at)(to);
            let jumps = self.differ(&before_end, &end);
            if !jumps {
                made.error = made.error.max(self.hop(&end, &before_end, to - 2.0 * width));
            }
            let last = if jumps { (to - width, before_end) } else { (to, end) };
            self.between(&first, &last, self.depth(from, to, depth), &mut made);
            if jumps {
                made.push(last.0, last.1);
            }
        }
        if let Some(&last) = breaks.last() {
            made.push(last, (self.at)(last));
        }
        made
    }

    /// The maximum number of times that a part may be halved; 0 if even that would not show the rotation of the value.
    fn depth(&self, from: f64, to: f64, most: u32) -> u32 {
        let keys = (to - from) * self.seconds * KEYS_PER_SECOND;
        let depth = (keys as u64).max(1).ilog2().min(most);
        let is_seen = self
            .turn
            .as_ref()
            .is_none_or(|turn| (turn.between)(from, to) <= MAX_TURN * f64::from(1 << depth));
        if is_seen { depth } else { 0 }
    }

    fn between(&self, from: &Place, to: &Place, depth: u32, made: &mut Made) {
        if made.plain.keys.len() > made.limit {
            return;
        }
        let hidden = self.turn.as_ref().filter(|turn| (turn.between)(from.0, to.0) > MAX_TURN);
        let size = from.1.iter().chain(&to.1).fold(0.0, |size: f64, number| size.max(number.abs()));
        let mut tolerance = self.tolerance.max(FINEST * size);
        let (mut slopes, mut error) = (None, BOUND * self.error(from, to, None, &PROBES));
        if error > tolerance && self.width != 4 {
            let cubic = self.cubic(from, to);
            let less = BOUND * self.error(from, to, Some(&cubic), &CUBIC_PROBES);
            if less < error {
                (slopes, error) = (Some(cubic), less);
                tolerance *= CLOSER;
            }
        }
        if (hidden.is_some() || error > tolerance) && depth > 0 {
            let middle = from.0 + (to.0 - from.0) * 0.5;
            let middle = (middle, (self.at)(middle));
            self.between(from, &middle, depth - 1, made);
            made.push(middle.0, middle.1.clone());
            self.between(&middle, to, depth - 1, made);
            return;
        }
        error = error.max(self.error(from, to, slopes.as_ref(), &ELSEWHERE));
        made.error = made.error.max(hidden.map_or(error, |turn| error.max(turn.most)));
        if let Some(slopes) = slopes {
            made.bend(from.0, slopes);
        }
    }

    /// The slopes of the cubic curve through a segment's ends and thirds.
    fn cubic(&self, from: &Place, to: &Place) -> Slopes {
        let [first, second] = [1.0, 2.0].map(|third| (self.at)(from.0 + (to.0 - from.0) * third / 3.0));
        let slopes = |end: [f64; 4]| {
            let parts = from.1.iter().zip(&first).zip(second.iter().zip(&to.1));
            parts.map(|((a, b), (c, d))| (end[0] * a + end[1] * b + end[2] * c + end[3] * d) / 2.0).collect()
        };
        [slopes([-11.0, 18.0, -9.0, 2.0]), slopes([-2.0, 9.0, -18.0, 11.0])]
    }

    /// The largest difference at some points of a segment from a cubic curve with these slopes, or else from a straight line or a great
    /// arc.
    fn error(&self, from: &Place, to: &Place, slopes: Option<&Slopes>, points: &[f64]) -> f64 {
        let on = |u: f64| {
            slopes.map_or_else(|| line(&from.1, &to.1, u), |slopes| cubic(&from.1, &to.1, slopes, u))
        };
        let off = |&u: &f64| distance(&(self.at)(from.0 + (to.0 - from.0) * u), &on(u));
        points.iter().map(off).fold(0.0, f64::max)
    }

    /// The size of a jump between an end of a part and a value near it that is too small to get keys of its own. The motion goes on
    /// to another tick, twice as far from the end.
    fn hop(&self, end: &[f64], near: &[f64], further: f64) -> f64 {
        let apart = distance(end, near);
        if apart < SMOOTH { 0.0 } else { (apart - 1.5 * distance(near, &(self.at)(further))).max(0.0) }
    }

    /// Whether two values at neighbouring times differ.
    fn differ(&self, a: &[f64], b: &[f64]) -> bool {
        distance(a, b) > self.tolerance.max(1e-6)
    }
}
