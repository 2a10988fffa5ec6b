//! The findings and losses of a conversion.

mod brief;
mod change;
mod deviation;
mod diagnostic;
mod location;
mod loss;
mod loss_severity;
mod nearest;
mod unit;
pub(crate) mod unrecorded;

use std::fmt;

pub use brief::{Brief, agreeing, counted, listed};
pub use change::Change;
pub use deviation::Deviation;
pub use diagnostic::{Code, Diagnostic, Severity, Sink};
pub use location::{LineColumn, Location, Span};
pub use loss::{Fate, Loss};
pub use nearest::{UnknownName, nearest};
pub use unit::Unit;

/// The findings and losses of one conversion, from reading to encoding.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Errors and doubtful places in the source.
    pub findings: Vec<Diagnostic>,
    /// What the clips or the target cannot represent unchanged.
    pub losses: Vec<Loss>,
    /// What clips lack that another clip of the document has. It is lost only if a clip is taken without that one: see
    /// [`Report::choose_clip`].
    pub apart: Vec<Loss>,
    /// What operations on clips changed, in their order.
    pub changes: Vec<Change>,
}

impl Report {
    /// A report without findings and losses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Adds a loss.
    pub fn lose(&mut self, loss: Loss) {
        self.losses.push(loss);
    }

    /// Adds a loss of a clip that is taken without the clip which has what it lacks.
    pub fn lose_apart(&mut self, loss: Loss) {
        self.apart.push(loss);
    }

    /// Leaves the losses that concern one clip of a document, taken without the others, and those of no clip.
    pub fn choose_clip(&mut self, name: &str) {
        self.losses.append(&mut self.apart);
        self.losses.retain(|loss| loss.clip.as_ref().is_none_or(|clip| clip == name));
    }

    /// Adds a change.
    pub fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Whether there are no findings and no losses.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.losses.is_empty()
    }
}

impl Sink for Report {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }
}

impl fmt::Display for Report {
    /// One line for each change, then one for each finding, then one for each loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.changes.iter().try_for_each(|change| writeln!(f, "{change}"))?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
        self.losses.iter().try_for_each(|loss| writeln!(f, "{loss}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    static TEST: Code = Code::note("test::rounded", "values are rounded");

    #[test]
    fn a_clip_that_is_taken_alone_lacks_what_another_has() {
        let report = || {
            let mut report = Report::new();
            report.lose(TEST.dropped("walk").in_clip_named("walk"));
            report.lose(TEST.dropped("run").in_clip_named("run"));
            report.lose(TEST.dropped("file"));
            report.lose_apart(TEST.dropped("delay").in_clip_named("walk"));
            report
        };
        let messages =
            |report: &Report| report.losses.iter().map(|loss| loss.message.clone()).collect::<Vec<_>>();
        assert_eq!(messages(&report()), ["walk", "run", "file"]);
        for (name, expected) in
            [("walk", &["walk", "file", "delay"][..]), ("run", &["run", "file"]), ("x", &["file"])]
        {
            let mut chosen = report();
            chosen.choose_clip(name);
            assert_eq!(messages(&chosen), expected, "{name}");
            assert_eq!(chosen.apart, []);
        }
    }

    #[test]
    fn findings_and_losses_stay_apart() {
        let mut report = Report::new();
        report.report(TEST.at(Location::default(), "odd"));
        report.lose(TEST.dropped("gone"));
        assert_eq!((report.findings.len(), report.losses.len()), (1, 1));
        assert_eq!(report.to_string(), "note[test::rounded]: odd\nnote[test::rounded]: gone (dropped)\n");
    }
}
