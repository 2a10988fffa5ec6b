//! Which things of a graph are active when: the keys of a sequence, the animations of a scene.

use std::collections::HashMap;

use anim_core::{Clip, Event, Graph};

/// A thing of a graph, active for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Activity {
    /// The index of the node of the graph.
    pub node: usize,
    /// From when, in seconds.
    pub from: f64,
    /// Until when.
    pub to: f64,
}

/// Which clips the nodes of a graph stand for, and which of its nodes events name.
#[derive(Debug)]
pub struct Cast<'a> {
    /// The clip of each group that stands for one.
    groups: Vec<Option<usize>>,
    /// The clip of each node that stands for one.
    nodes: Vec<Option<usize>>,
    /// The nodes by the clip that their group stands for, their name, and their number within their group.
    numbered: HashMap<(Option<usize>, &'a str, usize), usize>,
    /// The first node of a name.
    named: HashMap<(Option<usize>, &'a str), usize>,
}

impl<'a> Cast<'a> {
    /// Finds the clips of groups and nodes by their names. A group is called as its clip, or so before a colon; its nodes
    /// stand for that clip too. Another node is called as its clip. Marks of nodes, such as `> `, are no part of their names.
    pub fn new(graph: &'a Graph, clips: &[Clip]) -> Self {
        let mut clip_of: HashMap<&str, usize> = HashMap::new();
        for (index, clip) in clips.iter().enumerate() {
            clip_of.entry(&clip.name).or_insert(index);
        }
        let of_group = |name: &String| {
            let known = |name: &str| clip_of.get(name).copied();
            // What follows the last colon is said of the clip; names may have colons of their own.
            known(name).or_else(|| name.rsplit_once(": ").and_then(|(name, _)| known(name)))
        };
        let groups: Vec<Option<usize>> = graph.groups.iter().map(of_group).collect();
        let mut sizes = vec![0; groups.len()];
        let (mut nodes, mut numbered, mut named) = (Vec::new(), HashMap::new(), HashMap::new());
        for (index, node) in graph.nodes.iter().enumerate() {
            let name = plain(&node.label);
            let group = node.group.filter(|group| *group < groups.len());
            let clip = group.and_then(|group| groups[group]);
            if let Some(group) = group {
                numbered.entry((clip, name, sizes[group])).or_insert(index);
                sizes[group] += 1;
            }
            named.entry((clip, name)).or_insert(index);
            nodes.push(clip.or_else(|| clip_of.get(name).copied()));
        }
        Self { groups, nodes, numbered, named }
    }

    /// The clip that a group stands for.
    pub fn group(&self, group: usize) -> Option<usize> {
        self.groups.get(group).copied().flatten()
    }

    /// The clip that a node stands for, by itself or in its group.
    pub fn node(&self, node: usize) -> Option<usize> {
        self.nodes.get(node).copied().flatten()
    }

    /// What the events of a clip say is active, by time.
    ///
    /// An event is called as its node: one in a group that stands for the clip, and what that plays, which is a clip too; or
    /// else one in no group that stands for any clip. The first value of an event is how many seconds it lasts, the second
    /// the number of its node within its group. Without them it lasts until the next event, and its node is the first of
    /// that name.
    pub fn activities(&self, index: usize, clip: &Clip) -> Vec<Activity> {
        let mut activities = Vec::new();
        for (at, event) in clip.events.iter().enumerate() {
            let part = self.called(Some(index), event);
            let other = self.called(None, event).filter(|&node| part.is_none() || self.node(node).is_some());
            let lasts = event.values.first().filter(|seconds| seconds.is_finite());
            let next = || clip.events.get(at + 1).map_or(clip.duration, |next| next.time);
            let to = lasts.map_or_else(next, |seconds| event.time + seconds);
            let nodes = [part, other].into_iter().flatten();
            activities.extend(nodes.map(|node| Activity { node, from: event.time, to }));
        }
        activities
    }

    /// The node that an event names among those in groups that stand for a clip, or in groups that stand for none.
    fn called(&self, clip: Option<usize>, event: &Event) -> Option<usize> {
        let name = event.name.as_str();
        let number = event.values.get(1).filter(|number| **number >= 0.0).map(|number| *number as usize);
        let numbered = number.and_then(|number| self.numbered.get(&(clip, name, number)));
        numbered.or_else(|| self.named.get(&(clip, name))).copied()
    }
}

/// What a node is called, without the marks of where a sequence starts and where it may be left.
pub(crate) fn plain(label: &str) -> &str {
    let label = label.strip_prefix("> ").unwrap_or(label);
    label.strip_suffix(", exit").unwrap_or(label)
}

#[cfg(test)]
mod tests {
    use anim_core::GraphNode;

    use super::*;

    fn graph(groups: &[&str], nodes: &[(&str, Option<usize>)]) -> Graph {
        let node = |&(label, group): &(&str, _)| GraphNode { label: label.into(), group };
        let groups = groups.iter().map(|&name| name.into()).collect();
        Graph { groups, nodes: nodes.iter().map(node).collect(), edges: Vec::new() }
    }

    fn clip(name: &str, events: &[(f64, &str, &[f64])]) -> Clip {
        let event = |&(time, name, values): &(f64, &str, &[f64])| Event {
            time,
            node: None,
            name: name.into(),
            values: values.to_vec(),
        };
        Clip {
            name: name.into(),
            duration: 9.0,
            events: events.iter().map(event).collect(),
            ..Clip::default()
        }
    }

    fn activities(graph: &Graph, clips: &[Clip], index: usize) -> Vec<(usize, f64, f64)> {
        let all = Cast::new(graph, clips).activities(index, &clips[index]);
        all.into_iter().map(|Activity { node, from, to }| (node, from, to)).collect()
    }

    #[test]
    fn groups_and_nodes_stand_for_the_clips_of_their_names() {
        let graph = graph(
            &["a: b: loop", "a", "other"],
            &[("> x", Some(0)), ("a, exit", Some(2)), ("c", None), ("a", Some(1)), ("c", Some(9))],
        );
        let clips = ["a", "a: b", "c"].map(|name| clip(name, &[]));
        let cast = Cast::new(&graph, &clips);
        assert_eq!([0, 1, 2, 3].map(|group| cast.group(group)), [Some(1), Some(0), None, None]);
        let expected = [Some(1), Some(0), Some(2), Some(0), Some(2), None];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|node| cast.node(node)), expected);
    }

    #[test]
    fn a_key_is_active_and_what_it_plays() {
        let graph =
            graph(&["walk: loop"], &[("> a", Some(0)), ("b", Some(0)), ("a, exit", Some(0)), ("a", None)]);
        let events: [(f64, &str, &[f64]); 4] =
            [(0.0, "a", &[1.0, 0.0]), (1.0, "b", &[]), (3.0, "a", &[2.0, 2.0]), (5.0, "nobody", &[])];
        let clips = [clip("a", &[]), clip("walk", &events)];
        let expected = [(0, 0.0, 1.0), (3, 0.0, 1.0), (1, 1.0, 3.0), (2, 3.0, 5.0), (3, 3.0, 5.0)];
        assert_eq!(activities(&graph, &clips, 1), expected);
        assert_eq!(activities(&graph, &clips[1..], 0), [(0, 0.0, 1.0), (1, 1.0, 3.0), (2, 3.0, 5.0)]);
    }

    #[test]
    fn what_overlaps_is_active_together() {
        let graph =
            graph(&["animations", "sensors"], &[("door", Some(0)), ("bell", Some(1)), ("door", Some(0))]);
        let clips = [clip(
            "*",
            &[(0.0, "door", &[4.0, 1.0]), (1.0, "bell", &[f64::NAN]), (2.0, "door", &[9.0, 7.0])],
        )];
        assert_eq!(activities(&graph, &clips, 0), [(2, 0.0, 4.0), (1, 1.0, 2.0), (0, 2.0, 11.0)]);
    }
}
