//! The document of a new container: its nodes and its root.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Node, Report, SharedRest, Transform};

use super::listed::{Key, Listed};
use crate::clips::metadata::ID;
use crate::codes;
use crate::document::PREFAB;
use crate::edit::new_id;
use crate::json::{Style, Text, put_number, put_string};
use crate::scene::Scene;
use crate::write::put_list;

/// The nodes of all clips.
#[derive(Default)]
pub(super) struct Hierarchy {
    nodes: Vec<NewNode>,
    /// The nodes of each figure, by key.
    figures: Vec<HashMap<Key, usize>>,
    /// For each clip and each of its nodes, the node of the document.
    casts: Vec<Vec<usize>>,
    /// The node at which figures last differed: the best one to compare first.
    doubt: Option<Key>,
    /// The ids of the nodes.
    taken: HashSet<String>,
}

/// A node of the document.
struct NewNode {
    id: String,
    name: String,
    parent: Option<usize>,
    rest: SharedRest,
}

impl Hierarchy {
    /// Adds the nodes of a valid clip. Its figure is the first in which nodes of the same names have the same parents, and the
    /// same rest where that has an effect.
    pub(super) fn add(&mut self, clip: &Clip, report: &mut Report) {
        let listed = Listed::of(clip, report);
        let fitting = (0..self.figures.len()).find(|figure| self.fits(*figure, &listed));
        let figure = fitting.unwrap_or_else(|| {
            self.figures.push(HashMap::new());
            self.figures.len() - 1
        });
        let first = self.nodes.len();
        let mut cast = Vec::with_capacity(listed.keys.len());
        for (at, (key, node)) in listed.keys.iter().zip(&clip.nodes).enumerate() {
            let index = if let Some(&index) = self.figures[figure].get(key) {
                self.nodes[index].rest.join(&listed.rests[at]);
                index
            } else {
                let index = self.nodes.len();
                let id = self.new_id(node, clip.metadata(ID).is_some());
                let (name, rest) = (node.name.clone(), listed.rests[at]);
                self.nodes.push(NewNode { id, name, parent: None, rest });
                self.figures[figure].insert(key.clone(), index);
                index
            };
            cast.push(index);
        }
        for (&index, parent) in cast.iter().zip(&listed.parents).filter(|(index, _)| **index >= first) {
            self.nodes[index].parent = parent.map(|parent| cast[parent]);
        }
        self.casts.push(cast);
    }

    /// Whether a clip moves a figure, apart from nodes that the figure does not have.
    fn fits(&mut self, figure: usize, listed: &Listed) -> bool {
        let known = &self.figures[figure];
        let agrees = |at: usize| {
            let Some(&index) = known.get(&listed.keys[at]) else { return true };
            let parent = listed.parents[at].map(|parent| known.get(&listed.keys[parent]).copied());
            self.nodes[index].parent.map(Some) == parent && self.nodes[index].rest.agrees(&listed.rests[at])
        };
        let doubt = self.doubt.as_ref().and_then(|key| listed.index.get(key));
        let differs = doubt.copied().into_iter().chain(0..listed.keys.len()).find(|at| !agrees(*at));
        if let Some(at) = differs {
            self.doubt = Some(listed.keys[at].clone());
        }
        differs.is_none()
    }

    /// The id of a node in the source file of its clip if it is free, else a new one. In a clip from an STF, a node without an id
    /// has its id as its name.
    fn new_id(&mut self, node: &Node, is_from_stf: bool) -> String {
        // Names in the form of ids are taken as ids.
        let is_id = |name: &str| {
            name.len() == 36 && name.split('-').count() == 5
                || is_from_stf && node.id.is_none() && is_plain(name)
        };
        let stated = node.id.as_deref().filter(|id| is_plain(id));
        let own = stated.or_else(|| Some(&*node.name).filter(|name| is_id(name)));
        let id = match own.filter(|id| !self.taken.contains(*id)) {
            Some(id) => id.to_owned(),
            None => new_id(&node.name, self.nodes.len(), |id| self.taken.contains(id)),
        };
        self.taken.insert(id.clone());
        id
    }

    /// For each node of the clip added with this index, the first steps of its targets.
    pub(super) fn prefixes(&self, clip: usize) -> Vec<Option<Vec<String>>> {
        self.casts[clip].iter().map(|&index| Some(vec![self.nodes[index].id.clone()])).collect()
    }

