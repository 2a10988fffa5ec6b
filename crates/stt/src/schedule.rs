//! When a keyframe state is at which key: one cycle of transitions, and what comes after it.

use crate::channel::TOUCHING;
use crate::{KeyframeType, Keyframes};

/// One cycle of a keyframe state from its start key on, in seconds of the state's own clock.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schedule {
    /// The transitions that take time, back to back from time 0.
    pub(crate) steps: Vec<Step>,
    /// How long they take together.
    pub(crate) cycle: f64,
    /// What comes after them.
    pub(crate) after: After,
}

/// A transition: the time in a key until the next one is entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) key: usize,
    pub(crate) next: usize,
    pub(crate) start: f64,
    pub(crate) length: f64,
    pub(crate) morphed: bool,
}

/// What comes after the transitions of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The same again.
    Repeat,
    /// The pose of this key as it is entered, for ever.
    Hold(usize),
    /// This key, running, for ever. There are no transitions.
    Stay(usize),
}

/// Where a schedule is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// In a transition that began at `start`.
    Within { step: Step, start: f64 },
    /// At the end, reached at `since`.
    Held { key: usize, since: f64 },
    /// In the one key that it ever is in.
    Staying { key: usize },
}

impl Place {
    /// The key.
    pub(crate) fn key(&self) -> usize {
        match self {
            Self::Within { step, .. } => step.key,
            Self::Held { key, .. } | Self::Staying { key } => *key,
        }
    }
}

impl Schedule {
    /// The schedule of a sequence; `None` without any key. Times below 0 count as 0, and a cycle of no time at all as
    /// staying at the start key.
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
            // What would start beyond all numbers never comes.
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

    /// Where it is at a time of its own clock; before 0 it is where it starts.
    ///
    /// A time that is before the next transition by no more than rounding counts as that transition's.
    pub(crate) fn at(&self, time: f64) -> Place {
        let time = time.max(0.0);
        let rounding = (4.0 * f64::EPSILON * time).max(TOUCHING).min(self.cycle / 4.0);
        let mut within = time;
        match self.after {
            After::Stay(key) => return Place::Staying { key },
            After::Hold(key) if time >= self.cycle - rounding => {
                return Place::Held { key, since: self.cycle };
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
        // Counted from the cycle's own start, so that no sum of cycles can drift.
        Place::Within { step, start: time - (within - step.start).max(0.0) }
    }

    /// The first time from `time` on at which it is in a key of which `is_exit` is true.
    pub(crate) fn next_exit(&self, time: f64, is_exit: impl Fn(usize) -> bool) -> Option<f64> {
        let place = self.at(time);
        if is_exit(place.key()) {
            return Some(time);
        }
        let Place::Within { step: current, start } = place else { return None };
        let base = start - current.start;
        let now = self.steps.iter().position(|step| *step == current).unwrap_or(0);
        let later = self.steps[now + 1..].iter().find(|step| is_exit(step.key));
        let found = later.map(|step| base + step.start);
        found.or_else(|| match self.after {
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

    /// Keys a, b, c, d: 1, 2, 4, 8 s to the next, 10, 20, 40, 80 s to the previous.
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

    /// The keys in turn, each with the time in it.
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

    /// A type, its start key, and the keys in turn.
    type Case = (KeyframeType, &'static str, &'static [(usize, f64)]);

    #[test]
    fn each_type_runs_its_way() {
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
        for (kind, start, expected) in cases {
            assert_eq!(steps(kind, start), expected, "{kind:?} from {start}");
        }
    }

    #[test]
    fn a_place_is_the_same_in_every_cycle() {
        let schedule = Schedule::new(&keyframes(KeyframeType::LoopForwards, "a")).unwrap();
        for cycles in [0.0, 1.0, 1e6] {
            for (time, key, start) in
                [(0.0, 0, 0.0), (0.5, 0, 0.0), (1.0, 1, 1.0), (6.99, 2, 3.0), (14.0, 3, 7.0)]
            {
                let Place::Within { step, start: found } = schedule.at(15.0 * cycles + time) else {
                    panic!()
                };
                assert_eq!(step.key, key, "{time}");
                assert!((found - (15.0 * cycles + start)).abs() < 1e-8, "{found}");
            }
        }
    }

    #[test]
    fn what_ends_holds_and_what_takes_no_time_stays() {
        let one_way = Schedule::new(&keyframes(KeyframeType::OneWayForwards, "b")).unwrap();
        assert_eq!(one_way.at(6.0), Place::Held { key: 3, since: 6.0 });
        assert_eq!(one_way.at(1e9), Place::Held { key: 3, since: 6.0 });
        let mut timeless = keyframes(KeyframeType::LoopForwards, "c");
        timeless.keys.iter_mut().for_each(|key| key.forward_time = Seconds::ZERO);
        assert_eq!(Schedule::new(&timeless).unwrap().at(7.0), Place::Staying { key: 2 });
        timeless.keys.clear();
        assert_eq!(Schedule::new(&timeless), None);
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
