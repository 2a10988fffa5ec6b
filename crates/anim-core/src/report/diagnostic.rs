//! Findings of readers, checks and conversions.

use std::fmt;

use crate::Location;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information; nothing is wrong.
    Note,
    /// Unusual or doubtful, but usable.
    Warning,
    /// Wrong: the format forbids it.
    Error,
}

impl Severity {
    /// The word users see: `note`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of diagnostic: its stable identifier, its severity and its meaning.
///
/// Every format crate lists its codes as statics, so that a user can look them up.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable identifier, `format::name`.
    pub id: &'static str,
    /// The severity of every diagnostic with this code.
    pub severity: Severity,
    /// The meaning in one line, without a full stop.
    pub summary: &'static str,
}

impl Code {
    /// A code of severity [`Severity::Note`].
    pub const fn note(id: &'static str, summary: &'static str) -> Self {
        Self { id, severity: Severity::Note, summary }
    }

    /// A code of severity [`Severity::Warning`].
    pub const fn warning(id: &'static str, summary: &'static str) -> Self {
        Self { id, severity: Severity::Warning, summary }
    }

    /// A code of severity [`Severity::Error`].
    pub const fn error(id: &'static str, summary: &'static str) -> Self {
        Self { id, severity: Severity::Error, summary }
    }

    /// A diagnostic with this code.
    pub fn at(&'static self, at: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: self, message: message.into(), at }
    }
}

/// One finding: what was found, where, and how serious it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: &'static Code,
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// Where it was found.
    pub at: Location,
}

impl Diagnostic {
    /// The severity of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity(), self.code.id, self.message)?;
        if self.at.is_unknown() { Ok(()) } else { write!(f, " ({})", self.at) }
    }
}

/// Receives diagnostics; the caller owns it.
///
/// `()` discards them, a `Vec<Diagnostic>` keeps them, a closure handles each one.
pub trait Sink {
    /// Receives one diagnostic.
    fn report(&mut self, diagnostic: Diagnostic);
}

impl Sink for () {
    fn report(&mut self, _: Diagnostic) {}
}

impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

impl<F: FnMut(Diagnostic)> Sink for F {
    fn report(&mut self, diagnostic: Diagnostic) {
        self(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TEST: Code = Code::warning("test::odd", "something is odd");

    #[test]
    fn a_diagnostic_reads_as_one_line() {
        let cases = [
            (TEST.at(Location::default(), "three legs"), "warning[test::odd]: three legs"),
            (TEST.at(Location::span(1..2), "three legs"), "warning[test::odd]: three legs (bytes 1..2)"),
        ];
        for (diagnostic, line) in cases {
            assert_eq!(diagnostic.to_string(), line);
        }
    }

    #[test]
    fn closures_and_vectors_are_sinks() {
        let mut kept = Vec::new();
        let mut count = 0;
        for sink in [&mut kept as &mut dyn Sink, &mut |_: Diagnostic| count += 1, &mut ()] {
            sink.report(TEST.at(Location::default(), "odd"));
        }
        assert_eq!((kept.len(), count), (1, 1));
    }

    #[test]
    fn severities_are_ordered() {
        assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
    }
}
