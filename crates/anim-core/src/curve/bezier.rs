//! Cubic Bézier segments in time and value.

mod turns;

use crate::Handles;

/// The number of samples computed together.
pub(crate) const LANES: usize = 4;

/// A segment of one component, with everything that its samples share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cubic {
    length: f64,
    /// The times of the inner control points as fractions of the length; those of the outer ones are 0 and 1.
    controls: [f64; 2],
    /// The times at the parameters ¼, ½ and ¾, and the slope of the parameter on a straight line from each quarter to the next.
    quarters: [f64; 3],
    speeds: [f64; 4],
    values: [f64; 4],
}

impl Cubic {
    /// A segment of `length` seconds with these values and handles at its two keys.
    pub(crate) fn new(length: f64, values: [f64; 2], handles: [Handles; 2]) -> Self {
        let [out, into] = within(length, handles);
        let controls = [out[0] / length, 1.0 + into[0] / length];
        let quarters = [0.25, 0.5, 0.75].map(|u| cubic(u, 0.0, controls[0], controls[1], 1.0));
        let [first, middle, last] = quarters;
        let speeds = [first, middle - first, last - middle, 1.0 - last].map(|time| 0.25 / time);
        let values = [values[0], values[0] + out[1], values[1] + into[1], values[1]];
        Self { length, controls, quarters, speeds, values }
    }

    /// The value at `offset` seconds into the segment.
    pub(crate) fn at(&self, offset: f64) -> f64 {
        self.lanes([offset])[0]
    }

    /// The values at several times, each the same as that of [`Cubic::at`].
    #[inline]
    pub(crate) fn lanes<const N: usize>(&self, offsets: [f64; N]) -> [f64; N] {
        let [x1, x2] = self.controls;
        let mut u = offsets.map(|offset| offset / self.length);
        if !(x1 == 1.0 / 3.0 && x2 == 2.0 / 3.0) {
            let (near, sure) = self.near(u);
            for lane in 0..N {
                u[lane] = if sure[lane] { near[lane] } else { solve(u[lane], x1, x2) };
            }
        }
        let [p0, p1, p2, p3] = self.values;
        u.map(|u| cubic(u, p0, p1, p2, p3))
    }

    /// The parameters at which the curve reaches these times, and whether each is as near as rounding allows: two steps of
    /// Halley's method from the line between two quarters, and one of Newton's.
    #[inline]
    fn near<const N: usize>(&self, x: [f64; N]) -> ([f64; N], [bool; N]) {
        let ([x1, x2], [first, middle, last]) = (self.controls, self.quarters);
        // The time as a polynomial of the parameter.
        let (c, b, a) = (3.0 * x1, 3.0 * x2 - 6.0 * x1, 1.0 + 3.0 * x1 - 3.0 * x2);
        let mut u = [0.0; N];
        let mut sure = [false; N];
        for lane in 0..N {
            let x = x[lane];
            // Every choice is a selection without a branch, so that the compiler can vectorise the lanes.
            let pick = |quarters: [f64; 4]| {
                let low = if x < first { quarters[0] } else { quarters[1] };
                let high = if x < last { quarters[2] } else { quarters[3] };
                if x < middle { low } else { high }
            };
            u[lane] =
                pick([0.0, 0.25, 0.5, 0.75]) + (x - pick([0.0, first, middle, last])) * pick(self.speeds);
        }
        for _ in 0..2 {
            for lane in 0..N {
                let at = u[lane];
                let miss = ((a * at + b) * at + c) * at - x[lane];
                let slope = (3.0 * a * at + 2.0 * b) * at + c;
                let bend = 6.0 * a * at + 2.0 * b;
                u[lane] = (at - 2.0 * miss * slope / (2.0 * slope * slope - miss * bend)).clamp(0.0, 1.0);
            }
        }
        for lane in 0..N {
            let at = u[lane];
            let w = 1.0 - at;
            let miss = cubic(at, 0.0, x1, x2, 1.0) - x[lane];
            let slope = 3.0 * (w * w * x1 + 2.0 * w * at * (x2 - x1) + at * at * (1.0 - x2));
            let step = miss / slope;
            u[lane] = (at - step).clamp(0.0, 1.0);
            // The error after a step is the square of the error before, times the second derivative over twice the first.
            let bend = 6.0 * a * at + 2.0 * b;
            sure[lane] = step * step * bend.abs() <= 0.25 * f64::EPSILON * slope && step.abs() < 1e-5;
        }
        (u, sure)
    }
}

