//! Tables of many files, as streams of Arrow record batches.

mod choice;
mod columns;
mod cursor;
mod pickle;
mod rows;
mod scan;
mod schema;
mod stream;

pub(crate) use scan::Scan;
