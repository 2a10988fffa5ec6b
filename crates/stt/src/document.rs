//! The model: a file is a list of states, a state is a list of nodes or of keyframes.

use crate::label::is_space;
use crate::origin::Origin;
use crate::{Channel, Keyframes, Label, Vector, Word};

/// An STT file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Stt {
    /// The version, `1.1` in every known file.
    pub version: Word,
    /// The states, in the order of the file.
    pub states: Vec<State>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Trailing::is_empty"))]
    pub(crate) trailing: Trailing,
}

impl Stt {
    /// A file of version 1.1 with these states.
    pub fn new(states: Vec<State>) -> Self {
        Self { version: Word::read(b"1.1", Origin::NONE), states, trailing: Trailing::default() }
    }

    /// The bytes that follow the last state, without the white space around them. A correct file has none.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing.bytes
    }

    /// Sets the bytes that follow the last state. White space and end marks (NUL, Ctrl-Z) around them are left out.
    pub fn set_trailing(&mut self, bytes: &[u8]) {
        self.trailing = Trailing::new(bytes, Origin::NONE);
    }
}

/// A state: a pose or a motion of nodes, or a sequence of other states.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct State {
    /// Its name.
    pub name: Label,
    /// Its nodes or its keyframes.
    pub body: Body,
}

impl State {
    /// A state of nodes.
    pub fn single(name: Label, nodes: Vec<Node>) -> Self {
        Self { name, body: Body::Single(nodes) }
    }

    /// A state of keyframes.
    pub fn keyframe(name: Label, keyframes: Keyframes) -> Self {
        Self { name, body: Body::Keyframe(keyframes) }
    }
}

/// The contents of a state.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Body {
    /// `SINGLE`: nodes, each with a behaviour.
    Single(Vec<Node>),
    /// `KEYFRAME`: a sequence of other states.
    Keyframe(Keyframes),
}

/// A node of the model and its behaviour in a state.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Node {
    /// Its name in the model.
    pub name: Label,
    /// Its behaviour.
    pub behavior: Behavior,
}

/// The displacement, translation and orientation of a node.
///
/// The position of a node is the sum of its displacement and its translation, in the model's unit of length. The orientation
/// is three angles about X, Y and Z, in degrees.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Behavior {
    /// `STATIC`: the node does not move.
    Static {
        /// The displacement.
        displacement: Vector,
        /// The translation.
        translation: Vector,
        /// The orientation, in degrees.
        orientation: Vector,
    },
    /// `DYNAMIC`: each of the three vectors has a motion.
    Dynamic(Box<Motions>),
}

impl Behavior {
    /// The length of the longest motion in seconds, from time 0 on; 0 if nothing moves.
    pub(crate) fn length(&self) -> f64 {
        match self {
            Self::Static { .. } => 0.0,
            Self::Dynamic(motions) => motions.channels().map(Channel::length).into_iter().fold(0.0, f64::max),
        }
    }
}

/// The motions of the three vectors of a node.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Motions {
    /// The displacement.
    pub displacement: Channel,
    /// The translation.
    pub translation: Channel,
    /// The orientation, in degrees.
    pub orientation: Channel,
}

impl Motions {
    /// Displacement, translation and orientation: the order of the file.
    pub const fn channels(&self) -> [&Channel; 3] {
        [&self.displacement, &self.translation, &self.orientation]
    }
}

/// The bytes that follow the last state, without white space and end marks around them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trailing {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) origin: Origin,
}

impl Trailing {
    /// Trims the bytes; `origin` is the location of the trimmed bytes.
    pub(crate) fn new(bytes: &[u8], origin: Origin) -> Self {
        Self { bytes: trim(bytes).into(), origin }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// The bytes without white space and end marks around them.
pub(crate) fn trim(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().take_while(|byte| is_blank(**byte)).count();
    let bytes = bytes.get(start..).unwrap_or_default();
    let end = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    bytes.get(..bytes.len().saturating_sub(end)).unwrap_or_default()
}

/// Whether a byte is white space or a mark that ends a file: NUL, Ctrl-Z.
pub(crate) const fn is_blank(byte: u8) -> bool {
    is_space(byte) || matches!(byte, 0 | 0x1A)
}
