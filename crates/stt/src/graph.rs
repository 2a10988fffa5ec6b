//! The states of a file and what leads from one to another, as a graph.

use anim_core::{Edge, Graph, GraphNode, Line};

use crate::links::Links;
use crate::{Body, KeyframeType, Keyframes, MAX_DEPTH, Seconds, Stt};

impl Stt {
    /// Each `SINGLE` state as a node, each keyframe state as a group of its keys. The transitions that its type takes lead
    /// from key to key, with their time; dashed lines lead from a key to the state that it plays. The start key is marked
    /// with `>`, a key that can be left with `exit`.
    pub fn state_graph(&self) -> Graph {
        let links = Links::new(self, MAX_DEPTH);
        let mut graph = Graph::default();
        let mut firsts = Vec::with_capacity(self.states.len());
        for state in &self.states {
            firsts.push(graph.nodes.len());
            let name = state.name.to_string();
            match &state.body {
                Body::Single(_) => {
                    graph.nodes.push(GraphNode { label: name, group: None });
                }
                Body::Keyframe(keyframes) => {
                    let group = graph.groups.len();
                    graph.groups.push(format!("{name}: {}", keyframes.kind.name()));
                    let start = keyframes.start_key();
                    for (index, key) in keyframes.keys.iter().enumerate() {
                        let mark = if start == Some(index) { "> " } else { "" };
                        let exit = if key.exit.is_on() { ", exit" } else { "" };
                        let label = format!("{mark}{}{exit}", key.name);
                        graph.nodes.push(GraphNode { label, group: Some(group) });
                    }
                    if keyframes.keys.is_empty() {
                        graph.nodes.push(GraphNode { label: "no keys".to_owned(), group: Some(group) });
                    }
                }
            }
        }
        for (index, state) in self.states.iter().enumerate() {
            let Body::Keyframe(keyframes) = &state.body else { continue };
            let first = firsts[index];
            transitions(keyframes, first, &mut graph.edges);
            for key in 0..keyframes.keys.len() {
                let Some(target) = links.of(index, key).state() else { continue };
                // To a sequence the line leads to its start key.
                let start = match &self.states[target].body {
                    Body::Keyframe(inner) => inner.start_key().unwrap_or(0),
                    Body::Single(_) => 0,
                };
                let (from, to) = (first + key, firsts[target] + start);
                graph.edges.push(Edge { from, to, label: "plays".to_owned(), line: Line::Dashed });
            }
        }
        graph
    }
}

/// The transitions that the type of a sequence takes, each once.
fn transitions(keyframes: &Keyframes, first: usize, edges: &mut Vec<Edge>) {
    use KeyframeType as T;
    let count = keyframes.keys.len();
    let kind = keyframes.kind;
    let loops = matches!(kind, T::LoopForwards | T::LoopBackwards);
    let forwards =
        matches!(kind, T::LoopForwards | T::PingPongForwards | T::PingPongBackwards | T::OneWayForwards);
    let backwards = matches!(kind, T::LoopBackwards | T::PingPongForwards | T::PingPongBackwards);
    let mut push = |from: usize, to: usize, time: Seconds, morphed: bool| {
        let how = if morphed { "morph" } else { "switch" };
        let label = format!("{} s, {how}", time.get());
        edges.push(Edge { from: first + from, to: first + to, label, line: Line::Solid });
    };
    for (index, key) in keyframes.keys.iter().enumerate() {
        let next = if index + 1 < count { Some(index + 1) } else { loops.then_some(0) };
        if let (true, Some(next)) = (forwards, next) {
            push(index, next, key.forward_time, key.forward_morph.is_on());
        }
        let previous = index.checked_sub(1).or(if loops { count.checked_sub(1) } else { None });
        if let (true, Some(previous)) = (backwards, previous) {
            push(index, previous, key.backward_time, key.backward_morph.is_on());
        }
    }
}
