//! The states of a file and their transitions, as a graph.

use anim_core::{Edge, EdgeKind, Graph, GraphNode, Group, NodeKind};

use crate::links::Links;
use crate::names::clip_names;
use crate::{Body, KeyframeType, Keyframes, MAX_DEPTH, Seconds, Stt};

/// The states and their transitions: see [`Format::graph`](anim_core::Format::graph) of [`Stt`].
pub(crate) fn of(stt: &Stt) -> Option<Graph> {
    if stt.states.is_empty() {
        return None;
    }
    let links = Links::new(stt, MAX_DEPTH.get().into());
    let mut graph = Graph::default();
    // The index of each state's first node.
    let mut firsts = Vec::with_capacity(stt.states.len());
    for (state, clip) in stt.states.iter().zip(clip_names(stt)) {
        firsts.push(graph.nodes.len());
        let name = state.name.to_string();
        match &state.body {
            Body::Single(_) => {
                let mut node = GraphNode::new(NodeKind::State, name);
                node.clip = Some(clip.into_owned());
                graph.nodes.push(node);
            }
            Body::Keyframe(keyframes) => {
                let mut group = Group::new(name);
                keyframes.kind.name().clone_into(&mut group.detail);
                group.clip = Some(clip.into_owned());
                keys(keyframes, graph.groups.len(), &mut graph.nodes);
                graph.groups.push(group);
            }
        }
    }
    for (index, state) in stt.states.iter().enumerate() {
        let Body::Keyframe(keyframes) = &state.body else { continue };
        let first = firsts[index];
        transitions(keyframes, first, &mut graph.edges);
        for key in 0..keyframes.keys.len() {
            let Some(target) = links.of(index, key).state() else { continue };
            let start = match &stt.states[target].body {
                Body::Keyframe(inner) => inner.start_key().unwrap_or(0),
                Body::Single(_) => 0,
            };
            graph.edges.push(Edge::new(first + key, firsts[target] + start, EdgeKind::Plays));
        }
    }
    Some(graph)
}

/// Pushes the keys of a sequence as the nodes of a group.
fn keys(keyframes: &Keyframes, group: usize, nodes: &mut Vec<GraphNode>) {
    let start = keyframes.start_key();
    for (index, key) in keyframes.keys.iter().enumerate() {
        let mut node = GraphNode::new(NodeKind::Key, key.name.to_string()).in_group(group);
        node.start = start == Some(index);
        node.exit = key.exit.is_on();
        nodes.push(node);
    }
    if keyframes.keys.is_empty() {
        nodes.push(GraphNode::new(NodeKind::Missing, "no keys").in_group(group));
    }
}

/// Pushes the transitions that a sequence of its type takes, each once.
fn transitions(keyframes: &Keyframes, first: usize, edges: &mut Vec<Edge>) {
    use KeyframeType as T;
    let count = keyframes.keys.len();
    let kind = keyframes.kind;
    let loops = matches!(kind, T::LoopForwards | T::LoopBackwards);
    let forwards =
        matches!(kind, T::LoopForwards | T::PingPongForwards | T::PingPongBackwards | T::OneWayForwards);
    let backwards = matches!(kind, T::LoopBackwards | T::PingPongForwards | T::PingPongBackwards);
    let mut push = |from: usize, to: usize, time: Seconds, morph: bool| {
        // A time below 0 counts as 0.
        let kind = EdgeKind::Transition { seconds: time.get().max(0.0), morph };
        edges.push(Edge::new(first + from, first + to, kind));
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
