//! Findings of reading and checking.

use std::fmt;

use anim_core::Diagnostic;
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
    /// The byte in the line from 1, for text files; else `None`.
    pub(crate) column: Option<usize>,
    /// The meaning of the code, in one line.
    help: String,
    /// The file, if it has a name.
    file: Option<String>,
}

/// Lines and columns of findings in a file. Findings in ascending order are located in one pass over the file.
pub(crate) struct Lines<'a> {
    /// `None` for binary files, which have no lines.
    text: Option<&'a [u8]>,
    /// The last located offset, the number of its line, and the start of that line.
    at: usize,
    line: usize,
    start: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a file.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { text: is_text(bytes).then_some(bytes), at: 0, line: 1, start: 0 }
    }

    /// The line and the column, from 1, of a finding; `None` for binary files and for findings without bytes.
    pub(crate) fn place(&mut self, finding: &Diagnostic) -> Option<(usize, usize)> {
        let text = self.text?;
        let offset = finding.at.span?.start.min(text.len());
        if offset < self.at {
            (self.at, self.line, self.start) = (0, 1, 0);
        }
        let passed = text.get(self.at..offset)?;
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(newline) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.start = self.at + newline + 1;
        }
        self.at = offset;
        Some((self.line, offset - self.start + 1))
    }
}

/// Whether a file is text, judged by its beginning.
fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..1024).unwrap_or(bytes);
    head.utf8_chunks().all(|chunk| !chunk.valid().contains(|c: char| c.is_control() && !c.is_whitespace()))
        && std::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true)
}

impl Finding {
    /// Findings in a file with these bytes.
    pub(crate) fn all(findings: &[Diagnostic], file: Option<&str>, bytes: &[u8]) -> Vec<Self> {
        let mut lines = Lines::of(bytes);
        findings.iter().map(|finding| Self::new(finding, file, lines.place(finding))).collect()
    }

    /// A finding in a file, with its line and column.
    pub(crate) fn new(finding: &Diagnostic, file: Option<&str>, place: Option<(usize, usize)>) -> Self {
        Self {
            code: finding.code.id.to_owned(),
            severity: finding.severity().name().to_owned(),
            message: finding.message.clone(),
            path: finding.at.path.clone(),
            span: finding.at.span.map(|span| (span.start, span.end)),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
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
