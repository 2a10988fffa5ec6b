//! One input on its way to its outputs.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Clip, Diagnostic, Document, Loss, Options};

use super::Args;
use super::manifest::Listed;
use super::outcome::{Made, Outcome};
use super::plan::Task;
use super::target::{Target, for_output, tolerance};
use crate::claims::Claims;
use crate::clips::listed;
use crate::exit::Failure;
use crate::input::{self, Input, in_words, is_stream};
use crate::options;
use crate::output::Files;
use crate::place::Place;
use crate::text::counted;

/// What all inputs have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Converter<'a> {
    pub(super) args: &'a Args,
    pub(super) target: &'a Target,
    pub(super) claims: &'a Claims,
    /// Whether there are other inputs.
    pub(super) batch: bool,
}

/// Clips on their way to files.
pub(super) struct Parcel<'a> {
    /// What they are from, for people.
    pub(super) label: &'a str,
    /// The file they are from.
    pub(super) input: &'a Path,
    /// The file that was planned for them.
    pub(super) output: &'a Path,
    /// The options of the target.
    pub(super) options: Options,
    /// How many things were lost by reading already.
    pub(super) lost: usize,
}

impl Converter<'_> {
    /// Converts one input.
    pub(super) fn run(&self, task: &Task) -> Outcome {
        let mut outcome = Outcome::new(input::label(&task.input));
        if let Err(failure) = self.convert(task, &mut outcome) {
            outcome.failure = Some(failure);
        }
        outcome
    }

    /// Reads one input, the clips of which go into a file with those of others.
    pub(super) fn load(&self, task: &Task) -> Outcome {
        let mut outcome = Outcome::new(input::label(&task.input));
        match self.read(task, &mut self.target.options.clone(), &mut outcome) {
            Ok((_, clips)) => outcome.clips = clips,
            Err(failure) => outcome.failure = Some(failure),
        }
        outcome
    }

    fn convert(&self, task: &Task, outcome: &mut Outcome) -> Result<(), Failure> {
        let mut options = self.target.options.clone();
        let (output, clips) = self.read(task, &mut options, outcome)?;
        let label = input::label(&task.input);
        let parcel = Parcel {
            label: &label,
            input: &task.input,
            output,
            lost: lost(&outcome.findings, tolerance(&options, self.args)),
            options,
        };
        for (path, clips) in self.parts(&parcel, clips)? {
            let (made, failure) = self.make(&parcel, &path, &clips);
            outcome.made.push(made);
            if let Some(failure) = failure {
                return Err(failure);
            }
        }
        Ok(())
    }

    /// The output of a task, and the clips of its input that are meant. Options of the target that were given as if they
    /// were the source's are set.
    fn read<'t>(
        &self,
        task: &'t Task,
        target: &mut Options,
        outcome: &mut Outcome,
    ) -> Result<(&'t Path, Vec<Clip>), Failure> {
        let output = match &task.output {
            Ok(output) => output,
            Err(failure) => return Err(Failure { exit: failure.exit, message: failure.message.clone() }),
        };
        if self.args.manifest.is_some() {
            outcome.listed = Some(Listed::unread(outcome.path.clone()));
        }
        let mut input =
            self.args.read.load_without_options(&task.input, Vec::new()).map_err(|mut failure| {
                if task.input.is_dir() && !self.args.recursive {
                    failure.message.push_str("; -r takes the files in it");
                }
                failure
            })?;
        if self.args.manifest.is_some() {
            outcome.listed = Some(Listed::new(outcome.path.clone(), &input.bytes));
        }
        options::assign(&self.args.read.options, &mut input.options, Some(target), self.batch)?;
        outcome.format = Some(input.entry.row.info.id);
        let document = input.open(&mut |diagnostic| outcome.findings.push(diagnostic))?;
        let clips = document.to_clips(&input.options, &mut outcome.findings);
        if clips.is_empty() {
            outcome.warning = Some(format!("{}: there is no clip in it", input.label));
        }
        let clips = self.args.clip.select(clips)?;
        Ok((output, clips.into_iter().map(|clip| with_source(clip, &input)).collect()))
    }

    /// Makes one file of clips.
    pub(super) fn make(&self, parcel: &Parcel<'_>, path: &Path, clips: &[Clip]) -> (Made, Option<Failure>) {
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        let mut made = Made {
            path: input::label(path),
            clips: names,
            bytes: None,
            files: Vec::new(),
            findings: Vec::new(),
        };
        let failure = self.try_make(parcel, path, clips, &mut made).err();
        (made, failure)
    }

    fn try_make(
        &self,
        parcel: &Parcel<'_>,
        path: &Path,
        clips: &[Clip],
        made: &mut Made,
    ) -> Result<(), Failure> {
        let row = self.target.entry.row;
        let from_clips = row.from_clips.ok_or_else(|| Failure::usage("the target is only read"))?;
        let options = for_output(parcel.options.clone(), self.args, path);
        let place = Place::of(path);
        let document = from_clips(clips, &options, &place, &mut made.findings).map_err(|error| {
            Failure::findings(format!(
                "{}: {} cannot hold it: {}",
                parcel.label,
                row.info.id,
                in_words(&error)
            ))
        })?;
        let lost = parcel.lost + lost(&made.findings, tolerance(&options, self.args));
        self.write(parcel, &*document, path, lost, made)
    }

    /// Which clips go into which file: all into one, or one into each where the target holds no more.
    pub(super) fn parts(
        &self,
        parcel: &Parcel<'_>,
        clips: Vec<Clip>,
    ) -> Result<Vec<(PathBuf, Vec<Clip>)>, Failure> {
        let (info, output) = (self.target.entry.row.info, parcel.output);
        if info.max_clips.is_none_or(|most| clips.len() <= most) {
            return Ok(vec![(output.to_owned(), clips)]);
        }
        if self.args.out_dir.is_none() {
            let (label, id, most) = (parcel.label, info.id, info.max_clips.unwrap_or(0));
            // With several inputs --clip means a clip of each.
            let one = if self.batch { "one file" } else { "one with --clip" };
            return Err(Failure::usage(format!(
                "{label}: a file of {id} holds {} at most: take {one}, or all with --out-dir; there are {}",
                counted(most, "clip"),
                listed(&clips)
            )));
        }
        let mut names = HashSet::new();
        let part = |clip: Clip| {
            let mut name = file_name(&clip.name);
            while !names.insert(name.to_lowercase()) {
                name.push('_');
            }
            let mut file = output.file_stem().unwrap_or_default().to_owned();
            file.push(format!(".{name}.{}", self.target.extension));
            (output.with_file_name(file), vec![clip])
        };
        Ok(clips.into_iter().map(part).collect())
    }

    /// Writes a document that lacks so many things, and notes its files.
    fn write(
        &self,
        parcel: &Parcel<'_>,
        document: &dyn Document,
        path: &Path,
        lost: usize,
        made: &mut Made,
    ) -> Result<(), Failure> {
        if self.args.strict && lost > 0 {
            let (label, path, lost) = (parcel.label, input::label(path), counted(lost, "loss"));
            return Err(Failure::findings(format!("{label}: {lost}; {path} is not written under --strict")));
        }
        let files = Files::of(document, path)?;
        // The plan claimed the output itself; what else there is comes to light only now.
        let mut unplanned = files.paths().filter(|path| !is_stream(path) && *path != parcel.output);
        unplanned.try_for_each(|path| self.claims.claim(path, parcel.input))?;
        if self.args.dry_run {
            files.rehearse(self.args.force)?;
        } else {
            if let (Some(_), Some(folder)) = (&self.args.out_dir, path.parent())
                && !folder.is_dir()
            {
                // Below a folder that the plan found to be there.
                fs::create_dir_all(folder).map_err(|error| Failure::system(&input::label(folder), &error))?;
            }
            files.write(self.args.force)?;
        }
        made.bytes = Some(files.iter().map(|(_, bytes)| bytes.len()).sum());
        if self.args.manifest.is_some() {
            made.files = files.iter().map(|(path, bytes)| Listed::new(input::label(path), bytes)).collect();
        }
        Ok(())
    }
}

