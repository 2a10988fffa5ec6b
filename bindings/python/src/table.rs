//! Tables of many files, as streams of Arrow record batches.

mod columns;
mod cursor;
mod pickle;
mod rows;
mod scan;
mod schema;

pub(crate) use scan::Scan;
