//! Arcs: spherical interpolation between two rotations.

#![expect(clippy::inline_always, reason = "an arc that is used once stays in registers")]

use crate::pose::columns::{self, Column, MOST};
use crate::quaternion::{self, Quaternion, dot, nearest};
use crate::trig;

/// The shorter arc between two quaternions, with the terms that all its samples share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    from: Quaternion,
    to: Quaternion,
    form: Form,
}

/// How the weights sin(uθ) / sin θ of the two quaternions are computed, where θ is the angle between them.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// By a series in 1 − cos θ, for arcs as short as those between frames.
    Short { versine: f64 },
    /// By sines.
    Long { angle: f64, sine: f64 },
}

impl Arc {
    /// The arc from `a` to `b`, both of length 1.
    #[inline(always)]
    pub(crate) fn new(a: Quaternion, b: Quaternion) -> Self {
        let (to, versine) = shorter(a, b);
        Self { from: a, to, form: if versine < SHORT { Form::Short { versine } } else { long(a, to) } }
    }

    /// Whether the arc is worth keeping: sines take longer than the series.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        matches!(self.form, Form::Long { .. })
    }

    /// The quaternion at the fraction `u` of the arc, from 0 to 1.
    #[inline(always)]
    pub(crate) fn at(&self, u: f64) -> Quaternion {
        let sum = |[a, b]: [f64; 2]| std::array::from_fn(|i| a * self.from[i] + b * self.to[i]);
        match self.form {
            Form::Short { versine } if versine < TINY => sum(weights::<TINY_TERMS>([1.0 - u, u], versine)),
            Form::Short { versine } => sum(weights::<SHORT_TERMS>([1.0 - u, u], versine)),
            Form::Long { angle, sine } => {
                quaternion::normalize(sum([1.0 - u, u].map(|u| trig::sin(u * angle) / sine)))
            }
        }
    }
}

/// Arcs in columns: their ends, of length 1, and for each arc the fraction at which its quaternion is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Arcs {
    pub(crate) from: [Column; 4],
    pub(crate) to: [Column; 4],
    pub(crate) parts: Column,
    versines: Column,
}

impl Arcs {
    pub(crate) const ZERO: Self =
        Self { from: [[0.0; MOST]; 4], to: [[0.0; MOST]; 4], parts: [0.0; MOST], versines: [0.0; MOST] };

    /// The quaternions of the first `count` arcs, each that of [`Arc::at`] if the arc [is tiny](Arcs::is_tiny).
    pub(crate) fn at(&mut self, count: usize, out: &mut [Column; 4]) {
        columns::normalize(&mut self.from, count);
        columns::normalize(&mut self.to, count);
        for node in 0..count.min(MOST) {
            let (from, u) = (columns::get(&self.from, node), self.parts[node]);
            let (to, versine) = shorter(from, columns::get(&self.to, node));
            let [a, b] = weights::<TINY_TERMS>([1.0 - u, u], versine);
            columns::put(out, node, std::array::from_fn(|i| a * from[i] + b * to[i]));
            self.versines[node] = versine;
        }
    }

    /// Whether an arc is so short that its quaternion from [`Arcs::at`] is right.
    pub(crate) fn is_tiny(&self, node: usize) -> bool {
        self.versines[node] < TINY
    }
}

/// The end of the shorter arc from `a`, and 1 minus the cosine of the angle between both.
#[inline(always)]
fn shorter(a: Quaternion, b: Quaternion) -> (Quaternion, f64) {
    let to = nearest(b, a);
    let difference: Quaternion = std::array::from_fn(|i| a[i] - to[i]);
    (to, dot(difference, difference) / 2.0)
}

#[cold]
fn long(a: Quaternion, b: Quaternion) -> Form {
    let angle = quaternion::angle_between_near(a, b);
    Form::Long { angle, sine: trig::sin(angle) }
}

/// The largest versines for which these numbers of terms give the series double precision: the remainder after n terms is less
/// than (versine / 2)ⁿ / √n.
const TINY: f64 = 0.002;
const TINY_TERMS: usize = 5;
const SHORT: f64 = 0.05;
const SHORT_TERMS: usize = 9;

