//! The document of a new container: its nodes and its root.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Report, Transform};

use super::paths::NodePaths;
use crate::codes;
use crate::edit::new_id;
use crate::json::{Style, Text, put_number, put_string};
use crate::scene::Scene;
use crate::write::put_list;

/// The nodes of all clips.
#[derive(Default)]
pub(super) struct Hierarchy {
    nodes: Vec<NewNode>,
    /// The node of a name. Nodes of one clip that share a name are told apart by a number.
    by_name: HashMap<(String, usize), usize>,
    /// The ids of the nodes.
    taken: HashSet<String>,
}

struct NewNode {
    id: String,
    name: String,
    parent: Option<usize>,
    rest: Transform,
}

impl Hierarchy {
    /// Adds the nodes of a valid clip. A node with a name that is known is that node.
    pub(super) fn add(&mut self, clip: &Clip, report: &mut Report) {
        let first = self.nodes.len();
        let (keys, paths) = (keys(clip), NodePaths::of(clip));
        let mut indices = Vec::with_capacity(keys.len());
        for (key, node) in keys.into_iter().zip(&clip.nodes) {
            let index = self.by_name.get(&key).copied().unwrap_or_else(|| {
                // Names of the form of ids are ids.
                let is_id = |name: &str| name.len() == 36 && name.split('-').count() == 5;
                let own = paths.node_id(&node.name).or_else(|| Some(&*node.name).filter(|name| is_id(name)));
                let index = self.nodes.len();
                let id = match own.filter(|id| !self.taken.contains(*id)) {
                    Some(id) => id.to_owned(),
                    None => new_id(&node.name, index, |id| self.taken.contains(id)),
                };
                self.taken.insert(id.clone());
                self.nodes.push(NewNode { id, name: node.name.clone(), parent: None, rest: node.rest });
                self.by_name.insert(key, index);
                index
            });
            indices.push(index);
        }
        // The pose of the nodes without channels has no cycles.
        let parents = Clip::default().with_nodes(clip.nodes.clone()).pose(0.0).parent;
        for (node, (&index, parent)) in indices.iter().zip(parents).enumerate() {
            if index < first {
                continue;
            }
            if parent.is_none() && clip.nodes[node].parent.is_some() {
                let message = "the parent is not in the file: the node would be its own ancestor";
                report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
            }
            self.nodes[index].parent = parent.map(|parent| indices[parent]);
        }
    }

    /// The steps that begin the targets of each node of a clip.
    pub(super) fn prefixes(&self, clip: &Clip) -> Vec<Option<Vec<String>>> {
        let steps =
            |key: (String, usize)| self.by_name.get(&key).map(|&index| vec![self.nodes[index].id.clone()]);
        keys(clip).into_iter().map(steps).collect()
    }

    /// Reports the nodes of a clip that the scene of the new document names differently: those without a name, and all but the first with
    /// one name.
    pub(super) fn report_names(&self, clip: &Clip, scene: &Scene, report: &mut Report) {
        for (node, key) in keys(clip).into_iter().enumerate() {
            let index = self.by_name.get(&key).and_then(|&index| scene.at_path(&self.nodes[index].id));
            let Some(name) = index.map(|index| &scene.nodes[index].name).filter(|name| **name != key.0)
            else {
                continue;
            };
            let message = if key.0.is_empty() {
                "the node has no name: readers call it by its id"
            } else {
                "another node has the name too: readers tell them apart by a number"
            };
            report.lose(codes::RENAMED.dropped(message).of_node(clip, node).renamed(name));
        }
    }

    /// The JSON of a document of these nodes whose length unit has so many metres.
    pub(super) fn text(&self, metres: f64) -> String {
        let style = Style::Spaced;
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut roots = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            match node.parent {
                Some(parent) => children[parent].push(index),
                None => roots.push(index),
            }
        }
        let prefab = new_id("prefab", self.nodes.len(), |id| self.taken.contains(id));
        // The reference importer requires all of these members. The time is fixed, so that equal clips make equal files.
        let mut out = Text::default();
        out.push_str(&format!(
            "{{\"stf\": {{\"version\": [0, 1], \"root\": \"{prefab}\", \"asset_info\": {{}}, \
             \"asset_properties\": {{}}, \"generator\": \"anim\", \"generator_version\": \"{}\", \
             \"timestamp\": \"1970-01-01T00:00:00+00:00\", \"metric_multiplier\": ",
            env!("CARGO_PKG_VERSION")
        ));
        if metres == 1.0 {
            out.push_str("1");
        } else {
            put_number(&mut out, metres);
        }
        out.push_str("}, \"resources\": {");
        for (node, children) in self.nodes.iter().zip(&children) {
            put_string(&mut out, &node.id);
            out.push_str(": {\"type\": \"stf.node\", \"name\": ");
            put_string(&mut out, &node.name);
            out.push_str(", \"children\": ");
            list(&mut out, 0..children.len(), |out, index| out.push_str(&index.to_string()));
            let Transform { translation, rotation, scale } = node.rest;
            out.push_str(", \"trs\": ");
            let parts: [&[f64]; 3] = [&translation, &rotation, &scale];
            list(&mut out, parts, |out, part| list(out, part.iter().copied(), put_number));
            self.references(&mut out, children);
            out.push_str("}, ");
        }
        put_string(&mut out, &prefab);
        out.push_str(": {\"type\": \"stf.prefab\", \"name\": \"Prefab\", \"root_nodes\": ");
        list(&mut out, 0..roots.len(), |out, index| out.push_str(&index.to_string()));
        out.comma(style);
        out.push_str("\"animations\": []");
        self.references(&mut out, &roots);
        out.push_str("}}, \"buffers\": {}}");
        out.into_string()
    }

    fn references(&self, out: &mut Text, nodes: &[usize]) {
        if !nodes.is_empty() {
            out.push_str(", \"referenced_resources\": ");
            list(out, nodes, |out, &index| put_string(out, &self.nodes[index].id));
        }
    }
}

