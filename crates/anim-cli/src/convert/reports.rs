//! The reports of a run: for people, as JSON, and as a manifest.

use super::args::Args;
use super::json;
use super::log::{Earlier, Log};
use super::manifest::{Line, Listed};
use super::outcome::{Merged, Outcome};
use super::plan::Plan;
use super::summary::Summary;
use crate::console::Console;
use crate::exit::Failure;
use crate::output::Output;
use crate::paths::is_stream;
use crate::progress::Progress;

/// Writes reports outcome by outcome, so that none has to be kept.
pub(super) struct Reports<'a> {
    args: &'a Args,
    console: &'a Console,
    progress: Option<&'a Progress>,
    /// The report as JSON, with the number of files in it.
    json: Option<(Output, usize)>,
    manifest: Option<Log>,
    /// The recipe for the manifest.
    recipe: &'a str,
    /// The totals of a batch, in which each input becomes its own file.
    summary: Option<Summary>,
    /// Whether a batch has several inputs. Otherwise people get the report of its only file.
    are_several: bool,
}

impl<'a> Reports<'a> {
    /// Opens the requested reports, before any work is done.
    pub(super) fn new(
        args: &'a Args,
        console: &'a Console,
        progress: Option<&'a Progress>,
        plan: &Plan,
        (earlier, recipe): (&mut Earlier, &'a str),
    ) -> Result<Self, Failure> {
        let manifest = args.log().map(|path| match args.resume {
            Some(_) => Log::resume(path, earlier),
            None => Log::create(path, args.force),
        });
        let mut json = args.json.then(Output::stdout_with_exit);
        if let Some(out) = &mut json {
            json::open(out, args.dry_run).map_err(|error| out.failure(&error))?;
        }
        let (json, manifest) = (json.map(|out| (out, 0)), manifest.transpose()?);
        let is_batch = args.out_dir.is_some();
        let (summary, are_several) = (is_batch.then(Summary::new), is_batch && plan.tasks.len() > 1);
        Ok(Self { args, console, progress, json, manifest, recipe, summary, are_several })
    }

    /// Where messages go.
    pub(super) fn console(&self) -> &'a Console {
        self.console
    }

    /// One more task is done.
    pub(super) fn step(&self) {
        if let Some(progress) = self.progress {
            progress.add(1);
        }
    }

    /// Reports the result of an input.
    pub(super) fn tell(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let to_stream = self.args.output.as_deref().is_some_and(is_stream);
        let brief = self.are_several && !self.args.verbose;
        let tell = || outcome.tell(self.args, self.console, brief, to_stream);
        match self.progress {
            Some(progress) => progress.aside(tell),
            None => tell(),
        }
        match &mut self.json {
            Some((out, count)) => {
                *count += 1;
                json::write_file(out, outcome, *count == 1).map_err(|error| out.failure(&error))
            }
            None => Ok(()),
        }
    }

    /// Records a conversion of one input in the manifest.
    pub(super) fn note(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.step();
        if let Some(summary) = &mut self.summary {
            summary.add(outcome);
        }
        if outcome.skipped {
            return Ok(());
        }
        let outputs = outcome.made.iter().flat_map(|made| &made.files);
        let error = outcome.failure.as_ref().map(ToString::to_string);
        self.write(&Line::new(&outcome.listed, &outcome.beside, outputs, self.recipe, error))
    }

    /// Records a conversion of all inputs into one file.
    pub(super) fn note_merged(
        &mut self,
        outcomes: &[Outcome],
        merged: Option<&Merged>,
    ) -> Result<(), Failure> {
        let inputs: Vec<&Listed> = outcomes.iter().filter_map(|outcome| outcome.listed.as_ref()).collect();
        let beside = outcomes.iter().flat_map(|outcome| &outcome.beside);
        let outputs = merged.and_then(|merged| merged.made.as_ref()).map(|made| &made.files);
        let failures = outcomes.iter().filter_map(|outcome| outcome.failure.as_ref());
        let mut failures = merged.and_then(|merged| merged.failure.as_ref()).into_iter().chain(failures);
        let error = failures.next().map(ToString::to_string);
        self.write(&Line::new(inputs, beside, outputs.into_iter().flatten(), self.recipe, error))
    }

    fn write(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        self.manifest.as_mut().map_or(Ok(()), |manifest| manifest.write(line))
    }

    /// Ends the reports, with the common result of all inputs.
    pub(super) fn finish(self, plan: &Plan, merged: Option<(&[Outcome], &Merged)>) -> Result<(), Failure> {
        let to_stream = self.args.output.as_deref().is_some_and(is_stream);
        if let Some((outcomes, merged)) = merged {
            merged.tell(outcomes, self.args, self.console, to_stream);
        }
        let counts = self.summary.map(|summary| summary.counts());
        if let Some((mut out, _)) = self.json {
            json::close(&mut out, merged, counts).map_err(|error| out.failure(&error))?;
            out.commit()?;
        } else if let Some(counts) = counts.filter(|_| self.are_several) {
            self.console.print(format!("{counts}\n").as_bytes());
        }
        let resumed = self.args.resume.as_ref().map(|_| plan);
        self.manifest.map_or(Ok(()), |manifest| manifest.finish(resumed))
    }
}
