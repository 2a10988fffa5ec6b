//! The graph of a state table.

use std::collections::HashMap;

use anim_core::{Edge, EdgeKind, Graph, GraphNode, NodeKind, Rate};

use crate::anim::FRAMES_PER_SECOND;
use crate::limits::MAX_FRAMES;
use crate::text::displayed;
use crate::{File, Mm2Ped, clips};

/// The states of a table with their clips, and an edge from each to its default next state; `None` for other files and for a
/// table without states.
pub(crate) fn of(document: &Mm2Ped) -> Option<Graph> {
    let File::States(table) = &document.file else { return None };
    let states = table.states();
    let clips = document.clips.iter().map(|(name, anim)| (name.to_lowercase(), anim.frames()));
    let frames: HashMap<_, _> = clips.collect();
    let mut indices = HashMap::new();
    let mut graph = Graph::default();
    let names = clips::names_of_states(document, states);
    for (index, (state, clip)) in states.iter().zip(names).enumerate() {
        indices.entry(state.name.as_str()).or_insert(index);
        let mut node = GraphNode::new(NodeKind::State, displayed(&state.name));
        node.clip = clip;
        graph.nodes.push(node);
    }
    for (index, state) in states.iter().enumerate() {
        let Some(next) = &state.next else { continue };
        let to = *indices.entry(next).or_insert_with(|| {
            graph.nodes.push(GraphNode::new(NodeKind::Missing, displayed(next)));
            graph.nodes.len() - 1
        });
        let frames = frames.get(&state.clip.to_lowercase()).copied().unwrap_or(MAX_FRAMES);
        let shown = state.window(frames).frames().len();
        let seconds = Rate::per_second(FRAMES_PER_SECOND).time(shown as f64);
        graph.edges.push(Edge::new(index, to, EdgeKind::Transition { seconds, morph: false }));
    }
    (!states.is_empty()).then_some(graph)
}
