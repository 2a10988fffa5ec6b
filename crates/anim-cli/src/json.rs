//! The parts that several verbs' JSON has in common.

use std::io::Write;

use anim_core::Diagnostic;
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Output;

/// The version of every shape, the first key of each.
pub(crate) const SCHEMA: u32 = 1;

/// A diagnostic.
#[derive(Debug, Serialize)]
pub(crate) struct Finding<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    /// The bytes, from the first to the one after the last.
    span: Option<[usize; 2]>,
    path: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { code, message, at, .. } = diagnostic;
        Self {
            severity: code.severity.name(),
            code: code.id,
            message,
            span: at.span.map(|span| [span.start, span.end]),
            path: Some(at.path.as_str()).filter(|path| !path.is_empty()),
        }
    }
}

/// Prints a value on standard output, indented.
pub(crate) fn print(value: &impl Serialize) -> Result<(), Failure> {
    let mut output = Output::stdout();
    let result = serde_json::to_writer_pretty(&mut output, value).map_err(Into::into);
    result.and_then(|()| output.write_all(b"\n")).map_err(|error| output.failure(&error))?;
    output.commit()
}
