#![doc = include_str!("../README.md")]

mod axis;
mod curves;
mod error;
mod glyphs;
mod lanes;
mod multiples;
mod options;
mod page;
mod panels;
#[cfg(feature = "png")]
mod png;
mod states;
mod text;
mod theme;
mod ticks;
mod trace;

pub use error::Error;
pub use options::{Angles, Options, Theme};
pub use page::{Picture, plot};
pub use panels::{Line, Panel, channel_names, panels};
pub use trace::{key_times, trace};
