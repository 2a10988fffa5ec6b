#![doc = include_str!("../README.md")]

mod anim;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod format;
mod found;
mod graph;
mod head;
mod invalid;
mod layout;
mod limits;
mod mirror;
mod names;
mod number;
mod options;
mod origin;
mod player;
mod pose;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod shown;
mod skeleton;
mod states;
mod survey;
mod text;
mod travel;
mod view;
mod write;

pub use anim::{Anim, FRAMES_PER_SECOND, Track};
#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, MAX_HAPPENINGS, OpenError, Report};
pub use anim_retarget::{Axes, BoneMap, Reference, Travel};
pub use document::{File, Mm2Ped};
pub use error::{Error, ErrorKind};
pub use invalid::Invalid;
pub use layout::Layout;
pub use limits::{MAX_BONES, MAX_CHANNELS, MAX_FRAMES, MAX_NAME, MAX_POSES, MAX_STATE_VALUES};
pub use mirror::Mirror;
pub use options::{ClipOptions, EncodeOptions, FileKind, Interpolate, Motion, ReadOptions, Rest};
pub use player::{Happened, Happening, Player};
pub use pose::{EULER_ORDER, from_rows, nearest_angles, to_rows};
pub use skeleton::{Bone, Skeleton};
pub use states::{Frames, SPEED_SECONDS_PER_FRAME, State, StateTable, Tail, Window};
pub use text::LineEnd;
pub use travel::DISTANCE_TOLERANCE;
pub use view::View;
