//! One animation, or the extras of one clip, as a clip.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{
    Channel, Clip, ClipError, Deviation, Diagnostic, Location, Property, Rate, Report, Space, Times,
    UniqueNames,
};

use super::hidden::Hidden;
use super::resting::Resting;
use super::source::Source;
use crate::curves::{Curves, Driven};
use crate::extras::{ClipExtras, ExactExtras};
use crate::limits::NUMBERS_PER_NODE;
use crate::nodes::{Cast, Nodes};
use crate::{Animation, ClipOptions, Gltf, Path, codes, expressions, humanoid};

/// Lowers the clips of a document.
pub(super) struct Lowering<'a> {
    nodes: Nodes,
    resting: Resting,
    hidden: Hidden,
    curves: Curves<'a>,
    names: UniqueNames<'static>,
    /// What the document states about its axes.
    space: Space,
    options: ClipOptions,
    report: &'a mut Report,
}

/// Channels in the extras that replace those of an animation.
struct Exact<'e> {
    entry: &'e ExactExtras,
    /// The channels, until they are in the clip.
    channels: Vec<Channel>,
}

impl Exact<'_> {
    /// Whether they replace an animation channel for this path of this node of the clip.
    fn covers(&self, node: Option<usize>, path: &Path) -> bool {
        node == Some(self.entry.node) && self.entry.instead.contains_key(path.as_str())
    }
}

impl<'a> Lowering<'a> {
    pub(super) fn new(document: &'a Gltf, options: ClipOptions, report: &'a mut Report) -> Self {
        Self {
            nodes: Nodes::new(document.root()),
            resting: Resting::new(document.root()),
            hidden: Hidden::new(document.root()),
            curves: Curves::new(document, options.numbers),
            names: UniqueNames::default(),
            space: humanoid::stated_space(document.root()),
            options,
            report,
        }
    }

    /// Reports extras that are malformed.
    pub(super) fn malformed(&mut self, path: &str, what: impl Into<String>) {
        self.report.push(codes::EXTRAS.at(Location::path(path), what));
    }

    /// The clip of an animation, or one stored only in extras; `None` if the document exceeds its limit.
    pub(super) fn clip(&mut self, source: &Source<'_>, mut extras: ClipExtras) -> Option<Clip> {
        let wanted = name(source.animation, extras.name.as_deref());
        let mut listed = extras.nodes.as_deref();
        let count = self.nodes.count(listed).unwrap_or_else(|| {
            self.malformed(&source.extras, "`nodes` lists nodes twice, or nodes that do not exist");
            listed = None;
            self.nodes.count(None).unwrap_or(0)
        });
        let mut cast = self.cast(listed, count, source, &wanted)?;
        if listed.is_some() && !source.moves_only(&cast) {
            self.malformed(
                &source.extras,
                "the animation moves nodes that `nodes` does not list: the clip has all nodes",
            );
            cast = self.cast(None, self.nodes.count(None).unwrap_or(0), source, &wanted)?;
        }
        let nodes = self.nodes.lowered(&cast);
        for name in extras.find_nodes(&nodes) {
            let message = format!(
                "what they state about `{name}` is left out: no node of the clip, or more than one, has this name"
            );
            self.malformed(&source.extras, message);
        }
        let extras = &extras;
        let mut clip = Clip::new(self.name(&wanted, source)).with_nodes(nodes);
        clip.rate = extras.rate.and_then(|[frames, seconds]| Rate::new(frames, seconds).ok());
        clip.first_frame = extras.first_frame.filter(|frame| frame.is_finite()).unwrap_or(0.0);
        clip.metadata.clone_from(&extras.metadata);
        clip.space = self.space;
        if let Some(stated) = &extras.space {
            match stated.space() {
                Some(space) => clip.space = space.or(self.space),
                None => self.malformed(&format!("{}/space", source.extras), "expected axes and metres"),
            }
        }
        for own in 0..cast.len() {
            let Some(node) = cast.file(own) else { continue };
            let Some(error) = self.nodes.sheared(node) else { continue };
            let error = Deviation::ratio(error);
            let message = "the matrix of the rest pose is sheared, which translation, rotation and scale cannot represent";
            let loss = codes::TRANSFORM.approximated(error, message);
            let at = Location::path(format!("nodes[{node}]"));
            self.report.lose(loss.of_node(&clip, own).at(at));
        }
        let times = self.times(extras, &source.extras);
        let mut left = Vec::new();
        if let Some((_, animation)) = source.animation {
            let mut exact = self.exact(animation, extras, &cast, &times, source);
            left = self.channels(animation, extras, &cast, &mut exact, &mut clip, &source.path);
        }
        let stated = extras.duration.filter(|duration| duration.is_finite() && *duration >= 0.0);
        clip.duration = stated.unwrap_or_else(|| {
            let ends = clip.channels.iter().map(|channel| channel.curve().end());
            ends.chain(self.ends(&left, clip.rate)).fold(clip.duration, f64::max)
        });
        self.restore(extras, &times, &mut clip, &source.extras);
        self.hidden.hide(&mut clip, &cast);
        let count = |own: usize| cast.file(own).map_or(0, |node| self.nodes.expressions(node));
        expressions::to_weights(&mut clip, count);
        self.resting.report(&clip, &cast, self.report);
        Some(clip)
    }

