//! The files that are made of clips or of a document.

use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Beside, Clip, Document, Folder, Loss, NoFolder, OptionError, Options, escaped_name};
use anim_formats::{ConvertError, Source, list_clips, split_by};

use super::job::Converter;
use super::manifest::Listed;
use super::outcome::Made;
use super::template::{Template, checked};
use crate::exit::Failure;
use crate::input::in_words;
use crate::options::refused;
use crate::output::{Files, require_folder};
use crate::paths::{self, is_stream};
use crate::text::counted;

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
    /// The losses of the clips so far, if operations changed them.
    pub(super) before: &'a [Loss],
}

impl Converter<'_> {
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
        let parcel = Parcel { label, input, output, lost, sources: &[], options, before: &[] };
        let failure = self.write(&parcel, &*document, output, lost, &mut made).err();
        Some((made, failure))
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
        report.losses.extend_from_slice(parcel.before);
        let document =
            self.conversion.encode(parcel.sources, clips, options, &(name.as_str(), &*files), report);
        // These are reported with the input.
        report.losses.drain(..parcel.before.len());
        let document = document.map_err(|error| match &error {
            ConvertError::Refused { error, .. } if error.code == OptionError::CODE => {
                Failure::usage(error.message.clone()).in_file(parcel.label)
            }
            ConvertError::Refused { id, error } => {
                let what = format!("{id} cannot hold it: {}", in_words(error));
                Failure::findings(what).in_file(parcel.label)
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
            Some(name) => escaped_name(name),
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
                let what = format!(
                    "a file of {id} holds at most {most}: take {one}, or all with --out-dir; there are {count}: {names}"
                );
                Err(Failure::usage(what).in_file(parcel.label))
            }
            Err(_) => {
                let stem = escaped_name(output.file_stem().unwrap_or_default());
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
            let (path, lost) = (paths::label(path), counted(lost, "loss"));
            let what = format!("{lost}; {path} is not written under --strict");
            return Err(Failure::findings(what).in_file(parcel.label));
        }
        let files = Files::of(document, path)?;
        // The output itself is claimed; its companion files are known only now.
        let companions: Vec<_> = files.paths().filter(|other| !is_stream(other) && *other != path).collect();
        self.claims.claim_all(companions.iter().copied(), parcel.input)?;
        let put = self.put(&files, path, parcel.input);
        if put.is_err() {
            self.claims.release(companions, parcel.input);
        }
        put?;
        made.bytes = Some(files.iter().map(|(_, bytes)| bytes.len()).sum());
        if self.args.log().is_some() {
            made.files = files.iter().map(|(path, bytes)| Listed::new(paths::label(path), bytes)).collect();
        }
        Ok(())
    }

    /// Writes the files of an output that is made from an input, or checks that they can be written.
    fn put(&self, files: &Files<'_>, path: &Path, input: &Path) -> Result<(), Failure> {
        let force = self.may_replace(files, input);
        if force && let Some(needs) = self.needs {
            files.changed().try_for_each(|path| needs.require_unneeded(path, input))?;
        }
        if self.args.dry_run {
            return files.rehearse(force);
        }
        self.make_folder(path)?;
        files.write(force)
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
    if is_stream(output) { Box::new(NoFolder) } else { Box::new(Folder::of(output)) }
}
