//! Document to clips: every animation by itself.

mod curves;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Curve, Document, Format, FormatInfo, Location, Node, Options, Property, Rate, Sink};

use crate::check::{Budget, short};
use crate::eval::Clock;
use crate::scene::{Scene, scene};
use crate::{Animation, ClipOptions, Form, Layout, Loop, Names, Origin, Step, Stf, Target, Track, codes};
use curves::Player;

impl Document for Stf {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        if !matches!(self.form, Form::Container { .. }) {
            return Cow::Borrowed(self.text.as_bytes());
        }
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check(&self, sink: &mut dyn Sink) {
        crate::check::check(self, sink);
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        self.clips(&ClipOptions::from(options), sink)
    }
}

/// How many bytes the names of all clips' nodes take together at most, morph targets included, before each clip has no
/// other nodes than those that it moves.
const MAX_NAMES: usize = 1 << 26;

impl Stf {
    /// Every animation as a clip.
    ///
    /// A clip has the nodes and bones that the root holds, at rest as the file has them, and a node for each target
    /// besides. Channels come in the order of the tracks: `t`, `r` and `s` as translation, rotation and scale, the
    /// blendshapes of a node as its weights, `r_euler` as the named property `euler` unless the options state an order,
    /// all else as a property named by the rest of the target. Of a rotation every component is interpolated by itself,
    /// which the exporter's program does too.
    pub fn clips(&self, options: &ClipOptions, sink: &mut dyn Sink) -> Vec<Clip> {
        let scene = scene(self, sink);
        let count = self.animations().count();
        let names =
            |node: &Node| node.name.len() + node.morphs.iter().map(|morph| morph.len() + 1).sum::<usize>();
        let size = scene.nodes.iter().map(names).sum::<usize>();
        let whole = size.saturating_mul(count) <= MAX_NAMES;
        let budget = RefCell::new(Budget::of(self));
        let mut names = HashSet::new();
        let mut clips = Vec::with_capacity(count);
        for (index, (id, animation)) in self.animations().enumerate() {
            let plain = animation.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(id);
            let candidates = [plain.to_owned(), format!("{plain} {id}"), format!("{plain} {id} #{index}")];
            let name = candidates.into_iter().find(|name| !names.contains(name)).unwrap_or_default();
            names.insert(name.clone());
            let lowering = Lowering::new(self, &scene, whole, animation, options, &name, &budget);
            clips.push(lowering.clip(id, name, sink));
        }
        clips
    }
}

/// One animation on its way to a clip.
struct Lowering<'a> {
    scene: &'a Scene,
    animation: &'a Animation,
    options: &'a ClipOptions,
    player: Player<'a>,
    /// The clip's name in findings.
    place: String,
    nodes: Vec<Node>,
    by_path: HashMap<String, usize>,
    morphs: HashMap<(usize, String), usize>,
    whole: bool,
}

impl<'a> Lowering<'a> {
    fn new(
        stf: &'a Stf,
        scene: &'a Scene,
        whole: bool,
        animation: &'a Animation,
        options: &'a ClipOptions,
        name: &str,
        budget: &'a RefCell<Budget>,
    ) -> Self {
        let origin = if options.origin == Origin::Range { animation.span()[0] } else { 0.0 };
        let rate = Rate::new(animation.rate(), 1.0).unwrap_or(Rate::per_second(30));
        let player = Player { stf, animation, clock: Clock { origin, rate }, baked: options.baked, budget };
        let mut lowering = Self {
            scene,
            animation,
            options,
            player,
            place: short(name).into_owned(),
            nodes: Vec::new(),
            by_path: HashMap::new(),
            morphs: HashMap::new(),
            whole,
        };
        if whole {
            for index in 0..scene.nodes.len() {
                lowering.push(scene.nodes[index].name.clone(), index);
            }
        }
        lowering
    }

    /// Adds a node of the document to the clip.
    fn push(&mut self, path: String, index: usize) -> usize {
        let (node, name) = (&self.scene.nodes[index], &self.scene.names[index]);
        let named = self.options.names == Names::Document && !name.is_empty();
        let at = self.nodes.len();
        self.nodes.push(Node {
            name: if named { name.clone() } else { path.clone() },
            parent: node.parent.filter(|_| self.whole),
            ..node.clone()
        });
        for (index, morph) in node.morphs.iter().enumerate() {
            self.morphs.insert((at, morph.clone()), index);
        }
        self.by_path.insert(path, at);
        at
    }

