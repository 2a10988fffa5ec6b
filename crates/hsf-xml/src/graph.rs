//! What triggers what, as a graph.

use std::collections::HashMap;

use anim_core::{Edge, Graph, GraphNode, Line};

use crate::program::Program;
use crate::{Hsf, Target, TargetKind};

/// The groups of the graph.
const GROUPS: [&str; 3] = ["animations", "sensors", "outside"];

/// The graph of a document's animations and sensors; `None` if it has neither.
///
/// Nodes are animations, sensors, and what is outside: targets that are watched, files and texts that are asked for. An
/// edge leads from what happens to the sensor that waits for it, named for the event; from a sensor to what it acts upon,
/// named for the action; broken lines lead from what is not active at the start. Edges without a name lead from animations
/// to those nested in them.
pub(crate) fn graph(hsf: &Hsf) -> Option<Graph> {
    let program = Program::outline(hsf);
    if program.animations.is_empty() && program.sensors.is_empty() {
        return None;
    }
    let mut drawing = Drawing { graph: Graph::default(), outside: HashMap::new() };
    drawing.graph.groups = GROUPS.map(str::to_owned).to_vec();
    for (index, animation) in program.animations.iter().enumerate() {
        drawing.node(program.path(index), 0);
        if let Some(parent) = animation.parent {
            drawing.edge(parent, index, String::new(), animation.active);
        }
    }
    let first_sensor = program.animations.len();
    for (index, sensor) in program.sensors.iter().enumerate() {
        let name = if sensor.name.is_empty() { format!("sensor {index}") } else { sensor.name.to_owned() };
        drawing.node(name, 1);
    }
    let known = |text: &str, scope| {
        let target = Target::parse(text)?;
        match target.kind {
            TargetKind::Animation => program.find(target.name, scope),
            TargetKind::Sensor => program.sensor(target.name).map(|index| first_sensor + index),
            _ => None,
        }
    };
    for (index, sensor) in program.sensors.iter().enumerate() {
        let (own, scope) = (first_sensor + index, sensor.parent);
        for condition in &sensor.conditions {
            let event = if condition.event.is_empty() { "ONLCLICK" } else { condition.event };
            if event.eq_ignore_ascii_case("ONTICK") || !condition.target.is_empty() {
                let from = known(condition.target, scope).unwrap_or_else(|| {
                    let clock = if condition.target.is_empty() { "every tick" } else { condition.target };
                    drawing.outside(clock)
                });
                drawing.edge(from, own, event.to_owned(), sensor.active);
            }
        }
        for action in sensor.conditions.iter().flat_map(|condition| &condition.actions).chain(&sensor.actions)
        {
            let what = if action.target.is_empty() { action.value } else { action.target };
            let to = known(action.target, scope).unwrap_or_else(|| drawing.outside(what));
            drawing.edge(own, to, action.kind.to_owned(), sensor.active);
        }
    }
    Some(drawing.graph)
}

struct Drawing {
    graph: Graph,
    outside: HashMap<String, usize>,
}

impl Drawing {
    fn node(&mut self, label: String, group: usize) -> usize {
        self.graph.nodes.push(GraphNode { label, group: Some(group) });
        self.graph.nodes.len() - 1
    }

    fn outside(&mut self, label: &str) -> usize {
        if let Some(known) = self.outside.get(label) {
            return *known;
        }
        let node = self.node(label.to_owned(), 2);
        self.outside.insert(label.to_owned(), node);
        node
    }

    fn edge(&mut self, from: usize, to: usize, label: String, active: bool) {
        let line = if active { Line::Solid } else { Line::Dashed };
        self.graph.edges.push(Edge { from, to, label, line });
    }
}
