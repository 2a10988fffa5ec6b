//! A diagnostic.

use anim_core::{Diagnostic, Location};
use serde::Serialize;

/// A diagnostic.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Finding<'a> {
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The stable identifier, `format::name`.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: &'a str,
    /// The byte span: the first byte, and the byte after the last one.
    pub span: Option<[usize; 2]>,
    /// The path in the document.
    pub path: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { code, message, at, .. } = diagnostic;
        let (span, path) = place(at);
        Self { severity: code.severity.name(), code: code.id, message, span, path }
    }
}

/// The byte span and the path of a location, if known.
pub(super) fn place(at: &Location) -> (Option<[usize; 2]>, Option<&str>) {
    let path = Some(at.path.as_str()).filter(|path| !path.is_empty());
    (at.span.map(|span| [span.start, span.end]), path)
}
