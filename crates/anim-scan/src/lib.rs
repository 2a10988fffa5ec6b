#![doc = include_str!("../README.md")]

mod at;
mod find;
mod scan;
mod sectors;
mod window;

pub use at::file_at;
pub use find::{Find, MIN_EVIDENCE, confidence};
pub use scan::{Limits, Summary, scan};
pub use sectors::{SECTOR, USER_DATA};
