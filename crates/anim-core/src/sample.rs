//! Sampling: the value of a curve at a time.

#![expect(
    clippy::inline_always,
    reason = "posing is a third faster where the compiler knows the width of a value"
)]

use crate::arc::Arc;
use crate::bezier::{Cubic, LANES};
use crate::clock::{Clock, Place};
use crate::quaternion::{self, Quaternion};
use crate::{Curve, Ease, trig};

/// Samples a curve. It remembers the last segment, so that ascending times need no search.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    clock: Clock<'a>,
    track: Track<'a>,
}

impl<'a> Sampler<'a> {
    /// Starts at the first key.
    pub fn new(curve: &'a Curve) -> Self {
        Self { clock: Clock::new(curve), track: Track::new(curve) }
    }

    /// Writes the curve's components at a time in seconds into the first [`Curve::width`] elements of `out`.
    ///
    /// A time that differs from a jump (a step, or the end of a period) only by rounding counts as the time of the jump.
    /// Quaternions are not normalised; [`ClipSampler`](crate::ClipSampler) normalises them. Panics if `out` is too short.
    pub fn sample(&mut self, time: f64, out: &mut [f64]) {
        let width = self.track.width();
        self.track.sample(self.clock.at(time), &mut out[..width]);
    }

    /// Writes the curve's components at each of these times in seconds, with the results of [`Sampler::sample`]; `out` has
    /// [`Curve::width`] elements for each time. This is faster for consecutive times in one Bézier segment.
    ///
    /// Panics if `out` is too short.
    pub fn fill(&mut self, times: &[f64], out: &mut [f64]) {
        let curve = self.track.curve;
        let mut rows = out.chunks_exact_mut(curve.width());
        let mut left = times;
        while let [time, rest @ ..] = left {
            let Some(row) = rows.next() else { return };
            let place = *self.clock.at(*time);
            self.track.sample(&place, row);
            left = rest;
            if place.at_key || curve.ease(place.key) != Ease::Bezier {
                continue;
            }
            let (Some(from), Some(to)) = (curve.times().get(place.key), curve.times().get(place.key + 1))
            else {
                continue;
            };
            // Close to its end, a curve may already repeat.
            let to = if to < curve.end() { to } else { to - 1e-9_f64.max(4.0 * f64::EPSILON * to.abs()) };
            while let Some((next, rest)) = left.split_first_chunk::<LANES>()
                && next.iter().all(|time| from < *time && *time < to)
            {
                let offsets = next.map(|time| time - from);
                let mut rows: [&mut [f64]; LANES] = std::array::from_fn(|_| rows.next().unwrap_or_default());
                for (component, cubic) in self.track.cubics(place.key, place.length).iter().enumerate() {
                    let values = cubic.lanes(offsets);
                    rows.iter_mut().zip(values).for_each(|(row, value)| row[component] = value);
                }
                left = rest;
            }
        }
    }
}

/// The values of a curve at the places found by a [`Clock`].
#[derive(Clone, Debug)]
pub(crate) struct Track<'a> {
    curve: &'a Curve,
    /// The last long arc and its key.
    arc: Option<(usize, Arc)>,
    /// The components of the last Bézier segment and its key.
    cubics: (usize, Vec<Cubic>),
}

impl<'a> Track<'a> {
    pub(crate) fn new(curve: &'a Curve) -> Self {
        Self { curve, arc: None, cubics: (0, Vec::new()) }
    }

    /// The number of components.
    pub(crate) fn width(&self) -> usize {
        self.curve.width()
    }

    /// The curve's components at a place among its own keys. Panics unless `out` has the width of the curve: where the compiler
    /// knows the length of `out`, it unrolls all loops.
    #[inline(always)]
    pub(crate) fn sample(&mut self, place: &Place, out: &mut [f64]) {
        let left = values(self.curve, place.key, out.len());
        if place.at_key {
            put(left, out);
        } else {
            let right = values(self.curve, place.key + 1, out.len());
            match self.curve.ease(place.key) {
                Ease::Step => match place.arrived {
                    Some(key) => put(values(self.curve, key, out.len()), out),
                    None => put(left, out),
                },
                Ease::Linear => lerp(left, right, place.part, out),
                Ease::Sine => lerp(left, right, sine(place.part), out),
                Ease::Slerp => put(&self.slerp(place, left, right), out),
                Ease::Bezier => self.bezier(place, out),
            }
        }
        if place.periods != 0.0 {
            self.rise(place.periods, out);
        }
    }

