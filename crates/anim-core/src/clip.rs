//! Clips: the common form of animation. Formats are lowered to clips and encoded from clips.

pub(crate) mod basis;
mod broken;
mod channel;
mod effective;
pub(crate) mod ends;
mod error;
mod event;
#[cfg(feature = "serde")]
mod file;
mod occurrences;
mod orphans;
mod outline;
mod property;
pub(crate) mod reorient;
pub mod scene;
mod shared_rest;
mod space;
mod unique_names;

use std::borrow::Cow;

use crate::{Rate, Transform, time};
pub use broken::report_broken_rotations;
pub use channel::Channel;
pub use effective::effective_channels;
pub use ends::report_ends;
pub use error::ClipError;
pub use event::{Event, EventKind};
#[cfg(feature = "serde")]
pub use file::ClipFile;
pub use occurrences::occurrences;
pub use orphans::report_missing_parents;
pub use outline::Outline;
pub use property::{Property, weight_name};
pub use scene::Scene;
pub use shared_rest::SharedRest;
pub use space::{Axis, Handedness, Space};
pub use unique_names::UniqueNames;

/// One animation: a hierarchy of nodes and the channels that move them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Clip {
    /// Its name, unique within its file.
    pub name: String,
    /// Its length in seconds, from time 0.
    pub duration: f64,
    /// The frame rate of the source, if it has one.
    pub rate: Option<Rate>,
    /// The frame number that the source gives to time 0.
    pub first_frame: f64,
    /// The meaning of its axes, and its length unit.
    pub space: Space,
    /// The nodes; parents may come before or after their children.
    pub nodes: Vec<Node>,
    /// The channels, in the source's order.
    pub channels: Vec<Channel>,
    /// The events, by ascending time.
    pub events: Vec<Event>,
    /// Facts for people and other programs that no other field holds, such as the source format and its options.
    pub metadata: Vec<(String, String)>,
}

/// A member of the hierarchy: a bone, an object, a light.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Its id in its file, if that has ids besides names. Whoever names a node may give its id.
    pub id: Option<String>,
    /// The index of its parent in the clip's nodes.
    pub parent: Option<usize>,
    /// The rest pose, relative to the parent. It applies to every property that no channel drives.
    pub rest: Transform,
    /// The names of its morph targets, in the order of the components of [`Property::Weights`].
    pub morphs: Vec<String>,
    /// The human bone that it is, if its file states that: the name of the bone in VRM 1.0, such as `leftUpperArm`.
    pub bone: Option<String>,
}

impl Node {
    /// A node without a parent, at rest at the origin.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The node with a parent, by index in the clip's nodes.
    #[must_use]
    pub fn with_parent(self, parent: usize) -> Self {
        Self { parent: Some(parent), ..self }
    }

    /// The node with its id in its file.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// The node with its rest pose.
    #[must_use]
    pub fn with_rest(self, rest: Transform) -> Self {
        Self { rest, ..self }
    }
}

impl Clip {
    /// An empty clip with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The clip with its length in seconds.
    #[must_use]
    pub fn with_duration(self, seconds: f64) -> Self {
        Self { duration: seconds, ..self }
    }

    /// The clip with the frame rate of its source.
    #[must_use]
    pub fn with_rate(self, rate: Rate) -> Self {
        Self { rate: Some(rate), ..self }
    }

    /// The clip with what is known about its axes and its length unit.
    #[must_use]
    pub fn with_space(self, space: Space) -> Self {
        Self { space, ..self }
    }

