#![doc = include_str!("../README.md")]

mod channel;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod format;
mod invalid;
mod joint;
mod limits;
mod number;
mod options;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod text;
mod write;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, OpenError, Report};
pub use channel::{Axis, ChannelKind};
pub use document::Bvh;
pub use error::{Error, ErrorKind};
pub use invalid::Invalid;
pub use joint::{Joint, Motion, Role};
pub use limits::{FREE_POSES, FREE_POSES_PER_KEY, MAX_FRAMES, MAX_POSES};
pub use options::{Angles, ClipOptions, EncodeOptions, Interpolate, Offset, Position, ReadOptions, Roots};
pub use text::Text;