    #[inline]
    fn slerp(&mut self, place: &Place, left: &[f64], right: &[f64]) -> Quaternion {
        if let Some((_, arc)) = self.arc.filter(|(key, _)| *key == place.key) {
            return arc.at(place.part);
        }
        let arc = Arc::new(unit(left), unit(right));
        if arc.is_long() {
            self.arc = Some((place.key, arc));
        }
        arc.at(place.part)
    }

    #[inline(never)]
    fn bezier(&mut self, &Place { key, offset, length, .. }: &Place, out: &mut [f64]) {
        let cubics = self.cubics(key, length);
        out.iter_mut().zip(cubics).for_each(|(out, cubic)| *out = cubic.at(offset));
    }

    /// Whether the value at a place is that of a key.
    pub(crate) fn is_of_keys(&self, place: &Place) -> bool {
        place.at_key || self.curve.ease(place.key) == Ease::Step
    }

    /// The components of the Bézier segment of `length` seconds that begins at a key.
    fn cubics(&mut self, key: usize, length: f64) -> &[Cubic] {
        let (curve, (last, cubics)) = (self.curve, &mut self.cubics);
        if *last != key || cubics.is_empty() {
            let (left, right) = (curve.value(key), curve.value(key + 1));
            let cubic = |component: usize| {
                let handles = [curve.handles(key, component), curve.handles(key + 1, component)];
                Cubic::new(length, [left[component], right[component]], handles)
            };
            *last = key;
            cubics.clear();
            cubics.extend((0..curve.width()).map(cubic));
        }
        cubics
    }

    /// Adds the difference from the first key to the last, once for each period.
    #[cold]
    fn rise(&self, periods: f64, out: &mut [f64]) {
        let (first, last) = (self.curve.value(0), self.curve.value(self.curve.len() - 1));
        for ((out, first), last) in out.iter_mut().zip(first).zip(last) {
            *out += periods * (last - first);
        }
    }
}

/// The components of a key of a curve of this width.
#[inline(always)]
fn values(curve: &Curve, key: usize, width: usize) -> &[f64] {
    &curve.values()[key * width..][..width]
}

/// Copies a few numbers faster than a call.
#[inline(always)]
fn put(from: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(from).for_each(|(out, from)| *out = *from);
}

/// Half a period of a cosine, from 0 to 1.
#[inline(never)]
fn sine(part: f64) -> f64 {
    (1.0 - trig::cos(std::f64::consts::PI * part)) / 2.0
}

/// Four numbers as a quaternion of length 1.
#[inline(always)]
fn unit(value: &[f64]) -> Quaternion {
    quaternion::normalize([value[0], value[1], value[2], value[3]])
}

impl Curve {
    /// Writes the curve's components at a time in seconds into the first [`Curve::width`] elements of `out`. Panics if `out` is
    /// too short. For many times [`Sampler`] is faster.
    pub fn sample(&self, time: f64, out: &mut [f64]) {
        Sampler::new(self).sample(time, out);
    }

    /// The curve's components at a time in seconds.
    pub fn at(&self, time: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.width()];
        self.sample(time, &mut out);
        out
    }
}

