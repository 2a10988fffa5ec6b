//! The conditions that wait for each kind of event.

use std::collections::HashMap;

use crate::program::{Program, Trigger};
use crate::{Input, Target};

/// A condition: the index of its sensor, and its index in the sensor.
pub(super) type Waiting = (usize, usize);

/// The conditions that wait for something.
#[derive(Debug)]
pub(super) struct Watchers {
    /// For inputs, by the lower-case name of the watched target.
    pub(super) inputs: HashMap<String, Vec<(Input, Waiting)>>,
    /// For the end of each animation.
    pub(super) finishing: Vec<Vec<Waiting>>,
    /// For each sensor to act.
    pub(super) following: Vec<Vec<Waiting>>,
    /// For every tick.
    pub(super) ticking: Vec<Waiting>,
}

impl Watchers {
    pub(super) fn new(program: &Program) -> Self {
        let mut watchers = Self {
            inputs: HashMap::new(),
            finishing: vec![Vec::new(); program.animations.len()],
            following: vec![Vec::new(); program.sensors.len()],
            ticking: Vec::new(),
        };
        for (index, sensor) in program.sensors.iter().enumerate() {
            for (number, condition) in sensor.conditions.iter().enumerate() {
                let waiting = (index, number);
                let target = Target::parse(&condition.target);
                match (condition.trigger, target) {
                    (Trigger::Tick, _) => watchers.ticking.push(waiting),
                    (Trigger::AnimationFinished, Some(target)) => {
                        let found = program.find(target.name, sensor.parent).map(|found| found.index);
                        watchers.finishing.extend_at(found, waiting);
                    }
                    (Trigger::Sensor, Some(target)) => {
                        watchers.following.extend_at(program.sensor(target.name), waiting);
                    }
                    (Trigger::Input(input), Some(_)) => {
                        if let Some(watched) = program.object_of(&condition.target) {
                            let known = watchers.inputs.entry(watched.to_ascii_lowercase()).or_default();
                            known.push((input, waiting));
                        }
                    }
                    _ => {}
                }
            }
        }
        watchers
    }

    /// The conditions that wait for an input on a target or on a target around it.
    pub(super) fn inputs_on(&self, target: &str) -> Vec<(Input, Waiting)> {
        let target = target.to_ascii_lowercase();
        let watching = around(&target).filter_map(|target| self.inputs.get(target));
        watching.flatten().copied().collect()
    }
}

trait ExtendAt {
    fn extend_at(&mut self, index: Option<usize>, waiting: Waiting);
}

impl ExtendAt for Vec<Vec<Waiting>> {
    fn extend_at(&mut self, index: Option<usize>, waiting: Waiting) {
        if let Some(list) = index.and_then(|index| self.get_mut(index)) {
            list.push(waiting);
        }
    }
}

/// A target and the targets around it, the innermost first.
pub(super) fn around(target: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(target), |inner| inner.rsplit_once('/').map(|(outer, _)| outer))
}
