//! JSON in its source text: a scanner that knows the location of each value and builds only the values that are requested.

mod fault;
mod number;
mod plain;
mod scanner;
mod skip;
mod text;

use fault::FINITE;
pub use fault::MAX_DEPTH;
pub(crate) use fault::{Fault, Scan, What};
pub(crate) use scanner::{MARK, MAX_INDEX, Scanner};
pub(crate) use text::{Style, Text, put_number, put_string};