    /// The nodes of a clip with this name, `count` of them; `None` if the document exceeds its limit.
    fn cast(
        &mut self,
        listed: Option<&[usize]>,
        count: usize,
        source: &Source<'_>,
        name: &str,
    ) -> Option<Cast> {
        // A hidden node has a channel too.
        let cost = count.saturating_add(count.min(self.hidden.len())).saturating_mul(NUMBERS_PER_NODE);
        if let Err(finding) = self.curves.numbers().spend(cost, || source.path.clone()) {
            let message = format!("the animation is left out: {}", finding.message);
            self.report.lose(finding.code.dropped(message).in_clip_named(name).at(finding.at));
            return None;
        }
        Some(self.nodes.cast(listed))
    }

    /// A name for a clip that no other clip has.
    fn name(&mut self, wanted: &str, source: &Source<'_>) -> String {
        let name = self.names.take(wanted.to_owned()).into_owned();
        if name != wanted {
            let message = format!("the name `{wanted}` is taken: the clip is `{name}`");
            self.report.push(codes::NAME.at(Location::path(&source.path), message));
        }
        name
    }

    /// Adds the channels of an animation. The clip lasts at least until the end of the channels that the extras replace. Returns the
    /// accessors with the key times of the channels that are left out.
    fn channels(
        &mut self,
        animation: &Animation,
        extras: &ClipExtras,
        cast: &Cast,
        exact: &mut [Exact<'_>],
        clip: &mut Clip,
        path: &str,
    ) -> Vec<usize> {
        let mut left = Vec::new();
        let stored =
            extras.channels.iter().filter(|entry| ["visible", "alive"].contains(&entry.property.as_str()));
        let stored: HashSet<usize> = stored.map(|entry| entry.node).collect();
        for (index, channel) in animation.channels.iter().enumerate() {
            let path = format!("{path}/channels[{index}]");
            let own = channel.target.node.and_then(|node| cast.own(node));
            if let Some(exact) = exact.iter_mut().find(|exact| exact.covers(own, &channel.target.path)) {
                clip.channels.append(&mut exact.channels);
                continue;
            }
            let lost = match self.curves.driven(animation, channel, clip.rate, &path) {
                Ok(Some(driven)) => {
                    let nodes = driven.others.iter().copied().chain([driven.node]);
                    let shown: Vec<usize> = nodes.filter_map(|node| cast.own(node)).collect();
                    let Driven { property, component, curve, .. } = &driven;
                    for &node in &shown {
                        // The extras store visibility and existence exactly, so the pointer is not needed.
                        if *property == Property::Visible && stored.contains(&node) {
                            clip.duration = clip.duration.max(curve.end());
                        } else {
                            let channel = Channel::part(node, property.clone(), *component, curve.clone());
                            clip.channels.extend(channel);
                        }
                    }
                    if !shown.is_empty() {
                        continue;
                    }
                    let message = "the channel drives a node that the extras exclude from the clip";
                    codes::EXTRAS.at(Location::path(path), message)
                }
                Ok(None) if channel.target.path != Path::Pointer => {
                    let message = "the channel states no node: players ignore it";
                    codes::POINTER.at(Location::path(path), message)
                }
                Ok(None) => {
                    let pointer = channel.target.pointer().unwrap_or_default();
                    let message = format!("the channel drives `{pointer}`, which clips cannot hold");
                    codes::POINTER.at(Location::path(path), message)
                }
                Err(Diagnostic { code, message, at, .. }) => {
                    code.at(at, format!("the channel is left out: {message}"))
                }
            };
            let node = channel.target.node.and_then(|node| cast.own(node)).unwrap_or(usize::MAX);
            self.report.lose(lost.code.dropped(lost.message).of_node(clip, node).at(lost.at));
            // Without a node, players do not count the keys either.
            let counts = channel.target.node.is_some() || channel.target.path == Path::Pointer;
            let sampler = animation.samplers.get(channel.sampler).filter(|_| counts);
            left.extend(sampler.map(|sampler| sampler.input));
        }
        left
    }

    /// The last key times of accessors whose key times are as glTF demands.
    fn ends(&mut self, accessors: &[usize], rate: Option<Rate>) -> Vec<f64> {
        let times = accessors.iter().filter_map(|accessor| self.curves.times(*accessor, rate, "").ok());
        times.filter(|keys| keys.fault.is_none()).filter_map(|keys| keys.times.last()).collect()
    }

    /// The key times that the extras list.
    fn times(&mut self, extras: &ClipExtras, path: &str) -> Vec<Times> {
        let times: Result<_, _> = extras.times.iter().map(|times| Times::keys(times.0.as_slice())).collect();
        times.unwrap_or_else(|error: ClipError| {
            self.malformed(path, error.to_string());
            Vec::new()
        })
    }

    /// The channels in the extras that replace those of an animation, if no program has changed the animation since.
    fn exact<'e>(
        &mut self,
        animation: &Animation,
        extras: &'e ClipExtras,
        cast: &Cast,
        times: &[Times],
        source: &Source<'_>,
    ) -> Vec<Exact<'e>> {
        if !self.options.exact || extras.exact.is_empty() {
            return Vec::new();
        }
        let mut digests = HashMap::new();
        for channel in &animation.channels {
            let node = channel.target.node.and_then(|node| cast.own(node));
            let (Some(node), Ok(digest)) = (node, self.curves.digest(animation, channel)) else { continue };
            digests.insert((node, channel.target.path.as_str()), digest.to_string());
        }
        let mut all = Vec::new();
        for entry in &extras.exact {
            let mut instead = entry.instead.iter();
            if !instead.all(|(path, stated)| digests.get(&(entry.node, path.as_str())) == Some(stated)) {
                continue;
            }
            match entry.channels(cast.len(), times) {
                Ok(channels) => all.push(Exact { entry, channels }),
                Err(error) => self.malformed(&source.extras, error),
            }
        }
        all
    }

    /// Adds the data that glTF could not represent.
    fn restore(&mut self, extras: &ClipExtras, times: &[Times], clip: &mut Clip, path: &str) {
        let wraps = extras.wraps.iter().filter(|entry| !entry.baked);
        let wraps: HashMap<_, _> =
            wraps.map(|entry| ((entry.node, entry.property.as_str()), entry)).collect();
        for channel in &mut clip.channels {
            let Some(entry) = wraps.get(&(channel.node(), channel.property().name())) else { continue };
            match entry.wraps() {
                Ok((before, after)) => {
                    let curve = channel.curve().clone().with_wrap(before, after);
                    if let Ok(wrapped) = Channel::new(channel.node(), channel.property().clone(), curve) {
                        *channel = wrapped;
                    }
                }
                Err(error) => self.malformed(path, error),
            }
        }
        for entry in extras.channels.iter().filter(|entry| !entry.overridden) {
            match entry.channel(clip.nodes.len(), times) {
                Ok(channel) => clip.channels.push(channel),
                Err(error) => self.malformed(path, error),
            }
        }
        for entry in &extras.events {
            match entry.event(clip.nodes.len()) {
                Ok(event) if event.time.is_finite() => clip.events.push(event),
                Ok(_) => self.malformed(path, "the time of an event is infinite or NaN"),
                Err(error) => self.malformed(path, error),
            }
        }
        clip.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    }
}

/// The name of the clip of an animation, by its index in the file, or of a clip in extras, before it is made unique.
pub(super) fn name(animation: Option<(usize, &Animation)>, stated: Option<&str>) -> String {
    let own = animation.and_then(|(_, animation)| animation.name.as_deref());
    match (stated.or(own.filter(|name| !name.is_empty())), animation) {
        (Some(name), _) => name.to_owned(),
        (None, Some((index, _))) => format!("animation {index}"),
        (None, None) => "clip".to_owned(),
    }
}
