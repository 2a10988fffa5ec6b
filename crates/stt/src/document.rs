//! The model: a file is states, a state is nodes or keyframes.

use crate::label::is_space;
use crate::origin::Origin;
use crate::{Channel, Keyframes, Label, Vector, Word};

/// An STT file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Stt {
    /// The version, `1.1` in every known file.
    pub version: Word,
    /// The states in the file's order.
    pub states: Vec<State>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Trailing::is_empty"))]
    pub(crate) trailing: Trailing,
}

impl Stt {
    /// A file of version 1.1 with these states.
    pub fn new(states: Vec<State>) -> Self {
        Self { version: Word::read(b"1.1", Origin::NONE), states, trailing: Trailing::default() }
    }

    /// What follows the last state, without the white space around it. Nothing in a sound file.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing.bytes
    }

    /// Lets something follow the last state; white space and end marks (NUL, Ctrl-Z) around it are left out.
    pub fn set_trailing(&mut self, bytes: &[u8]) {
        self.trailing = Trailing::new(bytes, Origin::NONE);
    }
}

/// One state: a pose or motion of nodes, or a sequence of other states.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct State {
    /// Its name.
    pub name: Label,
    /// What it is made of.
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

/// What a state is made of.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Body {
    /// `SINGLE`: nodes, each with its own behaviour.
    Single(Vec<Node>),
    /// `KEYFRAME`: other states in turn.
    Keyframe(Keyframes),
}

/// What one node of the model does in a state.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Node {
    /// The node's name in the model.
    pub name: Label,
    /// What it does.
    pub behavior: Behavior,
}

/// Displacement, translation and orientation of a node. A node's position is the sum of the first two, in the model's
/// unit of length; the orientation is degrees about X, Y and Z.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Behavior {
    /// `STATIC`: it stands.
    Static {
        /// The displacement vector.
        displacement: Vector,
        /// The translation vector.
        translation: Vector,
        /// The orientation vector, in degrees.
        orientation: Vector,
    },
    /// `DYNAMIC`: each of the three moves by itself.
    Dynamic(Box<Motions>),
}

impl Behavior {
    /// The seconds that its longest motion takes, from time 0 on; 0 where nothing moves.
    pub(crate) fn length(&self) -> f64 {
        match self {
            Self::Static { .. } => 0.0,
            Self::Dynamic(motions) => motions.channels().map(Channel::length).into_iter().fold(0.0, f64::max),
        }
    }
}

/// How the three vectors of a node move.
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
    /// The three, in the order of the file.
    pub const fn channels(&self) -> [&Channel; 3] {
        [&self.displacement, &self.translation, &self.orientation]
    }
}

/// What follows the last state, trimmed.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "crate::serde_impls::Text", from = "crate::serde_impls::Text")
)]
pub(crate) struct Trailing {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) origin: Origin,
}

impl Trailing {
    /// The bytes without white space and end marks around them; `origin` is that of the trimmed ones.
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

/// White space, and the marks that end a file: NUL and Ctrl-Z.
pub(crate) const fn is_blank(byte: u8) -> bool {
    is_space(byte) || matches!(byte, 0 | 0x1A)
}
