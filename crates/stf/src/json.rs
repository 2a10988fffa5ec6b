//! JSON in the text it is written in: a scanner that knows where each value is and builds only the values it is asked for.

mod fault;
mod number;
mod plain;
mod scanner;
mod skip;
mod text;

use fault::FINITE;
pub use fault::MAX_DEPTH;
pub(crate) use fault::{Fault, Scan, What};
pub(crate) use scanner::{MAX_INDEX, Scanner};
pub(crate) use text::{Style, Text, put_number, put_string};
