//! Events that are missing.

use std::collections::{HashMap, VecDeque};
use std::iter::once;

use anim_core::{Clip, Event, EventKind};

use super::Unlike;

/// The difference of times that is rounding, in seconds, or as a fraction of times above one second.
const NEAR: f64 = 1e-6;

impl Unlike {
    /// Compares events: each has its own counterpart, which happens at the same time. Events of one kind are paired in order.
    pub(super) fn compare_events(&mut self, [a, b]: [&Clip; 2], nodes: &[Option<usize>]) {
        let mut free: HashMap<Kind<'_>, VecDeque<f64>> = HashMap::new();
        for event in &b.events {
            free.entry(Kind::of(event, event.node)).or_default().push_back(event.time);
        }
        for event in &a.events {
            let node = event.node.and_then(|node| nodes.get(node).copied().flatten());
            let near = NEAR * event.time.abs().max(1.0);
            if let Some(times) = free.get_mut(&Kind::of(event, node)) {
                // The events that follow are later still.
                let earlier = times.iter().take_while(|time| **time < event.time - near).count();
                times.drain(..earlier);
                if times.front().is_some_and(|time| *time <= event.time + near) {
                    times.pop_front();
                    continue;
                }
            }
            let name = match &event.kind {
                EventKind::Enter { name, .. } | EventKind::Named { name, .. } => format!(" `{name}`"),
                _ => String::new(),
            };
            self.missing.push(format!("the event{name} at {} s", event.time));
        }
    }
}

/// What an event is, apart from its time.
#[derive(PartialEq, Eq, Hash)]
struct Kind<'a> {
    node: Option<usize>,
    name: &'a str,
    numbers: Vec<u64>,
}

impl<'a> Kind<'a> {
    /// The kind of an event that concerns this node.
    fn of(event: &'a Event, node: Option<usize>) -> Self {
        // Both zeros are one number.
        let bits = |number: f64| (number + 0.0).to_bits();
        let numbers = match &event.kind {
            EventKind::Enter { index, seconds, .. } => {
                let index = index.map_or(u64::MAX, |index| index as u64);
                vec![0, index, seconds.map_or(u64::MAX, bits)]
            }
            EventKind::Named { values, .. } => once(1).chain(values.iter().copied().map(bits)).collect(),
            _ => vec![2],
        };
        Self { node, name: event.name(), numbers }
    }
}
