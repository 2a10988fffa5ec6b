#![doc = include_str!("../README.md")]

mod channel;
mod check;
mod clips;
pub mod codes;
mod document;
mod encode;
mod error;
mod invalid;
mod number;
mod options;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod shortest;
mod text;
mod write;

pub use channel::{Axis, ChannelKind};
pub use document::{Bvh, Joint, Motion, Role};
pub use encode::{MAX_FRAMES, MAX_POSES};
pub use error::{Error, ErrorKind};
pub use invalid::Invalid;
pub use options::{Angles, ClipOptions, EncodeOptions, Interpolate, Offset, Position, Roots};
pub use text::Text;
