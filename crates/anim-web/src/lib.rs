#![doc = include_str!("../README.md")]

mod animation;
mod binding;
mod checked;
mod convert;
mod detect;
mod error;
mod options;
mod posed;
mod sampled;
mod surroundings;
#[cfg(feature = "view")]
mod view;

pub use animation::Animation;
pub use checked::{Checked, Placed, check};
pub use convert::{Made, MadeFile};
pub use error::{Error, Place};
pub use options::{ConvertOptions, OpenOptions, PageOptions, SampleOptions, Step, Word};
pub use posed::Posed;
pub use sampled::{Column, Inexact, Sampled};
