//! Key times, also those that glTF forbids and other programs play.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Rate, Times};

/// The key times of an accessor.
#[derive(Clone, Debug)]
pub(crate) struct KeyTimes {
    pub(crate) times: Times,
    /// The number of keys in the file.
    pub(crate) count: usize,
    /// The keys of the file that have these times; `None` for all.
    kept: Option<Vec<usize>>,
    /// What glTF forbids about them.
    pub(crate) fault: Option<String>,
}

impl KeyTimes {
    /// Key times of any numbers. Programs play times below 0 as they are. Of keys at the same time they show the last from that
    /// time on, and the first up to it, so that one gets the time before it in single precision.
    ///
    /// Error: why times have no such meaning.
    pub(crate) fn new(numbers: Vec<f64>) -> Result<Self, String> {
        if let Some((key, time)) = numbers.iter().enumerate().find(|(_, time)| !time.is_finite()) {
            return Err(format!("key {key} is at the time {time}, expected a finite number"));
        }
        let pairs = || numbers.iter().zip(numbers.iter().skip(1)).zip(1usize..);
        if let Some(((before, time), key)) = pairs().find(|((before, time), _)| time < before) {
            return Err(format!(
                "key {key} is at {time} s, before key {} at {before} s",
                key.saturating_sub(1)
            ));
        }
        let repeated = pairs().find(|((before, time), _)| before == time).map(|((_, time), key)| {
            format!("keys {} and {key} are both at {time} s, expected ascending times", key.saturating_sub(1))
        });
        let first = numbers.first().filter(|first| **first < 0.0);
        let fault = first.map(|first| format!("key 0 is at {first} s, expected 0 or more"));
        let count = numbers.len();
        let (numbers, kept) = match &repeated {
            Some(_) => {
                let (numbers, kept) = apart(&numbers);
                (numbers, Some(kept))
            }
            None => (numbers, None),
        };
        let times = Times::keys(numbers).map_err(|error| error.to_string())?;
        Ok(Self { times, count, kept, fault: fault.or(repeated) })
    }

    /// Times that equal those of frames in single precision are those of the frames.
    pub(crate) fn on_frames(self, rate: Rate) -> Self {
        let times = on_frames(&self.times, rate).unwrap_or_else(|| self.times.clone());
        Self { times, ..self }
    }

    /// The values of these keys, of a list that has `width` numbers for each key of the file.
    pub(crate) fn values(&self, all: Vec<f64>, width: usize) -> Vec<f64> {
        let Some(kept) = &self.kept else { return all };
        let of_key = |key: &usize| {
            let start = key.saturating_mul(width);
            all.get(start..start.saturating_add(width)).unwrap_or_default()
        };
        kept.iter().flat_map(of_key).copied().collect()
    }
}

/// Times snapped to frames at a rate, if both are equal in single precision.
fn on_frames(times: &Times, rate: Rate) -> Option<Times> {
    let same = |frame: f64, time: f64| rate.time(frame) as f32 == time as f32;
    let first = rate.frame(times.first()?).round();
    let uniform = || times.iter().zip(0u32..).all(|(time, step)| same(first + f64::from(step), time));
    if uniform() {
        return Times::uniform(first, rate, times.len()).ok();
    }
    let snap = |time: f64| {
        let frame = rate.frame(time).round();
        if same(frame, time) { rate.time(frame) } else { time }
    };
    Times::keys(times.iter().map(snap).collect::<Vec<_>>()).ok()
}

/// Strictly ascending times, and the keys that have them, for times that ascend and repeat.
fn apart(numbers: &[f64]) -> (Vec<f64>, Vec<usize>) {
    let mut kept: Vec<(f64, usize)> = Vec::new();
    let mut first = 0usize;
    for same in numbers.chunk_by(|a, b| a == b) {
        let Some(&time) = same.first() else { continue };
        let (earlier, before) = (f64::from((time as f32).next_down()), kept.last().map(|(time, _)| *time));
        if same.len() > 1 && before.is_some_and(|before| before < earlier) {
            kept.push((earlier, first));
        }
        first = first.saturating_add(same.len());
        kept.push((time, first.saturating_sub(1)));
    }
    kept.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_times_are_a_jump() {
        let below = f64::from(1f32.next_down());
        for (numbers, times, values) in [
            (vec![0.0, 1.0, 2.0], vec![0.0, 1.0, 2.0], vec![0.0, 1.0, 2.0]),
            (vec![0.0, 1.0, 1.0, 2.0], vec![0.0, below, 1.0, 2.0], vec![0.0, 1.0, 2.0, 3.0]),
            (vec![0.0, 1.0, 1.0, 1.0], vec![0.0, below, 1.0], vec![0.0, 1.0, 3.0]),
            // Nothing is shown before the last of the first keys, nor between neighbours in single precision.
            (vec![0.0, 0.0, 1.0], vec![0.0, 1.0], vec![1.0, 2.0]),
            (vec![below, 1.0, 1.0], vec![below, 1.0], vec![0.0, 2.0]),
            (vec![-1.0, 1.0], vec![-1.0, 1.0], vec![0.0, 1.0]),
        ] {
            let sound = numbers.is_sorted_by(|a, b| a < b) && numbers.iter().all(|time| *time >= 0.0);
            let found = KeyTimes::new(numbers.clone()).unwrap();
            assert_eq!(found.times.iter().collect::<Vec<_>>(), times, "{numbers:?}");
            let keys = (0..numbers.len()).flat_map(|key| [key as f64, 9.0]).collect();
            let expected: Vec<f64> = values.into_iter().flat_map(|key| [key, 9.0]).collect();
            assert_eq!((found.values(keys, 2), found.count), (expected, numbers.len()), "{numbers:?}");
            assert_eq!(found.fault.is_none(), sound, "{numbers:?}");
        }
    }

    #[test]
    fn times_that_go_back_or_are_not_finite_have_no_meaning() {
        for (numbers, expected) in [
            (vec![0.0, 2.0, 1.0], "key 2 is at 1 s, before key 1 at 2 s"),
            (vec![0.0, f64::NAN], "key 1 is at the time NaN, expected a finite number"),
            (vec![f64::NEG_INFINITY], "key 0 is at the time -inf, expected a finite number"),
        ] {
            assert_eq!(KeyTimes::new(numbers).unwrap_err(), expected);
        }
    }
}
