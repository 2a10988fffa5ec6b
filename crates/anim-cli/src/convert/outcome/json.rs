//! The loss report as JSON, written as it comes.

use std::io::{self, Write};

use anim_core::{Diagnostic, Loss};
use serde::Serialize;

use super::{Made, Merged, Outcome};
use crate::convert::losses::Losses;
use crate::json::{Finding, SCHEMA};

/// Begins a report.
pub(in crate::convert) fn open(out: &mut impl Write, dry_run: bool) -> io::Result<()> {
    write!(out, "{{\n  \"schema\": {SCHEMA},\n  \"dry_run\": {dry_run},\n  \"files\": [")
}

/// Adds what became of an input, which may be the first.
pub(in crate::convert) fn write_file(
    out: &mut impl Write,
    outcome: &Outcome,
    is_first: bool,
) -> io::Result<()> {
    out.write_all(if is_first { b"\n    " } else { b",\n    " })?;
    Ok(serde_json::to_writer(out, &File::from(outcome))?)
}

/// Ends a report, with what became of all inputs together.
pub(in crate::convert) fn close(
    out: &mut impl Write,
    merged: Option<(&[Outcome], &Merged)>,
) -> io::Result<()> {
    out.write_all(b"\n  ]")?;
    if let Some((outcomes, merged)) = merged {
        out.write_all(b",\n  \"merged\": ")?;
        serde_json::to_writer(&mut *out, &Together::new(outcomes, merged))?;
    }
    out.write_all(b"\n}\n")
}

#[derive(Serialize)]
struct Together<'a> {
    /// Why it was not made.
    error: Option<&'a str>,
    output: Option<Output<'a>>,
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

impl<'a> Together<'a> {
    fn new(outcomes: &'a [Outcome], merged: &'a Merged) -> Self {
        let findings = outcomes.iter().flat_map(|outcome| &outcome.findings);
        Self {
            error: merged.failure.as_ref().map(|failure| failure.message.as_str()),
            output: merged.made.as_ref().map(|made| Output::new(made, findings)),
        }
    }
}

impl<'a> Output<'a> {
    fn new(made: &'a Made, earlier: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        Self {
            path: &made.path,
            clips: &made.clips,
            bytes: made.bytes,
            losses: Losses::of(earlier.into_iter().chain(&made.findings)),
            findings: made.findings.iter().map(LossFinding::from).collect(),
        }
    }
}

impl<'a> From<&'a Outcome> for File<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let output = |made: &'a Made| Output::new(made, &outcome.findings);
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
