//! Animation clips compiled for playing.
#![doc = include_str!("../README.md")]

mod blend;
mod blocks;
pub mod codes;
mod columns;
mod compile;
mod compile_error;
mod errors;
mod figure;
mod fit;
mod grid;
mod keyed;
mod model;
mod motion;
mod pose;
mod power;
mod track;
mod travel;
mod vector;

#[doc(no_inline)]
pub use anim_core;
pub use blend::Mask;
pub use compile::CompileOptions;
pub use compile_error::CompileError;
pub use errors::Errors;
pub use figure::Figure;
pub use model::{Matrix, Model};
pub use motion::Motion;
pub use pose::{Joint, Pose};
pub use travel::Travel;
