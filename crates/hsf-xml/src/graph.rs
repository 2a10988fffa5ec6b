//! The triggers and actions of a document, as a graph.

use std::collections::HashMap;

use anim_core::{Edge, EdgeKind, Graph, GraphNode, Group, NodeKind};

use crate::clips::clip_names;
use crate::program::{Aim, Program, program};
use crate::{Hsf, Whole};

/// The groups of the graph. `outside` contains targets that sensors watch, and files and texts that they request.
const GROUPS: [&str; 3] = ["animations", "sensors", "outside"];

/// The indices of the groups.
const ANIMATIONS: usize = 0;
const SENSORS: usize = 1;
const OUTSIDE: usize = 2;

/// The maximum number of edges of actions beyond [`EDGES`] for each animation and action: every action may act on all
/// animations.
const FREE_EDGES: usize = 1 << 12;

/// The number of edges that each animation and each action may add.
const EDGES: usize = 4;

/// The graph of a document: see [`Format::graph`](anim_core::Format::graph) of [`Hsf`].
pub(crate) fn of(hsf: &Hsf) -> Option<Graph> {
    let program = program(hsf);
    if program.animations.is_empty() && program.sensors.is_empty() {
        return None;
    }
    let mut drawing = Drawing::new(&program);
    drawing.animations();
    for sensor in &program.sensors {
        drawing.node(GraphNode::new(NodeKind::Sensor, &*sensor.name), SENSORS);
    }
    for sensor in 0..program.sensors.len() {
        drawing.triggers(sensor);
        drawing.actions(sensor);
    }
    Some(drawing.graph)
}

/// A graph under construction.
struct Drawing<'p> {
    program: &'p Program,
    graph: Graph,
    /// The number of further edges of actions that may be added. An action on an object that too many animations move has an edge to the
    /// object.
    edges: usize,
    /// The nodes outside of the document by name.
    outside: HashMap<String, usize>,
}

impl<'p> Drawing<'p> {
    fn new(program: &'p Program) -> Self {
        let mut graph = Graph::default();
        graph.groups = GROUPS.map(Group::new).to_vec();
        let actions = program.sensors.iter().map(|sensor| sensor.actions.len()).sum::<usize>();
        let edges = FREE_EDGES + EDGES * (program.animations.len() + actions);
        Self { program, graph, edges, outside: HashMap::new() }
    }

    fn animations(&mut self) {
        let mut clips: HashMap<usize, String> = clip_names(self.program, Whole::Auto).into_iter().collect();
        for (index, animation) in self.program.animations.iter().enumerate() {
            let mut node = GraphNode::new(NodeKind::Animation, self.program.path(index));
            node.clip = clips.remove(&index);
            self.node(node, ANIMATIONS);
            if let Some(parent) = animation.parent {
                self.edge(parent, index, EdgeKind::Contains, animation.active);
            }
        }
    }

    /// The edges to a sensor.
    fn triggers(&mut self, index: usize) {
        let sensor = &self.program.sensors[index];
        for condition in &sensor.conditions {
            let event = if condition.event.is_empty() { "ONLCLICK" } else { &condition.event };
            let is_tick = event.eq_ignore_ascii_case("ONTICK");
            if !is_tick && condition.target.is_empty() {
                continue;
            }
            let from = self.program.named(&condition.target, sensor.parent).map(|aim| self.index(aim));
            let from = from.unwrap_or_else(|| {
                let name = if condition.target.is_empty() { "every tick" } else { &condition.target };
                self.outside(name)
            });
            let kind = EdgeKind::Triggers { event: event.to_owned() };
            self.edge(from, self.index(Aim::Sensor(index)), kind, sensor.active);
        }
    }

    /// The edges from a sensor.
    fn actions(&mut self, index: usize) {
        let sensor = &self.program.sensors[index];
        for action in &sensor.actions {
            let name = if action.target.is_empty() { &action.value } else { &action.target };
            // An action that is left to the host has an edge to its target.
            let aims = match action.verb {
                Some(_) => self.program.aims(&action.target, sensor.parent),
                None => self.program.named(&action.target, sensor.parent).into_iter().collect(),
            };
            let mut to: Vec<usize> = aims.into_iter().map(|aim| self.index(aim)).collect();
            if to.is_empty() || to.len() > self.edges {
                to = vec![self.outside(name)];
            }
            self.edges -= to.len().min(self.edges);
            for to in to {
                let kind = EdgeKind::Acts { action: action.kind.to_string() };
                self.edge(self.index(Aim::Sensor(index)), to, kind, sensor.active);
            }
        }
    }

    /// The node of an animation or sensor.
    fn index(&self, aim: Aim) -> usize {
        match aim {
            Aim::Animation(index) => index,
            Aim::Sensor(index) => self.program.animations.len() + index,
        }
    }

    fn node(&mut self, node: GraphNode, group: usize) -> usize {
        self.graph.nodes.push(node.in_group(group));
        self.graph.nodes.len() - 1
    }

    fn outside(&mut self, name: &str) -> usize {
        if let Some(known) = self.outside.get(name) {
            return *known;
        }
        let node = self.node(GraphNode::new(NodeKind::Outside, name), OUTSIDE);
        self.outside.insert(name.to_owned(), node);
        node
    }

    fn edge(&mut self, from: usize, to: usize, kind: EdgeKind, active: bool) {
        let mut edge = Edge::new(from, to, kind);
        edge.active = active;
        self.graph.edges.push(edge);
    }
}