/// v₀ + (v₁ − v₀)·u, in a form that is exact at both ends.
#[inline(always)]
pub(crate) fn lerp(left: &[f64], right: &[f64], u: f64, out: &mut [f64]) {
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        *out = left * (1.0 - u) + right * u;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::f64::consts::PI;

    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::{Handles, Rate, Times, Wrap};

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    #[test]
    fn each_ease_at_the_quarters() {
        let root = 0.5f64.sqrt();
        let cases = [
            (Ease::Step, [2.0, 2.0, 2.0, 2.0, 6.0]),
            (Ease::Linear, [2.0, 3.0, 4.0, 5.0, 6.0]),
            (Ease::Sine, [2.0, 4.0 - 2.0 * root, 4.0, 4.0 + 2.0 * root, 6.0]),
            // Zero handles: time and value are both 3u² − 2u³, so the line is straight.
            (Ease::Bezier, [2.0, 3.0, 4.0, 5.0, 6.0]),
        ];
        for (ease, expected) in cases {
            let curve = curve(&[1.0, 3.0], &[2.0, 6.0], ease);
            for (quarter, expected) in expected.into_iter().enumerate() {
                assert_abs_diff_eq!(curve.at(1.0 + quarter as f64 / 2.0)[0], expected, epsilon = 1e-14);
            }
        }
    }

    #[test]
    fn slerp_turns_at_constant_speed() {
        let quarter = quaternion::from_axis_angle([0.0, 1.0, 0.0], PI / 2.0);
        let values: Vec<f64> = quaternion::IDENTITY.into_iter().chain(quarter).collect();
        let curve = curve(&[0.0, 1.0], &values, Ease::Slerp);
        let third = quaternion::from_axis_angle([0.0, 1.0, 0.0], PI / 6.0);
        assert_abs_diff_eq!(curve.at(1.0 / 3.0)[..], third[..], epsilon = 1e-15);
    }

    #[test]
    fn each_wrap_on_both_sides() {
        // A ramp from 10 at 1 s to 14 at 3 s, sampled 1.25 periods and farther outside.
        let cases = [
            (Wrap::Hold, [10.0, 10.0, 10.0, 14.0, 14.0, 14.0]),
            (Wrap::Repeat, [13.0, 10.0, 13.0, 10.0, 11.0, 10.0]),
            (Wrap::PingPong, [13.0, 14.0, 11.0, 14.0, 13.0, 10.0]),
            (Wrap::RepeatWithOffset, [5.0, 6.0, 9.0, 14.0, 15.0, 18.0]),
        ];
        let times = [-1.5, -1.0, 0.5, 3.0, 3.5, 5.0];
        for (wrap, expected) in cases {
            let curve = curve(&[1.0, 3.0], &[10.0, 14.0], Ease::Linear).with_wrap(wrap, wrap);
            for (time, expected) in times.into_iter().zip(expected) {
                assert_eq!(curve.at(time), [expected], "{wrap:?} at {time}");
            }
        }
    }

    #[test]
    fn a_far_period_does_not_drift() {
        let cases = [(Wrap::Repeat, 0.25), (Wrap::PingPong, 0.25), (Wrap::RepeatWithOffset, 4e6 + 0.25)];
        for (wrap, expected) in cases {
            let curve = curve(&[0.0, 0.25], &[0.0, 1.0], Ease::Linear).with_wrap(wrap, wrap);
            assert_eq!(curve.at(1e6 + 0.0625), [expected], "{wrap:?}");
        }
    }

    #[test]
    fn a_time_that_rounds_to_a_step_is_the_step() {
        let values: Vec<f64> = (0..600).map(f64::from).collect();
        let curve =
            Curve::new(Times::uniform(0.0, Rate::per_second(60), 600).unwrap(), 1, values, Ease::Step)
                .unwrap();
        let mut sampler = Sampler::new(&curve);
        for frame in 0..600u32 {
            let mut out = [0.0];
            for time in [f64::from(frame) / 60.0, f64::from(frame) * (1.0 / 60.0)] {
                sampler.sample(time, &mut out);
                assert_eq!(out, [f64::from(frame)], "at {time}");
            }
        }
    }

    #[test]
    fn a_tiny_period_keeps_its_keys() {
        for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
            let curve = curve(&[0.0, 1e-10], &[3.0, 4.0], Ease::Linear).with_wrap(wrap, wrap);
            assert_eq!((curve.at(0.0), curve.at(5e-11)), (vec![3.0], vec![3.5]), "{wrap:?}");
        }
    }

    #[test]
    fn a_step_stored_in_single_precision_is_reached_at_the_intended_time() {
        let times: Vec<f64> = (0..4000).map(|frame| f64::from(frame as f32 / 24.0)).collect();
        let values: Vec<f64> = (0..4000).map(f64::from).collect();
        let curve = curve(&times, &values, Ease::Step);
        for frame in 0..4000 {
            assert_eq!(curve.at(f64::from(frame) / 24.0), [f64::from(frame)]);
            assert_eq!(curve.at((f64::from(frame) + 0.98) / 24.0), [f64::from(frame)]);
        }
    }

    #[test]
    fn a_step_to_the_last_key_of_a_repeated_curve_never_shows_that_key() {
        use Wrap as W;
        // Steps at 0.25 s, and to 9 at 1 s, when the first key replaces it or, with an offset, is as high.
        let cases = [
            ((W::Repeat, W::Hold), [[4.0, 2.0], [4.0, 2.0], [4.0, 9.0]]),
            ((W::Hold, W::Repeat), [[2.0, 2.0], [2.0, 2.0], [4.0, 2.0]]),
            ((W::RepeatWithOffset, W::RepeatWithOffset), [[-10.0, -5.0], [-3.0, 2.0], [4.0, 9.0]]),
        ];
        for (wrap, expected) in cases {
            let curve = curve(&[0.0, 0.25, 1.0], &[2.0, 4.0, 9.0], Ease::Step).with_wrap(wrap.0, wrap.1);
            for (time, [before, after]) in [-1.0, 0.0, 1.0].into_iter().zip(expected) {
                // Outwards from the jump, by less and by more than single precision resolves.
                for far in [0.0, 1e-12, 1e-10, 1e-9, 2e-9, 1e-8, 5e-8, 2e-7, 1e-6] {
                    let [early, late] = [time - far, time + far].map(|time| curve.at(time)[0]);
                    assert!(early == before || early == after, "{wrap:?} at {time} - {far}: {early}");
                    assert_eq!(late, after, "{wrap:?} at {time} + {far}");
                }
                assert_eq!(curve.at(time - 1e-6), [before]);
            }
        }
    }

    #[test]
    fn odd_times_have_values() {
        for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
            let curve = curve(&[0.0, 1.0], &[3.0, 4.0], Ease::Linear).with_wrap(wrap, wrap);
            assert_eq!(curve.at(f64::NAN), [3.0]);
            assert_eq!(curve.at(f64::INFINITY), [4.0]);
            assert_eq!(curve.at(f64::NEG_INFINITY), [3.0]);
        }
        assert_eq!(Curve::constant(&[7.0]).unwrap().with_wrap(Wrap::Repeat, Wrap::Repeat).at(-5.0), [7.0]);
    }

    /// Curves of every ease and wrap, with handles anywhere in their segments and beyond.
    pub(crate) fn any_curve() -> impl Strategy<Value = Curve> {
        let key = (0.01..2.0f64, -9.0..9.0f64, 0.0..3.0f64, -9.0..9.0f64, -3.0..0.0f64, -9.0..9.0f64);
        let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine]);
        let wrap =
            prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
        (prop::collection::vec((key, ease), 1..12), wrap.clone(), wrap, -5.0..5.0f64).prop_map(
            |(keys, before, after, start)| {
                let mut now = start;
                let times: Vec<f64> = keys
                    .iter()
                    .map(|((step, ..), _)| {
                        now += step;
                        now
                    })
                    .collect();
                let values = keys.iter().map(|((_, value, ..), _)| *value).collect();
                let handles = keys
                    .iter()
                    .map(|((_, _, ot, ov, it, iv), _)| Handles { into: [*it, *iv], out: [*ot, *ov] })
                    .collect();
                Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Step)
                    .and_then(|curve| curve.with_eases(keys.iter().map(|(_, ease)| *ease).collect()))
                    .and_then(|curve| curve.with_handles(handles))
                    .unwrap()
                    .with_wrap(before, after)
            },
        )
    }

    proptest! {
        #[test]
        fn sampling_at_a_key_gives_the_key(curve in any_curve()) {
            for (key, time) in curve.times().iter().enumerate() {
                // The first key replaces the last key of a repeated curve.
                let repeats = key > 0 && key + 1 == curve.len() && curve.wrap().1 == Wrap::Repeat;
                let expected = curve.value(if repeats { 0 } else { key })[0];
                prop_assert!((curve.at(time)[0] - expected).abs() < 1e-12);
            }
        }

        #[test]
        fn samples_do_not_depend_on_earlier_samples(curve in any_curve(), times in prop::collection::vec(-30.0..30.0f64, 20)) {
            let mut sampler = Sampler::new(&curve);
            for time in times {
                let mut out = [0.0];
                sampler.sample(time, &mut out);
                prop_assert_eq!(out.to_vec(), curve.at(time));
            }
        }

        #[test]
        fn wraps_repeat_their_period(curve in any_curve(), u in 0.001..0.999f64, periods in 1..5i32) {
            prop_assume!(curve.len() > 1);
            let (period, count) = (curve.end() - curve.start(), f64::from(periods));
            let rise = curve.value(curve.len() - 1)[0] - curve.value(0)[0];
            let inside = |u: f64| curve.at(curve.start() + u * period)[0];
            for (wrap, far) in [(curve.wrap().0, u - count), (curve.wrap().1, u + count)] {
                let expected = match wrap {
                    Wrap::Hold => curve.value(if far < 0.0 { 0 } else { curve.len() - 1 })[0],
                    Wrap::Repeat => inside(u),
                    Wrap::PingPong => inside(if periods % 2 == 1 { 1.0 - u } else { u }),
                    Wrap::RepeatWithOffset => inside(u) + (far - u).round() * rise,
                };
                let time = curve.start() + far * period;
                // Near a jump, the last bit of the time decides.
                let jump = curve.times().iter().any(|t| {
                    let fold = (t - curve.start()) / period;
                    (fold - u).abs() < 1e-6 || (fold - (1.0 - u)).abs() < 1e-6
                });
                prop_assume!(!jump);
                prop_assert!((curve.at(time)[0] - expected).abs() < 1e-5, "{:?} {} {}", wrap, curve.at(time)[0], expected);
            }
        }
    }
}
