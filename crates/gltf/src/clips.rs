//! Animations as clips.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Affine, Channel, Clip, Diagnostic, Location, Loss, Node, Property, Rate, Sink, Times};
use anim_core::{Transform, quaternion};

use crate::curves::Curves;
use crate::extras::{self, ClipExtras};
use crate::{Animation, Finite, Gltf, Root, codes};

/// How many of the numbers of [`crate::FREE_NUMBERS`] a node of a clip counts for.
const NUMBERS_PER_NODE: usize = 16;

/// All clips of a document in its order.
pub(crate) fn all(document: &Gltf, sink: &mut dyn Sink) -> Vec<Clip> {
    let nodes = nodes(document.root(), sink);
    let mut lowering = Lowering {
        document,
        nodes,
        curves: Curves::new(document),
        names: HashMap::new(),
        taken: HashSet::new(),
        sink,
    };
    let mut still = lowering.still().into_iter().peekable();
    let mut clips = Vec::new();
    for (index, animation) in document.root.animations.iter().enumerate() {
        while let Some(extras) = still.next_if(|extras| extras.index.is_some_and(|at| at <= clips.len())) {
            clips.extend(lowering.clip(None, &extras, "extras/anim/clips"));
        }
        let path = format!("animations[{index}]");
        let extras = match ClipExtras::read(animation.extras.as_ref()) {
            Some(Ok(extras)) => extras,
            Some(Err(error)) => {
                lowering.damaged(&path, &error);
                ClipExtras::default()
            }
            None => ClipExtras::default(),
        };
        clips.extend(lowering.clip(Some((index, animation)), &extras, &path));
    }
    for extras in still {
        clips.extend(lowering.clip(None, &extras, "extras/anim/clips"));
    }
    scene(document.root(), sink);
    clips
}

/// Reports what no clip has a place for. Meshes that only show nodes are ours and no loss.
fn scene(root: &Root, sink: &mut dyn Sink) {
    let meshes = root.meshes.iter().filter(|mesh| !extras::is_marker(mesh.extras.as_ref())).count();
    let parts = [(meshes, "meshes"), (root.skins.len(), "skins")].into_iter().filter(|(count, _)| *count > 0);
    let counted = parts.map(|(count, name)| format!("{name} ({count})"));
    let parts: Vec<_> = counted.chain(root.other.names().map(str::to_owned)).collect();
    if !parts.is_empty() {
        let message = format!("no clip has a place for {}", parts.join(", "));
        sink.report(codes::SCENE.at(Location::default(), message).losing(Loss::Dropped));
    }
}

struct Lowering<'a> {
    document: &'a Gltf,
    nodes: Vec<Node>,
    curves: Curves<'a>,
    /// For each name how often it was asked for.
    names: HashMap<String, usize>,
    taken: HashSet<String>,
    sink: &'a mut dyn Sink,
}

