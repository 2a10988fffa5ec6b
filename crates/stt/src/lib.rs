#![doc = include_str!("../README.md")]

mod channel;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod extent;
mod graph;
mod keyframes;
mod label;
mod links;
mod machine;
mod moment;
mod name;
mod number;
mod options;
mod origin;
mod player;
mod read;
mod schedule;
#[cfg(feature = "serde")]
mod serde_impls;
mod write;

pub use channel::{Channel, ChannelType};
pub use document::{Behavior, Body, Motions, Node, State, Stt};
pub use encode::MAX_POSES;
pub use error::{Error, ErrorKind, Expected};
pub use keyframes::{Key, KeyframeType, Keyframes};
pub use label::{Label, Word};
pub use machine::NodePose;
pub use number::{Flag, Seconds, Vector};
pub use options::{Clock, MAX_DEPTH, MAX_PIECES, PlayOptions, Sine};
pub use player::{Player, Position, UnknownState};
