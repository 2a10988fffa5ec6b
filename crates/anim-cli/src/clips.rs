//! The clips of a file to use: `--clip`, and operations on them.

use std::collections::HashSet;

use anim_core::{Clip, Document, Fate, Loss, Report, Severity, Space, escaped_name};
use anim_formats::{ConvertError, choose_clip};
use clap::builder::{OsStringValueParser, TypedValueParser as _};

use crate::console::Console;
use crate::edits::EditArgs;
use crate::exit::Failure;
use crate::input::Input;
use crate::report::loss_in_words;

/// The argument `--clip`.
#[derive(Debug, clap::Args)]
pub(crate) struct ClipArgs {
    /// Use only one clip, by name or by number from 0 [default: every clip]
    #[arg(long, value_name = "N|NAME", allow_hyphen_values = true, value_parser = OsStringValueParser::new().map(|name| escaped_name(&name)))]
    pub(crate) clip: Option<String>,
}

impl ClipArgs {
    /// The selected clips. A clip named by digits takes precedence over the clip with that number.
    pub(crate) fn select(&self, clips: Vec<Clip>) -> Result<Vec<Clip>, Failure> {
        let Some(wanted) = &self.clip else {
            return Ok(clips);
        };
        choose_clip(clips, wanted).map(|clip| vec![clip]).map_err(|error| no_clip(&error))
    }

    /// The selected clips of a document after the operations, with the report. Warnings of lowering that concern these clips, and of
    /// the operations, are shown in one line each; those of inexact values only if `values` are those of curves.
    pub(crate) fn edited<V>(
        &self,
        edits: &EditArgs<V>,
        input: &Input,
        (document, values): (&dyn Document, Values),
        console: &Console,
    ) -> Result<(Vec<Clip>, Report), Failure> {
        let in_file = |failure: Failure| failure.in_file(&input.label);
        let are_curves_shown = values == Values::OfCurves;
        let values = if edits.unedited(document).is_some() { values } else { Values::OfCurves };
        let (clips, mut report) = input.lowered(document)?;
        let is_empty = clips.is_empty();
        let selected = self.select(clips).map_err(in_file);
        if let (Some(_), Ok([clip])) = (&self.clip, selected.as_deref()) {
            report.choose_clip(&clip.name);
        }
        input.warn_of_lowering(&report, values, is_empty, console);
        let known: HashSet<_> = missing(&report, values).collect();
        let clips = edits.apply(selected?, &mut report).map_err(in_file)?;
        let lost: Vec<_> = missing(&report, values).filter(|loss| !known.contains(loss)).collect();
        input.warn(console, &lost);
        if are_curves_shown {
            report.set_severities(&clips, Space::UNKNOWN);
            input.warn(console, &coarse(&report).collect::<Vec<_>>());
        }
        Ok((clips, report))
    }
}

/// Where the values of clips come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// The curves of the clips.
    OfCurves,
    /// The document where it computes them, otherwise the curves.
    OfDocument,
}

/// What clips have lost without a value that comes near, one line for each warning.
pub(crate) fn missing(report: &Report, values: Values) -> impl Iterator<Item = String> {
    // Content of a file that is not in clips is not missing from them.
    let matters = move |loss: &&Loss| {
        loss.severity() >= Severity::Warning
            && loss.clip.is_some()
            && loss.fate == Fate::Dropped
            && !(loss.is_evaluated && values == Values::OfDocument)
    };
    report.losses.iter().filter(matters).map(loss_in_words)
}

/// The curves that do not come near to what they show, one line for each.
fn coarse(report: &Report) -> impl Iterator<Item = String> {
    let losses = report.losses.iter().filter(|loss| loss.severity() >= Severity::Warning);
    losses.filter_map(|loss| match loss.fate {
        Fate::Approximated(error) => Some(format!("{}, within {error}", loss_in_words(loss))),
        _ => None,
    })
}

/// The failure for a clip that does not exist.
pub(crate) fn no_clip(error: &ConvertError) -> Failure {
    Failure::usage(error.to_string())
}
