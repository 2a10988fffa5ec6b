//! One input on its way to its outputs.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Clip, Diagnostic, Document, Loss};

use super::Args;
use super::outcome::{Made, Outcome};
use super::plan::{Task, taken};
use super::target::{Target, tolerance};
use crate::clips::listed;
use crate::exit::Failure;
use crate::input::{self, Input, in_words, is_stream};
use crate::options;
use crate::output::{Claims, Files};
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

impl Converter<'_> {
    /// Converts one input.
    pub(super) fn run(&self, task: &Task) -> Outcome {
        let mut outcome = Outcome::new(input::label(&task.input));
        if let Err(failure) = self.convert(task, &mut outcome) {
            outcome.failure = Some(failure);
        }
        outcome
    }

    fn convert(&self, task: &Task, outcome: &mut Outcome) -> Result<(), Failure> {
        let output = match &task.output {
            Ok(output) => output,
            Err(failure) => return Err(Failure { exit: failure.exit, message: failure.message.clone() }),
        };
        let mut input = self.args.read.load_without_options(&task.input)?;
        let mut target = self.target.options.clone();
        options::assign(&self.args.read.options, &mut input.options, Some(&mut target), self.batch)?;
        outcome.format = Some(input.entry.row.info.id);
        let document = input.open(&mut |diagnostic| outcome.findings.push(diagnostic))?;
        let clips = document.to_clips(&input.options, &mut outcome.findings);
        if clips.is_empty() {
            outcome.warning = Some(format!("{}: there is no clip in it", input.label));
        }
        let clips = self.args.clip.select(clips)?.into_iter().map(|clip| with_source(clip, &input)).collect();
        let from_clips =
            self.target.entry.row.from_clips.ok_or_else(|| Failure::usage("the target is only read"))?;
        for (path, clips) in self.parts(&input, output, clips)? {
            let mut findings = Vec::new();
            let id = self.target.entry.row.info.id;
            let made = from_clips(&clips, &target, &mut findings).map_err(|error| {
                Failure::findings(format!("{}: {id} cannot hold it: {}", input.label, in_words(&error)))
            });
            let all = outcome.findings.iter().chain(&findings);
            let lost = all.filter(|diagnostic| loses(diagnostic, tolerance(&target, self.args))).count();
            let (bytes, failure) = match made.and_then(|document| self.write(task, &*document, &path, lost)) {
                Ok(bytes) => (Some(bytes), None),
                Err(failure) => (None, Some(failure)),
            };
            let clips = clips.into_iter().map(|clip| clip.name).collect();
            outcome.made.push(Made { path: input::label(&path), clips, bytes, findings });
            if let Some(failure) = failure {
                return Err(failure);
            }
        }
        Ok(())
    }

    /// Which clips go into which file: all into one, or one into each where the target holds no more.
    fn parts(
        &self,
        input: &Input,
        output: &Path,
        clips: Vec<Clip>,
    ) -> Result<Vec<(PathBuf, Vec<Clip>)>, Failure> {
        let info = self.target.entry.row.info;
        if info.max_clips.is_none_or(|most| clips.len() <= most) {
            return Ok(vec![(output.to_owned(), clips)]);
        }
        if self.args.out_dir.is_none() {
            return Err(Failure::usage(format!(
                "{}: a file of {} holds {} clip at most: take one with --clip, or all with --out-dir; there are {}",
                input.label,
                info.id,
                info.max_clips.unwrap_or(0),
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

    /// Writes a document that lacks so many things, and returns the number of bytes of all its files.
    fn write(
        &self,
        task: &Task,
        document: &dyn Document,
        path: &Path,
        lost: usize,
    ) -> Result<usize, Failure> {
        if self.args.strict && lost > 0 {
            let (input, path, lost) = (input::label(&task.input), input::label(path), counted(lost, "loss"));
            return Err(Failure::findings(format!("{input}: {lost}; {path} is not written under --strict")));
        }
        let files = Files::of(document, path)?;
        // The plan claimed the output of the task; what else there is comes to light only now.
        let planned =
            |path: &Path| is_stream(path) || task.output.as_ref().is_ok_and(|output| output == path);
        if let Some(path) = files.paths().find(|path| !planned(path) && !self.claims.claim(path)) {
            return Err(taken(&task.input, path));
        }
        if self.args.dry_run {
            files.rehearse(self.args.force)?;
        } else {
            if let (Some(_), Some(folder)) = (&self.args.out_dir, path.parent()) {
                // Below a folder that the plan found to be there.
                fs::create_dir_all(folder).map_err(|error| Failure::system(&input::label(folder), &error))?;
            }
            files.write(self.args.force)?;
        }
        Ok(files.bytes())
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

/// Whether something is missing, or off by more than the tolerance.
fn loses(diagnostic: &Diagnostic, tolerance: f64) -> bool {
    match diagnostic.loss {
        Some(Loss::Dropped) => true,
        // An error that is not a number is no small one.
        Some(Loss::Approximated(error)) => error.is_nan() || error > tolerance,
        Some(Loss::Kept) | None => false,
    }
}

/// A clip's name as part of a file's name on any system.
fn file_name(clip: &str) -> String {
    let unfit = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    clip.chars().map(|c| if unfit(c) { '_' } else { c }).collect()
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
