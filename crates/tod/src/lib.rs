#![doc = include_str!("../README.md")]

mod body;
mod check;
mod clips;
mod codec;
pub mod codes;
mod document;
mod encode;
mod error;
mod extent;
mod format;
pub mod hardware;
pub mod ideal;
mod limits;
mod names;
mod number;
mod options;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod stage;
mod view;
mod words;
mod write;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, OpenError, Report};
pub use body::{
    Attribute, Body, Camera, Control, Coordinate, Data, DataKind, Light, LookAt, Malformed, Matrix,
    Reference, Scale, User,
};
pub use document::{Frame, Packet, Tod};
pub use error::{Error, ErrorKind};
pub use limits::{FREE_FRAMES, FREE_POSES, FREE_POSES_PER_KEY, MAX_FRAMES, MAX_POSES};
pub use number::{Degrees, Factor, Nibble};
pub use options::{Changes, ClipOptions, EncodeOptions, Mode, ReadOptions, Start};
pub use stage::{CameraState, Coordinates, LightState, Object, Stage};
pub use view::{FrameView, Frames, PacketView, Packets, View};
pub use words::{MAX_PAYLOAD, Words, WordsRef};
