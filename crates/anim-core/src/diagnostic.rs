//! What a reader, a check or a conversion has to say.

use std::fmt;

use crate::Location;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Unusual or doubtful, and still usable.
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

/// A kind of diagnostic: its stable identifier, its severity and what it means.
///
/// Every format crate lists its codes as statics, so that a user can look them up.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable identifier, `format::name`.
    pub id: &'static str,
    /// The severity of every diagnostic with this code.
    pub severity: Severity,
    /// One line that says what it means, without a full stop.
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
        Diagnostic { code: self, message: message.into(), at, loss: None }
    }
}

/// What a conversion did to something that its target cannot hold as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// It is in the target, in a form that only a reader of ours understands.
    Kept,
    /// It is in the target up to this error, in the unit of the value.
    Approximated(f64),
    /// It is not in the target.
    Dropped,
}

impl Loss {
    /// The word users see: `kept`, `approximated` or `dropped`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Approximated(_) => "approximated",
            Self::Dropped => "dropped",
        }
    }
}

/// One finding: what, where, how bad.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: &'static Code,
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// The place.
    pub at: Location,
    /// For findings of a conversion: what became of the thing.
    pub loss: Option<Loss>,
}

impl Diagnostic {
    /// The severity of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity
    }

    /// The same diagnostic as a finding of a conversion.
    #[must_use]
    pub fn losing(self, loss: Loss) -> Self {
        Self { loss: Some(loss), ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity(), self.code.id, self.message)?;
        if self.at.is_unknown() { Ok(()) } else { write!(f, " ({})", self.at) }
    }
}

/// Where diagnostics go; the caller owns it.
///
/// `()` drops them, a `Vec<Diagnostic>` keeps them, a closure does what it likes.
pub trait Sink {
    /// Takes one diagnostic.
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
