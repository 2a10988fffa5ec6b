//! Vectors between two keyframes: cubic curves in the parameter u of a segment, 0 to 1.
//!
//! The specification names the splines but states no formulas. Here a spline is a cubic Hermite curve whose tangents are
//! derivatives by u. Where a keyframe has no neighbour, the neighbour is the mirror image of the one on the other side, so
//! that a spline of two keyframes is a straight line.

/// The components of a keyframe; only as many as its interpolator has are used.
pub(crate) type Vector = [f64; 4];

/// The shape of the segment from a keyframe to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Shape {
    #[default]
    Linear,
    /// The value holds until the next keyframe.
    Discrete,
    /// A Bézier curve without tangents: at rest at both ends.
    Ease,
    /// A Bézier curve: the tangent into this keyframe and the one out of it.
    Bezier {
        into: Vector,
        out: Vector,
    },
    /// A cardinal spline of tightness c: tangents are (1 − c)/2 · Δ.
    Cardinal(f64),
    Tcb(Tcb),
}

/// A Kochanek–Bartels keyframe ("Interpolating Splines with Local Tension, Continuity, and Bias Control", 1984), with the
/// eases of animation programs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tcb {
    pub(crate) tension: f64,
    pub(crate) continuity: f64,
    pub(crate) bias: f64,
    /// The fraction of the segment before over which the motion slows down, 0 to 1.
    pub(crate) ease_in: f64,
    /// The fraction of the segment after over which the motion speeds up, 0 to 1.
    pub(crate) ease_out: f64,
}

/// A segment with its neighbours: the value before it, its two ends, the value after it.
pub(crate) struct Segment {
    pub(crate) before: Option<Vector>,
    pub(crate) from: Vector,
    pub(crate) to: Vector,
    pub(crate) after: Option<Vector>,
    pub(crate) shapes: [Shape; 2],
}

/// The number of steps in which the length of a curve is measured.
const STEPS: usize = 64;

/// The cubic curve of a segment: values and derivatives at its two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cubic {
    pub(crate) from: Vector,
    pub(crate) to: Vector,
    pub(crate) out: Vector,
    pub(crate) into: Vector,
}

impl Segment {
    /// The curve of the segment.
    pub(crate) fn cubic(&self) -> Cubic {
        let (from, to) = (self.from, self.to);
        let chord = zip(to, from, |to, from| to - from);
        let before = self.before.map_or(chord, |before| zip(from, before, |a, b| a - b));
        let after = self.after.map_or(chord, |after| zip(after, to, |a, b| a - b));
        let [out, into] = match self.shapes {
            [Shape::Linear | Shape::Discrete, _] => [chord, chord],
            [Shape::Ease, _] => [[0.0; 4]; 2],
            [Shape::Bezier { out, .. }, next] => match next {
                Shape::Bezier { into, .. } => [out, into],
                _ => [out, [0.0; 4]],
            },
            [Shape::Cardinal(c), next] => {
                let next = if let Shape::Cardinal(next) = next { next } else { c };
                let tangent = |c: f64, a, b| zip(a, b, |a, b| (1.0 - c) / 2.0 * (a + b));
                [tangent(c, before, chord), tangent(next, chord, after)]
            }
            [Shape::Tcb(tcb), next] => {
                let next = if let Shape::Tcb(next) = next { next } else { tcb };
                [tcb.leaving(before, chord), next.arriving(chord, after)]
            }
        };
        Cubic { from, to, out, into }
    }

    /// The parameter of the curve at a fraction of the segment's time.
    pub(crate) fn warp(&self, u: f64) -> f64 {
        match self.shapes {
            [Shape::Tcb(tcb), Shape::Tcb(next)] => eased(u, tcb.ease_out, next.ease_in),
            [Shape::Tcb(tcb), _] => eased(u, tcb.ease_out, 0.0),
            _ => u,
        }
    }

    /// The first two derivatives of [`warp`](Self::warp).
    pub(crate) fn warp_rates(&self, u: f64) -> [f64; 2] {
        match self.shapes {
            [Shape::Tcb(tcb), Shape::Tcb(next)] => eased_rates(u, tcb.ease_out, next.ease_in),
            [Shape::Tcb(tcb), _] => eased_rates(u, tcb.ease_out, 0.0),
            _ => [1.0, 0.0],
        }
    }
}

impl Tcb {
    /// The derivative out of a keyframe, from the differences before and after it.
    pub(crate) fn leaving(&self, before: Vector, after: Vector) -> Vector {
        let Self { tension: t, continuity: c, bias: b, .. } = *self;
        let (p, q) = ((1.0 - t) * (1.0 + c) * (1.0 + b) / 2.0, (1.0 - t) * (1.0 - c) * (1.0 - b) / 2.0);
        zip(before, after, |before, after| p * before + q * after)
    }

    /// The derivative into a keyframe.
    pub(crate) fn arriving(&self, before: Vector, after: Vector) -> Vector {
        let Self { tension: t, continuity: c, bias: b, .. } = *self;
        let (p, q) = ((1.0 - t) * (1.0 - c) * (1.0 + b) / 2.0, (1.0 - t) * (1.0 + c) * (1.0 - b) / 2.0);
        zip(before, after, |before, after| p * before + q * after)
    }
}

