//! Clips: what every format is lowered to and every exporter starts from.

use std::fmt;

use crate::{Curve, EulerOrder, Rate, Transform};

/// One animation: a hierarchy of nodes and the channels that move them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Its name, unique within its file.
    pub name: String,
    /// Its length in seconds, from time 0.
    pub duration: f64,
    /// The frame rate of the source, if it has one.
    pub rate: Option<Rate>,
    /// The source's own number of the frame at time 0.
    pub first_frame: f64,
    /// The nodes; parents may come before or after their children.
    pub nodes: Vec<Node>,
    /// What moves, in the source's order.
    pub channels: Vec<Channel>,
    /// What happens at moments, by ascending time.
    pub events: Vec<Event>,
    /// Facts for people and other programs: the source format, its options, what no other field says.
    pub metadata: Vec<(String, String)>,
}

/// A thing with a place: a bone, an object, a light.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The index of its parent in the clip's nodes.
    pub parent: Option<usize>,
    /// Its place relative to the parent wherever no channel says otherwise.
    pub rest: Transform,
    /// The names of its morph targets, in the order of the components of [`Property::Weights`].
    pub morphs: Vec<String>,
}

impl Node {
    /// A node at the origin of the world.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// Something that happens at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When, in seconds.
    pub time: f64,
    /// To which node, if to one.
    pub node: Option<usize>,
    /// What.
    pub name: String,
    /// Numbers that go with it.
    pub values: Vec<f64>,
}

/// What a channel drives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Property {
    /// Position relative to the parent, 3 numbers, in the file's length unit.
    Translation,
    /// A shift that is added to the translation, 3 numbers, in the file's length unit: for formats that keep two.
    Displacement,
    /// Rotation, 4 numbers: a quaternion x, y, z, w, normalised after sampling.
    Rotation,
    /// Rotation, 3 angles about X, Y and Z in radians.
    Euler(EulerOrder),
    /// Rotation, 1 angle in radians about an axis.
    Angle {
        /// The axis; its length does not matter.
        axis: [f64; 3],
    },
    /// Scale along the node's own axes, 3 numbers.
    Scale,
    /// The whole local map, 12 numbers: 3 rows of 4, the translation last in each row. It stands instead of all the above.
    Matrix,
    /// Whether the node is shown, 1 number: 0 or 1.
    Visible,
    /// A colour, 3 numbers: red, green, blue, 0 to 1.
    Color,
    /// Weights of morph targets, one number for each.
    Weights {
        /// How many targets.
        count: usize,
    },
    /// Whether the node exists, 1 number: 0 or 1.
    Alive,
    /// The parent at a time, 1 number: a node's index, or −1 for none.
    Parent,
    /// Anything else, by the format's own name.
    Named {
        /// The name.
        name: String,
        /// How many numbers.
        width: usize,
    },
}

impl Property {
    /// A property of the format's own.
    pub fn named(name: impl Into<String>, width: usize) -> Self {
        Self::Named { name: name.into(), width }
    }

    /// How many numbers a value has.
    pub fn width(&self) -> usize {
        match self {
            Self::Angle { .. } | Self::Visible | Self::Alive | Self::Parent => 1,
            Self::Translation | Self::Displacement | Self::Euler(_) | Self::Scale | Self::Color => 3,
            Self::Rotation => 4,
            Self::Matrix => 12,
            Self::Weights { count } => *count,
            Self::Named { width, .. } => *width,
        }
    }

    /// Whether it is an angle or a quaternion about the node's origin.
    pub fn is_rotation(&self) -> bool {
        matches!(self, Self::Rotation | Self::Euler(_) | Self::Angle { .. })
    }

    /// Whether it is of the node's map relative to its parent.
    pub fn is_spatial(&self) -> bool {
        self.is_rotation()
            || matches!(self, Self::Translation | Self::Displacement | Self::Scale | Self::Matrix)
    }

    /// The name in tables: `translation`, `rotation`, …, or the format's own.
    pub fn name(&self) -> &str {
        match self {
            Self::Translation => "translation",
            Self::Displacement => "displacement",
            Self::Rotation => "rotation",
            Self::Euler(_) => "euler",
            Self::Angle { .. } => "angle",
            Self::Scale => "scale",
            Self::Matrix => "matrix",
            Self::Visible => "visible",
            Self::Color => "color",
            Self::Weights { .. } => "weight",
            Self::Alive => "alive",
            Self::Parent => "parent",
            Self::Named { name, .. } => name,
        }
    }
}

/// A property of a node and the curve that drives it, or drives some of its components.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    node: usize,
    property: Property,
    component: usize,
    curve: Curve,
}

impl Channel {
    /// A channel that drives a whole property. The curve is as wide as the property.
    pub fn new(node: usize, property: Property, curve: Curve) -> Result<Self, ClipError> {
        if curve.width() == property.width() {
            Ok(Self { node, property, component: 0, curve })
        } else {
            Err(ClipError::Width { property: property.width(), curve: curve.width() })
        }
    }

    /// A channel that drives the components from `component` on, as many as the curve is wide.
    pub fn part(node: usize, property: Property, component: usize, curve: Curve) -> Result<Self, ClipError> {
        if component.checked_add(curve.width()).is_some_and(|end| end <= property.width()) {
            Ok(Self { node, property, component, curve })
        } else {
            Err(ClipError::Width { property: property.width(), curve: curve.width() })
        }
    }