/// The clip with a record of where it is from; what an earlier conversion recorded stays.
fn with_source(mut clip: Clip, input: &Input) -> Clip {
    let facts = [
        ("source.format", input.entry.row.info.id.to_owned()),
        ("source.options", options::recorded(&input.options)),
    ];
    for (key, value) in facts {
        if clip.metadata(key).is_none() && !value.is_empty() {
            clip.metadata.push((key.to_owned(), value));
        }
    }
    clip
}

/// How many findings are of something that is missing, or off by more than the tolerance.
pub(super) fn lost(findings: &[Diagnostic], tolerance: f64) -> usize {
    findings.iter().filter(|finding| loses(finding, tolerance)).count()
}

/// Whether something is missing, or off by more than the tolerance.
fn loses(diagnostic: &Diagnostic, tolerance: f64) -> bool {
    match diagnostic.loss {
        Some(Loss::Dropped) => true,
        // An error that is not a number is no small one.
        Some(Loss::Approximated(error)) => error.is_nan() || error > tolerance,
        Some(Loss::Kept) | None => false,
    }
}

/// A name as part of a file's name on any system.
pub(super) fn file_name(name: &str) -> String {
    let unfit = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    name.chars().map(|c| if unfit(c) { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Location};

    use super::*;

    #[test]
    fn what_is_within_the_tolerance_is_no_loss() {
        static CODE: Code = Code::note("toy::note", "");
        let cases = [
            (Some(Loss::Dropped), true),
            (Some(Loss::Approximated(0.001)), false),
            (Some(Loss::Approximated(0.002)), true),
            (Some(Loss::Approximated(f64::NAN)), true),
            (Some(Loss::Kept), false),
            (None, false),
        ];
        for (loss, expected) in cases {
            let diagnostic = Diagnostic { loss, ..CODE.at(Location::default(), "") };
            assert_eq!(loses(&diagnostic, 0.001), expected, "{loss:?}");
        }
    }

    #[test]
    fn clip_names_become_file_names() {
        assert_eq!(file_name("Grün 1/2: \"x\"\n"), "Grün 1_2_ _x__");
    }
}
