//! What is told of files as JSON: the parts of the shapes that `anim … --json` prints, for every program that prints them.
//!
//! The schemas are those of the command; the names of the fields do not change while [`SCHEMA`] and [`REPORT_SCHEMA`] stay.

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

/// The version of every shape but that of reports.
pub const SCHEMA: u32 = 1;

/// The version of the shape of reports of conversions.
pub const REPORT_SCHEMA: u32 = 1;