    /// The clip with these nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: Vec<Node>) -> Self {
        Self { nodes, ..self }
    }

    /// The clip with these channels.
    #[must_use]
    pub fn with_channels(self, channels: Vec<Channel>) -> Self {
        Self { channels, ..self }
    }

    /// The clip with these events.
    #[must_use]
    pub fn with_events(self, events: Vec<Event>) -> Self {
        Self { events, ..self }
    }

    /// The index of the first node with a name, or else with this id.
    pub fn node(&self, name: &str) -> Option<usize> {
        let find = |is_meant: &dyn Fn(&Node) -> bool| self.nodes.iter().position(is_meant);
        find(&|node| node.name == name).or_else(|| find(&|node| node.id.as_deref() == Some(name)))
    }

    /// The time in seconds of a frame with the source's number, if the clip has a rate.
    pub fn frame_time(&self, frame: f64) -> Option<f64> {
        self.rate.map(|rate| rate.time(frame - self.first_frame))
    }

    /// The number of frames of the clip at a rate, at least 1: all frames that begin before the end of the clip. A frame that
    /// begins at the end counts if the clip has a key there. So a clip has a frame for each key, whether the clip ends a frame
    /// after its last key or at its last key. The times may have been rounded to single precision.
    pub fn frame_count(&self, rate: Rate) -> u64 {
        /// The least rounding error that counts as none, as a fraction of a frame.
        const SLACK: f64 = 1e-6;
        let frames = rate.frame(self.duration);
        let slack = rate.frame(time::single(self.duration)).clamp(SLACK, 0.5);
        let ends_with_key = self.channels.iter().any(|channel| {
            let end = channel.curve().end();
            end > 0.0 && (rate.frame(end) - frames).abs() < slack
        });
        let count = if ends_with_key { (frames + slack).floor() + 1.0 } else { (frames - slack).ceil() };
        count.max(1.0) as u64
    }

    /// The name and the number of a component of a channel's property in tables. The weight of a named morph target is
    /// component 0 of `weight/NAME`; every other component has its number and the [`Property::name`].
    pub fn column<'a>(&'a self, channel: &'a Channel, component: usize) -> (Cow<'a, str>, usize) {
        let name = channel.property().name();
        let morph = match channel.property() {
            Property::Weights { .. } => {
                self.nodes.get(channel.node()).and_then(|node| node.morphs.get(component))
            }
            _ => None,
        };
        match morph {
            Some(morph) if !morph.is_empty() => (Cow::Owned(weight_name(morph)), 0),
            _ => (Cow::Borrowed(name), component),
        }
    }

    /// The name of a channel in tables and reports: that of its [`Clip::column`] if it drives one component, else
    /// [`Property::name`].
    pub fn channel_name<'a>(&'a self, channel: &'a Channel) -> Cow<'a, str> {
        match channel.curve().width() {
            1 => self.column(channel, channel.component()).0,
            _ => Cow::Borrowed(channel.property().name()),
        }
    }

    /// The number of keys over all channels.
    pub fn key_count(&self) -> usize {
        self.channels.iter().map(|channel| channel.curve().len()).sum()
    }

    /// The times of all keys in seconds, ascending, each once; 0 for a clip without keys, which has one pose.
    pub fn key_times(&self) -> Vec<f64> {
        let mut times: Vec<f64> =
            self.channels.iter().flat_map(|channel| channel.curve().times().iter()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        if times.is_empty() {
            times.push(0.0);
        }
        times
    }

    /// The value of a metadata entry.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Checks that every node index exists, that the duration and all times are finite, that events ascend, and that the space is
    /// [sound](Space::is_sound).
    ///
    /// Errors: [`ClipError::Duration`], [`ClipError::Space`], [`ClipError::Events`], [`ClipError::Node`], for the first of these
    /// that is violated.
    pub fn validate(&self) -> Result<(), ClipError> {
        let known = |index: usize| index < self.nodes.len();
        if !(self.duration.is_finite() && self.duration >= 0.0 && self.first_frame.is_finite()) {
            return Err(ClipError::Duration);
        }
        if !self.space.is_sound() {
            return Err(ClipError::Space);
        }
        let ascend = self.events.is_sorted_by(|a, b| a.time <= b.time);
        if !ascend || self.events.iter().any(|event| !event.time.is_finite()) {
            return Err(ClipError::Events);
        }
        let indices = (self.nodes.iter().filter_map(|node| node.parent))
            .chain(self.channels.iter().map(Channel::node))
            .chain(self.events.iter().filter_map(|event| event.node));
        match indices.into_iter().find(|&index| !known(index)) {
            Some(index) => Err(ClipError::Node { index, count: self.nodes.len() }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Curve, Ease, Times};

    #[test]
    fn frames_fill_the_duration() {
        let count = |duration: f64, rate: Rate, key: f64| {
            let curve = Curve::new(Times::at(key).unwrap(), 1, vec![0.0], Ease::Step).unwrap();
            let channels = vec![Channel::new(0, Property::Visible, curve).unwrap()];
            Clip { duration, nodes: vec![Node::new("n")], channels, ..Clip::default() }.frame_count(rate)
        };
        let four = Rate::per_second(4);
        assert_eq!(count(0.75, four, 0.5), 3, "the last key holds");
        assert_eq!(count(0.5, four, 0.5), 3, "the last key ends it");
        assert_eq!((count(0.6, four, 0.0), count(0.0, four, 0.0)), (3, 1));
        let ntsc = Rate::new(30000.0, 1001.0).unwrap();
        assert_eq!(count(ntsc.time(1000.0), ntsc, 0.0), 1000);
        for rate in [four, ntsc, Rate::per_second(24), Rate::per_second(30), Rate::per_second(120)] {
            for frames in (1..300).chain([1000, 3001, 9999, 54321]) {
                let end = f64::from(rate.time(frames as f64) as f32);
                assert_eq!(count(end, rate, end), frames + 1, "a key at the end, in single precision");
                assert_eq!(count(end, rate, 0.0), frames, "an end without a key");
            }
        }
    }

    #[test]
    fn weights_of_named_morph_targets_are_columns_of_their_own() {
        let mut face = Node::new("face");
        face.morphs = vec!["smile".into(), String::new()];
        let clip = Clip::new("").with_nodes(vec![face]);
        let curve = |width: usize| Curve::constant(&vec![0.0; width]).unwrap();
        let weights = Property::Weights { count: 3 };
        let all = Channel::new(0, weights.clone(), curve(3)).unwrap();
        let columns: Vec<_> = (0..3).map(|component| clip.column(&all, component)).collect();
        assert_eq!(columns, [("weight/smile".into(), 0), ("weight".into(), 1), ("weight".into(), 2)]);
        let one = |component| Channel::part(0, weights.clone(), component, curve(1)).unwrap();
        let names = [all.clone(), one(0), one(2)].map(|channel| clip.channel_name(&channel).into_owned());
        assert_eq!(names, ["weight", "weight/smile", "weight"]);
        let scale = Channel::new(0, Property::Scale, curve(3)).unwrap();
        assert_eq!(clip.column(&scale, 2), ("scale".into(), 2));
    }

    #[test]
    fn validation_finds_each_dangling_index() {
        let sound = Clip { nodes: vec![Node::new("a")], ..Clip::default() };
        assert_eq!(sound.validate(), Ok(()));
        let missing = Err(ClipError::Node { index: 1, count: 1 });
        let mut clip = sound.clone();
        clip.nodes[0].parent = Some(1);
        assert_eq!(clip.validate(), missing);
        let channel = Channel::new(1, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
        assert_eq!(Clip { channels: vec![channel], ..sound.clone() }.validate(), missing);
        let event = Event::named(0.0, "", vec![]).with_node(1);
        assert_eq!(Clip { events: vec![event], ..sound.clone() }.validate(), missing);
        assert_eq!(Clip { duration: f64::NAN, ..sound.clone() }.validate(), Err(ClipError::Duration));
        let at = |time| Event::named(time, "", vec![]);
        let nowhere = Clip { space: Space::UNKNOWN.in_metres(0.0), ..sound.clone() };
        assert_eq!(nowhere.validate(), Err(ClipError::Space));
        for events in [vec![at(f64::NAN)], vec![at(1.0), at(0.0)]] {
            assert_eq!(Clip { events, ..sound.clone() }.validate(), Err(ClipError::Events));
        }
    }
}
