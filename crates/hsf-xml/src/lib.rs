#![doc = include_str!("../README.md")]

mod attributes;
mod blocks;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod eval;
mod extent;
mod extract;
mod format;
mod graph;
mod input;
mod item;
mod kind;
mod limits;
mod list;
mod members;
mod modifier;
mod nodes;
mod number;
mod options;
mod part;
mod player;
mod program;
mod property;
mod read;
mod schema;
#[cfg(feature = "serde")]
mod serde_impls;
mod stream;
mod subtarget;
mod target;
mod text;
mod write;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, OpenError, Report};
pub use document::{Aside, Attribute, Content, Element, Hsf, MAX_DEPTH};
pub use error::{Error, ErrorKind};
pub use extract::extract;
pub use input::Input;
pub use item::{Hold, Item, Keyed};
pub use kind::{Key, Kind, Tag};
pub use limits::{
    ADDED_KEYS_PER_KEYFRAME, MAX_CHANNEL_KEYS, MAX_ELEMENTS, MAX_FACTS, MAX_INFLATED, MAX_KEYS, MAX_REPAIRS,
    MAX_TURNS,
};
pub use list::{Items, List};
pub use modifier::{Meaning, Modifier, Parameter};
pub use options::{ClipOptions, Container, EncodeOptions, ReadOptions, TICKS_PER_SECOND, Whole};
pub use player::{
    Happened, Happening, InputError, InputTarget, MAX_HAPPENINGS, MAX_STEPS, Overrun, Player, SensorRule,
    State, Value,
};
pub use property::Property;
pub use read::MAX_ATTRIBUTES;
pub use stream::Stream;
pub use subtarget::Subtarget;
pub use target::{Target, TargetKind};
pub use text::{Comment, Instruction, MAX_NAME, Name, Text, Word};
