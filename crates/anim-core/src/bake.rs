//! Curves as plain keys: wraps unrolled, eases replaced by straight lines or arcs within a tolerance.

use crate::affine::largest_difference;
use crate::{ClipError, Curve, Ease, Sampler, Times, Wrap, quaternion};

/// A curve made of plain keys and how far it is from its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// The curve: one ease, nothing beyond its keys but holding.
    pub curve: Curve,
    /// The largest difference that was seen at the quarters of each segment: of components, or in radians for rotations.
    pub error: f64,
}

/// The most keys that baking makes of one curve before it gives up.
pub const MAX_KEYS: usize = 1 << 20;

/// How often a segment is halved at most.
const MAX_DEPTH: u32 = 16;

/// The part of the tolerance that may be reached at the quarters of a segment, so that what lies between them stays
/// within it.
const MARGIN: f64 = 0.875;

/// A curve over a span of seconds as keys with straight lines between (great arcs where the source has [`Ease::Slerp`]).
///
/// There is a key at both ends of the span and at every key of the source, and as many between as it takes to stay
/// within `tolerance`, judged by the quarters of each segment. A jump becomes two keys a gap apart that single precision
/// still tells from each other; keys that are nearer than two such gaps become one.
///
/// Errors: [`ClipError::TooManyKeys`], [`ClipError::Duration`] for a span that is not finite and ascending.
pub fn bake(source: &Curve, span: [f64; 2], tolerance: f64) -> Result<Baked, ClipError> {
    let width = source.width();
    let slerp = (0..source.len()).any(|key| source.ease(key) == Ease::Slerp);
    let ease = if slerp { Ease::Slerp } else { Ease::Linear };
    let mut sampler = Sampler::new(source);
    let mut eval = |time: f64, out: &mut [f64]| sampler.sample(time, out);
    let between = |a: &[f64], b: &[f64], u: f64, actual: &[f64]| {
        if slerp { arc_error(a, b, u, actual) } else { line_error(a, b, u, actual) }
    };
    let path = Path { width, tolerance, eval: &mut eval, error: &between, must_split: &|_| false };
    let Keys { times, values, error } = path.keys(&break_times(source, span)?)?;
    Ok(Baked { curve: Curve::new(Times::keys(times)?, width, values, ease)?, error })
}

/// The largest difference of a component from the straight line.
fn line_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let line = a.iter().zip(b).map(|(a, b)| if a == b { *a } else { a + (b - a) * u });
    largest_difference(line.zip(actual.iter().copied()))
}

/// The angle from the arc between two quaternions.
pub(crate) fn arc_error(a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
    let unit = |q: &[f64]| quaternion::normalize([q[0], q[1], q[2], q[3]]);
    quaternion::angle_between(quaternion::slerp(unit(a), unit(b), u), unit(actual))
}

/// The gap that stands for a jump at a time: several steps of single precision.
fn gap(time: f64) -> f64 {
    time.abs().max(1.0) / f64::from(1 << 21)
}

/// The ends of a span and all key times within it, wraps unrolled, none nearer to another than two gaps.
pub(crate) fn break_times(curve: &Curve, [from, to]: [f64; 2]) -> Result<Vec<f64>, ClipError> {
    if !(from.is_finite() && to.is_finite() && from <= to) {
        return Err(ClipError::Duration);
    }
    let (start, end) = (curve.start(), curve.end());
    let period = end - start;
    let mut times = vec![from, to];
    let mut add = |time: f64| -> Result<(), ClipError> {
        if from < time && time < to {
            if times.len() >= MAX_KEYS {
                return Err(ClipError::TooManyKeys);
            }
            times.push(time);
        }
        Ok(())
    };
    curve.times().iter().try_for_each(&mut add)?;
    for (wrap, range) in [(curve.wrap().0, [from, to.min(start)]), (curve.wrap().1, [from.max(end), to])] {
        if wrap == Wrap::Hold || period == 0.0 || range[0] >= range[1] {
            continue;
        }
        let (first, last) = ((range[0] - start) / period, (range[1] - start) / period);
        if (last - first) * curve.len() as f64 > MAX_KEYS as f64 {
            return Err(ClipError::TooManyKeys);
        }
        for turn in first.floor() as i64..=last.floor() as i64 {
            let mirrored = wrap == Wrap::PingPong && turn.rem_euclid(2) == 1;
            for time in curve.times().iter() {
                add(turn as f64 * period + if mirrored { start + (end - time) } else { time })?;
            }
        }
    }
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < 2.0 * gap(*later));
    // The end of the span stands even if a key came just before it.
    if let Some(last) = times.last_mut() {
        *last = to;
    }
    Ok(times)
}

