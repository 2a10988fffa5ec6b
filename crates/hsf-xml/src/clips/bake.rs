//! A function of time as keys with straight lines or arcs between them.

use anim_core::{Ease, quaternion};

use super::plain::{Plain, PlainKey, gap};

/// How often the time between two given keys is halved at most.
const MAX_DEPTH: u32 = 10;

/// The part of the tolerance that may be reached at the quarters, so that what lies between them stays within it.
const MARGIN: f64 = 0.75;

/// What is baked.
pub(super) struct Bake<'a> {
    /// How many numbers a value has; 4 are a quaternion.
    pub(super) width: usize,
    pub(super) tolerance: f64,
    /// The most keys.
    pub(super) keys: usize,
    pub(super) at: &'a dyn Fn(f64) -> Vec<f64>,
}

impl Bake<'_> {
    /// Keys at these ascending times, on both sides of each jump, and between them as many as needed; the largest error
    /// that was seen.
    pub(super) fn keys(&self, breaks: &[f64]) -> (Plain, f64) {
        let ease = if self.width == 4 { Ease::Slerp } else { Ease::Linear };
        let mut plain = Plain { width: self.width, keys: Vec::new() };
        let mut error = 0.0;
        let limit = self.keys;
        let mut push = |tick: f64, value: Vec<f64>| {
            if plain.keys.len() <= limit && plain.keys.last().is_none_or(|last| last.tick < tick) {
                plain.keys.push(PlainKey::new(tick, value, ease));
            }
        };
        for pair in breaks.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let width = gap(to).min((to - from) / 4.0);
            let (start, before_end) = ((self.at)(from), (self.at)(to - width));
            let after_start = (self.at)(from + width);
            push(from, start.clone());
            let first = if self.differ(&start, &after_start) {
                push(from + width, after_start.clone());
                (from + width, after_start)
            } else {
                (from, start)
            };
            let end = (self.at)(to);
            let jumps = self.differ(&before_end, &end);
            let last = if jumps { (to - width, before_end) } else { (to, end) };
            self.between(&first, &last, MAX_DEPTH, &mut error, &mut push);
            if jumps {
                push(last.0, last.1);
            }
        }
        if let Some(&last) = breaks.last() {
            push(last, (self.at)(last));
        }
        (plain, error)
    }

    fn between(
        &self,
        from: &(f64, Vec<f64>),
        to: &(f64, Vec<f64>),
        depth: u32,
        error: &mut f64,
        push: &mut dyn FnMut(f64, Vec<f64>),
    ) {
        let at = |u: f64| from.0 + (to.0 - from.0) * u;
        let mut worst = 0.0;
        for u in [0.25, 0.5, 0.75] {
            let off = distance(&(self.at)(at(u)), &line(&from.1, &to.1, u));
            worst = f64::max(worst, off);
        }
        if worst > MARGIN * self.tolerance && depth > 0 {
            let middle = (at(0.5), (self.at)(at(0.5)));
            self.between(from, &middle, depth - 1, error, push);
            push(middle.0, middle.1.clone());
            self.between(&middle, to, depth - 1, error, push);
        } else {
            *error = f64::max(*error, worst);
        }
    }

    /// Whether two values that are next to each other in time are apart.
    fn differ(&self, a: &[f64], b: &[f64]) -> bool {
        distance(a, b) > self.tolerance.max(1e-6)
    }
}

/// A part of the way between two values.
fn line(a: &[f64], b: &[f64], u: f64) -> Vec<f64> {
    match (a, b) {
        (&[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            quaternion::slerp([ax, ay, az, aw], [bx, by, bz, bw], u).to_vec()
        }
        _ => a.iter().zip(b).map(|(a, b)| a * (1.0 - u) + b * u).collect(),
    }
}

/// How far two values are apart.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    match (a, b) {
        (&[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            quaternion::angle_between([ax, ay, az, aw], [bx, by, bz, bw])
        }
        _ => a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
    }
}
