//! The least distance from a value to a motion around a time.

/// The steps into which the seconds around a time are divided.
const STEPS: usize = 8;

/// The parts of these seconds that are examined on both sides of the time in addition, since most motions differ little in time.
const CLOSE: [f64; 6] = [1.0 / 8.0, 1.0 / 16.0, 1.0 / 32.0, 1.0 / 64.0, 1.0 / 128.0, 1.0 / 256.0];

/// The most keys around a time that are examined. Of more, some are.
const KEYS: usize = 256;

/// The most instants that one search adds, and the most of all.
const ROUNDS: usize = 64;
const INSTANTS: usize = 384;

/// The shortest interval that is divided, as a fraction of the seconds around the time.
const SHORTEST: f64 = 1e-12;

/// A distance of at most this fraction of the farthest one around a time is none: it comes from rounding.
const ROUNDING: f64 = 1e-12;

/// The smallest and the largest part of an interval that is cut off.
const CUTS: [f64; 2] = [0.125, 0.875];

/// What moves, at the instants around a time that have been examined, ascending.
#[derive(Debug)]
pub(super) struct Nearby<V> {
    instants: Vec<(f64, V)>,
    reach: f64,
}

impl<V> Nearby<V> {
    /// The values that `at` returns from `reach` seconds before a time to as many after it: in equal steps, close to the time,
    /// and at those of the ascending `keys` that are there.
    pub(super) fn new(time: f64, reach: f64, keys: &[f64], at: impl FnMut(f64) -> V) -> Self {
        let [from, to] = [time - reach, time + reach];
        let keys = &keys[keys.partition_point(|key| *key <= from)..keys.partition_point(|key| *key < to)];
        let mut times: Vec<f64> = keys.iter().copied().step_by(keys.len().div_ceil(KEYS).max(1)).collect();
        times.extend([from, time, to]);
        times.extend((1..STEPS).map(|step| from + (to - from) * (step as f64 / STEPS as f64)));
        times.extend(CLOSE.iter().flat_map(|part| [time - reach * part, time + reach * part]));
        times.sort_by(f64::total_cmp);
        times.dedup();
        let values: Vec<V> = times.iter().copied().map(at).collect();
        Self { instants: times.into_iter().zip(values).collect(), reach }
    }

    /// The time of the value that is nearest to one that is sought, and its distance `off`, or the first found that is at most
    /// `enough`, or as near as rounding allows. `apart` is the distance between two values.
    ///
    /// Between two instants a value is at most as far from either as these are apart. Where a value that is nearer than the nearest
    /// so far may be, instants are added, where it may be nearest first.
    pub(super) fn least(
        &mut self,
        enough: f64,
        off: impl Fn(&V) -> f64,
        apart: impl Fn(&V, &V) -> f64,
        mut at: impl FnMut(f64) -> V,
    ) -> (f64, f64) {
        let mut offs: Vec<f64> = self.instants.iter().map(|(_, value)| off(value)).collect();
        let all = self.instants.iter().zip(&offs).map(|((time, _), off)| (*time, *off));
        let (mut nearest, mut least) = all.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0.0, f64::INFINITY));
        let farthest = offs.iter().copied().filter(|off| off.is_finite()).fold(0.0, f64::max);
        let reached = enough.max(farthest * ROUNDING);
        if least <= reached {
            return (nearest, least.min(enough));
        }
        let limit = |pair: &[(f64, V)], offs: &[f64]| {
            let limit = offs[0].max(offs[1]) - apart(&pair[0].1, &pair[1].1);
            // Infinite distances may be between what exists and what does not.
            if limit.is_nan() { 0.0 } else { limit }
        };
        let pairs = self.instants.windows(2).zip(offs.windows(2));
        let mut limits: Vec<f64> = pairs.map(|(pair, offs)| limit(pair, offs)).collect();
        for _ in 0..ROUNDS.min(INSTANTS.saturating_sub(self.instants.len())) {
            let lowest = limits.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
            let Some((place, _)) = lowest.filter(|(_, limit)| **limit < least) else { break };
            let [from, to] = [self.instants[place].0, self.instants[place + 1].0];
            if to - from <= SHORTEST * self.reach {
                limits[place] = f64::INFINITY;
                continue;
            }
            let part = offs[place] / (offs[place] + offs[place + 1]);
            let part = if part.is_nan() { 0.5 } else { part.clamp(CUTS[0], CUTS[1]) };
            let time = from + (to - from) * part;
            let value = at(time);
            let new = off(&value);
            self.instants.insert(place + 1, (time, value));
            offs.insert(place + 1, new);
            if new < least {
                (nearest, least) = (time, new);
            }
            if least <= reached {
                return (nearest, least.min(enough));
            }
            limits[place] = limit(&self.instants[place..], &offs[place..]);
            limits.insert(place + 1, limit(&self.instants[place + 1..], &offs[place + 1..]));
        }
        (nearest, least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least distance from a number to a motion of one number.
    fn least(sought: f64, reach: f64, keys: &[f64], motion: impl Fn(f64) -> f64) -> f64 {
        let mut near = Nearby::new(1.0, reach, keys, &motion);
        near.least(0.0, |value| (value - sought).abs(), |a, b| (a - b).abs(), &motion).1
    }

    #[test]
    fn the_nearest_value_within_reach_is_found() {
        let line = |time: f64| 3.0 * time;
        let wave = |time: f64| (7.0 * time).sin();
        let peak = |time: f64| (1.0 - 1e3 * (time - 1.0123_f64).abs()).max(0.0);
        for (found, expected) in [
            // The line reaches from 2.7 to 3.3.
            (least(3.123, 0.1, &[], line), 0.0),
            (least(3.5, 0.1, &[], line), 0.2),
            (least(2.0, 0.1, &[], line), 0.7),
            (least(0.9, 1.0, &[], wave), 0.0),
            // The peak is seen if its keys are.
            (least(0.4, 0.5, &[1.0113, 1.0123, 1.0133], peak), 0.0),
            (least(1.5, 0.5, &[1.0113, 1.0123, 1.0133], peak), 0.5),
            (least(7.0, 0.1, &[], |time| if time < 1.05 { 0.0 } else { 5.0 }), 2.0),
        ] {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn the_work_is_bounded() {
        let keys: Vec<f64> = (0..100_000).map(|key| f64::from(key) * 1e-4).collect();
        let calls = std::cell::Cell::new(0);
        let noise = |time: f64| {
            calls.set(calls.get() + 1);
            5.0 + (1e9 * time).sin()
        };
        let mut near = Nearby::new(5.0, 5.0, &keys, noise);
        for sought in [0.0, 4.0, 5.5, 9.0] {
            near.least(0.0, |value| (value - sought).abs(), |a, b| (a - b).abs(), noise);
        }
        assert!(calls.get() <= INSTANTS, "{}", calls.get());
    }
}
