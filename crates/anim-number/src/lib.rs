#![doc = include_str!("../README.md")]

mod read;
mod write;

pub use read::{parse, plain, prefix, word};
pub use write::fixed::{write_six, write_whole};
pub use write::write_shortest;
