//! What became of an input: the loss report.

use std::io::Write as _;

use anim_core::{Diagnostic, Loss};
use serde::Serialize;

use super::Args;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::json::{self, Finding};
use crate::report;
use crate::text::{counted, visible};

/// What became of one input.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) path: String,
    pub(super) format: Option<&'static str>,
    pub(super) warning: Option<String>,
    pub(super) failure: Option<Failure>,
    /// What its reading and lowering reported.
    pub(super) findings: Vec<Diagnostic>,
    pub(super) made: Vec<Made>,
}

/// One output.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) path: String,
    pub(super) clips: Vec<String>,
    /// The size of all its files; `None` if they could not be made.
    pub(super) bytes: Option<usize>,
    /// What its encoding reported.
    pub(super) findings: Vec<Diagnostic>,
}

impl Outcome {
    pub(super) fn new(path: String) -> Self {
        Self { path, format: None, warning: None, failure: None, findings: Vec::new(), made: Vec::new() }
    }

    pub(super) fn exit(&self) -> Exit {
        self.failure.as_ref().map_or(Exit::Done, |failure| failure.exit)
    }

    /// Tells people. The report as text is left out where it is printed as JSON.
    pub(super) fn tell(&self, args: &Args, console: &Console, to_stream: bool) {
        if let Some(warning) = &self.warning {
            console.warn(warning);
        }
        if !args.json {
            // Writing to memory does not fail.
            let text = self.text(args.dry_run, console.color()).unwrap_or_default();
            // Beside the data itself only what matters is told.
            if !to_stream || !self.is_clean() {
                console.print(&text);
            }
        }
        if let Some(failure) = &self.failure {
            console.fail(failure);
        }
    }

    fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.made.iter().all(|made| made.findings.is_empty())
    }

    fn text(&self, dry_run: bool, color: bool) -> std::io::Result<Vec<u8>> {
        let mut out = Vec::new();
        write_findings(&mut out, &self.path, &self.findings, color)?;
        for made in &self.made {
            write_findings(&mut out, &made.path, &made.findings, color)?;
            let Some(bytes) = made.bytes else { continue };
            let would = if dry_run { " (not written)" } else { "" };
            let sizes = format!("{}, {}", counted(made.clips.len(), "clip"), counted(bytes, "byte"));
            let losses = Losses::of(self.findings.iter().chain(&made.findings));
            writeln!(out, "{} -> {}{would}: {sizes}; {losses}", visible(&self.path), visible(&made.path))?;
        }
        Ok(out)
    }
}

fn write_findings(
    out: &mut Vec<u8>,
    label: &str,
    findings: &[Diagnostic],
    color: bool,
) -> std::io::Result<()> {
    let mut report = report::Report::new(label, None, color);
    findings.iter().try_for_each(|finding| report.write(out, finding))?;
    report.finish(out)
}

/// How many things became what.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Losses {
    kept: usize,
    approximated: usize,
    dropped: usize,
    /// The largest error of an approximation.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_error: Option<f64>,
}

impl Losses {
    fn of<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        let mut losses = Self::default();
        for finding in findings {
            match finding.loss {
                Some(Loss::Kept) => losses.kept += 1,
                Some(Loss::Dropped) => losses.dropped += 1,
                Some(Loss::Approximated(error)) => {
                    losses.approximated += 1;
                    losses.largest_error = Some(losses.largest_error.map_or(error, |most| most.max(error)));
                }
                None => {}
            }
        }
        losses
    }
}

impl std::fmt::Display for Losses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} kept, {} approximated", self.kept, self.approximated)?;
        if let Some(error) = self.largest_error {
            write!(f, " (error up to {error:.2e})")?;
        }
        write!(f, ", {} dropped", self.dropped)
    }
}

/// The report as JSON.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    schema: u32,
    dry_run: bool,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    format: Option<&'static str>,
    /// Why it was not, or not wholly, converted.
    error: Option<&'a str>,
    findings: Vec<LossFinding<'a>>,
    outputs: Vec<Output<'a>>,
}

#[derive(Serialize)]
struct Output<'a> {
    path: &'a str,
    clips: &'a [String],
    bytes: Option<usize>,
    losses: Losses,
    findings: Vec<LossFinding<'a>>,
}

#[derive(Serialize)]
struct LossFinding<'a> {
    loss: Option<&'static str>,
    /// The error of an approximation.
    error: Option<f64>,
    #[serde(flatten)]
    finding: Finding<'a>,
}

impl<'a> Report<'a> {
    pub(super) fn new(dry_run: bool, outcomes: &'a [Outcome]) -> Self {
        let files = outcomes.iter().map(File::from).collect();
        Self { schema: json::SCHEMA, dry_run, files }
    }
}

impl<'a> From<&'a Outcome> for File<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let output = |made: &'a Made| Output {
            path: &made.path,
            clips: &made.clips,
            bytes: made.bytes,
            losses: Losses::of(outcome.findings.iter().chain(&made.findings)),
            findings: made.findings.iter().map(LossFinding::from).collect(),
        };
        Self {
            path: &outcome.path,
            format: outcome.format,
            error: outcome.failure.as_ref().map(|failure| failure.message.as_str()),
            findings: outcome.findings.iter().map(LossFinding::from).collect(),
            outputs: outcome.made.iter().map(output).collect(),
        }
    }
}

impl<'a> From<&'a Diagnostic> for LossFinding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let error = match diagnostic.loss {
            Some(Loss::Approximated(error)) => Some(error),
            _ => None,
        };
        Self { loss: diagnostic.loss.map(Loss::name), error, finding: Finding::from(diagnostic) }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Location};

    use super::*;

    #[test]
    fn losses_are_counted_with_the_largest_error() {
        static CODE: Code = Code::warning("toy::loss", "");
        let loss = |loss| CODE.at(Location::default(), "").losing(loss);
        let findings = [
            loss(Loss::Kept),
            loss(Loss::Approximated(1e-4)),
            loss(Loss::Approximated(2e-3)),
            loss(Loss::Approximated(1e-3)),
            CODE.at(Location::default(), ""),
        ];
        let losses = Losses::of(&findings);
        assert_eq!(losses, Losses { kept: 1, approximated: 3, dropped: 0, largest_error: Some(2e-3) });
        assert_eq!(losses.to_string(), "1 kept, 3 approximated (error up to 2.00e-3), 0 dropped");
        assert_eq!(Losses::default().to_string(), "0 kept, 0 approximated, 0 dropped");
    }
}