/// i / (2i + 1) and 1 / (i (2i + 1)) for i = 1, 2, …
const STEPS: [[f64; 2]; SHORT_TERMS] = {
    let mut steps = [[0.0; 2]; SHORT_TERMS];
    let mut i = 0;
    while i < SHORT_TERMS {
        let n = i as f64 + 1.0;
        steps[i] = [n / (2.0 * n + 1.0), 1.0 / (n * (2.0 * n + 1.0))];
        i += 1;
    }
    steps
};

/// sin(uθ) / sin θ for two fractions u, by its series in y = 1 − cos θ:
/// u · (1 + (1 − u²)/3 · y · (1 + (4 − u²)/10 · y · (1 + (9 − u²)/21 · y · …))), where step i has (i² − u²) / (i (2i + 1)).
///
/// Source: D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP", Journal of Graphics Tools 15, 2011.
#[inline(always)]
fn weights<const TERMS: usize>(parts: [f64; 2], versine: f64) -> [f64; 2] {
    let squares = parts.map(|u| u * u);
    let factors = |i: usize| squares.map(|square| (STEPS[i][0] - STEPS[i][1] * square) * versine);
    // Two steps at a time, 1 + a (1 + b x) = (1 + a) + ab x, which halves the chain of dependent sums.
    let mut sums = factors(TERMS - 1).map(|c| 1.0 + c);
    for i in (0..TERMS - 1).rev().step_by(2) {
        let (outer, inner) = (factors(i - 1), factors(i));
        sums = std::array::from_fn(|k| (1.0 + outer[k]) + outer[k] * inner[k] * sums[k]);
    }
    [parts[0] * sums[0], parts[1] * sums[1]]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The expected weights come from the sines of the angle itself.
        #[test]
        fn both_forms_have_the_weights_of_the_angle(angle in 1e-6..1.57f64, u in 0.0..=1.0f64) {
            let turned = [0.0, 0.0, angle.sin(), angle.cos()];
            let found = Arc::new(quaternion::IDENTITY, turned).at(u);
            let expected = [0.0, 0.0, (u * angle).sin(), (u * angle).cos()];
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert!((found - expected).abs() <= 4.0 * f64::EPSILON, "{found} {expected}");
            }
        }
    }

    #[test]
    fn the_forms_meet() {
        let places = [0.0, 0.1, 0.5, 0.9, 1.0].map(|u| [(u, TINY), (u, SHORT)]);
        for (u, versine) in places.into_iter().flatten() {
            let angle = (versine / 2.0).sqrt().asin() * 2.0;
            let parts = [1.0 - u, u];
            let series = if versine == TINY {
                weights::<TINY_TERMS>(parts, versine)
            } else {
                weights::<SHORT_TERMS>(parts, versine)
            };
            let sines = [1.0 - u, u].map(|u| (u * angle).sin() / angle.sin());
            for (series, sine) in series.into_iter().zip(sines) {
                assert!((series - sine).abs() <= 2.0 * f64::EPSILON, "{series} {sine} at {u}");
            }
        }
    }

    #[test]
    fn the_ends_are_exact() {
        let ends = [[0.6, 0.0, 0.0, 0.8], [0.0, 0.6, 0.0, 0.8]];
        for [a, b] in [ends, [ends[0]; 2], [ends[1], ends[0]]] {
            assert_eq!((Arc::new(a, b).at(0.0), Arc::new(a, b).at(1.0)), (a, b));
        }
    }

    #[test]
    fn arcs_in_columns_are_right_where_they_are_tiny() {
        // The versine of half the angle is 0.002 at 0.0632.
        for (half, is_tiny) in [(0.0, true), (0.06, true), (0.066, false), (1.5, false)] {
            let ends = [quaternion::IDENTITY, [0.0, 0.0, f64::sin(half), f64::cos(half)]];
            let (mut arcs, mut out) = (Arcs::ZERO, [[0.0; MOST]; 4]);
            columns::put(&mut arcs.from, 0, ends[0]);
            columns::put(&mut arcs.to, 0, ends[1]);
            arcs.parts[0] = 0.25;
            arcs.at(1, &mut out);
            assert_eq!(arcs.is_tiny(0), is_tiny, "{half}");
            let is_right = columns::get(&out, 0) == Arc::new(ends[0], ends[1]).at(0.25);
            assert!(is_right || !is_tiny, "{half}");
        }
    }
}
