#![doc = include_str!("../README.md")]

mod columns;
#[cfg(test)]
mod contrast;
mod data;
mod error;
mod graph;
mod options;
mod page;
mod rig;
mod scene;
mod source;
mod times;
mod tracks;

pub use error::Error;
pub use options::{Options, Up};
pub use page::{page, page_of};
pub use source::{Compare, Source};