impl Cubic {
    /// The value at u.
    pub(crate) fn at(&self, u: f64) -> Vector {
        let (s, v) = (u * u * (3.0 - 2.0 * u), 1.0 - u);
        let (h_out, h_into) = (u * v * v, -u * u * v);
        std::array::from_fn(|i| {
            // This form is exact at both ends.
            self.from[i] * (1.0 - s) + self.to[i] * s + h_out * self.out[i] + h_into * self.into[i]
        })
    }

    /// The derivative by u.
    pub(crate) fn slope(&self, u: f64) -> Vector {
        let (ds, v) = (6.0 * u * (1.0 - u), 1.0 - u);
        let (d_out, d_into) = (v * (1.0 - 3.0 * u), u * (3.0 * u - 2.0));
        std::array::from_fn(|i| {
            ds * (self.to[i] - self.from[i]) + d_out * self.out[i] + d_into * self.into[i]
        })
    }

    /// The first three derivatives by u.
    pub(crate) fn slopes(&self, u: f64) -> [Vector; 3] {
        let chord = zip(self.to, self.from, |to, from| to - from);
        let sum = |a: f64, b: f64, c: f64| {
            std::array::from_fn(|i| a * chord[i] + b * self.out[i] + c * self.into[i])
        };
        [self.slope(u), sum(6.0 - 12.0 * u, 6.0 * u - 4.0, 6.0 * u - 2.0), sum(-12.0, 6.0, 6.0)]
    }

    /// Whether the curve is constant.
    pub(crate) fn is_still(&self) -> bool {
        self.from == self.to && self.out == [0.0; 4] && self.into == [0.0; 4]
    }

    fn speed(&self, u: f64) -> f64 {
        self.slope(u).iter().map(|d| d * d).sum::<f64>().sqrt()
    }

    /// The length of one of the steps, by Simpson's rule.
    fn step_length(&self, k: usize) -> f64 {
        let (u, step) = (k as f64 / STEPS as f64, 1.0 / STEPS as f64);
        (self.speed(u) + 4.0 * self.speed(u + step / 2.0) + self.speed(u + step)) * step / 6.0
    }

    /// The length.
    pub(crate) fn length(&self) -> f64 {
        (0..STEPS).map(|k| self.step_length(k)).sum()
    }

    /// The parameter at a fraction of the curve's length, for constant speed; the fraction itself for a curve without
    /// length.
    pub(crate) fn by_length(&self, part: f64) -> f64 {
        let (step, total) = (1.0 / STEPS as f64, self.length());
        if !(total > 0.0 && total.is_finite()) || part <= 0.0 || part >= 1.0 {
            return part;
        }
        let mut left = part * total;
        for k in 0..STEPS {
            let piece = self.step_length(k);
            if left <= piece {
                // Within a step the speed changes almost linearly, also from rest.
                let u = k as f64 * step;
                let (a, b, share) = (self.speed(u), self.speed(u + step), left / piece);
                let within = share * (a + b) / (a + (a * a + share * (b * b - a * a)).max(0.0).sqrt());
                return u + step * if within.is_finite() { within.clamp(0.0, 1.0) } else { share };
            }
            left -= piece;
        }
        part
    }
}

/// A fraction of a segment's time with a gentle start and end: the speed rises over the first fraction `a` and falls over
/// the last fraction `b`.
pub(crate) fn eased(u: f64, a: f64, b: f64) -> f64 {
    let [a, b] = fitted(a, b);
    let k = 1.0 / (2.0 - a - b);
    if u < a {
        k / a * u * u
    } else if u <= 1.0 - b {
        k * (2.0 * u - a)
    } else {
        1.0 - k / b * (1.0 - u) * (1.0 - u)
    }
}

/// The first two derivatives of [`eased`].
fn eased_rates(u: f64, a: f64, b: f64) -> [f64; 2] {
    let [a, b] = fitted(a, b);
    let k = 2.0 / (2.0 - a - b);
    if u < a {
        [k / a * u, k / a]
    } else if u <= 1.0 - b {
        [k, 0.0]
    } else {
        [k / b * (1.0 - u), -k / b]
    }
}

/// Two parts of a segment that do not overlap.
fn fitted(a: f64, b: f64) -> [f64; 2] {
    let (a, b) = (a.clamp(0.0, 1.0), b.clamp(0.0, 1.0));
    let sum = a + b;
    if sum > 1.0 { [a / sum, b / sum] } else { [a, b] }
}

