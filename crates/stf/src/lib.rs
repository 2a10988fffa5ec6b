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
mod format;
mod json;
mod keyframe;
mod limits;
mod member;
mod options;
mod path;
mod read;
mod scene;
#[cfg(feature = "serde")]
mod serde_impls;
mod target;
mod track;
mod write;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, OpenError, Report};
#[doc(no_inline)]
pub use anim_retarget::{self, Axes, BoneMap, Travel};
pub use animation::{Animation, Layout, Loop};
pub use document::{Form, Resource, Stf};
pub use error::{Error, ErrorKind};
pub use eval::{baked_frames, sample_ascending};
pub use json::MAX_DEPTH;
pub use keyframe::{Ease, Handle, Key, Keyframe, Tangent, Unknown, Word};
pub use limits::{BAKED_KEYS_PER_SEGMENT, MAX_FRAMES};
pub use member::Member;
pub use options::{BakedUse, ClipOptions, EncodeOptions, Euler, Names, Origin, ReadOptions};
pub use target::{Reference, Step, Target};
pub use track::{Subtrack, Track};
