//! Which nodes of a graph play at which times.

use std::collections::HashMap;

use super::{EdgeKind, Graph};
use crate::{Clip, EventKind};

/// A span of time in which a node of a graph plays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Activity {
    /// The index of the node of the graph.
    pub node: usize,
    /// The beginning, in seconds.
    pub from: f64,
    /// The end, in seconds.
    pub to: f64,
}

impl Graph {
    /// The nodes that play in a clip: [`Activities::of`]. For several clips, prepare [`Activities`] once.
    pub fn activities(&self, clip: &Clip) -> Vec<Activity> {
        Activities::new(self).of(clip)
    }
}

/// The nodes of a graph by the names that events use for them.
#[derive(Clone, Debug)]
pub struct Activities<'a> {
    /// Nodes of groups, by the clip that the group shows, by name, and by index within the group.
    numbered: HashMap<(Option<&'a str>, &'a str, usize), usize>,
    /// The first node of each name, by the clip that its group shows.
    named: HashMap<(Option<&'a str>, &'a str), usize>,
    /// The state that a node plays, for states outside any group.
    played: HashMap<usize, usize>,
}

impl<'a> Activities<'a> {
    /// Prepares the lookups that the clips of a graph share.
    pub fn new(graph: &'a Graph) -> Self {
        let mut sizes = vec![0; graph.groups.len()];
        let (mut numbered, mut named) = (HashMap::new(), HashMap::new());
        for (node, found) in graph.nodes.iter().enumerate() {
            let group = found.group.and_then(|group| Some((graph.groups.get(group)?, sizes.get_mut(group)?)));
            let shown = group.as_ref().and_then(|(group, _)| group.clip.as_deref());
            let name = found.name.as_str();
            if let Some((_, size)) = group {
                numbered.entry((shown, name, *size)).or_insert(node);
                *size += 1;
            }
            named.entry((shown, name)).or_insert(node);
        }
        let alone = |node: usize| graph.nodes.get(node).is_some_and(|node| node.group.is_none());
        let plays = |edge: &&super::Edge| edge.kind == EdgeKind::Plays && alone(edge.to);
        let played = graph.edges.iter().filter(plays).map(|edge| (edge.from, edge.to)).collect();
        Self { numbered, named, played }
    }

    /// The nodes that play in a clip, according to its events of kind [`EventKind::Enter`], in the order of the events.
    ///
    /// An event refers to a node of the group that the clip shows, and also to the state that this node plays if the state is
    /// outside any group. Without such a node, the event refers to a node of a group that no clip shows.
    pub fn of(&self, clip: &Clip) -> Vec<Activity> {
        let begins = |event: &crate::Event| matches!(event.kind, EventKind::Enter { .. });
        let mut activities = Vec::new();
        for (at, event) in clip.events.iter().enumerate() {
            let EventKind::Enter { name, index, seconds } = &event.kind else { continue };
            let next = || clip.events[at + 1..].iter().find(|next| begins(next));
            let end = || next().map_or(clip.duration, |next| next.time);
            let lasts = seconds.filter(|seconds| seconds.is_finite());
            let to = lasts.map_or_else(end, |seconds| event.time + seconds);
            let part = self.find(Some(&clip.name), name, *index);
            let played = part.and_then(|part| self.played.get(&part).copied());
            let nodes = match part {
                Some(_) => [part, played],
                None => [self.find(None, name, *index), None],
            };
            let active = nodes.into_iter().flatten();
            activities.extend(active.map(|node| Activity { node, from: event.time, to }));
        }
        activities
    }

    /// The node with this name and this index within its group, or else the first node with this name.
    fn find(&self, clip: Option<&str>, name: &str, index: Option<usize>) -> Option<usize> {
        let numbered = index.and_then(|index| self.numbered.get(&(clip, name, index)));
        numbered.or_else(|| self.named.get(&(clip, name))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, GraphNode, Group, NodeKind};
    use super::*;
    use crate::Event;

    fn graph(groups: &[(&str, Option<&str>)], nodes: &[(&str, Option<usize>)]) -> Graph {
        let mut graph = Graph::default();
        for &(name, clip) in groups {
            graph.groups.push(Group { clip: clip.map(str::to_owned), ..Group::new(name) });
        }
        for &(name, group) in nodes {
            graph.nodes.push(GraphNode { group, ..GraphNode::new(NodeKind::Key, name) });
        }
        graph
    }

    fn clip(name: &str, events: &[(f64, &str, Option<usize>, Option<f64>)]) -> Clip {
        let event = |&(time, name, index, seconds): &(f64, &str, Option<usize>, Option<f64>)| {
            Event::new(time, EventKind::Enter { name: name.to_owned(), index, seconds })
        };
        Clip::new(name).with_duration(9.0).with_events(events.iter().map(event).collect())
    }

    fn activities(graph: &Graph, clip: &Clip) -> Vec<(usize, f64, f64)> {
        graph.activities(clip).into_iter().map(|Activity { node, from, to }| (node, from, to)).collect()
    }

    #[test]
    fn a_key_is_active_and_what_it_plays() {
        let nodes = [("a", Some(0)), ("b, exit", Some(0)), ("a", Some(0)), ("a", None)];
        let mut graph = graph(&[("walk", Some("walk"))], &nodes);
        graph.edges = vec![Edge::new(0, 3, EdgeKind::Plays), Edge::new(2, 3, EdgeKind::Plays)];
        let events = [
            (0.0, "a", Some(0), Some(1.0)),
            (1.0, "b, exit", None, None),
            (3.0, "a", Some(2), Some(2.0)),
            (5.0, "nobody", None, None),
        ];
        let expected = [(0, 0.0, 1.0), (3, 0.0, 1.0), (1, 1.0, 3.0), (2, 3.0, 5.0), (3, 3.0, 5.0)];
        assert_eq!(activities(&graph, &clip("walk", &events)), expected);
        // In another clip the keys of this sequence do not play, but nodes outside any group may.
        assert_eq!(activities(&graph, &clip("run", &events[..1])), [(3, 0.0, 1.0)]);
    }

    #[test]
    fn what_overlaps_is_active_together() {
        let groups = [("animations", None), ("sensors", None)];
        let graph = graph(&groups, &[("door", Some(0)), ("bell", Some(1)), ("door", Some(0))]);
        let events = [
            (0.0, "door", Some(1), Some(4.0)),
            (1.0, "bell", None, Some(f64::NAN)),
            (2.0, "door", Some(7), Some(9.0)),
        ];
        assert_eq!(activities(&graph, &clip("*", &events)), [(2, 0.0, 4.0), (1, 1.0, 2.0), (0, 2.0, 11.0)]);
    }
}
