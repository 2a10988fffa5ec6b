#![doc = include_str!("../README.md")]

mod anim;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod found;
mod layout;
mod mirror;
mod names;
mod number;
mod options;
mod player;
mod pose;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod skeleton;
mod states;
mod text;
mod travel;
mod view;
mod write;

pub use anim::{Anim, Layout, MAX_CHANNELS, MAX_FRAMES, Track};
pub use clips::{FRAMES_PER_SECOND, MAX_STATE_VALUES};
pub use document::{File, Mm2Ped};
pub use encode::{BoneMap, DISTANCE_TOLERANCE, MAX_POSES};
pub use error::{Error, ErrorKind};
pub use mirror::Mirror;
pub use options::{ClipOptions, EncodeOptions, Facing, Interpolate, Motion, Rest};
pub use player::Player;
pub use pose::{EULER_ORDER, from_rows, nearest_angles, to_rows};
pub use skeleton::{Bone, MAX_BONES, MAX_NAME, Skeleton};
pub use states::{Frames, SECONDS_A_FRAME, State, StateTable, Tail, Window};
pub use text::LineEnd;
pub use view::View;