/// How far the interpolation from a to b at u is from the sample.
type PathError<'a> = &'a dyn Fn(&[f64], &[f64], f64, &[f64]) -> f64;

/// Whether a segment with these samples at its start, its quarters and its end is too wide, whatever its error.
type MustSplit<'a> = &'a dyn Fn([&[f64]; 5]) -> bool;

/// A function of time that is turned into keys.
pub(crate) struct Path<'a> {
    /// How many numbers a sample has.
    pub(crate) width: usize,
    pub(crate) tolerance: f64,
    pub(crate) eval: &'a mut dyn FnMut(f64, &mut [f64]),
    pub(crate) error: PathError<'a>,
    pub(crate) must_split: MustSplit<'a>,
}

/// Keys in flat columns and the largest error between them.
pub(crate) struct Keys {
    pub(crate) times: Vec<f64>,
    pub(crate) values: Vec<f64>,
    pub(crate) error: f64,
}

impl Path<'_> {
    /// Keys at these ascending times, on both sides of each jump, and between them as many as needed.
    pub(crate) fn keys(mut self, breaks: &[f64]) -> Result<Keys, ClipError> {
        let mut keys = Keys { times: Vec::new(), values: Vec::new(), error: 0.0 };
        for pair in breaks.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (mut a, b) = (self.at(from), self.at(to));
            keys.push(from, &a)?;
            let mut start = from;
            // A step that is run backwards jumps just after its key.
            let after = from + gap(from);
            let right = self.at(after);
            if self.strays((from, &a), (to, &b), (after, &right)) {
                keys.push(after, &right)?;
                (start, a) = (after, right);
            }
            let before = to - gap(to);
            let left = self.at(before);
            if before > start && self.strays((start, &a), (to, &b), (before, &left)) {
                self.between((start, &a), (before, &left), MAX_DEPTH, &mut keys)?;
                keys.push(before, &left)?;
            } else {
                self.between((start, &a), (to, &b), MAX_DEPTH, &mut keys)?;
            }
        }
        if let Some(&last) = breaks.last() {
            let value = self.at(last);
            keys.push(last, &value)?;
        }
        Ok(keys)
    }

    /// Whether a sample is off the way between two others. A gap from the end of a segment, that takes a jump.
    fn strays(&self, a: (f64, &[f64]), b: (f64, &[f64]), actual: (f64, &[f64])) -> bool {
        (self.error)(a.1, b.1, (actual.0 - a.0) / (b.0 - a.0), actual.1) > self.tolerance
    }

    fn at(&mut self, time: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.width];
        (self.eval)(time, &mut out);
        out
    }

    /// Pushes the keys between two, both excluded.
    fn between(
        &mut self,
        a: (f64, &[f64]),
        b: (f64, &[f64]),
        depth: u32,
        keys: &mut Keys,
    ) -> Result<(), ClipError> {
        let at = |u: f64| a.0 + (b.0 - a.0) * u;
        let quarters = [0.25, 0.5, 0.75];
        let samples = quarters.map(|u| self.at(at(u)));
        let errors = quarters.iter().zip(&samples).map(|(&u, actual)| (self.error)(a.1, b.1, u, actual));
        let error = errors.fold(0.0, f64::max);
        let [first, middle, last] = samples;
        let splits = error > MARGIN * self.tolerance || (self.must_split)([a.1, &first, &middle, &last, b.1]);
        if splits && depth > 0 && at(0.5) - a.0 > 2.0 * gap(b.0) {
            self.between(a, (at(0.5), &middle), depth - 1, keys)?;
            keys.push(at(0.5), &middle)?;
            return self.between((at(0.5), &middle), b, depth - 1, keys);
        }
        keys.error = keys.error.max(error);
        Ok(())
    }
}

impl Keys {
    fn push(&mut self, time: f64, value: &[f64]) -> Result<(), ClipError> {
        if self.times.len() >= MAX_KEYS {
            return Err(ClipError::TooManyKeys);
        }
        self.times.push(time);
        self.values.extend_from_slice(value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(ease: Ease) -> Curve {
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1.0], ease).unwrap()
    }

