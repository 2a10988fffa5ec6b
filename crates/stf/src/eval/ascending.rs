//! Sampling of a curve at many ascending times: the coefficients of each segment are computed once, and several samples at a
//! time.

use anim_core::{Curve, Ease, Sampler, Wrap};

/// The number of samples of a segment that are computed together.
const LANES: usize = 8;

/// The number of Newton steps; [`Sampler`] computes samples that need more.
const ROUNDS: usize = 6;

/// Writes the values of a curve's first component at ascending times to `out`.
///
/// The values differ from those of [`Sampler`] by at most 2·10⁻⁹ times the height of the segment with its handles. Times that
/// do not ascend are allowed, but slow. Panics if `out` is shorter than `times`.
pub fn sample_ascending(curve: &Curve, times: &[f64], out: &mut [f64]) {
    let mut sampler = Sampler::new(curve);
    let mut one = vec![0.0; curve.width()];
    let mut alone = |time: f64, out: &mut f64| {
        sampler.sample(time, &mut one);
        *out = one[0];
    };
    let holds = curve.wrap() == (Wrap::Hold, Wrap::Hold);
    let (mut done, mut hint) = (0, 0);
    while let Some(&time) = times.get(done) {
        let segment = curve
            .times()
            .locate(time, hint)
            .filter(|segment| holds && segment.length > 0.0 && curve.ease(segment.key) == Ease::Bezier);
        let Some(segment) = segment else {
            alone(time, &mut out[done]);
            done += 1;
            continue;
        };
        hint = segment.key;
        let start = time - segment.offset;
        let [from, to] = [start, start + segment.length];
        let count = times[done..].iter().take_while(|&&time| from <= time && time < to).count().max(1);
        let bezier = Segment::new(curve, segment.key, segment.length);
        let samples = times[done..done + count].chunks(LANES).zip(out[done..done + count].chunks_mut(LANES));
        for (times, out) in samples {
            let mut x = [0.0; LANES];
            for (x, time) in x.iter_mut().zip(times) {
                *x = (time - start) / segment.length;
            }
            let (values, exact) = bezier.sample(x);
            for ((out, time), (value, exact)) in out.iter_mut().zip(times).zip(values.into_iter().zip(exact))
            {
                if exact { *out = value } else { alone(*time, out) }
            }
        }
        done += count;
    }
}

/// A Bézier segment as polynomials of its parameter.
struct Segment {
    /// The coefficients of time, from 0 to 1.
    x: [f64; 3],
    /// The coefficients of the value.
    y: [f64; 4],
}

impl Segment {
    fn new(curve: &Curve, key: usize, length: f64) -> Self {
        let (out, into) = (curve.handles(key, 0).out, curve.handles(key + 1, 0).into);
        let [y0, y3] = [curve.value(key)[0], curve.value(key + 1)[0]];
        // As in the sampler: a handle longer than the segment is scaled down, one on the wrong side has length 0.
        let fit = |[seconds, value]: [f64; 2]| match seconds / length {
            x if x > 1.0 => [1.0, value / x],
            x if x >= 0.0 => [x, value],
            _ => [0.0, 0.0],
        };
        let ([x1, rise], [x2, fall]) = (fit(out), fit([-into[0], into[1]]));
        let [y1, y2] = [y0 + rise, y3 + fall];
        let cubic = |p0: f64, p1: f64, p2: f64, p3: f64| {
            let c = 3.0 * (p1 - p0);
            let b = 3.0 * (p2 - p1) - c;
            [p3 - p0 - c - b, b, c]
        };
        let [a, b, c] = cubic(y0, y1, y2, y3);
        Self { x: cubic(0.0, x1, 1.0 - x2, 1.0), y: [a, b, c, y0] }
    }

