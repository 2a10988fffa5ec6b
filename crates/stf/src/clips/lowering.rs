//! Lowers one animation to a clip.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Curve, Location, Node, Property, Rate, Report, counted, weight_name};

use super::curves::{Played, Player, channels};
use super::drives::{Drives, split};
use super::metadata::{ID, LOOP, RESET, RESETS};
use crate::check::Budget;
use crate::eval::Clock;
use crate::path::short;
use crate::scene::{Scene, numbered};
use crate::{Animation, ClipOptions, Layout, Loop, Names, Origin, Stf, codes};

/// An animation being lowered.
pub(super) struct Lowering<'a> {
    scene: &'a Scene,
    animation: &'a Animation,
    options: ClipOptions,
    player: Player<'a>,
    /// The clip so far, without channels.
    clip: Clip,
    /// The nodes of the clip by path.
    by_path: HashMap<String, usize>,
    /// The names of nodes that the scene does not have.
    added: HashSet<String>,
    morphs: HashMap<(usize, String), usize>,
    complete: bool,
}

/// The property that the curves of a track drive.
enum Part {
    Property(Property),
    Morph(usize),
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        stf: &'a Stf,
        scene: &'a Scene,
        animation: &'a Animation,
        options: ClipOptions,
        name: String,
        budget: &'a RefCell<Budget>,
    ) -> Self {
        let origin = if options.origin == Origin::Range { animation.span()[0] } else { 0.0 };
        let rate = Rate::new(animation.rate(), 1.0).unwrap_or(Rate::per_second(30));
        let clock = Clock { origin, rate };
        let end = clock.time(animation.span()[1]);
        let mut clip = Clip::new(name).with_rate(rate);
        clip.duration = if end.is_finite() { end.max(0.0) } else { 0.0 };
        clip.first_frame = origin;
        Self {
            scene,
            animation,
            options,
            player: Player { stf, animation, clock, baked: options.baked, budget },
            clip,
            by_path: HashMap::new(),
            added: HashSet::new(),
            morphs: HashMap::new(),
            complete: false,
        }
    }

    /// Adds all nodes of the scene to the clip.
    pub(super) fn add_scene(&mut self) {
        self.complete = true;
        for index in 0..self.scene.nodes.len() {
            self.push_scene_node(index);
        }
    }

    fn push_scene_node(&mut self, index: usize) -> usize {
        let known = &self.scene.nodes[index];
        let mut node = Node::new(match self.options.names {
            Names::Id => known.path.clone(),
            _ => known.name.clone(),
        });
        node.parent = known.parent.filter(|_| self.complete);
        node.rest = known.rest;
        node.morphs.clone_from(&known.morphs);
        let at = self.clip.nodes.len();
        for (index, morph) in known.morphs.iter().enumerate() {
            self.morphs.insert((at, morph.clone()), index);
        }
        self.push(known.path.clone(), node)
    }

    fn push(&mut self, path: String, mut node: Node) -> usize {
        let index = self.clip.nodes.len();
        // A name may be the id itself.
        node.id = Some(path.clone()).filter(|path| *path != node.name);
        self.clip.nodes.push(node);
        self.by_path.insert(path, index);
        index
    }

    /// The node with a path; it is added if the clip does not have it.
    fn node(&mut self, path: String) -> usize {
        if let Some(&node) = self.by_path.get(&path) {
            return node;
        }
        if let Some(index) = self.scene.at_path(&path) {
            return self.push_scene_node(index);
        }
        let taken = |name: &str| self.scene.named(name).is_some() || self.added.contains(name);
        let name = if self.options.names != Names::Id && taken(&path) {
            let repeated = (1..).map(|repetition| numbered(&path, repetition));
            repeated.into_iter().find(|name| !taken(name)).unwrap_or_default()
        } else {
            path.clone()
        };
        self.added.insert(name.clone());
        self.push(path, Node::new(name))
    }

    pub(super) fn clip(mut self, id: &str, report: &mut Report) -> Clip {
        let mut parts = Vec::new();
        for played in self.player.tracks() {
            if let Some(part) = self.track(&played, report) {
                parts.push(part);
            }
        }
        if self.animation.layout == Layout::A {
            let message = "the layout does not state interpolations: keys with handles become Bézier keys, others linear";
            report.push(codes::LEGACY_CURVES.at(Location::path(short(&self.clip.name)), message));
        }
        for (node, part, curves) in parts {
            let (property, first) = match part {
                Part::Property(property) => (property, 0),
                // All tracks have been read, so the number of morph targets is final.
                Part::Morph(index) => {
                    (Property::Weights { count: self.clip.nodes[node].morphs.len() }, index)
                }
            };
            self.clip.channels.extend(channels(node, &property, first, curves));
        }
        self.clip.metadata = self.metadata(id);
        self.clip
    }

    fn metadata(&self, id: &str) -> Vec<(String, String)> {
        let mut metadata = vec![(ID.to_owned(), id.to_owned())];
        if let Some(repeat) = self.animation.repeat.as_ref().filter(|repeat| **repeat != Loop::None) {
            metadata.push((LOOP.to_owned(), repeat.as_str().to_owned()));
        }
        let reset = self.animation.reset_animation.as_ref();
        if let Some(reset) = reset.and_then(|reset| reset.resolve(&self.animation.referenced_resources)) {
            metadata.push((RESET.to_owned(), reset.to_owned()));
        }
        if self.animation.is_reset_animation == Some(true) {
            metadata.push((RESETS.to_owned(), "true".to_owned()));
        }
        metadata
    }

    /// The properties that a track drives, and the curves of their components.
    fn track(
        &mut self,
        played: &Played<'_>,
        report: &mut Report,
    ) -> Option<(usize, Part, Vec<Option<Curve>>)> {
        let track = played.track;
        let clip = &self.clip.name;
        // Only formatted if something is reported.
        let at = || Location::path(format!("{}/{}", short(clip), track.target));
        let (path, drives) = split(&track.target);
        if matches!(drives, Drives::Property(Property::Euler(_))) && self.options.euler.order().is_none() {
            let message =
                "the file does not state the order of the angles: choose one with the option `euler`";
            report.push(codes::EULER_ORDER.at(at(), message));
        }
        let rotation = if matches!(drives, Drives::Property(Property::Rotation)) {
            let known = self.scene.at_path(&path).map(|index| &self.scene.nodes[index]);
            let is_child = track.target.0.len() == 2 && known.is_some_and(|node| node.parent.is_some());
            self.player.rotation(track, is_child)
        } else {
            None
        };
        let (curves, facts) = if let Some((whole, facts)) = rotation {
            (vec![Some(whole)], facts)
        } else {
            self.player.curves(track, &drives)
        };
        let place = at();
        let node = self.node(path);
        if played.overridden > 0 {
            let message = format!(
                "the last track of the target is played, and a baked one before others, not {} with other keys",
                counted(played.overridden, "more track")
            );
            report.lose(codes::OVERRIDDEN.dropped(message).of_node(&self.clip, node));
        }
        let part = match drives {
            Drives::Property(Property::Euler(_)) => Part::Property(match self.options.euler.order() {
                Some(order) => Property::Euler(order),
                None => Property::named("euler", 3),
            }),
            Drives::Property(property) => Part::Property(property),
            Drives::Morph(name) => Part::Morph(self.morph(node, name)),
            Drives::Other(name) => Part::Property(Property::named(name, track.subtracks.len().max(1))),
        };
        if curves.iter().all(Option::is_none) {
            let message = format!("the track `{}` has neither keys nor baked values", track.target);
            report.lose(codes::SKIPPED.dropped(message).of_node(&self.clip, node));
            return None;
        }
        let (property, name) = match &part {
            Part::Property(property) => (property.clone(), property.name().to_owned()),
            Part::Morph(index) => {
                let name = weight_name(&self.clip.nodes[node].morphs[*index]);
                (Property::Weights { count: 1 }, name)
            }
        };
        let has_channel = curves.iter().take(property.width()).any(Option::is_some);
        for mut loss in facts.losses(played, &property) {
            loss.property = has_channel.then(|| name.clone());
            report.lose(loss.of_node(&self.clip, node).at(place.clone()));
        }
        Some((node, part, curves))
    }

    /// The index of a node's morph target; it is added if the node does not have it.
    fn morph(&mut self, node: usize, name: String) -> usize {
        let morphs = &mut self.clip.nodes[node].morphs;
        *self.morphs.entry((node, name)).or_insert_with_key(|(_, name)| {
            morphs.push(name.clone());
            morphs.len() - 1
        })
    }
}
