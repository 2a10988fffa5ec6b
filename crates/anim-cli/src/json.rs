//! Printing JSON.

use std::io::Write;

use serde::Serialize;

use crate::exit::Failure;
use crate::output::Output;

/// Prints a value on standard output, indented.
pub(crate) fn print(value: &impl Serialize) -> Result<(), Failure> {
    let mut output = Output::stdout_with_exit();
    let result = serde_json::to_writer_pretty(&mut output, value).map_err(Into::into);
    result.and_then(|()| output.write_all(b"\n")).map_err(|error| output.failure(&error))?;
    output.commit()
}
