//! Findings about files.

use anim_core::{Beside, Diagnostic};
use anim_formats::json::Finding;
use anim_formats::{Places, Registry};
use serde::Serialize;

use crate::detect::format_of;
use crate::error::Place;
use crate::{Error, OpenOptions};

/// The findings in a file: an entry of `files` in `anim check --json`, with lines and columns added.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// The name of the file.
    pub path: String,
    /// The identifier of its format; `None` if no format recognizes the file.
    pub format: Option<&'static str>,
    /// All findings, in the order of the file.
    pub diagnostics: Vec<Placed>,
}

/// A finding with its line and column.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Placed {
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The stable identifier, `format::name`.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// The byte span: the first byte, and the byte after the last one.
    pub span: Option<[usize; 2]>,
    /// The path in the document.
    pub path: Option<String>,
    /// The line, from 1, in text files.
    pub line: Option<usize>,
    /// The character in the line, from 1, in text files.
    pub column: Option<usize>,
}

impl Placed {
    fn new(finding: &Diagnostic, text: Option<&Places<'_>>) -> Self {
        let Finding { severity, code, message, .. } = Finding::from(finding);
        let Place { path, span, line, column } = Place::of(&finding.at, text);
        Self { severity, code, message: message.to_owned(), span, path, line, column }
    }
}

/// Everything that is wrong or doubtful in a file, even if it cannot be opened.
///
/// Errors: no format recognizes the file, and options that its format does not have.
pub fn check(bytes: &[u8], name: &str, beside: &dyn Beside, options: &OpenOptions) -> Result<Checked, Error> {
    let (entry, set) = format_of(Registry::builtin(), bytes, name, options)?;
    let text = Places::of_file(bytes);
    let mut diagnostics = Vec::new();
    let mut keep = |finding: Diagnostic| diagnostics.push(Placed::new(&finding, text.as_ref()));
    if let Err(error) = entry.inspect(bytes, &set, &(name, beside), &mut keep) {
        keep(error);
    }
    Ok(Checked { path: name.to_owned(), format: Some(entry.info().id), diagnostics })
}
