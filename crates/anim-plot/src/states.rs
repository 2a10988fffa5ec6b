//! Timelines of the states, animations and sensors of a graph.

use std::collections::HashMap;

use anim_core::{Activities, Clip, Graph};

use crate::lanes::{Lane, Span};

/// The lanes of the activities of a clip: one for all keys of a sequence, otherwise one for each node.
pub(crate) fn states(graph: &Graph, activities: &Activities<'_>, clip: &Clip) -> Vec<Lane> {
    let activities = activities.of(clip);
    let is_key = |node: usize| {
        let group =
            graph.nodes.get(node).and_then(|node| node.group).and_then(|group| graph.groups.get(group));
        group.is_some_and(|group| group.clip.as_ref() == Some(&clip.name))
    };
    let has_keys = activities.iter().any(|activity| is_key(activity.node));
    let mut lanes: Vec<Lane> = Vec::new();
    let mut lane_of: HashMap<Option<usize>, usize> = HashMap::new();
    for activity in activities.into_iter().filter(|found| is_key(found.node) == has_keys) {
        let node = activity.node;
        let name = graph.nodes.get(node).map_or("", |node| &node.name).to_owned();
        let (lane, title, detail, label) = if has_keys {
            (None, clip.name.clone(), "state", name)
        } else {
            (Some(node), name, "active", String::new())
        };
        let at = *lane_of.entry(lane).or_insert_with(|| {
            lanes.push(Lane { name: title, detail, spans: Vec::new(), moments: Vec::new() });
            lanes.len() - 1
        });
        lanes[at].spans.push(Span { from: activity.from, to: activity.to, is_on: !has_keys, label });
    }
    lanes
}

#[cfg(test)]
mod tests {
    use anim_core::{Event, EventKind, GraphNode, Group, NodeKind};

    use super::*;

    /// The name of a lane, its detail, and its spans: from, to, whether it is on, label.
    type Found = (String, &'static str, Vec<(f64, f64, bool, String)>);

    /// The lanes of a clip `c` of 4 s with the events `a` at 0 and `b, exit` at 1, in a graph of one group with both.
    fn found(shown: Option<&str>) -> Vec<Found> {
        let node = |name: &str| GraphNode::new(NodeKind::Key, name).in_group(0);
        let mut group = Group::new("group");
        group.clip = shown.map(str::to_owned);
        let mut graph = Graph::default();
        graph.groups = vec![group];
        graph.nodes = vec![node("a"), node("b, exit")];
        graph.nodes[0].start = true;
        graph.nodes[1].exit = true;
        let event = |time: f64, name: &str| {
            Event::new(time, EventKind::Enter { name: name.into(), index: None, seconds: Some(2.0) })
        };
        let events = vec![event(0.0, "a"), event(1.0, "b, exit"), event(2.0, "neither")];
        let lanes =
            states(&graph, &Activities::new(&graph), &Clip::new("c").with_duration(4.0).with_events(events));
        let spans = |lane: &Lane| {
            lane.spans.iter().map(|span| (span.from, span.to, span.is_on, span.label.clone())).collect()
        };
        lanes.iter().map(|lane| (lane.name.clone(), lane.detail, spans(lane))).collect()
    }

    #[test]
    fn keys_of_a_sequence_share_a_lane() {
        let spans = vec![(0.0, 2.0, false, "a".into()), (1.0, 3.0, false, "b, exit".into())];
        assert_eq!(found(Some("c")), [("c".into(), "state", spans)]);
    }

    #[test]
    fn others_have_lanes_of_their_own() {
        let lane = |name: &str, from: f64, to: f64| {
            (name.to_owned(), "active", vec![(from, to, true, String::new())])
        };
        assert_eq!(found(None), [lane("a", 0.0, 2.0), lane("b, exit", 1.0, 3.0)]);
    }
}