fn list<T>(out: &mut Text, elements: impl IntoIterator<Item = T>, put: impl FnMut(&mut Text, T)) {
    put_list(out, Style::Spaced, elements, put);
}

/// The name of each node of a clip, and the number of nodes before it with that name.
fn keys(clip: &Clip) -> Vec<(String, usize)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut key = |name| {
        let count = seen.entry(name).or_default();
        *count += 1;
        (name.to_owned(), *count - 1)
    };
    clip.nodes.iter().map(|node| key(&node.name)).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Encode as _, Format as _, Node};

    use super::*;
    use crate::{ClipOptions, EncodeOptions, Stf};

    /// A clip of nodes named after their indices, 0 to 9.
    fn clip(name: &str, parents: &[Option<usize>]) -> Clip {
        let node = |(index, parent): (usize, &Option<usize>)| {
            let node = Node::new(index.to_string());
            parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
        };
        Clip::new(name).with_nodes(parents.iter().enumerate().map(node).collect())
    }

    #[test]
    fn a_cycle_is_broken_at_one_node_and_the_rest_keeps_its_parents() {
        for (parents, expected, broken) in [
            // 0 is under 1, 1 under 2, 2 under 0, and 3 under 0.
            (&[Some(1), Some(2), Some(0), Some(0)][..], &[Some(1), Some(2), None, Some(0)][..], &["2"][..]),
            // 0 and 1 are under a cycle of 2 and 3.
            (&[Some(1), Some(2), Some(3), Some(2)], &[Some(1), Some(2), Some(3), None], &["3"]),
            (&[Some(0), Some(0)], &[None, Some(0)], &["0"]),
            (&[None, Some(0), Some(1)], &[None, Some(0), Some(1)], &[]),
        ] {
            let mut report = Report::new();
            let stf = Stf::encode(&[clip("a", parents)], &EncodeOptions::default(), &mut report).unwrap();
            let [read] = &stf.lower(&ClipOptions::default(), &mut Report::new())[..] else { panic!() };
            let parent_of = |name: &String| {
                let node = read.nodes.iter().find(|node| node.name == *name)?;
                read.nodes[node.parent?].name.parse().ok()
            };
            let names: Vec<_> = (0..parents.len()).map(|index| index.to_string()).collect();
            assert_eq!(names.iter().map(parent_of).collect::<Vec<Option<usize>>>(), expected);
            let lost = report.losses.iter().filter(|loss| loss.code.id == codes::DROPPED.id);
            assert_eq!(lost.filter_map(|loss| loss.node.clone()).collect::<Vec<_>>(), broken, "{parents:?}");
        }
    }

    #[test]
    fn names_that_readers_do_not_give_are_reported_with_those_that_they_do() {
        let clip = |name: &str, nodes: &[&str]| {
            Clip::new(name).with_nodes(nodes.iter().map(|name| Node::new(*name)).collect())
        };
        let clips = [clip("walk", &["hip", "", "hip", "a/b"]), clip("", &["hip"]), clip("walk", &[])];
        let mut report = Report::new();
        let stf = Stf::encode(&clips, &EncodeOptions::default(), &mut report).unwrap();
        let read = stf.lower(&ClipOptions::default(), &mut Report::new());
        let known: Vec<_> = read[0].nodes.iter().map(|node| &*node.name).collect();
        assert_eq!([known[0], known[2], known[3]], ["hip", "hip.001", "a/b"]);
        let ids: Vec<_> = stf.animations().map(|(id, _)| id).collect();
        assert_eq!((&*read[1].name, read[2].name.clone()), (ids[1], format!("walk {}", ids[2])));
        let told: Vec<_> =
            report.losses.iter().map(|loss| (loss.code.id, loss.renamed.as_deref().unwrap())).collect();
        let names = [known[1], known[2], &*read[1].name, &*read[2].name];
        assert_eq!(told, names.map(|name| ("stf::renamed", name)));
    }

    #[test]
    fn a_known_node_keeps_the_parent_that_it_has() {
        let mut hierarchy = Hierarchy::default();
        let mut report = Report::new();
        hierarchy.add(&clip("a", &[None, Some(0)]), &mut report);
        hierarchy.add(&clip("b", &[Some(1), Some(2), Some(0)]), &mut report);
        let parents: Vec<_> = hierarchy.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents[..2], [None, Some(0)]);
        assert_eq!(report.losses.len(), 1, "{report:?}");
    }
}
