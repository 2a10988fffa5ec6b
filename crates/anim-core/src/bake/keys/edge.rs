//! The ends of a segment, where a motion jumps or is fast.

use super::{Baking, Motion, QUARTERS, Sample};

/// The largest deviation of a steady motion from a straight line, as a fraction of the change.
const STEADY: f64 = 0.25;

impl<M: Motion> Baking<'_, M> {
    /// The sample at an end of a segment, with the numbers that lead to it if the motion does not jump from the sample next to it: if
    /// the motion is no faster than before, only its numbers start again.
    pub(super) fn reached(&mut self, end: Sample, edge: Sample) -> Sample {
        let next = self.at(2.0 * edge.time - end.time);
        let way = |a: Sample, b: Sample| self.motion.error(self.value(a), self.value(a), 0.0, self.value(b));
        let is_steady = way(edge, end) <= 2.0 * way(next, edge) + self.fineness.tolerance;
        if is_steady { self.unwound(end, edge) } else { end }
    }

    /// Whether a change takes all of the time between two samples, as a smooth motion does however fast it is: a jump takes only part of
    /// it. It is enough if the numbers do, because angles change by more than the rotation that they make.
    pub(super) fn is_gradual(&mut self, a: Sample, b: Sample) -> bool {
        let way = self.motion.error(self.value(a), self.value(a), 0.0, self.value(b));
        let numbers = self.apart(b, [a, a], 0.0);
        let [mut is_steady, mut has_steady_numbers] = [true; 2];
        for u in QUARTERS {
            let actual = self.at(a.time + (b.time - a.time) * u);
            is_steady &= self.off(a, b, actual) <= STEADY * way;
            has_steady_numbers &= self.apart(actual, [a, b], u) <= STEADY * numbers;
            self.samples.truncate(actual.place);
        }
        is_steady || has_steady_numbers
    }

    /// The distance of a sample's numbers from the straight line between two others.
    fn apart(&self, actual: Sample, [a, b]: [Sample; 2], u: f64) -> f64 {
        let [actual, a, b] = [actual, a, b].map(|sample| &self.value(sample)[..self.motion.width()]);
        let parts = actual.iter().zip(a).zip(b);
        parts.map(|((actual, a), b)| (a + (b - a) * u - actual).powi(2)).sum::<f64>().sqrt()
    }

    /// Measures a jump between two samples, which has no keys inside. A jump that is slightly early or late is not an error, but values
    /// outside the range before and after it are. `edge` is the sample next to the jump, on the side where keys keep their distance: a
    /// steady motion up to it counts as early or late too.
    pub(super) fn jump(&mut self, [a, b]: [Sample; 2], edge: Sample) {
        self.keys.jump = self.keys.jump.max(b.time - a.time);
        let far = if edge.time - a.time < b.time - edge.time { b } else { a };
        let edge = if self.is_gradual(edge, far) { edge } else { far };
        for index in self.left_out(a.time, b.time) {
            self.measure_excess([a, b, edge], self.merged[index]);
        }
        self.measure_excess([a, b, edge], f64::midpoint(a.time, b.time));
    }

    /// Counts the distance of the motion at a time from the range of the samples as an error.
    fn measure_excess(&mut self, ends: [Sample; 3], time: f64) {
        let actual = self.at(time);
        let place = self.samples.len();
        self.samples.extend_from_within(actual.place..actual.place + self.size());
        for part in 0..self.motion.width() {
            let [a, b, c] = ends.map(|end| self.samples[end.place + part]);
            let inside = &mut self.samples[place + part];
            *inside = inside.max(a.min(b).min(c)).min(a.max(b).max(c));
        }
        let inside = Sample { time, place };
        self.derive(inside);
        let excess = self.motion.error(self.value(inside), self.value(inside), 0.0, self.value(actual));
        if excess > self.motion.finest(self.value(actual)) {
            self.keys.error = self.keys.error.max(excess);
        }
        self.samples.truncate(actual.place);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use crate::merge::{Merged, whole};
    use crate::{
        Baked, Channel, Curve, Ease, EulerOrder, Fineness, Handles, KeyLimit, Property, Times, bake,
        to_rotation,
    };

    const JUMP: Fineness = Fineness { tolerance: 1e-3, jump: 5e-4, limit: KeyLimit::USUAL };

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap()
    }

    #[test]
    fn a_peak_within_a_jump_is_an_error_and_a_jump_is_none() {
        for (values, expected) in [
            ([0.0, 0.0, 100.0, 0.0, 0.0], 100.0),
            ([0.0, 0.0, -20.0, 50.0, 50.0], 20.0),
            ([0.0, 0.0, 40.0, 50.0, 50.0], 0.0),
            ([7.0, 7.0, 7.0, -50.0, -50.0], 0.0),
        ] {
            let short = curve(&[0.0, 0.5, 0.5001, 0.5002, 1.0], &values, Ease::Linear);
            let Baked { error, jump, .. } = bake(&short, [0.0, 1.0], JUMP).unwrap();
            assert!((error - expected).abs() < 1e-9 && jump < 5.1e-4, "{values:?}: {error}, {jump}");
        }
    }

    #[test]
    fn a_motion_that_goes_on_until_it_jumps_is_no_error() {
        for (from, to) in [(-100.0, 30.0), (100.0, 30.0), (-100.0, -30.0)] {
            let fast = curve(&[0.0, 1.0 - 1e-9, 1.0, 2.0], &[0.0, from, to, to - from], Ease::Linear);
            let Baked { curve: made, error, jump } = bake(&fast, [0.0, 2.0], JUMP).unwrap();
            assert!(error < 1e-4 && (4.9e-4..5.1e-4).contains(&jump), "{from}, {to}: {error}, {jump}");
            let times = (0..=2000).map(|n| f64::from(n) * 1e-3).filter(|time| (time - 1.0).abs() > 0.9e-3);
            let off = times.map(|time| (made.at(time)[0] - fast.at(time)[0]).abs()).fold(0.0, f64::max);
            assert!(off < 1e-6, "{from}, {to}: {off}");
        }
    }

    #[test]
    fn a_smooth_motion_is_no_jump_however_fast() {
        let handles = |out: [f64; 2]| Handles { into: [-0.02, out[1]], out: [0.02, out[1]] };
        let bent = curve(&[0.0, 0.06], &[0.0, 900.0], Ease::Bezier);
        let bent = bent.with_handles(vec![handles([0.0, -1000.0]), handles([0.0, 2000.0])]).unwrap();
        // Keys of another component, spaced as closely as a jump is long.
        let times: Vec<f64> = (0..50).map(|n| 0.03 + 2.3e-5 * f64::from(n)).collect();
        let other = curve(&times, &times.iter().map(|time| 30.0 * time).collect::<Vec<_>>(), Ease::Linear);
        let parts = [(0, &bent), (1, &other)]
            .map(|(n, curve)| Channel::part(0, Property::Translation, n, curve.clone()).unwrap());
        let merged = whole(&parts.each_ref(), &[0.0; 3], 0.06, JUMP).unwrap();
        let Merged { curve: made, error, jump } = merged;
        let apart = (0..=60_000).map(|n| f64::from(n) * 1e-6).map(|time| {
            let exact = [bent.at(time)[0], other.at(time)[0]];
            (exact[0] - made.at(time)[0]).hypot(exact[1] - made.at(time)[1])
        });
        let found = apart.fold(0.0, f64::max);
        assert!(found <= 1.05 * error && error <= 1e-3 && jump == 0.0, "{found}, {error}, {jump}");
    }

    #[test]
    fn a_motion_that_begins_slowly_is_no_jump_however_late() {
        // With flat handles of a third, the value is 3u² − 2u³ of the time u.
        let flat = Handles { into: [-1.0 / 3.0, 0.0], out: [1.0 / 3.0, 0.0] };
        for (late, rise) in [(0.0, 7.0), (299.0, 7.0), (299.0, 300.0), (1800.0, 100.0)] {
            let slow = curve(&[0.0, late + 1.0, late + 2.0], &[0.0, 0.0, rise], Ease::Bezier);
            let slow = slow.with_handles(vec![flat; 3]).unwrap();
            let Baked { curve: made, error, jump } = bake(&slow, [0.0, late + 2.0], JUMP).unwrap();
            let times = (0..=100_000).map(|n| f64::from(n) * 1e-5);
            let off =
                times.map(|u| (made.at(late + 1.0 + u)[0] - rise * (3.0 * u * u - 2.0 * u.powi(3))).abs());
            let found = off.fold(0.0, f64::max);
            assert!(
                found <= 1.05 * error && error <= 1e-3 && jump == 0.0,
                "{late} {rise}: {found}, {error}, {jump}"
            );
        }
    }

    #[test]
    fn what_was_baked_is_baked_again_as_near() {
        let handles = |seconds: f64| Handles { into: [-seconds, 0.0], out: [seconds, 0.0] };
        let eases = vec![Ease::Step, Ease::Bezier, Ease::Linear, Ease::Linear];
        let pop = curve(&[0.0, 1.0, 1.0 + 1.0 / 60.0, 2.0], &[0.0, 0.2, 2.0, 2.1], Ease::Bezier);
        let pop = pop.with_handles([0.0, 1.0 / 180.0, 1.0 / 180.0, 0.0].map(handles).to_vec()).unwrap();
        let pop = pop.with_eases(eases).unwrap();
        let first = bake(&pop, [0.0, 2.0], JUMP).unwrap();
        let again = bake(&first.curve, [0.0, 2.0], JUMP).unwrap();
        assert!(first.error <= 1e-3 && again.error <= 1e-3, "{}, {}", first.error, again.error);
        let times = (0..=20_000).map(|n| f64::from(n) * 1e-4).filter(|time| !(0.999_49..1.0).contains(time));
        for time in times {
            let off = (again.curve.at(time)[0] - pop.at(time)[0]).abs();
            assert!(off <= 1.2 * (first.error + again.error), "{off} at {time}");
        }
    }

    #[test]
    fn a_turn_that_begins_anew_is_no_jump() {
        for earlier in [1e-12, 1e-7] {
            let angles = [0.0, PI, 2.0 * PI, 0.0, PI, 2.0 * PI];
            let turns = curve(&[0.0, 1.0, 2.0 - earlier, 2.0, 3.0, 4.0], &angles, Ease::Linear);
            let x = Property::Angle { axis: [1.0, 0.0, 0.0] };
            let Baked { curve, error, .. } = to_rotation(&turns, &x, [0.0, 4.0], JUMP).unwrap();
            let least = curve.times().iter().zip(curve.times().iter().skip(1)).map(|(a, b)| b - a);
            assert!(error <= 1e-3 && least.fold(f64::MAX, f64::min) > 4.9e-4, "{earlier}: {error}");
            let times = (0..=4000).map(|n| f64::from(n) * 1e-3);
            for (time, rotation) in times.map(|time| (time, curve.at(time))) {
                let (sin, cos) = (0.5 * turns.at(time)[0]).sin_cos();
                let dot = sin * rotation[0] + cos * rotation[3];
                let off = 2.0 * dot.abs().min(1.0).acos();
                assert!(off <= 1.1e-3 || (time - 2.0).abs() < 1e-3, "{earlier}: {off} at {time}");
            }
        }
    }

    #[test]
    fn fast_turns_are_no_jumps() {
        // Degrees per frame, and frames per second.
        for (turn, rate) in [(300.0_f64, 4000.0), (300.0, 10_000.0), (1000.0, 1000.0), (1700.0, 60.0)] {
            let speed = turn.to_radians() * rate;
            let times: Vec<f64> = (0..4).map(|frame| f64::from(frame) / rate).collect();
            let angles: Vec<f64> = times.iter().map(|time| time * speed).collect();
            let end = times[3];
            let turns = curve(&times, &angles, Ease::Linear);
            let z = Property::Angle { axis: [0.0, 0.0, 1.0] };
            let Baked { curve, error, jump } = to_rotation(&turns, &z, [0.0, end], JUMP).unwrap();
            assert!(jump == 0.0 && error <= 0.01, "{turn}: {error}, {jump}");
            for time in (0..=1000).map(|n| end * f64::from(n) / 1000.0) {
                let (sin, cos) = (0.5 * time * speed).sin_cos();
                let found = curve.at(time);
                let off = 2.0 * (cos * found[2] - sin * found[3]).abs().min(1.0).asin();
                assert!(off <= 1.05 * error + 1e-9, "{turn}: {off} at {time}, {error}");
            }
        }
    }

    #[test]
    fn a_turn_that_jumps_jumps() {
        for speed in [20.0, 400.0] {
            // A quarter turn in addition to whole ones.
            let angles = [0.0, 2.0 * speed, 0.5 * PI + 2.0 * speed + 40.0 * PI, 0.0];
            let turns = curve(&[0.0, 2.0 - 1e-12, 2.0, 4.0], &angles, Ease::Linear);
            let x = Property::Angle { axis: [1.0, 0.0, 0.0] };
            let Baked { error, jump, .. } = to_rotation(&turns, &x, [0.0, 4.0], JUMP).unwrap();
            assert!(error <= 0.01 && (4e-4..6e-4).contains(&jump), "{speed}: {error}, {jump}");
        }
    }

    #[test]
    fn angles_go_straight_to_keys_that_are_left_out() {
        for ([a, b], [from, to]) in [([0.9998, 1.0], [1.0, 1.05]), ([1.0, 1.000_2], [1.0, 1.1])] {
            let angles = [[0.0; 3], [from, 0.0, 0.0], [to, 0.0, 0.0], [0.0; 3]].concat();
            let bent = Curve::new(Times::keys([0.0, a, b, 2.0]).unwrap(), 3, angles, Ease::Linear).unwrap();
            let x = Property::Euler(EulerOrder::Xyz);
            let Baked { curve, error, .. } = to_rotation(&bent, &x, [0.0, 2.0], JUMP).unwrap();
            assert!(error <= 1e-3, "{error}");
            for time in (0..=2000).map(|n| f64::from(n) * 1e-3).filter(|time| (time - 1.0).abs() > 0.8e-3) {
                let off = 2.0 * curve.at(time)[0].atan2(curve.at(time)[3]) - bent.at(time)[0];
                assert!(off.abs() <= 1.1e-3, "{off} at {time}");
            }
        }
    }
}