impl Lowering<'_> {
    fn damaged(&mut self, path: &str, what: &str) {
        self.sink.report(codes::EXTRAS.at(Location::path(format!("{path}/extras/anim")), what));
    }

    fn lost(&mut self, finding: Diagnostic) {
        self.sink.report(finding.losing(Loss::Dropped));
    }

    /// The clips that are no animations.
    fn still(&mut self) -> Vec<ClipExtras> {
        match extras::still_clips(self.document.root.extras.as_ref()) {
            Some(Ok(clips)) => clips,
            Some(Err(error)) => {
                self.damaged("", &error);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The clip of an animation, or of extras alone; `None` when the document has yielded too much.
    fn clip(
        &mut self,
        animation: Option<(usize, &Animation)>,
        extras: &ClipExtras,
        path: &str,
    ) -> Option<Clip> {
        let all = [0, self.nodes.len()];
        let [first, count] = extras.nodes.unwrap_or(all);
        let end = first.checked_add(count).filter(|end| *end <= self.nodes.len());
        let (first, count) = if end.is_some() { (first, count) } else { (0, self.nodes.len()) };
        let cost = count.saturating_mul(NUMBERS_PER_NODE);
        if let Err(finding) = self.curves.numbers().spend(cost, || path.to_owned()) {
            self.lost(finding);
            return None;
        }
        let rate = extras.rate.and_then(|[frames, seconds]| Rate::new(frames, seconds).ok());
        let mut clip = Clip { rate, nodes: self.subset(first, count), ..Clip::default() };
        clip.first_frame = extras.first_frame.filter(|frame| frame.is_finite()).unwrap_or(0.0);
        clip.metadata.clone_from(&extras.metadata);
        if let Some((_, animation)) = animation {
            self.channels(animation, extras, first, &mut clip, path);
        }
        let stated = extras.duration.filter(|duration| duration.is_finite() && *duration >= 0.0);
        let end = clip.channels.iter().map(|channel| channel.curve().end()).fold(0.0, f64::max);
        clip.duration = stated.unwrap_or(end);
        self.restore(extras, &mut clip, path);
        let own = animation.and_then(|(_, animation)| animation.name.as_deref());
        let wanted = extras.name.as_deref().or(own).filter(|name| extras.name.is_some() || !name.is_empty());
        let wanted = match (wanted, animation) {
            (Some(name), _) => name.to_owned(),
            (None, Some((index, _))) => format!("animation {index}"),
            (None, None) => "clip".to_owned(),
        };
        clip.name = self.unique(wanted, path);
        Some(clip)
    }

    /// Nodes of a clip; a parent outside of them counts as none.
    fn subset(&self, first: usize, count: usize) -> Vec<Node> {
        let inside = |parent: usize| parent.checked_sub(first).filter(|parent| *parent < count);
        let nodes = self.nodes.iter().skip(first).take(count).cloned();
        nodes.map(|node| Node { parent: node.parent.and_then(inside), ..node }).collect()
    }

    fn channels(
        &mut self,
        animation: &Animation,
        extras: &ClipExtras,
        first: usize,
        clip: &mut Clip,
        path: &str,
    ) {
        let stated: HashSet<usize> = extras
            .channels
            .iter()
            .filter(|entry| entry.property == "visible")
            .map(|entry| entry.node)
            .collect();
        for (index, channel) in animation.channels.iter().enumerate() {
            let path = format!("{path}/channels[{index}]");
            let driven = match self.curves.driven(animation, channel, clip.rate, &path) {
                Ok(Some(driven)) => driven,
                Ok(None) => {
                    let message = "the channel moves something that is not a property of a node";
                    self.lost(codes::POINTER.at(Location::path(path), message));
                    continue;
                }
                Err(finding) => {
                    self.lost(finding);
                    continue;
                }
            };
            let node = driven.node.checked_sub(first).filter(|node| *node < clip.nodes.len());
            let Some(node) = node else {
                self.lost(codes::EXTRAS.at(Location::path(path), "the node is not one of the clip's"));
                continue;
            };
            // The extras say it exactly, and with it whatever the pointer could not.
            if driven.property == Property::Visible && stated.contains(&node) {
                continue;
            }
            clip.channels.extend(Channel::new(node, driven.property, driven.curve));
        }
    }

    /// Puts back what glTF could not say.
    fn restore(&mut self, extras: &ClipExtras, clip: &mut Clip, path: &str) {
        let times: Result<Vec<Times>, _> =
            extras.times.iter().map(|times| Times::keys(times.as_slice())).collect();
        let times = times.unwrap_or_else(|error| {
            self.damaged(path, &error.to_string());
            Vec::new()
        });
        let wraps = extras.wraps.iter().filter(|entry| !entry.baked);
        let wraps: HashMap<_, _> =
            wraps.map(|entry| ((entry.node, entry.property.as_str()), entry)).collect();
        for channel in &mut clip.channels {
            let Some(entry) = wraps.get(&(channel.node(), channel.property().name())) else { continue };
            match (extras::wrap(&entry.before), extras::wrap(&entry.after)) {
                (Ok(before), Ok(after)) => {
                    let curve = channel.curve().clone().with_wrap(before, after);
                    if let Ok(wrapped) = Channel::new(channel.node(), channel.property().clone(), curve) {
                        *channel = wrapped;
                    }
                }
                (Err(error), _) | (_, Err(error)) => self.damaged(path, &error),
            }
        }
        for entry in extras.channels.iter().filter(|entry| !entry.overridden) {
            match entry.channel(clip.nodes.len(), &times) {
                Ok(channel) => clip.channels.push(channel),
                Err(error) => self.damaged(path, &error),
            }
        }
        for entry in &extras.events {
            match entry.event(clip.nodes.len()) {
                Ok(event) if event.time.is_finite() => clip.events.push(event),
                Ok(_) => self.damaged(path, "the time of an event is not finite"),
                Err(error) => self.damaged(path, &error),
            }
        }
        clip.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    }

    /// The name, with a number behind it if it is taken.
    fn unique(&mut self, name: String, path: &str) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let uses = self.names.entry(name.clone()).or_insert(1);
        loop {
            *uses = uses.saturating_add(1);
            let free = format!("{name} ({uses})");
            if self.taken.insert(free.clone()) {
                let message = format!("the name `{name}` is taken, the clip is named `{free}`");
                self.sink.report(codes::NAME.at(Location::path(path), message));
                return free;
            }
        }
    }
}

/// All nodes as those of a clip, with their first parents.
fn nodes(root: &Root, sink: &mut dyn Sink) -> Vec<Node> {
    let parents = parents(root);
    let node = |(index, node): (usize, &crate::Node)| {
        let (rest, shear) = rest(node);
        if shear > SHEAR {
            let message =
                format!("the matrix of the node is sheared, its parts are off by {shear:.1e} of it");
            let at = Location::path(format!("nodes[{index}]"));
            sink.report(codes::TRANSFORM.at(at, message).losing(Loss::Approximated(shear)));
        }
        Node {
            name: node.name.clone().unwrap_or_else(|| format!("node {index}")),
            parent: parents.get(index).copied().flatten(),
            rest,
            morphs: morphs(root, node),
        }
    };
    root.nodes.iter().enumerate().map(node).collect()
}

/// How far a rest matrix of single precision may be from its parts, against its largest number.
const SHEAR: f64 = 1e-6;

/// The first node that names each node as its child, unless that closes a cycle.
pub(crate) fn parents(root: &Root) -> Vec<Option<usize>> {
    let mut parents = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for &child in &node.children {
            if let Some(parent @ None) = parents.get_mut(child) {
                *parent = Some(index);
            }
        }
    }
    anchor(&mut parents);
    parents
}

