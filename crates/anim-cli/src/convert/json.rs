//! The loss report as JSON, written piece by piece.

use std::io::{self, Write};

use anim_core::Loss;
use anim_formats::json::{Converted, Output, REPORT_SCHEMA};
use serde::Serialize;

use super::outcome::{Made, Merged, Outcome};
use super::summary::Counts;

/// Begins a report.
pub(super) fn open(out: &mut impl Write, dry_run: bool) -> io::Result<()> {
    write!(out, "{{\n  \"schema\": {REPORT_SCHEMA},\n  \"dry_run\": {dry_run},\n  \"files\": [")
}

/// Adds the result of an input; `is_first` for the first one.
pub(super) fn write_file(out: &mut impl Write, outcome: &Outcome, is_first: bool) -> io::Result<()> {
    out.write_all(if is_first { b"\n    " } else { b",\n    " })?;
    Ok(serde_json::to_writer(out, &converted(outcome))?)
}

/// Ends a report, with the common result of all inputs and the counts of a batch.
pub(super) fn close(
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
    error: Option<String>,
    output: Option<Output<'a>>,
}

impl<'a> Together<'a> {
    fn new(outcomes: &'a [Outcome], merged: &'a Merged) -> Self {
        let earlier = outcomes.iter().flat_map(|outcome| &outcome.report.losses);
        Self {
            error: merged.failure.as_ref().map(ToString::to_string),
            output: merged.made.as_ref().map(|made| output(made, earlier)),
        }
    }
}

fn converted(outcome: &Outcome) -> Converted<'_> {
    let mut converted = Converted::new(&outcome.path, outcome.format, &outcome.report);
    converted.skipped = outcome.skipped;
    converted.error = outcome.failure.as_ref().map(ToString::to_string);
    converted.outputs = outcome.made.iter().map(|made| output(made, outcome.earlier(made))).collect();
    converted
}

fn output<'a>(made: &'a Made, earlier: impl IntoIterator<Item = &'a Loss>) -> Output<'a> {
    Output::new(&made.path, &made.clips, made.bytes, &made.report, earlier)
}