    /// The node with a path, made if there is none.
    fn node(&mut self, path: String) -> usize {
        if let Some(&node) = self.by_path.get(&path) {
            return node;
        }
        if let Some(&index) = self.scene.by_path.get(&path) {
            return self.push(path, index);
        }
        self.nodes.push(Node::new(path.clone()));
        self.by_path.insert(path, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn clip(mut self, id: &str, name: String, sink: &mut dyn Sink) -> Clip {
        let clock = self.player.clock;
        let end = clock.time(self.animation.span()[1]);
        let mut parts = Vec::new();
        for track in self.player.tracks() {
            if let Some(part) = self.track(track, sink) {
                parts.push(part);
            }
        }
        if self.animation.layout == Layout::A {
            let message =
                "the layout does not say which keys are joined by handles, which by lines, which by none";
            sink.report(codes::LEGACY_CURVES.at(Location::path(&self.place), message));
        }
        let mut channels = Vec::new();
        for (node, part, curves) in parts {
            let (property, first) = match part {
                Part::Whole(property) => (property, 0),
                // Now that all names are known.
                Part::Morph(index) => (Property::Weights { count: self.nodes[node].morphs.len() }, index),
            };
            let made = curves::channels(node, &property, first, curves);
            channels.extend(made);
        }
        let mut metadata = vec![("stf.id".to_owned(), id.to_owned())];
        if let Some(repeat) = self.animation.repeat.as_ref().filter(|repeat| **repeat != Loop::None) {
            metadata.push(("stf.loop".to_owned(), repeat.as_str().to_owned()));
        }
        Clip {
            name,
            duration: if end.is_finite() { end.max(0.0) } else { 0.0 },
            rate: Some(clock.rate),
            first_frame: clock.origin,
            nodes: self.nodes,
            channels,
            events: Vec::new(),
            metadata,
        }
    }

    /// What a track drives, and the curves of its components.
    fn track(&mut self, track: &Track, sink: &mut dyn Sink) -> Option<(usize, Part, Vec<Option<Curve>>)> {
        // Written down only where something is reported.
        let clip = self.place.clone();
        let place = || Location::path(format!("{clip}/{}", track.target));
        let (path, part) = split(&track.target);
        let node = self.node(path);
        let part = match part {
            Drives::Property(Property::Euler(_)) => {
                let order = self.options.euler;
                if order.is_none() {
                    let message = "r_euler has no order: state one with the option `euler`";
                    sink.report(codes::EULER_ORDER.at(place(), message));
                }
                Part::Whole(order.map_or_else(|| Property::named("euler", 3), Property::Euler))
            }
            Drives::Property(property) => Part::Whole(property),
            Drives::Morph(name) => Part::Morph(self.morph(node, name)),
            Drives::Other(name) => Part::Whole(Property::named(name, track.subtracks.len().max(1))),
        };
        let rotation = matches!(part, Part::Whole(Property::Rotation));
        let curves = self.player.curves(track, rotation, &place, sink);
        if curves.iter().all(Option::is_none) {
            sink.report(codes::SKIPPED.at(place(), "the track has neither keys nor baked values"));
            return None;
        }
        Some((node, part, curves))
    }

    fn morph(&mut self, node: usize, name: String) -> usize {
        let morphs = &mut self.nodes[node].morphs;
        *self.morphs.entry((node, name)).or_insert_with_key(|(_, name)| {
            morphs.push(name.clone());
            morphs.len() - 1
        })
    }
}

/// What a track drives of its node.
enum Part {
    /// A whole property.
    Whole(Property),
    /// The weight of one morph target.
    Morph(usize),
}

/// What a target says about what it drives.
enum Drives {
    Property(Property),
    Morph(String),
    Other(String),
}

/// The path of the node or bone that a target is about, and what of it is driven.
fn split(target: &Target) -> (String, Drives) {
    let named = |step: usize| target.name(step);
    let property = |name: Option<&str>| {
        Some(match name? {
            "t" => Property::Translation,
            "r" => Property::Rotation,
            "s" => Property::Scale,
            // The order is none of the target's: any will do here.
            "r_euler" => Property::Euler(anim_core::EulerOrder::Xyz),
            _ => return None,
        })
    };
    let node = named(0).unwrap_or_default().to_owned();
    match target.0.len() {
        2 => {
            if let Some(property) = property(named(1)) {
                return (node, Drives::Property(property));
            }
        }
        4 if named(1) == Some("instance") => {
            if let (Some(bone), Some(property)) = (named(2), property(named(3))) {
                return (crate::scene::bone_path(&node, bone), Drives::Property(property));
            }
        }
        5 if (named(1), named(2), named(4)) == (Some("instance"), Some("blendshape"), Some("value")) => {
            if let Some(shape) = named(3) {
                return (node, Drives::Morph(shape.to_owned()));
            }
        }
        _ => {}
    }
    let rest: &[Step] = target.0.get(1..).unwrap_or_default();
    (node, Drives::Other(Target(rest.to_vec()).to_string()))
}