/// A segment cut in two.
pub(crate) struct Halves {
    /// The value at the cut.
    pub(crate) value: f64,
    /// The handle of the first key towards the cut, both handles at the cut, and the handle of the last key towards the cut.
    pub(crate) out: [f64; 2],
    pub(crate) middle: Handles,
    pub(crate) into: [f64; 2],
}

/// The parameter at which a segment of `length` seconds is `offset` seconds from its start; see [`split`] for the handles.
pub(crate) fn parameter(offset: f64, length: f64, [out, into]: [[f64; 2]; 2]) -> f64 {
    solve(offset / length, out[0] / length, 1.0 + into[0] / length)
}

/// The parameter within a segment at which time advances slowest, and the seconds from the start of the segment. `None` if time only
/// slows down or only speeds up: then no handle is longer than its segment. This holds for both halves of a segment that is cut at
/// this parameter.
pub(crate) fn slowest(length: f64, [out, into]: [[f64; 2]; 2]) -> Option<(f64, f64)> {
    let [x1, x2] = [out[0], length + into[0]];
    // The change of the speed of time at both ends.
    let [first, last] = [x2 - 2.0 * x1, x1 - 2.0 * x2 + length];
    let u = first / (first - last);
    (first < 0.0 && last > 0.0).then(|| (u, cubic(u, 0.0, x1, x2, length)))
}

/// A segment cut at a parameter, `offset` seconds from its start, by de Casteljau's construction. Its handles are not shortened:
/// time must not run backwards within the segment.
pub(crate) fn split(
    [u, offset]: [f64; 2],
    length: f64,
    values: [f64; 2],
    [out, into]: [[f64; 2]; 2],
) -> Halves {
    let mix = |a: [f64; 2], b: [f64; 2]| [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u];
    let [first, second] = [[out[0], values[0] + out[1]], [length + into[0], values[1] + into[1]]];
    let (a, b, c) = (mix([0.0, values[0]], first), mix(first, second), mix(second, [length, values[1]]));
    let (before, after) = (mix(a, b), mix(b, c));
    let value = cubic(u, values[0], first[1], second[1], values[1]);
    Halves {
        value,
        out: out.map(|part| part * u),
        middle: Handles {
            into: [(before[0] - offset).min(0.0), before[1] - value],
            out: [(after[0] - offset).max(0.0), after[1] - value],
        },
        into: into.map(|part| part * (1.0 - u)),
    }
}

/// The two handles of a segment as they are used: shortened to the segment.
pub(crate) fn within(length: f64, [from, to]: [Handles; 2]) -> [[f64; 2]; 2] {
    [shorten(from.out, length), shorten(to.into.map(|c| -c), length).map(|c| -c)]
}

/// The handle, kept within its segment: a handle that is too long shrinks in time and value, and a handle on the wrong side
/// becomes zero.
fn shorten([seconds, value]: [f64; 2], length: f64) -> [f64; 2] {
    if seconds > length {
        [length, value * (length / seconds)]
    } else if seconds >= 0.0 {
        [seconds, value]
    } else {
        [0.0, 0.0]
    }
}

/// The Bézier polynomial over four control values.
fn cubic(u: f64, p0: f64, p1: f64, p2: f64, p3: f64) -> f64 {
    let w = 1.0 - u;
    w * w * w * p0 + 3.0 * w * w * u * p1 + 3.0 * w * u * u * p2 + u * u * u * p3
}

/// The parameter u in 0..=1 at which the curve over times 0, `x1`, `x2`, 1 reaches `x`; both controls lie in 0..=1, so
/// that time never runs backwards.
fn solve(x: f64, x1: f64, x2: f64) -> f64 {
    if x1 == 1.0 / 3.0 && x2 == 2.0 / 3.0 {
        return x;
    }
    let (mut low, mut high) = (0.0, 1.0);
    let mut u = x;
    for _ in 0..ROUNDS {
        let miss = cubic(u, 0.0, x1, x2, 1.0) - x;
        if miss == 0.0 || high - low <= f64::EPSILON {
            break;
        }
        *(if miss > 0.0 { &mut high } else { &mut low }) = u;
        let w = 1.0 - u;
        let slope = 3.0 * (w * w * x1 + 2.0 * w * u * (x2 - x1) + u * u * (1.0 - x2));
        let newton = u - miss / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if next == u {
            break;
        }
        u = next;
    }
    u
}

