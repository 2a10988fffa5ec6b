//! The reports of a run: for people, as JSON, and as a manifest.

use std::path::Path;

use super::args::Args;
use super::manifest::{Line, Listed};
use super::outcome::{Merged, Outcome, json};
use super::plan::{Plan, Task};
use crate::claims::real;
use crate::console::Console;
use crate::exit::Failure;
use crate::input::{is_stream, label};
use crate::output::Output;
use crate::progress::Progress;

/// Where reports go, outcome by outcome, so that none has to be kept.
pub(super) struct Reports<'a> {
    args: &'a Args,
    console: &'a Console,
    progress: Option<&'a Progress>,
    /// The report as JSON, with the number of files in it.
    json: Option<(Output, usize)>,
    manifest: Option<Output>,
}

impl<'a> Reports<'a> {
    /// Opens what was asked for, before anything is done.
    pub(super) fn new(
        args: &'a Args,
        console: &'a Console,
        progress: Option<&'a Progress>,
        plan: &Plan,
    ) -> Result<Self, Failure> {
        let manifest = args.manifest.as_deref().map(|path| {
            if plan.tasks.iter().any(|task| uses(task, path)) {
                let path = label(path);
                return Err(Failure::io(format!(
                    "{path} is an input or an output, and no place for a manifest"
                )));
            }
            Output::create(path, args.force)
        });
        let mut json = args.json.then(Output::stdout);
        if let Some(out) = &mut json {
            json::open(out, args.dry_run).map_err(|error| out.failure(&error))?;
        }
        let (json, manifest) = (json.map(|out| (out, 0)), manifest.transpose()?);
        Ok(Self { args, console, progress, json, manifest })
    }

    /// One more task is done.
    pub(super) fn step(&self) {
        if let Some(progress) = self.progress {
            progress.add(1);
        }
    }

    /// Tells what became of an input.
    pub(super) fn tell(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let to_stream = self.args.output.as_deref().is_some_and(is_stream);
        let tell = || outcome.tell(self.args, self.console, to_stream);
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

    /// Notes a conversion of one input in the manifest.
    pub(super) fn note(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.step();
        let outputs = outcome.made.iter().flat_map(|made| &made.files);
        let error = outcome.failure.as_ref().map(|failure| failure.message.as_str());
        self.write(&Line::new(&outcome.listed, outputs, error))
    }

    /// Notes a conversion of all inputs into one file.
    pub(super) fn note_merged(
        &mut self,
        outcomes: &[Outcome],
        merged: Option<&Merged>,
    ) -> Result<(), Failure> {
        let inputs: Vec<&Listed> = outcomes.iter().filter_map(|outcome| outcome.listed.as_ref()).collect();
        let outputs = merged.and_then(|merged| merged.made.as_ref()).map(|made| &made.files);
        let failures = outcomes.iter().filter_map(|outcome| outcome.failure.as_ref());
        let mut failures = merged.and_then(|merged| merged.failure.as_ref()).into_iter().chain(failures);
        let error = failures.next().map(|failure| failure.message.as_str());
        self.write(&Line::new(inputs, outputs.into_iter().flatten(), error))
    }

    fn write(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        match &mut self.manifest {
            Some(out) => line.write(out).map_err(|error| out.failure(&error)),
            None => Ok(()),
        }
    }

    /// Ends the reports, with what became of all inputs together.
    pub(super) fn finish(self, merged: Option<(&[Outcome], &Merged)>) -> Result<(), Failure> {
        let to_stream = self.args.output.as_deref().is_some_and(is_stream);
        if let Some((outcomes, merged)) = merged {
            merged.tell(outcomes, self.args, self.console, to_stream);
        }
        if let Some((mut out, _)) = self.json {
            json::close(&mut out, merged).map_err(|error| out.failure(&error))?;
            out.commit()?;
        }
        self.manifest.map_or(Ok(()), Output::commit)
    }
}

/// Whether a path is that of a task's input or output.
fn uses(task: &Task, path: &Path) -> bool {
    let is_it = |other: &Path| {
        // Only what is named alike is worth a look at the disk.
        !is_stream(path) && other.file_name() == path.file_name() && real(other) == real(path)
    };
    is_it(&task.input) || task.output.as_ref().is_ok_and(|output| is_it(output))
}
