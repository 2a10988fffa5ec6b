//! What became of an input: the loss report.

use std::io::Write as _;

use anim_core::{Clip, Diagnostic, Loss};
use serde::Serialize;

use super::Args;
use super::losses::Losses;
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
    /// Clips that are not yet in an output.
    pub(super) clips: Vec<Clip>,
}

/// What became of several inputs together.
#[derive(Debug)]
pub(super) struct Merged {
    /// How many inputs could be read.
    pub(super) read: usize,
    /// `None` if the target does not hold so many clips.
    pub(super) made: Option<Made>,
    pub(super) failure: Option<Failure>,
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
        Self {
            path,
            format: None,
            warning: None,
            failure: None,
            findings: Vec::new(),
            made: Vec::new(),
            clips: Vec::new(),
        }
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
        self.made
            .iter()
            .try_for_each(|made| made.write(&mut out, &self.path, &self.findings, dry_run, color))?;
        Ok(out)
    }
}

impl Merged {
    pub(super) fn exit(&self) -> Exit {
        self.failure.as_ref().map_or(Exit::Done, |failure| failure.exit)
    }

    /// Tells people, after they were told of all inputs.
    pub(super) fn tell(&self, outcomes: &[Outcome], args: &Args, console: &Console, to_stream: bool) {
        if let Some(made) = &self.made
            && !args.json
            && !(to_stream && made.findings.is_empty())
        {
            let all = counted(outcomes.len(), "file");
            let from = if self.read < outcomes.len() { format!("{} of {all}", self.read) } else { all };
            let findings = outcomes.iter().flat_map(|outcome| &outcome.findings);
            let mut text = Vec::new();
            // Writing to memory does not fail.
            let _ = made.write(&mut text, &from, findings, args.dry_run, console.color());
            console.print(&text);
        }
        if let Some(failure) = &self.failure {
            console.fail(failure);
        }
    }
}

impl Made {
    /// Writes its own findings and what it is made `from`, with all that was lost on the way.
    fn write<'a>(
        &'a self,
        out: &mut Vec<u8>,
        from: &str,
        earlier: impl IntoIterator<Item = &'a Diagnostic>,
        dry_run: bool,
        color: bool,
    ) -> std::io::Result<()> {
        write_findings(out, &self.path, &self.findings, color)?;
        let Some(bytes) = self.bytes else { return Ok(()) };
        let would = if dry_run { " (not written)" } else { "" };
        let sizes = format!("{}, {}", counted(self.clips.len(), "clip"), counted(bytes, "byte"));
        let losses = Losses::of(earlier.into_iter().chain(&self.findings));
        writeln!(out, "{} -> {}{would}: {sizes}; {losses}", visible(from), visible(&self.path))
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

/// The report as JSON.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    schema: u32,
    dry_run: bool,
    files: Vec<File<'a>>,
    /// What all files became together.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<Together<'a>>,
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

impl<'a> Report<'a> {
    pub(super) fn new(dry_run: bool, outcomes: &'a [Outcome], merged: Option<&'a Merged>) -> Self {
        let files = outcomes.iter().map(File::from).collect();
        let findings = || outcomes.iter().flat_map(|outcome| &outcome.findings);
        let merged = merged.map(|merged| Together {
            error: merged.failure.as_ref().map(|failure| failure.message.as_str()),
            output: merged.made.as_ref().map(|made| Output::new(made, findings())),
        });
        Self { schema: json::SCHEMA, dry_run, files, merged }
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