    fn times(baked: &Baked) -> Vec<f64> {
        baked.curve.times().iter().collect()
    }

    #[test]
    fn straight_lines_need_no_more_keys() {
        let baked = bake(&ramp(Ease::Linear), [0.0, 1.0], 1e-6).unwrap();
        assert_eq!((times(&baked), baked.curve.values()), (vec![0.0, 1.0], &[0.0, 1.0][..]));
        let part = bake(&ramp(Ease::Linear), [0.25, 2.0], 1e-6).unwrap();
        assert_eq!((times(&part), part.curve.values()), (vec![0.25, 1.0, 2.0], &[0.25, 1.0, 1.0][..]));
    }

    #[test]
    fn a_curve_is_followed_within_the_tolerance_everywhere() {
        let source = ramp(Ease::Sine).with_wrap(Wrap::Hold, Wrap::PingPong);
        for tolerance in [1e-2, 1e-4] {
            let baked = bake(&source, [0.0, 7.3], tolerance).unwrap();
            assert!(baked.error <= tolerance);
            for step in 0..=7300 {
                let time = f64::from(step) / 1000.0;
                let expected = (1.0 - (std::f64::consts::PI * time).cos()) / 2.0;
                assert!((baked.curve.at(time)[0] - expected).abs() < 1.5 * tolerance, "at {time}");
            }
        }
    }

    #[test]
    fn jumps_become_two_keys_that_single_precision_tells_apart() {
        let step = bake(&ramp(Ease::Step), [0.0, 2.0], 1e-3).unwrap();
        assert_eq!(step.curve.values(), [0.0, 0.0, 1.0, 1.0]);
        let saw = bake(&ramp(Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat), [0.0, 1000.5], 1e-3).unwrap();
        let narrow: Vec<f32> = saw.curve.times().iter().map(|time| time as f32).collect();
        assert!(narrow.is_sorted_by(|a, b| a < b));
        for (time, expected) in [(999.25, 0.25), (999.999, 0.999), (1000.0, 0.0), (1000.5, 0.5)] {
            assert!((saw.curve.at(time)[0] - expected).abs() < 1e-3, "at {time}");
        }
    }

    #[test]
    fn steps_that_run_backwards_jump_too() {
        let stairs =
            Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![0.0, 5.0, 9.0], Ease::Step).unwrap();
        let baked = bake(&stairs.with_wrap(Wrap::Hold, Wrap::PingPong), [0.0, 4.0], 1e-3).unwrap();
        assert!(baked.error <= 1e-3 && baked.curve.len() < 16, "{baked:?}");
        for (time, expected) in
            [(1.5, 5.0), (1.999, 5.0), (2.0, 9.0), (2.001, 5.0), (2.999, 5.0), (3.001, 0.0)]
        {
            assert!((baked.curve.at(time)[0] - expected).abs() < 1e-3, "at {time}");
        }
    }

    #[test]
    fn what_is_no_number_stays_where_it_was() {
        let step = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![2.0, f64::NAN], Ease::Step).unwrap();
        let baked = bake(&step, [0.0, 2.0], 1e-3).unwrap();
        assert_eq!((baked.error, baked.curve.at(0.5)[0]), (0.0, 2.0));
        assert!(baked.curve.at(1.5)[0].is_nan());
    }

    #[test]
    fn an_offset_that_repeats_climbs() {
        let stairs = ramp(Ease::Linear).with_wrap(Wrap::RepeatWithOffset, Wrap::RepeatWithOffset);
        let baked = bake(&stairs, [-2.0, 3.5], 1e-6).unwrap();
        assert_eq!((baked.curve.at(-2.0), baked.curve.at(3.5)), (vec![-2.0], vec![3.5]));
    }

    #[test]
    fn too_many_keys_are_refused() {
        let fast = Curve::new(Times::keys([0.0, 1e-7]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        let fast = fast.with_wrap(Wrap::Hold, Wrap::Repeat);
        assert_eq!(bake(&fast, [0.0, 1.0], 1e-3), Err(ClipError::TooManyKeys));
        assert_eq!(bake(&fast, [0.0, f64::INFINITY], 1e-3), Err(ClipError::Duration));
    }
}
