//! The conversion of one input to its outputs.

use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Beside, Clip, Document, Folder, Loss, Options, Report};
use anim_formats::{Conversion, ConvertError, Source, list_clips, losses_of, split_by};

use super::args::Args;
use super::manifest::Listed;
use super::outcome::{Made, Outcome};
use super::plan::Task;
use super::template::{Template, checked};
use crate::claims::Claims;
use crate::exit::Failure;
use crate::input::{self, in_words};
use crate::options::{refused, require_files};
use crate::output::{self, Files, Missing, require_folder};
use crate::paths::{self, is_stream};
use crate::text::{counted, spelled};

/// The code for an encoder that refuses the value of an option.
const OPTION: &str = "anim::option";

/// The settings that all inputs share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Converter<'a> {
    pub(super) args: &'a Args,
    pub(super) conversion: &'a Conversion<'static>,
    pub(super) claims: &'a Claims,
    /// Whether there are other inputs.
    pub(super) batch: bool,
    /// Whether existing files are replaced.
    pub(super) force: bool,
}

/// Clips to be written to files.
pub(super) struct Parcel<'a> {
    /// Their source, for messages.
    pub(super) label: &'a str,
    /// The file that they are from.
    pub(super) input: &'a Path,
    /// The file that was planned for them.
    pub(super) output: &'a Path,
    /// Their sources.
    pub(super) sources: &'a [Source],
    /// The options of the target.
    pub(super) options: Options,
    /// The number of losses in reading.
    pub(super) lost: usize,
}

