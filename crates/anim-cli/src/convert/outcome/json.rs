//! The loss report as JSON, written as it comes.

use std::io::{self, Write};

use anim_core::{Change, Fate, Loss, Report};
use anim_formats::Losses;
use serde::{Serialize, Serializer};

use super::{Made, Merged, Outcome};
use crate::convert::summary::Counts;
use crate::json::Finding;

/// The version of this shape.
const SCHEMA: u32 = 2;

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

/// Ends a report, with what became of all inputs together, and with the counts of a batch.
pub(in crate::convert) fn close(
    out: &mut impl Write,
    merged: Option<(&[Outcome], &Merged)>,
    counts: Option<Counts>,
) -> io::Result<()> {
    out.write_all(b"\n  ]")?;
    if let Some((outcomes, merged)) = merged {
        out.write_all(b",\n  \"merged\": ")?;
        serde_json::to_writer(&mut *out, &Together::new(outcomes, merged))?;
    }
    if let Some(counts) = counts {
        out.write_all(b",\n  \"summary\": ")?;
        serde_json::to_writer(&mut *out, &counts)?;
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
    /// Whether it was left out, because it is done already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    skipped: bool,
    /// Why it was not converted, or not completely.
    error: Option<&'a str>,
    /// What operations changed, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<ChangeRow<'a>>,
    findings: Vec<Finding<'a>>,
    losses: Vec<LossRow<'a>>,
    outputs: Vec<Output<'a>>,
}

#[derive(Serialize)]
struct ChangeRow<'a> {
    edit: &'static str,
    clip: Option<&'a str>,
    message: &'a str,
}

#[derive(Serialize)]
struct Output<'a> {
    path: &'a str,
    clips: &'a [String],
    bytes: Option<usize>,
    /// All that was lost on the way to this output.
    summary: Summary,
    /// What operations on the clips of several inputs together changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<ChangeRow<'a>>,
    findings: Vec<Finding<'a>>,
    /// What making this output lost.
    losses: Vec<LossRow<'a>>,
}

#[derive(Serialize)]
struct Summary {
    kept: usize,
    approximated: usize,
    dropped: usize,
    /// The largest error of each unit.
    largest: Vec<Error>,
}

#[derive(Serialize)]
struct Error {
    error: Number,
    unit: &'static str,
}

/// A loss. Its names are those of `info --json`, `pose --json` and `sample`.
#[derive(Serialize)]
struct LossRow<'a> {
    loss: &'static str,
    severity: &'static str,
    code: &'static str,
    clip: Option<&'a str>,
    node: Option<&'a str>,
    property: Option<&'a str>,
    /// The name in the target, where that is what changed.
    renamed: Option<&'a str>,
    time: Option<f64>,
    /// The error of an approximation.
    error: Option<Number>,
    /// Its unit.
    unit: Option<&'static str>,
    message: &'a str,
    span: Option<[usize; 2]>,
    path: Option<&'a str>,
}

/// A number; one that is not finite is a string.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(&self.0.to_string())
        }
    }
}

impl<'a> Together<'a> {
    fn new(outcomes: &'a [Outcome], merged: &'a Merged) -> Self {
        let earlier = outcomes.iter().flat_map(|outcome| &outcome.report.losses);
        Self {
            error: merged.failure.as_ref().map(|failure| failure.message.as_str()),
            output: merged.made.as_ref().map(|made| Output::new(made, earlier)),
        }
    }
}

impl<'a> Output<'a> {
    fn new(made: &'a Made, earlier: impl IntoIterator<Item = &'a Loss>) -> Self {
        Self {
            path: &made.path,
            clips: &made.clips,
            bytes: made.bytes,
            summary: Summary::from(Losses::of(earlier.into_iter().chain(&made.report.losses))),
            changes: changes(&made.report),
            findings: findings(&made.report),
            losses: losses(&made.report),
        }
    }
}

impl<'a> From<&'a Outcome> for File<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let output = |made: &'a Made| Output::new(made, &outcome.report.losses);
        Self {
            path: &outcome.path,
            format: outcome.format,
            skipped: outcome.skipped,
            error: outcome.failure.as_ref().map(|failure| failure.message.as_str()),
            changes: changes(&outcome.report),
            findings: findings(&outcome.report),
            losses: losses(&outcome.report),
            outputs: outcome.made.iter().map(output).collect(),
        }
    }
}

fn changes(report: &Report) -> Vec<ChangeRow<'_>> {
    report.changes.iter().map(ChangeRow::from).collect()
}

fn findings(report: &Report) -> Vec<Finding<'_>> {
    report.findings.iter().map(Finding::from).collect()
}

fn losses(report: &Report) -> Vec<LossRow<'_>> {
    report.losses.iter().map(LossRow::from).collect()
}

impl<'a> From<&'a Change> for ChangeRow<'a> {
    fn from(change: &'a Change) -> Self {
        Self { edit: change.edit, clip: change.clip.as_deref(), message: &change.message }
    }
}

impl From<Losses> for Summary {
    fn from(losses: Losses) -> Self {
        let largest = losses.largest.iter();
        Self {
            kept: losses.kept,
            approximated: losses.approximated,
            dropped: losses.dropped,
            largest: largest
                .map(|error| Error { error: Number(error.size), unit: error.unit.name() })
                .collect(),
        }
    }
}

impl<'a> From<&'a Loss> for LossRow<'a> {
    fn from(loss: &'a Loss) -> Self {
        let error = match loss.fate {
            Fate::Approximated(error) => Some(error),
            _ => None,
        };
        Self {
            loss: loss.fate.name(),
            severity: loss.severity().name(),
            code: loss.code.id,
            clip: loss.clip.as_deref(),
            node: loss.node.as_deref(),
            property: loss.property.as_deref(),
            renamed: loss.renamed.as_deref(),
            time: loss.time,
            error: error.map(|error| Number(error.size)),
            unit: error.map(|error| error.unit.name()),
            message: &loss.message,
            span: loss.at.span.map(|span| [span.start, span.end]),
            path: Some(loss.at.path.as_str()).filter(|path| !path.is_empty()),
        }
    }
}
