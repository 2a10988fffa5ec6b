//! Sensors: conditions and actions.

use super::engine::{Engine, SensorRule, State};
use super::happened::Happened;
use super::queue::What;
use crate::Input;
use crate::program::{Aim, Condition, Trigger, Verb};

impl Engine {
    /// Meets the conditions that wait for an input on a target.
    pub(super) fn meet(&mut self, input: Input, target: &str) {
        let mut met = self.watchers.inputs_on(target);
        met.retain(|(expected, _)| *expected == input);
        met.sort_unstable();
        for (_, (sensor, condition)) in met {
            self.queue.push(self.now, What::Met(sensor, condition));
        }
    }

    /// Meets a condition: the sensor acts if it is watching, and if the target is idle where that is required.
    pub(super) fn sense(&mut self, index: usize, number: usize) {
        let condition = &self.program.sensors[index].conditions[number];
        let watching = &mut self.sensors[index];
        if !watching.is_active || self.now < watching.from || condition.idle && self.is_busy(condition) {
            return;
        }
        match self.rule {
            SensorRule::Any => self.trigger(index, number..number + 1),
            SensorRule::All => {
                let met = &mut self.sensors[index].met;
                met[number] = true;
                if met.iter().all(|met| *met) {
                    met.fill(false);
                    let count = met.len();
                    self.trigger(index, 0..count);
                }
            }
        }
    }

    /// Lets a sensor act on some of its conditions.
    fn trigger(&mut self, index: usize, conditions: std::ops::Range<usize>) {
        let sensor = &self.program.sensors[index];
        let name = sensor.name.clone();
        for &(sensor, condition) in &self.watchers.following[index] {
            self.queue.push(self.now, What::Met(sensor, condition));
        }
        for condition in conditions {
            for action in sensor.actions_of(condition) {
                self.queue.push(self.now + sensor.actions[action].delay, What::Act(index, action));
            }
        }
        self.note(Happened::Sensed { sensor: index, name });
    }

    /// Carries out an action of a sensor.
    pub(super) fn act(&mut self, sensor: usize, action: usize) {
        let action = self.program.sensors[sensor].actions[action].clone();
        let Some(verb) = action.verb else {
            let (action, target, value) = (action.kind, action.target, action.value);
            return self.note(Happened::Asked { sensor, action, target, value });
        };
        for aim in self.program.aims(&action.target, self.program.sensors[sensor].parent) {
            match aim {
                Aim::Animation(index) => self.direct(index, verb),
                Aim::Sensor(index) => self.switch(index, verb),
            }
        }
    }

    /// Lets an action control an animation.
    fn direct(&mut self, index: usize, verb: Verb) {
        match verb {
            Verb::Activate => self.activate(index),
            Verb::Restart => {
                self.stop(index, true);
                self.activate(index);
            }
            Verb::Deactivate | Verb::Reset => {
                self.stop(index, verb == Verb::Reset);
                // The animation around it may have waited only for this one to end.
                if let Some(parent) = self.program.animations[index].parent {
                    self.finish(parent);
                }
            }
        }
    }

    /// Switches a sensor. A condition without a target is met when another sensor activates the sensor of the condition
    /// (specification, `<Condition>`), unless it waits for ticks.
    fn switch(&mut self, index: usize, verb: Verb) {
        let sensor = &self.program.sensors[index];
        let from = self.now + sensor.delay;
        let on = matches!(verb, Verb::Activate | Verb::Restart);
        let watching = &mut self.sensors[index];
        match (watching.ticks, watching.is_active, on) {
            (true, false, true) => self.ticking += 1,
            (true, true, false) => self.ticking -= 1,
            _ => {}
        }
        (watching.is_active, watching.from) = (on, from);
        watching.met.fill(false);
        for (number, condition) in sensor.conditions.iter().enumerate() {
            if on && condition.target.is_empty() && condition.trigger != Trigger::Tick {
                self.queue.push(from, What::Met(index, number));
            }
        }
    }

    /// Whether an animation moves the target of a condition.
    fn is_busy(&self, condition: &Condition) -> bool {
        let object = self.program.object_of(&condition.target);
        self.program.moving(object).iter().any(|&index| self.animations[index].state == State::Running)
    }
}
