//! Tables of many files, as streams of Arrow record batches.

mod columns;
mod cursor;
mod scan;
mod schema;

pub(crate) use scan::Scan;
