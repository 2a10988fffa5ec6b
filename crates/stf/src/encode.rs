//! Clips to document.

mod keys;
mod matrix;
mod tracks;

use std::collections::{HashMap, HashSet};

use anim_core::{Beside, Clip, Encode, Format, Location, Loss, Options, Sink, Transform};

use crate::edit::new_id;
use crate::json::{Style, Text, put_number, put_string};
use crate::scene::scene;
use crate::{EncodeOptions, Error, ErrorKind, Form, Stf, codes};
use tracks::Encoder;

impl Encode for Stf {
    /// A new document, or the one that the option `into` names with the clips added.
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let settings = EncodeOptions::from(options);
        let path = options.text("into");
        if path.is_empty() {
            return Self::of_clips(clips, &settings, sink);
        }
        let missing = || Error::new(ErrorKind::Missing { path: path.to_owned() }, Location::default());
        let mut stf = Self::parse(&beside.given(path).ok_or_else(missing)?, sink)?;
        for clip in clips {
            stf.add_clip(clip, &settings, sink)?;
        }
        Ok(stf)
    }
}

impl Stf {
    /// A new container: every node of the clips as an `stf.node`, every clip as an `stf.animation`, beneath one prefab.
    ///
    /// Nodes of one name in different clips are one node. Steps, lines and Bézier curves are written as they are, other
    /// curves as straight lines within the tolerance. Errors: [`ErrorKind::Clip`], [`ErrorKind::Form`].
    pub fn of_clips(clips: &[Clip], options: &EncodeOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        let mut hierarchy = Hierarchy::default();
        for clip in clips {
            clip.validate()
                .map_err(|error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name)))?;
            hierarchy.add(clip);
        }
        let form = Form::Container { version: 0, padding: 0 };
        let mut stf = crate::read::document(hierarchy.text(), Some(form), Vec::new(), Vec::new())?;
        let mut taken: HashSet<String> =
            stf.resources().iter().map(|resource| resource.id().to_owned()).collect();
        let mut animations = Vec::with_capacity(clips.len());
        for (index, clip) in clips.iter().enumerate() {
            let prefixes = hierarchy.prefixes(clip);
            let animation = Encoder { clip, options, prefixes: &prefixes, known: true }.animation(sink);
            let id = clip.metadata("stf.id").filter(|id| !id.is_empty() && !taken.contains(*id));
            let id = id.map_or_else(|| new_id(&clip.name, index, |id| taken.contains(id)), str::to_owned);
            taken.insert(id.clone());
            animations.push((id, animation));
        }
        stf.add_animations(animations)?;
        Ok(stf)
    }

    /// Adds a clip as an animation and returns its id. Its nodes are those of the document that have the same path in
    /// targets, or the same name if only one has it; channels of other nodes are reported and left out.
    ///
    /// Errors: [`ErrorKind::Clip`], and those of [`Stf::add_animation`].
    pub fn add_clip(
        &mut self,
        clip: &Clip,
        options: &EncodeOptions,
        sink: &mut dyn Sink,
    ) -> Result<String, Error> {
        clip.validate().map_err(|error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name)))?;
        let scene = scene(self, sink);
        let mut by_name: HashMap<&str, Option<usize>> = HashMap::new();
        for (index, name) in scene.names.iter().enumerate() {
            by_name.entry(name).and_modify(|shared| *shared = None).or_insert(Some(index));
        }
        let find =
            |name: &str| scene.by_path.get(name).copied().or_else(|| by_name.get(name).copied().flatten());
        let prefixes: Vec<_> = clip
            .nodes
            .iter()
            .map(|node| {
                find(&node.name).map(|index| scene.nodes[index].name.split('/').map(str::to_owned).collect())
            })
            .collect();
        let animation = Encoder { clip, options, prefixes: &prefixes, known: false }.animation(sink);
        let id = clip.metadata("stf.id").filter(|id| !id.is_empty() && self.resource(id).is_none());
        let taken = |id: &str| self.resource(id).is_some();
        let id = id.map_or_else(|| new_id(&clip.name, self.resources().len(), taken), str::to_owned);
        self.add_animations(vec![(id.clone(), animation)])?;
        Ok(id)
    }
}

/// The nodes of all clips.
#[derive(Default)]
struct Hierarchy {
    nodes: Vec<Place>,
    /// The node of a name; of the nodes of one clip that share a name, each has a number.
    by_name: HashMap<(String, usize), usize>,
    taken: HashSet<String>,
}

struct Place {
    id: String,
    name: String,
    parent: Option<usize>,
    rest: Transform,
}

impl Hierarchy {
    fn add(&mut self, clip: &Clip) {
        let first = self.nodes.len();
        let keys = keys(clip);
        let mut places = Vec::with_capacity(keys.len());
        for (key, node) in keys.into_iter().zip(&clip.nodes) {
            let place = self.by_name.get(&key).copied().unwrap_or_else(|| {
                // A name that an exporter drew is an id.
                let is_id = node.name.len() == 36 && node.name.split('-').count() == 5;
                let fits = is_id && !self.taken.contains(&node.name);
                let number = self.nodes.len();
                let id = if fits {
                    node.name.clone()
                } else {
                    new_id(&node.name, number, |id| self.taken.contains(id))
                };
                self.taken.insert(id.clone());
                self.nodes.push(Place { id, name: node.name.clone(), parent: None, rest: node.rest });
                self.by_name.insert(key, number);
                number
            });
            places.push(place);
        }
        for (place, node) in places.iter().zip(&clip.nodes) {
            let parent = node.parent.and_then(|parent| places.get(parent).copied());
            if *place >= first && parent != Some(*place) {
                self.nodes[*place].parent = parent;
            }
        }
    }

    /// The steps of targets that lead to each node of a clip.
    fn prefixes(&self, clip: &Clip) -> Vec<Option<Vec<String>>> {
        let place =
            |key: (String, usize)| self.by_name.get(&key).map(|&place| vec![self.nodes[place].id.clone()]);
        keys(clip).into_iter().map(place).collect()
    }

    /// A document of these nodes. What hangs in a circle hangs on the root.
    fn text(&self) -> String {
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
        // The reference importer wants all of these; a fixed time makes equal clips equal files.
        let mut out = Text::default();
        out.push_str(&format!(
            "{{\"stf\": {{\"version\": [0, 1], \"root\": \"{prefab}\", \"asset_info\": {{}}, \
             \"asset_properties\": {{}}, \"generator\": \"anim\", \"generator_version\": \"{}\", \
             \"timestamp\": \"1970-01-01T00:00:00+00:00\", \"metric_multiplier\": 1}}, \"resources\": {{",
            env!("CARGO_PKG_VERSION")
        ));
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
    crate::write::put_list(out, Style::Spaced, elements, put);
}

/// The name of each node of a clip, and how many nodes before have it.
fn keys(clip: &Clip) -> Vec<(String, usize)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut key = |name| {
        let count = seen.entry(name).or_default();
        *count += 1;
        (name.to_owned(), *count - 1)
    };
    clip.nodes.iter().map(|node| key(&node.name)).collect()
}

/// Which nodes have a root above them.
fn reachable(nodes: &[Place]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; nodes.len()];
    for start in 0..nodes.len() {
        let (mut path, mut at) = (Vec::new(), start);
        let found = loop {
            if let Some(found) = known[at] {
                break found;
            }
            // Until it is known otherwise, what is on the path leads nowhere.
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

/// Reports something that is not in the document.
fn dropped(sink: &mut dyn Sink, place: &str, what: &str) {
    sink.report(codes::DROPPED.at(Location::path(place), what).losing(Loss::Dropped));
}
