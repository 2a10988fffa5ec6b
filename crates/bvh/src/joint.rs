//! The parts of the model: joints, and a value for each of their channels in each frame.

use crate::{ChannelKind, Text};

/// A `ROOT`, a `JOINT` or an `End Site`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Joint {
    /// The name: the text after the keyword, without blanks around it. It may contain blanks, but no line end and no `{`.
    pub name: Text,
    /// The index of the parent; `None` for a `ROOT`.
    pub parent: Option<usize>,
    /// `OFFSET`: the position relative to the parent, in the file's length unit. Position channels replace it.
    pub offset: [f64; 3],
    /// Whether it moves or only marks the tip of its parent.
    pub role: Role,
}

/// The kind of a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Role {
    /// A `ROOT` or `JOINT` with its channels, in the order of the values.
    Joint(Vec<ChannelKind>),
    /// An `End Site`: the tip of its parent, without channels and children.
    End,
}

/// The frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// `Frame Time`: the duration of a frame in seconds.
    pub frame_time: f64,
    /// The number of frames; 0 if no joint has a channel.
    pub frames: usize,
    /// All values, frame by frame; in each frame joint by joint, for each joint channel by channel.
    pub values: Vec<f64>,
}

impl Joint {
    /// The channels in the order of the values; none for an `End Site`.
    pub fn channels(&self) -> &[ChannelKind] {
        match &self.role {
            Role::Joint(channels) => channels,
            Role::End => &[],
        }
    }
}