/// Newton's method, kept inside a bracket: at worst it halves the bracket down to rounding.
const ROUNDS: usize = 64;

#[cfg(test)]
mod tests {
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::curve::sample::tests::any_curve;
    use crate::{Curve, Ease, Sampler, Times};

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    #[test]
    fn a_bezier_curve_follows_its_handles() {
        // Control times at thirds make time linear in the parameter. The expected values are Bernstein sums, computed by hand.
        let thirds =
            [Handles { into: [0.0; 2], out: [1.0, 3.0] }, Handles { into: [-1.0, 1.5], out: [0.0; 2] }];
        let bezier = curve(&[0.0, 3.0], &[0.0, 6.0], Ease::Bezier).with_handles(thirds.to_vec()).unwrap();
        for (time, expected) in [(0.0, 0.0), (1.0, 29.0 / 9.0), (1.5, 4.6875), (2.0, 52.0 / 9.0), (3.0, 6.0)]
        {
            assert_abs_diff_eq!(bezier.at(time)[0], expected, epsilon = 1e-14);
        }
        // Uneven handles. The expected values come from bisection in another program.
        let uneven =
            [Handles { into: [0.0; 2], out: [2.0, 3.0] }, Handles { into: [-2.0, 0.0], out: [0.0; 2] }];
        let bezier = curve(&[0.0, 6.0], &[0.0, 2.0], Ease::Bezier).with_handles(uneven.to_vec()).unwrap();
        let golden = [0.0, 1.189_815, 1.851_852, 2.125, 2.148_148, 2.060_185, 2.0];
        for (frame, expected) in golden.into_iter().enumerate() {
            assert_abs_diff_eq!(bezier.at(frame as f64)[0], expected, epsilon = 5e-7);
        }
    }

    #[test]
    fn usual_segments_need_no_search() {
        // Ease in and out, an overshoot, early, late, and nearly straight.
        for [x1, x2] in [[0.42, 0.58], [0.3, 0.4], [0.0, 0.2], [0.6, 1.0], [0.3, 0.7]] {
            let handles = [
                Handles { into: [0.0; 2], out: [x1, 0.0] },
                Handles { into: [x2 - 1.0, 0.0], out: [0.0; 2] },
            ];
            let cubic = Cubic::new(1.0, [0.0, 1.0], handles);
            for x in (5..=95).map(|part| f64::from(part) / 100.0) {
                let ([near], [sure]) = cubic.near([x]);
                assert!(sure && (near - solve(x, x1, x2)).abs() < 1e-14, "{x1} {x2} at {x}: {near}");
            }
        }
    }

    #[test]
    fn handles_are_kept_within_their_segment() {
        let with = |out: [f64; 2]| {
            let handles = [Handles { into: [0.0; 2], out }, Handles { into: [-0.5, 0.0], out: [0.0; 2] }];
            curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap().at(0.3)
        };
        assert_eq!(with([4.0, 8.0]), with([1.0, 2.0]), "too long");
        assert_eq!(with([-1.0, 8.0]), with([0.0, 0.0]), "on the wrong side");
    }

