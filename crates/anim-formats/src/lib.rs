#![doc = include_str!("../README.md")]

mod detect;
mod entry;
mod error;

pub use detect::detect;
pub use entry::{Entry, all, build, by_extension, by_id, dump};
pub use error::Error;