    /// The index of the node.
    pub fn node(&self) -> usize {
        self.node
    }

    /// What is driven.
    pub fn property(&self) -> &Property {
        &self.property
    }

    /// The first component that is driven.
    pub fn component(&self) -> usize {
        self.component
    }

    /// The curve.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }
}

impl Clip {
    /// The time in seconds of a frame by the source's own number, if the clip has a rate.
    pub fn frame_time(&self, frame: f64) -> Option<f64> {
        self.rate.map(|rate| rate.time(frame - self.first_frame))
    }

    /// How many frames the clip has at a rate: those that begin before its end. One that begins at the end counts if the clip
    /// has a key there: a clip whose last key holds for a frame has as many frames as it has keys, one that runs up to its
    /// last key has that too. At least 1.
    pub fn frame_count(&self, rate: Rate) -> u64 {
        /// The part of a frame that rounding may make of nothing.
        const SLACK: f64 = 1e-6;
        let frames = rate.frame(self.duration);
        let ends_with_key = self.channels.iter().any(|channel| {
            let end = channel.curve.end();
            end > 0.0 && (rate.frame(end) - frames).abs() < SLACK
        });
        let count = if ends_with_key { (frames + SLACK).floor() + 1.0 } else { (frames - SLACK).ceil() };
        count.max(1.0) as u64
    }

    /// The number of keys over all channels.
    pub fn key_count(&self) -> usize {
        self.channels.iter().map(|channel| channel.curve.len()).sum()
    }

    /// The value of a metadata entry.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Whether every index points at a node, durations and times are finite, and events are in order.
    pub fn validate(&self) -> Result<(), ClipError> {
        let known = |index: usize| index < self.nodes.len();
        if !(self.duration.is_finite() && self.duration >= 0.0 && self.first_frame.is_finite()) {
            return Err(ClipError::Duration);
        }
        let ascend = self.events.is_sorted_by(|a, b| a.time <= b.time);
        if !ascend || self.events.iter().any(|event| !event.time.is_finite()) {
            return Err(ClipError::Events);
        }
        let indices = (self.nodes.iter().filter_map(|node| node.parent))
            .chain(self.channels.iter().map(|channel| channel.node))
            .chain(self.events.iter().filter_map(|event| event.node));
        match indices.into_iter().find(|&index| !known(index)) {
            Some(index) => Err(ClipError::Node { index, count: self.nodes.len() }),
            None => Ok(()),
        }
    }
}

/// Why parts do not make a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipError {
    /// A rate that is not finite and above 0.
    Rate,
    /// Times that are not finite and strictly ascending.
    Times,
    /// No key, no component, or a number of values that is not keys × width.
    Values,
    /// Not one ease a key, or a quaternion's ease for another width than 4.
    Eases,
    /// Not one pair of handles a value.
    Handles,
    /// A curve that does not fit its property.
    Width {
        /// The numbers a value of the property has.
        property: usize,
        /// The numbers a value of the curve has.
        curve: usize,
    },
    /// More keys than baking makes of one curve, 2²⁰.
    TooManyKeys,
    /// A duration or first frame that is not finite, or a duration below 0.
    Duration,
    /// Events whose times are not finite or do not ascend.
    Events,
    /// A node that does not exist.
    Node {
        /// The index.
        index: usize,
        /// How many nodes there are.
        count: usize,
    },
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate => f.write_str("a frame rate must be finite and above 0"),
            Self::Times => f.write_str("key times must be finite and strictly ascending"),
            Self::Values => f.write_str("a curve needs a key, a component, and keys × width values"),
            Self::Eases => f.write_str("a curve needs one ease a key, and width 4 for slerp"),
            Self::Handles => f.write_str("a curve needs one pair of handles a value"),
            Self::Width { property, curve } => {
                write!(f, "a curve of width {curve} does not fit a property of width {property}")
            }
            Self::TooManyKeys => f.write_str("the curve would take more than 1048576 keys"),
            Self::Duration => f.write_str("a duration must be finite and not below 0"),
            Self::Events => f.write_str("event times must be finite and ascend"),
            Self::Node { index, count } => write!(f, "there is no node {index} among {count}"),
        }
    }
}

impl std::error::Error for ClipError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Times};

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
    }

    #[test]
    fn a_channel_takes_a_curve_that_fits() {
        let curve = |width: usize| Curve::constant(&vec![0.0; width]).unwrap();
        assert!(Channel::new(0, Property::Scale, curve(3)).is_ok());
        assert_eq!(
            Channel::new(0, Property::Scale, curve(1)),
            Err(ClipError::Width { property: 3, curve: 1 })
        );
        assert!(Channel::part(0, Property::Scale, 2, curve(1)).is_ok());
        assert!(Channel::part(0, Property::Scale, 2, curve(2)).is_err());
        assert!(Channel::part(0, Property::Scale, usize::MAX, curve(2)).is_err());
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
        let event = Event { time: 0.0, node: Some(1), name: String::new(), values: vec![] };
        assert_eq!(Clip { events: vec![event], ..sound.clone() }.validate(), missing);
        assert_eq!(Clip { duration: f64::NAN, ..sound.clone() }.validate(), Err(ClipError::Duration));
        let at = |time| Event { time, node: None, name: String::new(), values: vec![] };
        for events in [vec![at(f64::NAN)], vec![at(1.0), at(0.0)]] {
            assert_eq!(Clip { events, ..sound.clone() }.validate(), Err(ClipError::Events));
        }
    }
}