impl Converter<'_> {
    /// Converts one input.
    pub(super) fn run(&self, task: &Task) -> Outcome {
        let mut outcome = self.unread(task);
        if self.args.skip_existing
            && self.is_one_file()
            && task.output.as_ref().is_ok_and(|output| output.exists())
        {
            return Outcome::skipped(outcome.path);
        }
        if let Err(failure) = self.convert(task, &mut outcome) {
            outcome.failure = Some(failure);
        }
        if outcome.skipped { Outcome::skipped(outcome.path) } else { outcome }
    }

    /// Whether each input becomes the file that was planned for it. Otherwise its clips decide the names and the number of files.
    fn is_one_file(&self) -> bool {
        !self.is_named_by_clip() && self.conversion.target().info().max_clips.is_none()
    }

    /// Whether each clip becomes a file, named after it by a template.
    fn is_named_by_clip(&self) -> bool {
        self.args.name.as_ref().is_some_and(Template::has_clip)
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

    fn convert(&self, task: &Task, outcome: &mut Outcome) -> Result<(), Failure> {
        let (output, mut source) = self.read(task, |output| self.expect_place(output), outcome)?;
        let label = paths::label(&task.input);
        let options = self.conversion.options_for([&source]);
        require_files(&options)?;
        if !self.is_named_by_clip()
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
        let mut parcel = Parcel { label: &label, input: &task.input, output, lost, sources, options };
        let parts = self.parts(&parcel, clips)?;
        let is_only = parts.len() == 1;
        let mut failures: Vec<Failure> = Vec::new();
        for (path, clips) in parts {
            // The plan has claimed its own output; the names of clips are known only now.
            let is_planned = path == output && !self.is_named_by_clip();
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
        Failure::of_several(failures).map_or(Ok(()), Err)
    }

    /// Whether a file that could not be written exists because another run made it meanwhile.
    fn is_left_out(&self, output: &Path) -> bool {
        self.args.skip_existing && output.exists()
    }

    /// Writes a copy of the document of a source, if the conversion can copy it.
    pub(super) fn copy(
        &self,
        source: &mut Source,
        label: &str,
        input: &Path,
        output: &Path,
    ) -> Option<(Made, Option<Failure>)> {
        let mut made = Made::new(paths::label(output), &source.clips);
        let options = self.conversion.options_for([&*source]);
        let name = self.name_of(output);
        let document = self.conversion.copy(source, &name, &*beside(output), &mut made.report)?;
        let lost = self.lost(&made.report.losses, &options);
        let parcel = Parcel { label, input, output, lost, sources: &[], options };
        let failure = self.write(&parcel, &*document, output, lost, &mut made).err();
        Some((made, failure))
    }

    /// The failure of writing an output, as far as it is known before anything is converted.
    pub(super) fn expect_place(&self, output: &Path) -> Result<(), Failure> {
        let folders = if self.makes_folder(output) { Missing::Created } else { Missing::Refused };
        if self.args.out_dir.is_none() || self.is_one_file() && !self.args.skip_existing {
            output::expect_place(output, self.force, folders)
        } else if self.is_named_by_clip() && output.parent() != self.args.out_dir.as_deref() {
            // Clips may name the folder too.
            Ok(())
        } else {
            output::expect_folder(output, folders)
        }
    }

    /// Whether the folder of an output is created if it is missing: with `--parents`, or below the folder of all outputs.
    fn makes_folder(&self, output: &Path) -> bool {
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
        let source = self.conversion.read(&bytes, &*beside, &mut outcome.report);
        let mut source = source.map_err(|error| self.args.read.refused(&outcome.path, &bytes, &error))?;
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
        joined.map_err(|error| Failure::usage(format!("{label}: {error}")))
    }

    /// Makes one file from clips.
    pub(super) fn make(&self, parcel: &Parcel<'_>, path: &Path, clips: Vec<Clip>) -> (Made, Option<Failure>) {
        let mut made = Made::new(paths::label(path), &clips);
        let failure = self.try_make(parcel, path, clips, &mut made).err();
        (made, failure)
    }

    fn try_make(
        &self,
        parcel: &Parcel<'_>,
        path: &Path,
        clips: Vec<Clip>,
        made: &mut Made,
    ) -> Result<(), Failure> {
        let name = self.name_of(path);
        let files = beside(path);
        let (options, report) = (&parcel.options, &mut made.report);
        let clips = self.conversion.into_space(parcel.sources, clips, options, &(&*name, &*files));
        let document = self.conversion.encode(parcel.sources, &clips, options, &name, &*files, report);
        // Clips may be large, and so may the bytes of the document.
        drop(clips);
        let document = document.map_err(|error| match &error {
            ConvertError::Refused { error, .. } if error.code.id == OPTION => {
                Failure::usage(format!("{}: {}", parcel.label, error.message))
            }
            ConvertError::Refused { id, error } => {
                Failure::findings(format!("{}: {id} cannot hold it: {}", parcel.label, in_words(error)))
            }
            ConvertError::Option(error) => refused(error).in_file(parcel.label),
            error => Failure::usage(error.to_string()),
        })?;
        let lost = parcel.lost + self.lost(&made.report.losses, &parcel.options);
        self.write(parcel, &*document, path, lost, made)
    }

    /// The name of the new file; for a stream, a name with the requested extension.
    fn name_of(&self, path: &Path) -> String {
        match path.file_name().filter(|_| !is_stream(path)) {
            Some(name) => spelled(name),
            None => format!("animation.{}", self.conversion.extension()),
        }
    }

    /// The clips of each file: all in one, or one in each if the target cannot hold more.
    pub(super) fn parts(
        &self,
        parcel: &Parcel<'_>,
        clips: Vec<Clip>,
    ) -> Result<Vec<(PathBuf, Vec<Clip>)>, Failure> {
        let output = parcel.output;
        if let Some(template) = self.args.name.as_ref().filter(|template| template.has_clip()) {
            return self.named(template, parcel, clips);
        }
        match self.conversion.require_room(&clips) {
            Ok(()) => Ok(vec![(output.to_owned(), clips)]),
            Err(ConvertError::TooManyClips { id, most, names }) if self.args.out_dir.is_none() => {
                // With several inputs, --clip selects a clip of each.
                let one = if self.batch { "one file" } else { "one with --clip" };
                let (most, count, names) = (counted(most, "clip"), names.len(), list_clips(&names));
                Err(Failure::usage(format!(
                    "{}: a file of {id} holds at most {most}: take {one}, or all with --out-dir; there are {count}: {names}",
                    parcel.label,
                )))
            }
            Err(_) => {
                let stem = spelled(output.file_stem().unwrap_or_default());
                let parts = self.conversion.split(&stem, clips).into_iter();
                Ok(parts.map(|(name, clips)| (output.with_file_name(name), clips)).collect())
            }
        }
    }

    /// Each clip with its file, named by a template.
    fn named(
        &self,
        template: &Template,
        parcel: &Parcel<'_>,
        clips: Vec<Clip>,
    ) -> Result<Vec<(PathBuf, Vec<Clip>)>, Failure> {
        let folder = self.args.out_dir.as_deref().unwrap_or(Path::new(""));
        let parts =
            split_by(clips, |clip| template.path(parcel.input, Some(clip), self.conversion.extension()));
        let placed = |(path, clip): (String, Clip)| {
            checked(&path, parcel.input).map(|path| (folder.join(path), vec![clip]))
        };
        parts.into_iter().map(placed).collect()
    }

    /// The number of things that are missing or have an error above the tolerance.
    pub(super) fn lost<'l>(&self, losses: impl IntoIterator<Item = &'l Loss>, options: &Options) -> usize {
        let tolerance = self.conversion.tolerance(options);
        losses.into_iter().filter(|loss| !tolerance.allows(loss)).count()
    }

    /// Writes a document with this number of losses, and records its files.
    fn write(
        &self,
        parcel: &Parcel<'_>,
        document: &dyn Document,
        path: &Path,
        lost: usize,
        made: &mut Made,
    ) -> Result<(), Failure> {
        if self.args.strict && lost > 0 {
            let (label, path, lost) = (parcel.label, paths::label(path), counted(lost, "loss"));
            return Err(Failure::findings(format!("{label}: {lost}; {path} is not written under --strict")));
        }
        let files = Files::of(document, path)?;
        // The output itself is claimed; its companion files are known only now.
        let mut unplanned = files.paths().filter(|other| !is_stream(other) && *other != path);
        unplanned.try_for_each(|path| self.claims.claim(path, parcel.input))?;
        if self.args.dry_run {
            files.rehearse(self.force)?;
        } else {
            self.make_folder(path)?;
            files.write(self.force)?;
        }
        made.bytes = Some(files.iter().map(|(_, bytes)| bytes.len()).sum());
        if self.args.log().is_some() {
            made.files = files.iter().map(|(path, bytes)| Listed::new(paths::label(path), bytes)).collect();
        }
        Ok(())
    }

    /// Creates the missing folder of an output where this is allowed.
    fn make_folder(&self, output: &Path) -> Result<(), Failure> {
        let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
            return Ok(());
        };
        // Writing into a missing folder fails by itself.
        if !self.makes_folder(output) || folder.is_dir() {
            return Ok(());
        }
        if let (Some(all), false) = (&self.args.out_dir, self.args.parents) {
            // The folder may have been moved since the run began.
            require_folder(all)?;
        }
        fs::create_dir_all(folder).map_err(|error| Failure::system(&paths::label(folder), &error))
    }
}

/// The files next to an output.
fn beside(output: &Path) -> Box<dyn Beside> {
    if is_stream(output) { Box::new(()) } else { Box::new(Folder::of(output)) }
}
