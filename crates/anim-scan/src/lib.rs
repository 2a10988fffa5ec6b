#![doc = include_str!("../README.md")]

mod find;
mod scan;
mod sectors;
mod window;

pub use find::{Find, MIN_EVIDENCE, confidence};
pub use scan::{Limits, Summary, scan};
pub use sectors::{SECTOR, USER_DATA};
