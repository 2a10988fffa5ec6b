//! When each key of a keyframe state plays: one cycle of transitions, and what follows it.

use anim_core::time::touching_within;

use crate::{KeyframeType, Keyframes};

/// One cycle of a keyframe state from its start key on, in seconds since the state was entered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schedule {
    /// The transitions that take time, consecutive from time 0.
    pub(crate) steps: Vec<Step>,
    /// Their total duration.
    pub(crate) cycle: f64,
    /// What follows them.
    pub(crate) after: After,
}

/// A transition: the time from the moment a key is entered to the moment the next one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) key: usize,
    pub(crate) next: usize,
    pub(crate) start: f64,
    pub(crate) length: f64,
    pub(crate) morphed: bool,
}

/// What follows the transitions of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The cycle again.
    Repeat,
    /// The pose that this key has when it is entered, endlessly.
    Hold(usize),
    /// This key, which plays endlessly. There are no transitions.
    Stay(usize),
}

/// The progress of a schedule at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Progress {
    /// In the transition of this index, which began at `start`.
    InStep { step: Step, index: usize, start: f64 },
    /// At the end, which was reached at `since`.
    Ended { key: usize, since: f64 },
    /// In the only key that plays.
    Staying { key: usize },
}

impl Progress {
    /// The key that plays.
    pub(crate) fn key(&self) -> usize {
        match self {
            Self::InStep { step, .. } => step.key,
            Self::Ended { key, .. } | Self::Staying { key } => *key,
        }
    }
}

impl Schedule {
    /// The schedule of a sequence; `None` if it has no keys. Times below 0 count as 0. If no transition takes any time, a
    /// one-way sequence has ended, and any other stays at its start key.
    pub(crate) fn new(keyframes: &Keyframes) -> Option<Self> {
        let first = keyframes.start_key()?;
        let keys = &keyframes.keys;
        let last = keys.len() - 1;
        let forwards = |from: usize, to: usize| (from..to).map(|key| (key, key + 1, true));
        let backwards = |from: usize, to: usize| (to..from).rev().map(|key| (key + 1, key, false));
        let order: Vec<(usize, usize, bool)> = match keyframes.kind {
            KeyframeType::None => Vec::new(),
            KeyframeType::OneWayForwards => forwards(first, last).collect(),
            KeyframeType::LoopForwards => {
                forwards(first, last).chain([(last, 0, true)]).chain(forwards(0, first)).collect()
            }
            KeyframeType::LoopBackwards => {
                backwards(first, 0).chain([(0, last, false)]).chain(backwards(last, first)).collect()
            }
            KeyframeType::PingPongForwards => {
                forwards(first, last).chain(backwards(last, 0)).chain(forwards(0, first)).collect()
            }
            KeyframeType::PingPongBackwards => {
                backwards(first, 0).chain(forwards(0, last)).chain(backwards(last, first)).collect()
            }
        };
        let (mut steps, mut cycle) = (Vec::with_capacity(order.len()), 0.0);
        for (index, next, forward) in order {
            let key = &keys[index];
            let (time, morph) = if forward {
                (key.forward_time, key.forward_morph)
            } else {
                (key.backward_time, key.backward_morph)
            };
            // A transition that would start after an infinite time never starts.
            if time.get() > 0.0 && f64::is_finite(cycle) {
                let step =
                    Step { key: index, next, start: cycle, length: time.get(), morphed: morph.is_on() };
                steps.push(step);
                cycle += time.get();
            }
        }
        let after = match keyframes.kind {
            KeyframeType::OneWayForwards => After::Hold(last),
            _ if steps.is_empty() => After::Stay(first),
            _ => After::Repeat,
        };
        Some(Self { steps, cycle, after })
    }

    /// The progress of the schedule at a time since the state was entered; a time below 0 counts as 0.
    ///
    /// A time that precedes the next transition only by rounding belongs to that transition.
    pub(crate) fn at(&self, time: f64) -> Progress {
        let time = time.max(0.0);
        let rounding = touching_within(time, self.cycle);
        let mut within = time;
        match self.after {
            After::Stay(key) => return Progress::Staying { key },
            After::Hold(key) if time >= self.cycle - rounding => {
                return Progress::Ended { key, since: self.cycle };
            }
            After::Hold(_) => {}
            After::Repeat => {
                within = time.rem_euclid(self.cycle);
                if self.cycle - within <= rounding {
                    within = 0.0;
                }
            }
        }
        let mut index = self.steps.partition_point(|step| step.start <= within).saturating_sub(1);
        let mut step = self.steps[index];
        let left = step.start + step.length - within;
        if left <= rounding.min(step.length / 4.0) && index + 1 < self.steps.len() {
            index += 1;
            step = self.steps[index];
        }
        // Computed backwards from the time itself, so that sums of cycles cannot drift.
        Progress::InStep { step, index, start: time - (within - step.start).max(0.0) }
    }