    /// The values at these times, and whether each is exact enough.
    #[inline]
    fn sample(&self, x: [f64; LANES]) -> ([f64; LANES], [bool; LANES]) {
        let ([a, b, c], mut u) = (self.x, x);
        let (mut miss, mut slope) = ([0.0; LANES], [1.0; LANES]);
        for _ in 0..ROUNDS {
            let mut worst = 0.0f64;
            for lane in 0..LANES {
                let at = u[lane];
                miss[lane] = ((a * at + b) * at + c) * at - x[lane];
                slope[lane] = (3.0 * a * at + 2.0 * b) * at + c;
                worst = worst.max(miss[lane].abs());
            }
            if worst < EXACT {
                break;
            }
            for lane in 0..LANES {
                u[lane] = (u[lane] - miss[lane] / slope[lane]).clamp(0.0, 1.0);
            }
        }
        let [a, b, c, d] = self.y;
        let values = u.map(|u| ((a * u + b) * u + c) * u + d);
        // Where time hardly changes with the parameter, a small error in time is a large error in value.
        (values, std::array::from_fn(|lane| miss[lane].abs() < EXACT && slope[lane] > STEEP))
    }
}

/// The largest error of a sample's time.
const EXACT: f64 = 1e-13;

/// The minimum slope of time. The error of a value is at most [`EXACT`] / [`STEEP`] times the slope of the value.
const STEEP: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Times};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn six_steps_are_enough_for_most_segments() {
        for [x1, x2] in [[1.0 / 3.0, 1.0 / 3.0], [0.1, 0.2], [0.5, 0.4], [0.2, 0.7]] {
            // Over 2 seconds from 3 to 7.
            let handles = [
                Handles { into: [0.0; 2], out: [2.0 * x1, 1.5] },
                Handles { into: [-2.0 * x2, -4.0], out: [0.0; 2] },
            ];
            let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 1, vec![3.0, 7.0], Ease::Bezier);
            let curve = curve.unwrap().with_handles(handles.to_vec()).unwrap();
            let points: [[f64; 2]; LANES] = std::array::from_fn(|lane| {
                let (u, v) = ((lane + 1) as f64 / 9.0, (8 - lane) as f64 / 9.0);
                let cubic =
                    |p: [f64; 4]| v * v * v * p[0] + 3.0 * v * u * (v * p[1] + u * p[2]) + u * u * u * p[3];
                [cubic([0.0, x1, 1.0 - x2, 1.0]), cubic([3.0, 4.5, 3.0, 7.0])]
            });
            let (values, exact) = Segment::new(&curve, 0, 2.0).sample(points.map(|[x, _]| x));
            assert_eq!(exact, [true; LANES], "{x1} {x2}");
            assert!(values.iter().zip(points).all(|(value, [_, y])| (value - y).abs() < 1e-9), "{x1} {x2}");
        }
    }

    #[test]
    fn other_segments_than_bezier_are_sampled_too() {
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let curve = Curve::new(times, 1, vec![0.0, 1.0, 5.0], Ease::Linear).unwrap();
        let mut out = [9.0; 5];
        sample_ascending(&curve, &[-1.0, 0.5, 1.0, 1.5, 3.0], &mut out);
        assert_eq!(out, [0.0, 0.5, 1.0, 3.0, 5.0]);
    }

    proptest! {
        #[test]
        fn values_are_those_of_the_sampler(
            keys in prop::collection::vec((0.1..5.0f64, -9.0..9.0f64, -1.0..6.0f64, -9.0..9.0f64, -6.0..1.0f64, -9.0..9.0f64), 2..6),
            step in 0.01..0.5f64,
        ) {
            let times: Vec<f64> = keys.iter().scan(0.0, |now, key| { *now += key.0; Some(*now) }).collect();
            let values = keys.iter().map(|key| key.1).collect();
            let handles = keys.iter().map(|key| Handles { out: [key.2, key.3], into: [key.4, key.5] }).collect();
            let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Bezier).unwrap().with_handles(handles).unwrap();
            let times: Vec<f64> = (0..200).map(|n| f64::from(n) * step - 1.0).collect();
            let mut out = vec![0.0; times.len()];
            sample_ascending(&curve, &times, &mut out);
            for (time, found) in times.iter().zip(&out) {
                let expected = curve.at(*time)[0];
                prop_assert!((found - expected).abs() < 1e-7, "{found} {expected} at {time}");
            }
        }
    }
}