fn zip(a: Vector, b: Vector, f: impl Fn(f64, f64) -> f64) -> Vector {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(a: Vector, b: Vector) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + a.abs()))
    }

    fn mix(a: Vector, b: Vector, u: f64) -> Vector {
        zip(a, b, |a, b| a + (b - a) * u)
    }

    fn vector() -> impl Strategy<Value = Vector> {
        prop::array::uniform4(-9.0..9.0f64)
    }

    proptest! {
        #[test]
        fn bezier_is_de_casteljaus_over_control_points_at_a_third_of_the_tangents(
            from in vector(), to in vector(), out in vector(), into in vector(), u in 0.0..1.0f64,
        ) {
            let shapes = [Shape::Bezier { into: [7.0; 4], out }, Shape::Bezier { into, out: [7.0; 4] }];
            let curve = Segment { before: None, from, to, after: None, shapes }.cubic();
            let control = [from, zip(from, out, |p, t| p + t / 3.0), zip(to, into, |p, t| p - t / 3.0), to];
            let [a, b, c] = [0, 1, 2].map(|i| mix(control[i], control[i + 1], u));
            prop_assert!(near(curve.at(u), mix(mix(a, b, u), mix(b, c, u), u)));
        }

        #[test]
        fn tcb_follows_the_published_matrix(
            p in prop::array::uniform4(vector()), t in -1.0..1.0f64, c in -1.0..1.0f64, b in -1.0..1.0f64, u in 0.0..1.0f64,
        ) {
            // The paper's s·h·C with the source and destination derivatives of its equations 8 and 9.
            let shape = Shape::Tcb(Tcb { tension: t, continuity: c, bias: b, ..Tcb::default() });
            let curve = Segment { before: Some(p[0]), from: p[1], to: p[2], after: Some(p[3]), shapes: [shape; 2] }.cubic();
            let found = curve.at(u);
            for i in 0..4 {
                let dd = f64::midpoint((1.0 - t) * (1.0 + c) * (1.0 + b) * (p[1][i] - p[0][i]), (1.0 - t) * (1.0 - c) * (1.0 - b) * (p[2][i] - p[1][i]));
                let ds = f64::midpoint((1.0 - t) * (1.0 - c) * (1.0 + b) * (p[2][i] - p[1][i]), (1.0 - t) * (1.0 + c) * (1.0 - b) * (p[3][i] - p[2][i]));
                let h = [[2.0, -2.0, 1.0, 1.0], [-3.0, 3.0, -2.0, -1.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0]];
                let values = [p[1][i], p[2][i], dd, ds];
                let powers = [u * u * u, u * u, u, 1.0];
                let expected: f64 = (0..4).map(|r| powers[r] * (0..4).map(|k| h[r][k] * values[k]).sum::<f64>()).sum();
                prop_assert!((found[i] - expected).abs() < 1e-9);
            }
        }

        #[test]
        fn a_cardinal_spline_without_tightness_is_catmull_roms_polynomial(p in prop::array::uniform4(vector()), u in 0.0..1.0f64) {
            let shapes = [Shape::Cardinal(0.0); 2];
            let curve = Segment { before: Some(p[0]), from: p[1], to: p[2], after: Some(p[3]), shapes }.cubic();
            #[expect(clippy::needless_range_loop, reason = "each component of four keyframes")]
            for i in 0..4 {
                let [a, b, c, d] = [p[0][i], p[1][i], p[2][i], p[3][i]];
                let expected = 0.5 * (2.0 * b + (c - a) * u + (2.0 * a - 5.0 * b + 4.0 * c - d) * u * u + (3.0 * b - a - 3.0 * c + d) * u * u * u);
                prop_assert!((curve.at(u)[i] - expected).abs() < 1e-9);
            }
        }

        #[test]
        fn speed_by_length_is_constant(p in prop::array::uniform4(vector()), part in 0.01..0.99f64) {
            let curve = Segment { before: Some(p[0]), from: p[1], to: p[2], after: Some(p[3]), shapes: [Shape::Cardinal(0.0); 2] }.cubic();
            // Lengths by many short chords.
            let chord = |a: f64, b: f64| zip(curve.at(a), curve.at(b), |a, b| (a - b).powi(2)).iter().sum::<f64>().sqrt();
            let length = |end: f64| (0..20_000).map(|k| chord(end * f64::from(k) / 20_000.0, end * f64::from(k + 1) / 20_000.0)).sum::<f64>();
            let total = length(1.0);
            prop_assume!(total > 1e-3);
            prop_assert!((length(curve.by_length(part)) / total - part).abs() < 2e-3);
        }

        #[test]
        fn eases_start_and_end_at_rest_and_never_go_back(a in 0.0..1.0f64, b in 0.0..1.0f64) {
            let steps: Vec<f64> = (0..=200).map(|k| eased(f64::from(k) / 200.0, a, b)).collect();
            prop_assert!(steps.is_sorted() && steps[0].abs() < 1e-12 && (steps[200] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn splines_of_two_keyframes_are_straight() {
        for shape in [Shape::Cardinal(0.0), Shape::Tcb(Tcb::default()), Shape::Linear] {
            let curve =
                Segment { before: None, from: [1.0; 4], to: [3.0; 4], after: None, shapes: [shape; 2] }
                    .cubic();
            for (u, expected) in [(0.0, 1.0), (0.25, 1.5), (0.5, 2.0), (1.0, 3.0)] {
                assert!((curve.at(u)[0] - expected).abs() < 1e-15, "{shape:?} at {u}");
            }
        }
    }
}
