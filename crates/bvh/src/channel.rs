//! The six kinds of channels.

use std::fmt;

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// X.
    X,
    /// Y.
    Y,
    /// Z.
    Z,
}

impl Axis {
    /// The index in x, y, z: 0 to 2.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The unit vector.
    pub const fn unit(self) -> [f64; 3] {
        match self {
            Self::X => [1.0, 0.0, 0.0],
            Self::Y => [0.0, 1.0, 0.0],
            Self::Z => [0.0, 0.0, 1.0],
        }
    }
}

/// The meaning of a number in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub enum ChannelKind {
    /// A coordinate of the joint relative to its parent, in the file's length unit.
    Position(Axis),
    /// An angle about an axis in degrees. The rotation of a joint is the product of its rotations in the order of the
    /// channels, for column vectors: the last one applies to a point first.
    Rotation(Axis),
}

impl ChannelKind {
    /// All six kinds.
    pub const ALL: [Self; 6] = [
        Self::Position(Axis::X),
        Self::Position(Axis::Y),
        Self::Position(Axis::Z),
        Self::Rotation(Axis::X),
        Self::Rotation(Axis::Y),
        Self::Rotation(Axis::Z),
    ];

    /// The name in files, such as `Xposition`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position(Axis::X) => "Xposition",
            Self::Position(Axis::Y) => "Yposition",
            Self::Position(Axis::Z) => "Zposition",
            Self::Rotation(Axis::X) => "Xrotation",
            Self::Rotation(Axis::Y) => "Yrotation",
            Self::Rotation(Axis::Z) => "Zrotation",
        }
    }

    /// The kind with this name in any letter case.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().as_bytes().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for ChannelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_in_any_case() {
        for kind in ChannelKind::ALL {
            for name in [kind.name().to_owned(), kind.name().to_uppercase(), kind.name().to_lowercase()] {
                assert_eq!(ChannelKind::from_name(name.as_bytes()), Some(kind), "{name}");
            }
        }
        assert_eq!(ChannelKind::from_name(b"Xscale"), None);
    }
}
