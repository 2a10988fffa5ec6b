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
pub mod hardware;
pub mod ideal;
mod number;
mod options;
mod read;
#[cfg(feature = "serde")]
mod serde_impls;
mod stage;
mod view;
mod words;
mod write;

pub use body::{
    Attribute, Body, Camera, Control, Coordinate, Data, DataKind, Light, LookAt, Malformed, Matrix,
    Reference, Scale, User,
};
pub use document::{Frame, Packet, Tod};
pub use encode::{MAX_FRAMES, MAX_POSES};
pub use error::{Error, ErrorKind};
pub use number::{Degrees, Factor, Nibble};
pub use options::{Changes, EncodeOptions, Mode, Start};
pub use stage::{CameraState, Coordinates, LightState, Object, Stage};
pub use view::{FrameView, Frames, PacketView, Packets, View};
pub use words::{MAX_PAYLOAD, Words, WordsRef};
