//! The conversion of one input to its outputs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anim_core::{Clip, Report};
use anim_formats::{Conversion, Source, losses_of};

use super::args::Args;
use super::manifest::Listed;
use super::needs::Needs;
use super::neighbours::Neighbours;
use super::outcome::{Made, Outcome};
use super::parcel::Parcel;
use super::plan::Task;
use super::template::Template;
use crate::claims::{Claims, real};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::options::require_files;
use crate::output::{self, Files, Missing};
use crate::paths::{self, is_stream};

/// The settings that all inputs share.
#[derive(Clone, Copy)]
pub(super) struct Converter<'a> {
    pub(super) args: &'a Args,
    pub(super) conversion: &'a Conversion<'static>,
    pub(super) claims: &'a Claims,
    /// What the inputs need, if files are written before all are read.
    pub(super) needs: Option<&'a Needs<'a>>,
    /// Whether there are other inputs.
    pub(super) batch: bool,
    /// The files that the manifest of the run that this one continues lists as outputs.
    pub(super) listed: &'a HashSet<PathBuf>,
}

impl Converter<'_> {
    /// Converts one input.
    pub(super) fn run(&self, task: &Task) -> Outcome {
        let mut outcome = self.unread(task);
        // An input before this one may have left the name.
        let claimed = match &task.output {
            Ok(output) if task.contested => self.claims.claim(output, &task.input),
            _ => Ok(()),
        };
        let is_free = claimed.is_ok();
        // If clips name the files, the claim may not be needed.
        if self.is_one_file()
            && let Err(failure) = claimed
        {
            outcome.failure = Some(failure);
            return outcome;
        }
        if self.args.skip_existing
            && self.is_one_file()
            && task.output.as_ref().is_ok_and(|output| output.exists())
        {
            return Outcome::skipped(outcome.path);
        }
        if let Err(failure) = self.convert(task, is_free, &mut outcome) {
            outcome.failure = Some(failure);
        }
        if outcome.skipped { Outcome::skipped(outcome.path) } else { outcome }
    }

    /// Whether each input becomes the file that was planned for it. Otherwise its clips decide the names and the number of files.
    fn is_one_file(&self) -> bool {
        !self.is_named_by_clip() && self.conversion.target().info().max_clips.is_none()
    }

    /// Whether each clip becomes a file, named after it by a template.
    pub(super) fn is_named_by_clip(&self) -> bool {
        self.args.name.as_ref().is_some_and(Template::has_clip)
    }

    /// Warns about options that no input has, if all inputs were read: the formats of others are unknown.
    pub(super) fn warn_of_unused(&self, exits: &[Exit], console: &Console) {
        if exits.iter().all(|exit| matches!(exit, Exit::Done | Exit::Findings)) {
            self.args.read.warn_of_unused(Some(self.conversion.target_options()), console);
        }
    }

    /// Reads one input whose clips go into a file together with those of others.
    pub(super) fn load(&self, task: &Task) -> Outcome {
        let mut outcome = self.unread(task);
        match self.read(task, |_| Ok(()), &mut outcome) {
            Ok((_, source)) => outcome.source = Some(source),
            Err(failure) => outcome.failure = Some(failure),
        }
        outcome
    }

    /// The outcome of an input that has not been read. A line of the manifest lists it even so.
    pub(super) fn unread(&self, task: &Task) -> Outcome {
        let mut outcome = Outcome::new(paths::label(&task.input));
        outcome.listed = self.args.log().map(|_| Listed::unread(outcome.path.clone()));
        outcome
    }

    /// Converts an input that may write to the output that was planned for it, if that is free, and to others that clips name.
    fn convert(&self, task: &Task, is_free: bool, outcome: &mut Outcome) -> Result<(), Failure> {
        let (output, mut source) = self.read(task, |output| self.expect_place(output), outcome)?;
        let label = paths::label(&task.input);
        let options = self.conversion.options_for([&source]);
        require_files(&options)?;
        if !self.is_named_by_clip()
            && is_free
            && let Some((made, failure)) = self.copy(&mut source, &label, &task.input, output)
        {
            // The document is written, not its clips, so what the clips cannot hold is not lost.
            outcome.report.losses.clear();
            if failure.is_some() && self.is_left_out(output) {
                outcome.skipped = true;
                return Ok(());
            }
            outcome.made.push(made);
            return failure.map_or(Ok(()), Err);
        }
        let clips = self.join(&label, std::mem::take(&mut source.clips), &mut outcome.report)?;
        let lost = self.lost(&outcome.report.losses, &options);
        let sources = &[source];
        let has_edits = !self.args.edits.edits().is_empty();
        let before = if has_edits { outcome.report.losses.clone() } else { Vec::new() };
        let mut parcel =
            Parcel { label: &label, input: &task.input, output, lost, sources, options, before: &before };
        let parts = self.parts(&parcel, clips)?;
        let is_only = parts.len() == 1;
        let mut failures: Vec<Failure> = Vec::new();
        for (path, clips) in parts {
            // The plan has claimed its own output; the names of clips are known only now.
            let is_planned = path == output && !self.is_named_by_clip() && is_free;
            if !is_planned && let Err(failure) = self.claims.claim(&path, &task.input) {
                outcome.made.push(Made::new(paths::label(&path), &clips));
                failures.push(failure);
                continue;
            }
            if self.args.skip_existing && path.exists() {
                continue;
            }
            let names: Vec<String> = clips.iter().map(|clip| clip.name.clone()).collect();
            parcel.lost = self.lost(losses_of(&outcome.report.losses, &names, is_only), &parcel.options);
            let (mut made, failure) = self.make(&parcel, &path, clips);
            made.is_only = is_only;
            if failure.is_some() && self.is_left_out(&path) {
                continue;
            }
            outcome.made.push(made);
            failures.extend(failure);
        }
        outcome.skipped = outcome.made.is_empty();
        Failure::of_several(&failures).map_or(Ok(()), Err)
    }

    /// Whether a file that could not be written exists because another run made it meanwhile.
    fn is_left_out(&self, output: &Path) -> bool {
        self.args.skip_existing && output.exists()
    }

    /// Whether files made from an input may be written where others are. A run that continues another replaces what that one
    /// listed, except the input itself. What that one left, but could not list before it was interrupted, is the same again.
    pub(super) fn may_replace(&self, files: &Files<'_>, input: &Path) -> bool {
        let is_listed =
            |path: &Path| self.listed.contains(Path::new(&paths::label(path))) && real(path) != real(input);
        self.args.force || self.args.resume.is_some() && files.changed().all(is_listed)
    }

    /// The failure of writing an output, as far as it is known before anything is converted.
    pub(super) fn expect_place(&self, output: &Path) -> Result<(), Failure> {
        // What a run that continues another may replace is known when the files are made.
        let force = self.args.force || self.args.resume.is_some();
        let folders = if self.makes_folder(output) { Missing::Created } else { Missing::Refused };
        if self.args.out_dir.is_none() || self.is_one_file() && !self.args.skip_existing {
            output::expect_place(output, force, folders)
        } else if self.is_named_by_clip() && output.parent() != self.args.out_dir.as_deref() {
            // Clips may name the folder too.
            Ok(())
        } else {
            output::expect_folder(output, folders)
        }
    }

    /// Whether the folder of an output is created if it is missing: with `--parents`, or below the folder of all outputs.
    pub(super) fn makes_folder(&self, output: &Path) -> bool {
        self.args.parents || self.args.out_dir.as_deref().is_some_and(|all| output.parent() != Some(all))
    }

    /// The output of a task, if it is accepted, and its input as clips.
    fn read<'t>(
        &self,
        task: &'t Task,
        accept: impl Fn(&Path) -> Result<(), Failure>,
        outcome: &mut Outcome,
    ) -> Result<(&'t Path, Source), Failure> {
        let output = task.output.as_ref().map_err(Clone::clone)?;
        let mut bytes = Vec::new();
        let place = input::read_into(&task.input, &mut bytes)?;
        outcome.bytes = bytes.len();
        if self.args.log().is_some() {
            outcome.listed = Some(Listed::new(outcome.path.clone(), &bytes));
        }
        accept(output)?;
        let beside = self.args.read.beside(&task.input, place);
        let neighbours = Neighbours::new(&*beside, &task.input, self.claims, self.args.log().is_some());
        let source = self.conversion.read(&bytes, &neighbours, &mut outcome.report);
        outcome.beside = neighbours.listed();
        let mut source = source.map_err(|error| self.args.read.refused(&task.input, &bytes, &error))?;
        outcome.format = source.format;
        self.args.read.meet(source.format);
        if is_stream(&task.input) {
            source.stem = outcome.path.clone();
        }
        if source.clips.is_empty() {
            outcome.warning = Some(format!("{}: the file has no clip", outcome.path));
        }
        Ok((output, source))
    }

    /// The clips after the operations that apply to them together.
    pub(super) fn join(
        &self,
        label: &str,
        clips: Vec<Clip>,
        report: &mut Report,
    ) -> Result<Vec<Clip>, Failure> {
        let joined = self.conversion.join(clips, report);
        joined.map_err(|error| Failure::usage(error.to_string()).in_file(label))
    }
}