    /// The number of keys that have been entered up to a time since the state was entered, including the start key.
    pub(crate) fn entries(&self, time: f64) -> u64 {
        match self.at(time) {
            Progress::Staying { .. } => 1,
            Progress::Ended { .. } => self.steps.len() as u64 + 1,
            Progress::InStep { step, index, start } => {
                let cycles = ((start - step.start) / self.cycle).round() as u64;
                cycles.saturating_mul(self.steps.len() as u64).saturating_add(index as u64 + 1)
            }
        }
    }

    /// The key that is entered as number 0, 1, … since the state was entered, and when.
    pub(crate) fn entry(&self, number: u64) -> (usize, f64) {
        let count = self.steps.len() as u64;
        match (self.after, number.checked_rem(count)) {
            (After::Stay(key), _) | (After::Hold(key), None) => (key, 0.0),
            (After::Hold(key), _) if number >= count => (key, self.cycle),
            (_, place) => {
                let step = self.steps[place.unwrap_or(0) as usize];
                let cycles = number / count.max(1);
                // The duration of a cycle can be infinite.
                let before = if cycles == 0 { 0.0 } else { cycles as f64 * self.cycle };
                (step.key, before + step.start)
            }
        }
    }

    /// The first time, not before `time`, at which a key plays for which `is_exit` is true.
    pub(crate) fn next_exit(&self, time: f64, is_exit: impl Fn(usize) -> bool) -> Option<f64> {
        let progress = self.at(time);
        if is_exit(progress.key()) {
            return Some(time);
        }
        let Progress::InStep { step: current, index: now, start } = progress else { return None };
        let base = start - current.start;
        let later = self.steps[now + 1..].iter().find(|step| is_exit(step.key));
        later.map(|step| base + step.start).or_else(|| match self.after {
            After::Repeat => {
                let next = self.steps[..now].iter().find(|step| is_exit(step.key));
                next.map(|step| base + self.cycle + step.start)
            }
            After::Hold(key) => is_exit(key).then_some(self.cycle),
            After::Stay(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flag, Key, Label, Seconds};

    /// Keys a, b, c, d: 1, 2, 4, 8 s to the next key, 10, 20, 40, 80 s to the previous one.
    fn keyframes(kind: KeyframeType, start: &str) -> Keyframes {
        let seconds = |value| Seconds::new(value).unwrap();
        let key = |(index, name): (i32, &str)| Key {
            exit: Flag::ON,
            forward_time: seconds(f64::from(1 << index)),
            backward_time: seconds(f64::from(10 << index)),
            forward_morph: Flag::OFF,
            backward_morph: Flag::ON,
            name: Label::new(name).unwrap(),
        };
        let keys = (0..).zip(["a", "b", "c", "d"]).map(key).collect();
        Keyframes { kind, start: Label::new(start).unwrap(), keys }
    }

    /// The keys in the order in which they play, each with its duration.
    fn steps(kind: KeyframeType, start: &str) -> Vec<(usize, f64)> {
        let schedule = Schedule::new(&keyframes(kind, start)).unwrap();
        let mut time = 0.0;
        for step in &schedule.steps {
            assert_eq!(step.start, time);
            time += step.length;
        }
        assert_eq!(time, schedule.cycle);
        schedule.steps.iter().map(|step| (step.key, step.length)).collect()
    }

    /// A type, its start key, and the keys in the order in which they play.
    type Case = (KeyframeType, &'static str, &'static [(usize, f64)]);

    #[test]
    fn each_type_plays_the_keys_in_its_order() {
        use KeyframeType as T;
        let cases: [Case; 9] = [
            (T::None, "b", &[]),
            (T::LoopForwards, "a", &[(0, 1.0), (1, 2.0), (2, 4.0), (3, 8.0)]),
            (T::LoopForwards, "c", &[(2, 4.0), (3, 8.0), (0, 1.0), (1, 2.0)]),
            (T::LoopBackwards, "c", &[(2, 40.0), (1, 20.0), (0, 10.0), (3, 80.0)]),
            (T::PingPongForwards, "a", &[(0, 1.0), (1, 2.0), (2, 4.0), (3, 80.0), (2, 40.0), (1, 20.0)]),
            (T::PingPongForwards, "d", &[(3, 80.0), (2, 40.0), (1, 20.0), (0, 1.0), (1, 2.0), (2, 4.0)]),
            (T::PingPongBackwards, "b", &[(1, 20.0), (0, 1.0), (1, 2.0), (2, 4.0), (3, 80.0), (2, 40.0)]),
            (T::OneWayForwards, "b", &[(1, 2.0), (2, 4.0)]),
            (T::OneWayForwards, "nobody", &[(0, 1.0), (1, 2.0), (2, 4.0)]),
        ];
        for (kind, start, keys) in cases {
            assert_eq!(steps(kind, start), keys, "{kind:?} from {start}");
        }
    }

    #[test]
    fn progress_is_the_same_in_every_cycle() {
        let schedule = Schedule::new(&keyframes(KeyframeType::LoopForwards, "a")).unwrap();
        for cycles in [0.0, 1.0, 1e6] {
            for (time, key, start) in
                [(0.0, 0, 0.0), (0.5, 0, 0.0), (1.0, 1, 1.0), (6.99, 2, 3.0), (14.0, 3, 7.0)]
            {
                let Progress::InStep { step, start: found, .. } = schedule.at(15.0 * cycles + time) else {
                    panic!()
                };
                assert_eq!(step.key, key, "{time}");
                assert!((found - (15.0 * cycles + start)).abs() < 1e-8, "{found}");
            }
        }
    }

    #[test]
    fn a_one_way_sequence_ends_and_one_without_time_stays() {
        let one_way = Schedule::new(&keyframes(KeyframeType::OneWayForwards, "b")).unwrap();
        assert_eq!(one_way.at(6.0), Progress::Ended { key: 3, since: 6.0 });
        assert_eq!(one_way.at(1e9), Progress::Ended { key: 3, since: 6.0 });
        let mut timeless = keyframes(KeyframeType::LoopForwards, "c");
        timeless.keys.iter_mut().for_each(|key| key.forward_time = Seconds::ZERO);
        assert_eq!(Schedule::new(&timeless).unwrap().at(7.0), Progress::Staying { key: 2 });
        timeless.keys.clear();
        assert_eq!(Schedule::new(&timeless), None);
    }

    #[test]
    fn entries_are_numbered_through_all_cycles() {
        let schedule = Schedule::new(&keyframes(KeyframeType::LoopForwards, "c")).unwrap();
        let expected = [(2, 0.0), (3, 4.0), (0, 12.0), (1, 13.0), (2, 15.0), (3, 19.0)];
        for (number, (key, time)) in (0..).zip(expected) {
            assert_eq!(schedule.entry(number), (key, time));
            assert_eq!((schedule.entries(time), schedule.entries(time + 0.5)), (number + 1, number + 1));
        }
        assert_eq!(schedule.entries(15e6), 4_000_001);
        let one_way = Schedule::new(&keyframes(KeyframeType::OneWayForwards, "c")).unwrap();
        assert_eq!(
            ([0, 1].map(|number| one_way.entry(number)), one_way.entries(9e9)),
            ([(2, 0.0), (3, 4.0)], 2)
        );
        let ended = Schedule::new(&keyframes(KeyframeType::OneWayForwards, "d")).unwrap();
        assert_eq!((ended.entry(0), ended.entries(0.0)), ((3, 0.0), 1));
        let stays = Schedule::new(&keyframes(KeyframeType::None, "b")).unwrap();
        assert_eq!((stays.entry(0), stays.entries(9e9)), ((1, 0.0), 1));
    }

    #[test]
    fn the_next_exit_is_found_in_this_cycle_or_the_next() {
        let schedule = Schedule::new(&keyframes(KeyframeType::LoopForwards, "a")).unwrap();
        let exit = |time: f64, key: usize| schedule.next_exit(time, |other| other == key);
        assert_eq!((exit(1.5, 1), exit(1.5, 3), exit(1.5, 0)), (Some(1.5), Some(7.0), Some(15.0)));
        assert_eq!(schedule.next_exit(1.5, |_| false), None);
        let one_way = Schedule::new(&keyframes(KeyframeType::OneWayForwards, "a")).unwrap();
        assert_eq!(one_way.next_exit(2.0, |key| key == 3), Some(7.0));
        assert_eq!(one_way.next_exit(2.0, |key| key == 0), None);
    }
}
