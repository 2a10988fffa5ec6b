//! The payloads of packets: one type for each kind.

use crate::{Degrees, Factor, Nibble, Words};

/// A packet's payload by its type. `W` holds payloads of unknown layout: [`Words`] owns them, [`WordsRef`](crate::WordsRef)
/// refers to them in place.
// // A tag separate from the fields lets a reader fill complete words.
#[repr(u32)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "W: serde::Deserialize<'de>, Malformed<W>: serde::Deserialize<'de>"))
)]
pub enum Body<W = Words> {
    /// Type 0: the object's attribute bits.
    Attribute(Attribute),
    /// Type 1: rotation, scale and translation.
    Coordinate(Coordinate),
    /// Type 2: the model the object shows.
    Model(Reference),
    /// Type 3: the object's parent; 0 and 0xFFFF mean none.
    Parent(Reference),
    /// Type 4: the object's matrix.
    Matrix(Matrix),
    /// Type 6: a light source.
    Light(Light),
    /// Type 7 with flag bit 0 clear: a camera by its position and what it looks at.
    LookAt(LookAt),
    /// Type 7 with flag bit 0 set: a camera by rotation and translation.
    Camera(Camera),
    /// Type 8: creates or kills the object.
    Control(Control),
    /// Types 5 and 9 to 15: words whose meaning the format leaves open.
    Data(Data<W>),
    /// A payload that is shorter or longer than its type and flag require.
    Malformed(Malformed<W>),
}

/// Attribute bits: `attribute = (attribute & mask) | value`. Table 2-7 of the specification names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Attribute {
    /// Unused by the format.
    pub flag: Nibble,
    /// A bit that is 1 keeps the attribute's bit.
    pub mask: u32,
    /// The bits to set.
    pub value: u32,
}

/// Rotation, scale and translation, each if present (figures 2-70 and 2-71).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Coordinate {
    /// Whether the values are differences rather than states.
    pub differential: bool,
    /// Angles about X, Y and Z.
    pub rotation: Option<[Degrees; 3]>,
    /// Factors along X, Y and Z.
    pub scale: Option<Scale>,
    /// X, Y and Z in whole units.
    pub translation: Option<[i32; 3]>,
}

/// Three factors and the half word of padding after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Scale {
    /// Factors along X, Y and Z.
    pub factors: [Factor; 3],
    /// Unused; 0 in real files.
    pub pad: i16,
}

impl Scale {
    /// These factors, with padding 0.
    pub const fn new(factors: [Factor; 3]) -> Self {
        Self { factors, pad: 0 }
    }
}

/// The id of a model or of an object (figures 2-72 and 2-73).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Reference {
    /// Unused by the format.
    pub flag: Nibble,
    /// The id.
    pub id: u16,
    /// Unused; 0 in real files.
    pub pad: u16,
}

impl Reference {
    /// A reference to this id, with padding 0.
    pub const fn new(id: u16) -> Self {
        Self { flag: Nibble::new(0), id, pad: 0 }
    }
}

/// Whether a parent id means that the object has none. The specification is silent; Sony's players treat both values that way.
pub(crate) const fn is_no_parent(id: u16) -> bool {
    id == 0 || id == u16::MAX
}

/// A matrix and a translation (figure 2-74).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Matrix {
    /// Unused by the format.
    pub flag: Nibble,
    /// The matrix, row by row, for column vectors.
    pub rows: [[Factor; 3]; 3],
    /// Unused; 0 in real files.
    pub pad: u16,
    /// X, Y and Z in whole units.
    pub translation: [i32; 3],
}

/// A light's direction and colour, each if present (figures 2-75 and 2-76).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Light {
    /// Whether the values are differences rather than states.
    pub differential: bool,
    /// Flag bit 3, unused by the format.
    pub reserved: bool,
    /// The direction, in whole units.
    pub direction: Option<[i32; 3]>,
    /// Red, green, blue and a byte of padding.
    pub color: Option<[u8; 4]>,
}

/// A camera given by the point at which it looks (figures 2-77 (a) and 2-78).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LookAt {
    /// Whether the values are differences rather than states.
    pub differential: bool,
    /// The camera's position and the point it looks at, in whole units.
    pub view: Option<[[i32; 3]; 2]>,
    /// The angle about the line of sight. The specification states no unit; this crate takes 4096 as one degree.
    pub roll: Option<Degrees>,
}

/// A camera given by rotation and translation (figures 2-77 (b) and 2-79). The specification states no units; this crate
/// takes those of [`Coordinate`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Camera {
    /// Whether the values are differences rather than states.
    pub differential: bool,
    /// Angles about X, Y and Z.
    pub rotation: Option<[Degrees; 3]>,
    /// X, Y and Z.
    pub translation: Option<[i32; 3]>,
}

/// Creation or end of an object (figure 2-80): the flag of a packet without payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Control(pub Nibble);

impl Control {
    /// The object begins to exist, in its initial state.
    pub const CREATE: Self = Self(Nibble::new(0));
    /// The object ceases to exist.
    pub const KILL: Self = Self(Nibble::new(1));
}

/// The words of a packet whose contents the format leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Data<W = Words> {
    /// The packet's type.
    pub kind: DataKind,
    /// The packet's flag.
    pub flag: Nibble,
    /// The payload.
    pub words: W,
}

/// The types of packets whose contents the format leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum DataKind {
    /// Type 5: a model's data, "not presently supported".
    Model,
    /// Types 9 to 13: reserved for users.
    User(User),
    /// Type 14: extended commands, reserved by the system.
    Extended,
    /// Type 15: special commands, never finalised. One game ends each file with an empty packet of this type.
    Special,
}

/// The five packet types reserved for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the format defines no more than the names")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum User {
    User0,
    User1,
    User2,
    User3,
    User4,
}

impl User {
    /// All five, in the order of their types.
    pub const ALL: [Self; 5] = [Self::User0, Self::User1, Self::User2, Self::User3, Self::User4];
}

/// A packet whose payload does not have the length that its type and flag require. Sony's players read the parts that the flag
/// names and use the length to skip to the next packet, so a payload that is too long still takes effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Malformed<W = Words> {
    pub(crate) kind: Nibble,
    pub(crate) flag: Nibble,
    pub(crate) words: W,
}

impl<W> Malformed<W> {
    /// The packet's type in the file.
    pub fn kind(&self) -> Nibble {
        self.kind
    }

    /// The packet's flag.
    pub fn flag(&self) -> Nibble {
        self.flag
    }

    /// The payload.
    pub fn words(&self) -> &W {
        &self.words
    }
}
