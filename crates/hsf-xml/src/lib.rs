#![doc = include_str!("../README.md")]

mod attributes;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod eval;
mod extent;
mod extract;
mod graph;
mod kind;
mod list;
mod modifier;
mod number;
mod options;
mod player;
mod program;
mod read;
mod schema;
#[cfg(feature = "serde")]
mod serde_impls;
mod target;
mod text;
mod write;

pub use document::{Aside, Attribute, Content, Element, Hsf, MAX_DEPTH};
pub use error::{Error, ErrorKind};
pub use extract::extract;
pub use kind::{Key, Kind, Tag};
pub use list::{Hold, Item, Items, Keyed, List};
pub use modifier::{Meaning, Modifier, Parameter};
pub use options::{EncodeOptions, ReadOptions};
pub use player::{
    Happened, Happening, Input, MAX_STEPS, Overrun, Player, Property, SensorRule, State, Value,
};
pub use read::MAX_ATTRIBUTES;
pub use target::{Target, TargetKind};
pub use text::{Comment, Instruction, MAX_NAME, Name, Text, Word};