    /// Reports the nodes, of the clip added with this index, that the scene of the new document names differently: those without a
    /// name, and all but the first with the same name.
    pub(super) fn report_names(&self, index: usize, clip: &Clip, scene: &Scene, report: &mut Report) {
        for (node, &index) in self.casts[index].iter().enumerate() {
            let (id, name) = (&self.nodes[index].id, &self.nodes[index].name);
            let known = scene.at_path(id).map(|index| &scene.nodes[index].name);
            let Some(known) = known.filter(|known| *known != name) else { continue };
            let message = if name.is_empty() {
                "the node has no name: readers call it by its id"
            } else {
                "another node has the same name: readers add a number"
            };
            report.lose(codes::RENAMED.dropped(message).of_node(clip, node).renamed(known));
        }
    }

    /// The JSON of a document of these nodes with a length unit of `metres`.
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
        // The reference importer requires all of these members. The time is fixed, so that equal clips give equal files.
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
            let Transform { translation, rotation, scale } = node.rest.pose();
            out.push_str(", \"trs\": ");
            let parts: [&[f64]; 3] = [&translation, &rotation, &scale];
            list(&mut out, parts, |out, part| list(out, part.iter().copied(), put_number));
            self.references(&mut out, children);
            out.push_str("}, ");
        }
        put_string(&mut out, &prefab);
        out.push_str(&format!(": {{\"type\": \"stf.prefab\", \"name\": \"{PREFAB}\", \"root_nodes\": "));
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

/// Whether a node can have this id. A bone has a path, which is more than an id.
fn is_plain(id: &str) -> bool {
    !id.is_empty() && !id.contains('/')
}

fn list<T>(out: &mut Text, elements: impl IntoIterator<Item = T>, put: impl FnMut(&mut Text, T)) {
    put_list(out, Style::Spaced, elements, put);
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Encode as _, Format as _, Node, Property};

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

    /// A clip of nodes `root`, `mid` below it and `tip`, in which a property of `tip` keeps its rest value.
    fn figure(parent: usize, rest: [f64; 3], property: Property) -> Clip {
        let node = |name: &str, y: f64| {
            Node::new(name).with_rest(Transform { translation: [0.0, y, 0.0], ..Transform::IDENTITY })
        };
        let tip = Transform { translation: rest, ..Transform::IDENTITY };
        let nodes = vec![
            node("root", 2.0),
            node("mid", 3.0).with_parent(0),
            Node::new("tip").with_rest(tip).with_parent(parent),
        ];
        let value = if property == Property::Translation { rest.to_vec() } else { vec![0.0, 0.0, 0.0, 1.0] };
        let curve = Curve::constant(&value).unwrap();
        let channel = Channel::new(2, property, curve).unwrap();
        Clip::new("clip").with_nodes(nodes).with_channels(vec![channel])
    }

    #[test]
    fn clips_share_the_nodes_that_have_the_same_place() {
        let turns = |parent, x| figure(parent, [x, 0.0, 0.0], Property::Rotation);
        let moves = |x| figure(1, [x, 0.0, 0.0], Property::Translation);
        for (clips, count) in [
            (vec![turns(1, 1.0), turns(1, 1.0)], 3),
            (vec![turns(1, 1.0), turns(1, 5.0), turns(0, 1.0), turns(1, 5.0)], 9),
            // Where a clip moves the node, its rest does not matter.
            (vec![turns(1, 1.0), moves(7.0), turns(1, 1.0)], 3),
            (vec![moves(7.0), turns(1, 1.0), turns(1, 5.0)], 6),
        ] {
            let mut report = Report::new();
            let stf = Stf::encode(&clips, &EncodeOptions::default(), &mut report).unwrap();
            let read = stf.lower(&ClipOptions::default(), &mut Report::new());
            for (clip, read) in clips.iter().zip(&read) {
                let place = |clip: &Clip| clip.pose(0.0).world[clip.channels[0].node()].translation();
                assert_eq!((read.nodes.len(), place(read)), (count, place(clip)));
            }
            // Nodes of all figures except the first have names that readers distinguish by a number.
            let renamed =
                report.losses.iter().filter(|loss| loss.code.id == codes::RENAMED.id && loss.node.is_some());
            assert_eq!(renamed.count() > 0, count > 3);
        }
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