    proptest! {
        #[test]
        fn bezier_agrees_with_bisection_by_de_casteljau(
            out in (0.0..1.0f64, -9.0..9.0f64), into in (0.0..1.0f64, -9.0..9.0f64), x in 0.0..1.0f64,
        ) {
            let handles = [Handles { into: [0.0; 2], out: [out.0, out.1] }, Handles { into: [-into.0, into.1], out: [0.0; 2] }];
            let curve = curve(&[0.0, 1.0], &[1.0, 2.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
            let split = |u: f64| {
                let mix = |a: [f64; 2], b: [f64; 2]| [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u];
                let points = [[0.0, 1.0], [out.0, 1.0 + out.1], [1.0 - into.0, 2.0 + into.1], [1.0, 2.0]];
                let [a, b, c] = [mix(points[0], points[1]), mix(points[1], points[2]), mix(points[2], points[3])];
                mix(mix(a, b), mix(b, c))
            };
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if split(middle)[0] < x { low = middle } else { high = middle }
            }
            // Where the curve is steep, the rounding of the time limits the accuracy of the value.
            let blur = (split((low + 1e-12).min(1.0))[1] - split((low - 1e-12).max(0.0))[1]).abs();
            prop_assert!((curve.at(x)[0] - split(low)[1]).abs() < 1e-9 + 1e4 * blur);
        }
    }

    /// A number as the sum of two, of which the second is below the rounding of the first (Dekker 1971).
    #[derive(Clone, Copy)]
    struct Double(f64, f64);

    impl Double {
        fn plus(self, other: Self) -> Self {
            let sum = self.0 + other.0;
            let part = sum - self.0;
            let rest = (self.0 - (sum - part)) + (other.0 - part) + self.1 + other.1;
            Self(sum + rest, rest - ((sum + rest) - sum))
        }

        fn times(self, other: Self) -> Self {
            let product = self.0 * other.0;
            let rest = self.0.mul_add(other.0, -product) + self.0 * other.1 + self.1 * other.0;
            Self(product + rest, rest - ((product + rest) - product))
        }

        /// De Casteljau's algorithm.
        fn cubic(u: Self, points: [f64; 4]) -> Self {
            let w = Self(1.0, 0.0).plus(Self(-u.0, -u.1));
            let mix = |a: Self, b: Self| a.times(w).plus(b.times(u));
            let [a, b, c, d] = points.map(|point| Self(point, 0.0));
            let [a, b, c] = [mix(a, b), mix(b, c), mix(c, d)];
            mix(mix(a, b), mix(b, c))
        }
    }

    proptest! {
        #[test]
        fn many_samples_are_those_of_each_time(
            curve in any_curve(), start in -9.0..9.0f64, step in 0.001..0.3f64, count in 0..99usize,
        ) {
            let times: Vec<f64> = (0..count).map(|index| start + index as f64 * step).collect();
            let mut out = vec![0.0; count];
            Sampler::new(&curve).fill(&times, &mut out);
            let expected: Vec<f64> = times.iter().map(|time| curve.at(*time)[0]).collect();
            prop_assert_eq!(out, expected);
        }

        #[test]
        fn the_error_is_that_of_rounding(
            x1 in prop_oneof![0.0..1.0f64, Just(0.0), Just(1.0)], x2 in prop_oneof![0.0..1.0f64, Just(0.0), Just(1.0)],
            values in prop::array::uniform4(-9.0..9.0f64), x in 0.0..1.0f64,
        ) {
            let handles = [
                Handles { into: [0.0; 2], out: [x1, values[1] - values[0]] },
                Handles { into: [x2 - 1.0, values[2] - values[3]], out: [0.0; 2] },
            ];
            let cubic = Cubic::new(1.0, [values[0], values[3]], handles);
            let [x1, x2] = cubic.controls;
            let (mut low, mut high) = (Double(0.0, 0.0), Double(1.0, 0.0));
            for _ in 0..100 {
                let middle = low.plus(high).times(Double(0.5, 0.0));
                let time = Double::cubic(middle, [0.0, x1, x2, 1.0]).plus(Double(-x, 0.0));
                if time.0 < 0.0 { low = middle } else { high = middle }
            }
            let value = |u: Double| Double::cubic(u, cubic.values).0;
            // The effect of the last bits of the time: large only where time hardly moves.
            let times = |off: f64| {
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    if super::cubic(middle, 0.0, x1, x2, 1.0) < x + off { low = middle } else { high = middle }
                }
                value(Double(low, 0.0))
            };
            let ulps = 8.0 * f64::EPSILON;
            let blur = (times(ulps) - times(-ulps)).abs();
            let (found, expected) = (cubic.at(x), value(low));
            prop_assert!((found - expected).abs() <= 1e-14 + blur, "{found} {expected} {blur}");
            prop_assert_eq!(cubic.lanes([x, 0.5, x, 0.1]).map(f64::to_bits), [x, 0.5, x, 0.1].map(|x| cubic.at(x).to_bits()));
        }
    }
}
