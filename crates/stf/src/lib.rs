#![doc = include_str!("../README.md")]

mod animation;
mod check;
mod clips;
pub mod codes;
mod document;
mod edit;
mod encode;
mod error;
mod eval;
mod extent;
mod json;
mod keyframe;
mod options;
mod read;
mod scene;
#[cfg(feature = "serde")]
mod serde_impls;
mod target;
mod write;

pub use animation::{Animation, Layout, Loop, Member, Subtrack, Track};
pub use document::{Form, Resource, Stf};
pub use error::{Error, ErrorKind};
pub use eval::{MAX_FRAMES, baked_frames, sample_ascending};
pub use json::MAX_DEPTH;
pub use keyframe::{Ease, Handle, Key, Keyframe, Tangent, Unknown, Word};
pub use options::{BakedUse, ClipOptions, EncodeOptions, Names, Origin};
pub use target::{Reference, Step, Target};
