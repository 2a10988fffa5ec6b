//! The parts of the JSON that `anim … --json` prints, for every program that prints the same.
//!
//! The schemas are those of the command. Field names do not change as long as [`SCHEMA`] and [`REPORT_SCHEMA`] stay the same.

mod clip;
mod finding;
mod format;
mod loss;
mod number;
mod operation;
mod report;

pub use clip::{ClipInfo, FileInfo};
pub use finding::Finding;
pub use format::{CodeInfo, FormatInfo, FormatOption};
pub use loss::{LargestLoss, Loss, Summary};
pub use number::Number;
pub use operation::OperationInfo;
pub use report::{Change, Converted, Output};

/// The version of every JSON form except reports.
pub const SCHEMA: u32 = 1;

/// The version of conversion reports.
pub const REPORT_SCHEMA: u32 = 1;
