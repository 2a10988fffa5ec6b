#![doc = include_str!("../README.md")]

mod arc;
mod channel;
mod check;
mod clips;
pub mod codes;
mod describe;
mod document;
mod encode;
mod error;
mod evaluation;
mod extent;
mod format;
mod graph;
mod keyframes;
mod label;
mod limits;
mod links;
mod machine;
mod name;
mod names;
mod node_pose;
mod number;
mod opening;
mod options;
mod origin;
mod part;
mod plain;
mod player;
mod read;
mod schedule;
#[cfg(feature = "serde")]
mod serde_impls;
mod showing;
mod write;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, MAX_HAPPENINGS, OpenError, Report};
pub use channel::{Channel, ChannelType};
pub use document::{Behavior, Body, Motions, Node, State, Stt};
pub use error::{Error, ErrorKind, Expected, Hint};
pub use evaluation::Evaluation;
pub use keyframes::{Key, KeyframeType, Keyframes};
pub use label::{Label, Word};
pub use limits::{MAX_DEPTH, PIECES_PER_KEY, POSES_PER_KEY};
pub use node_pose::NodePose;
pub use number::{Flag, Seconds, Vector};
pub use options::{ClipOptions, Clock, EncodeOptions, ReadOptions, Sine};
pub use player::{Happened, Happening, Player, Position};
