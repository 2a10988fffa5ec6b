//! Findings of reading and checking.

use std::fmt;

use anim_core::Diagnostic;
use anim_formats::Places;
use pyo3::prelude::*;

/// One finding of a reader or a check: what was found, where, and how serious it is.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "animio")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// The stable identifier, such as `tod::frame-size`.
    pub(crate) code: String,
    /// `error` (the format forbids it), `warning` (doubtful but usable) or `note`.
    pub(crate) severity: String,
    /// What was found and what was expected.
    pub(crate) message: String,
    /// The location in the document, such as `frame[3]/packet[0]`; empty for the document itself.
    pub(crate) path: String,
    /// The bytes as `(start, end)`, counted from 0, the end exclusive; `None` if they are not known.
    pub(crate) span: Option<(usize, usize)>,
    /// The line from 1, for text files; else `None`.
    pub(crate) line: Option<usize>,
    /// The character in the line from 1, for text files; else `None`.
    pub(crate) column: Option<usize>,
    /// The meaning of the code, in one line.
    help: String,
    /// The file, if it has a name.
    file: Option<String>,
}

/// The line and the column of a finding; `None` if the file has no lines, and for findings without bytes.
pub(crate) fn place(lines: Option<&Places<'_>>, finding: &Diagnostic) -> Option<[usize; 2]> {
    lines.zip(finding.at.span).map(|(lines, span)| lines.line_column(span.start))
}

impl Finding {
    /// Findings in a file with these bytes.
    pub(crate) fn all(findings: &[Diagnostic], file: Option<&str>, bytes: &[u8]) -> Vec<Self> {
        // Finding the lines of a large file takes a while.
        let lines = if findings.is_empty() { None } else { Places::of_file(bytes) };
        findings.iter().map(|finding| Self::new(finding, file, place(lines.as_ref(), finding))).collect()
    }

    /// A finding in a file, with its line and column.
    fn new(finding: &Diagnostic, file: Option<&str>, place: Option<[usize; 2]>) -> Self {
        Self {
            code: finding.code.id.to_owned(),
            severity: finding.severity().name().to_owned(),
            message: finding.message.clone(),
            path: finding.at.path.clone(),
            span: finding.at.span.map(|span| (span.start, span.end)),
            line: place.map(|[line, _]| line),
            column: place.map(|[_, column]| column),
            help: finding.code.summary.to_owned(),
            file: file.map(str::to_owned),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, severity, message, .. } = self;
        let file = self.file.as_ref().map_or_else(String::new, |file| match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            _ => format!("{file}: "),
        });
        write!(f, "{file}{severity}[{code}]: {message}")?;
        if self.path.is_empty() { Ok(()) } else { write!(f, " ({})", self.path) }
    }
}

/// The parts of a finding, in their order.
type Parts = (
    String,
    String,
    String,
    String,
    Option<(usize, usize)>,
    Option<usize>,
    Option<usize>,
    String,
    Option<String>,
);

#[pymethods]
impl Finding {
    #[staticmethod]
    fn _of(parts: Parts) -> Self {
        let (code, severity, message, path, span, line, column, help, file) = parts;
        Self { code, severity, message, path, span, line, column, help, file }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Parts,))> {
        let Self { code, severity, message, path, span, line, column, help, file } = slf.get().clone();
        let parts = (code, severity, message, path, span, line, column, help, file);
        Ok((slf.get_type().getattr("_of")?, (parts,)))
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Finding {self}>")
    }
}