/// Makes every node of a cycle that the search meets first a root; returns those.
pub(crate) fn anchor(parents: &mut [Option<usize>]) -> Vec<usize> {
    // 0 for a node not seen yet, else the number of the walk that saw it first.
    let mut seen = vec![0usize; parents.len()];
    let mut cut = Vec::new();
    for start in 0..parents.len() {
        let walk = start.saturating_add(1);
        let (mut last, mut next) = (start, Some(start));
        while let Some(node) = next {
            match seen.get_mut(node) {
                Some(mark @ 0) => *mark = walk,
                Some(mark) if *mark == walk => {
                    if let Some(parent) = parents.get_mut(last) {
                        *parent = None;
                    }
                    cut.push(last);
                    break;
                }
                _ => break,
            }
            last = node;
            next = parents.get(node).copied().flatten();
        }
    }
    cut
}

/// The rest pose, and how far a matrix is from its parts, against the largest number of its linear part.
pub(crate) fn rest(node: &crate::Node) -> (Transform, f64) {
    if let Some(matrix) = node.matrix {
        let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = matrix.map(Finite::get);
        let map = Affine([[a, d, g, x], [b, e, h, y], [c, f, i, z]]);
        let parts = map.decompose();
        let size = [a, b, c, d, e, f, g, h, i].into_iter().map(f64::abs).fold(0.0, f64::max);
        let off = map.distance(&parts.into());
        return (parts, if off > 0.0 { off / size } else { 0.0 });
    }
    let numbers = |values: [Finite; 3]| values.map(Finite::get);
    let parts = Transform {
        translation: node.translation.map_or([0.0; 3], numbers),
        rotation: node.rotation.map_or(quaternion::IDENTITY, |q| unit(q.map(Finite::get))),
        scale: node.scale.map_or([1.0; 3], numbers),
    };
    (parts, 0.0)
}

/// The quaternion of length 1; one that is so already up to rounding keeps its digits.
fn unit(q: [f64; 4]) -> [f64; 4] {
    if (quaternion::dot(q, q) - 1.0).abs() <= 1e-15 { q } else { quaternion::normalize(q) }
}

fn morphs(root: &Root, node: &crate::Node) -> Vec<String> {
    let names = || {
        let mesh = root.meshes.get(node.mesh?)?;
        let targets = mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
        let names = mesh.extras.as_ref()?.value().get("targetNames")?.as_array()?;
        let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        names.filter(|names| names.len() == targets)
    };
    names().unwrap_or_default()
}
