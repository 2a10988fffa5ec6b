//! Timelines of the states, animations and sensors of a graph.

use std::collections::HashMap;

use anim_core::{Clip, Graph};

use crate::activity::plain;
use crate::lanes::{Lane, Span};
use crate::{Activity, Cast};

/// The lanes of what the events of a clip say is active: one for all keys of a sequence, else one for each node.
pub(crate) fn states(graph: &Graph, cast: &Cast<'_>, index: usize, clip: &Clip) -> Vec<Lane> {
    let activities = cast.activities(index, clip);
    let is_key = |node: usize| {
        let group = graph.nodes.get(node).and_then(|node| node.group);
        group.is_some_and(|group| cast.group(group) == Some(index))
    };
    let has_keys = activities.iter().any(|activity| is_key(activity.node));
    let mut lanes: Vec<Lane> = Vec::new();
    let mut lane_of: HashMap<Option<usize>, usize> = HashMap::new();
    for Activity { node, from, to } in activities.into_iter().filter(|found| is_key(found.node) == has_keys) {
        let name = graph.nodes.get(node).map_or("", |node| plain(&node.label)).to_owned();
        let (lane, title, detail, label) = if has_keys {
            (None, clip.name.clone(), "state", name)
        } else {
            (Some(node), name, "active", String::new())
        };
        let at = *lane_of.entry(lane).or_insert_with(|| {
            lanes.push(Lane { name: title, detail, spans: Vec::new(), moments: Vec::new() });
            lanes.len() - 1
        });
        lanes[at].spans.push(Span { from, to, is_on: !has_keys, label });
    }
    lanes
}

#[cfg(test)]
mod tests {
    use anim_core::{Event, GraphNode};

    use super::*;

    /// The name of a lane, its detail, and its spans: from, to, whether it is on, label.
    type Found = (String, &'static str, Vec<(f64, f64, bool, String)>);

    /// The lanes of a clip `c` of 4 s with the events `a` at 0 and `b` at 1, in a graph of one group with both.
    fn found(group: &str) -> Vec<Found> {
        let node = |label: &str| GraphNode { label: label.into(), group: Some(0) };
        let graph = Graph {
            groups: vec![group.into()],
            nodes: vec![node("> a"), node("b, exit")],
            edges: Vec::new(),
        };
        let event = |time: f64, name: &str| Event { time, node: None, name: name.into(), values: vec![2.0] };
        let events = vec![event(0.0, "a"), event(1.0, "b"), event(2.0, "neither")];
        let clip = Clip { name: "c".into(), duration: 4.0, events, ..Clip::default() };
        let clips = [clip];
        let lanes = states(&graph, &Cast::new(&graph, &clips), 0, &clips[0]);
        let spans = |lane: &Lane| {
            lane.spans.iter().map(|span| (span.from, span.to, span.is_on, span.label.clone())).collect()
        };
        lanes.iter().map(|lane| (lane.name.clone(), lane.detail, spans(lane))).collect()
    }

    #[test]
    fn keys_of_a_sequence_share_a_lane() {
        let spans = vec![(0.0, 2.0, false, "a".into()), (1.0, 3.0, false, "b".into())];
        assert_eq!(found("c: loop"), [("c".into(), "state", spans)]);
    }

    #[test]
    fn others_have_lanes_of_their_own() {
        let lane = |name: &str, from: f64, to: f64| {
            (name.to_owned(), "active", vec![(from, to, true, String::new())])
        };
        assert_eq!(found("animations"), [lane("a", 0.0, 2.0), lane("b", 1.0, 3.0)]);
    }
}
