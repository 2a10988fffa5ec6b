#![doc = include_str!("../README.md")]

mod activity;
mod axis;
mod curves;
mod error;
mod glyphs;
mod lanes;
mod options;
mod page;
mod panels;
#[cfg(feature = "png")]
mod png;
mod states;
mod text;
mod theme;
mod trace;

pub use activity::{Activity, Cast};
pub use error::Error;
pub use options::{Options, Theme};
pub use page::{Picture, plot};
pub use panels::{Line, Panel, panels};
pub use trace::{key_times, trace};
