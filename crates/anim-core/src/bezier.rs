//! Cubic Bézier segments in time and value.

use crate::Handles;

/// The value at `offset` seconds into a segment of `length` seconds with these handles at its two keys.
pub(crate) fn bezier(offset: f64, length: f64, values: [f64; 2], handles: [Handles; 2]) -> f64 {
    let [out, into] = within(length, handles);
    let u = solve(offset / length, out[0] / length, 1.0 + into[0] / length);
    cubic(u, values[0], values[0] + out[1], values[1] + into[1], values[1])
}

/// A segment cut in two.
pub(crate) struct Halves {
    /// The value at the cut.
    pub(crate) value: f64,
    /// The handle of the first key towards the cut, both handles of the cut, and that of the last key towards it.
    pub(crate) out: [f64; 2],
    pub(crate) middle: Handles,
    pub(crate) into: [f64; 2],
}

/// A segment cut at `offset` seconds into it, by de Casteljau's construction. Its handles are not shortened: time must not run
/// backwards along the segment.
pub(crate) fn split(offset: f64, length: f64, values: [f64; 2], [out, into]: [[f64; 2]; 2]) -> Halves {
    let u = solve(offset / length, out[0] / length, 1.0 + into[0] / length);
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

/// The two handles along a segment as they count: not longer than the segment.
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
    use crate::{Curve, Ease, Times};

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
}
