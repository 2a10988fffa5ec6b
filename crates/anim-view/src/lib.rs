#![doc = include_str!("../README.md")]

mod columns;
mod data;
mod error;
mod lines;
mod motion;
mod options;
mod page;

pub use error::Error;
pub use options::{Options, Up};
pub use page::page;
