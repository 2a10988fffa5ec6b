//! Adds the sensors of a document to its program.

use std::sync::Arc;

use super::build::{Builder, Scope};
use super::model::{Action, Condition, Sensor, Trigger, Verb};
use crate::{Element, Key, Tag};

impl<'a> Builder<'a> {
    /// Adds a sensor with its conditions and actions.
    pub(super) fn sensor(&mut self, element: &'a Element, scope: &Scope<'a>) {
        let conditions = element.all(Tag::Condition).map(|condition| condition.content().len());
        let visited = self.visit(1 + element.content().len()).and_then(|()| self.visit(conditions.sum()));
        if visited.is_none() {
            return;
        }
        let index = self.program.sensors.len();
        let name: Arc<str> = match element.name() {
            Some(name) => {
                let name = self.text(name);
                self.program.sensor_names.insert(&name, index);
                name
            }
            None => format!("sensor {index}").into(),
        };
        let (mut conditions, mut actions) = (Vec::new(), Vec::new());
        for condition in element.all(Tag::Condition) {
            let event = self.text(condition.value(Key::Event));
            let start = actions.len();
            self.actions(condition, scope.tick, &mut actions);
            conditions.push(Condition {
                trigger: Trigger::of(&event),
                event,
                target: self.text(condition.value(Key::Target)),
                idle: condition.flag(Key::Idle),
                actions: start..actions.len(),
            });
        }
        // Actions next to the conditions belong to each condition.
        let start = actions.len();
        self.actions(element, scope.tick, &mut actions);
        self.program.sensors.push(Sensor {
            name,
            active: element.flag(Key::Active),
            delay: element.number(Key::Delay).max(0.0) * scope.tick,
            conditions,
            shared: start..actions.len(),
            actions,
            parent: scope.parent,
        });
    }

    /// Adds the actions in an element.
    fn actions(&mut self, element: &'a Element, tick: f64, actions: &mut Vec<Action>) {
        for action in element.all(Tag::Action) {
            let kind = self.text(action.value(Key::Type));
            actions.push(Action {
                verb: Verb::of(&kind),
                kind,
                target: self.text(action.value(Key::Target)),
                value: self.text(action.value(Key::Value)),
                delay: action.number(Key::Delay).max(0.0) * tick,
            });
        }
    }

    fn text(&mut self, text: &'a str) -> Arc<str> {
        self.texts.entry(text.trim()).or_insert_with(|| text.trim().into()).clone()
    }
}
