//! The document of a new container: its nodes and its root.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Transform};

use super::paths::NodePaths;
use crate::edit::new_id;
use crate::json::{Style, Text, put_number, put_string};
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
    /// Adds the nodes of a clip. A node with a name that is known is that node.
    pub(super) fn add(&mut self, clip: &Clip) {
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
        for (index, node) in indices.iter().zip(&clip.nodes) {
            let parent = node.parent.and_then(|parent| indices.get(parent).copied());
            if *index >= first && parent != Some(*index) {
                self.nodes[*index].parent = parent;
            }
        }
    }

    /// The steps that begin the targets of each node of a clip.
    pub(super) fn prefixes(&self, clip: &Clip) -> Vec<Option<Vec<String>>> {
        let steps =
            |key: (String, usize)| self.by_name.get(&key).map(|&index| vec![self.nodes[index].id.clone()]);
        keys(clip).into_iter().map(steps).collect()
    }

    /// The JSON of a document of these nodes whose length unit has so many metres. Nodes that are their own ancestors become root
    /// nodes.
    pub(super) fn text(&self, metres: f64) -> String {
        let style = Style::Spaced;
        let reached = reachable(&self.nodes);
        let parent = |index: usize| self.nodes[index].parent.filter(|_| reached[index]);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut roots = Vec::new();
        for index in 0..self.nodes.len() {
            match parent(index) {
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

/// For each node, whether its ancestors end at a root.
fn reachable(nodes: &[NewNode]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; nodes.len()];
    for start in 0..nodes.len() {
        let (mut path, mut at) = (Vec::new(), start);
        let found = loop {
            if let Some(found) = known[at] {
                break found;
            }
            // A node on the path that is met again closes a circle.
            known[at] = Some(false);
            path.push(at);
            match nodes[at].parent {
                Some(parent) => at = parent,
                None => break true,
            }
        };
        for node in path {
            known[node] = Some(found);
        }
    }
    known.into_iter().map(|found| found == Some(true)).collect()
}
