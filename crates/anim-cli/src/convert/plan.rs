//! The output of each input.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anim_formats::Conversion;

use super::args::{Args, NO_OUTPUT};
use super::template::{Template, checked};
use crate::claims::{Claims, irreplaceable, real};
use crate::console::Console;
use crate::exit::Failure;
use crate::input::{containers, file_name};
use crate::output::require_folder;
use crate::paths::{is_stream, label};
use crate::search::{Found, is_tree, search};

/// All tasks, in order.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) tasks: Vec<Task>,
    /// The single file for the inputs of all tasks, if they share one.
    pub(super) into: Option<PathBuf>,
    /// The files that the tasks write.
    pub(super) claims: Claims,
    /// Whether clips name the outputs, which are then claimed only when they are known.
    by_clip: bool,
}

/// One input and its output.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) input: PathBuf,
    /// The output, or why there is none.
    pub(super) output: Result<PathBuf, Failure>,
    /// The folder in or below which all outputs are; empty for a single file.
    pub(super) folder: PathBuf,
    /// Whether an input before it has the same output. It gets the output if that input leaves it, because it fails or because its
    /// clips have their own names.
    pub(super) contested: bool,
    /// Whether an earlier run did it.
    pub(super) done: bool,
}

/// What a file with inputs inside is to a run.
const CONTAINER: &str = "a file with inputs inside";

const OPTION_FILE: &str = "the file of an option";

impl Plan {
    /// A plan; this searches folders, but reads no file. `listed` are the outputs of an earlier run that is continued.
    pub(super) fn new(
        args: &Args,
        listed: &HashSet<PathBuf>,
        conversion: &Conversion<'_>,
        console: &Console,
    ) -> Result<Self, Failure> {
        match (&args.output, &args.out_dir) {
            (Some(output), _) => Self::one(args, output, conversion, console),
            (None, Some(out_dir)) => Self::many(args, out_dir, listed, conversion, console),
            (None, None) => Err(Failure::usage(NO_OUTPUT)),
        }
    }

    /// All inputs into one file. It may be one of the inputs: they are read before it is written.
    fn one(
        args: &Args,
        output: &Path,
        conversion: &Conversion<'_>,
        console: &Console,
    ) -> Result<Self, Failure> {
        let alone = matches!(args.inputs.as_slice(), [input] if !(args.recursive && is_tree(input)));
        let task = |found: Found| Task {
            input: found.input,
            output: found.folder.map(|_| output.to_owned()),
            folder: PathBuf::new(),
            contested: false,
            done: false,
        };
        let found = search(&args.inputs, args.recursive, Some(output), console);
        let claims = Claims::default().keeping(containers(inputs(&found)), CONTAINER);
        if let Some(what) = claims.kept(output) {
            return Err(irreplaceable(output, what));
        }
        // A file that an option names may be extended in place: it is read before the output is written.
        let claims = claims.keeping(args.option_files(conversion)?, OPTION_FILE);
        let tasks = found.into_iter().map(task).collect();
        Ok(Self { tasks, into: (!alone).then(|| output.to_owned()), claims, by_clip: false })
    }

    /// Each input into its own file.
    fn many(
        args: &Args,
        out_dir: &Path,
        listed: &HashSet<PathBuf>,
        conversion: &Conversion<'_>,
        console: &Console,
    ) -> Result<Self, Failure> {
        let extension = conversion.extension();
        if !args.parents || out_dir.exists() {
            require_folder(out_dir)?;
        }
        let mut found = search(&args.inputs, args.recursive, Some(out_dir), console);
        // A file that is named twice, or is in a folder that is named too, is converted once.
        let mut known = HashSet::with_capacity(found.len());
        found.retain(|found| {
            found.folder.is_err() || is_stream(&found.input) || known.insert(found.input.clone())
        });
        let by_clip = args.name.as_ref().is_some_and(Template::has_clip);
        let output_of = |input: &Path, folder: &Path| match file_name(input) {
            Some(name) => {
                let output = match &args.name {
                    None => folder.join(name).with_extension(extension),
                    Some(template) => checked(&template.path(input, None, extension), input)?,
                };
                Ok(out_dir.join(output))
            }
            None => Err(Failure::usage("standard input has no file name: choose the output with -o")),
        };
        let mut results = existing(listed.iter());
        if args.skip_existing && !by_clip {
            let others = found.iter().filter_map(|found| {
                let output = output_of(&found.input, found.folder.as_ref().ok()?).ok()?;
                (output != found.input).then_some(output)
            });
            results.extend(existing(others.collect::<Vec<_>>().iter()));
        }
        leave_out(&results, &mut found, &args.inputs);
        let claims = Claims::new(inputs(&found))
            .keeping(containers(inputs(&found)), CONTAINER)
            .keeping(args.option_files(conversion)?, OPTION_FILE);
        let task = |Found { input, folder }: Found| {
            let mut contested = false;
            let output = folder.and_then(|folder| {
                let output = output_of(&input, &folder)?;
                // The names of clips are not known yet.
                if !by_clip {
                    claims.require_free(&output, &input)?;
                    contested = claims.claim(&output, &input).is_err();
                }
                Ok(output)
            });
            // If clips name the outputs, they may name folders too.
            let planned = output.as_ref().ok().filter(|_| !by_clip).and_then(|output| output.parent());
            let folder = planned.unwrap_or(out_dir).to_owned();
            Task { input, output, folder, contested, done: false }
        };
        let tasks = found.into_iter().map(task).collect();
        Ok(Self { tasks, into: None, claims, by_clip })
    }

    /// Makes a file the manifest, unless the plan reads or writes it.
    pub(super) fn place_manifest(&mut self, path: &Path) -> Result<(), Failure> {
        let used = self.tasks.iter().any(|task| task.uses(path)).then_some("an input or an output");
        if let Some(what) = used.or_else(|| self.claims.kept(path)) {
            return Err(elsewhere(path, what));
        }
        self.claims.keep(path, "the manifest");
        Ok(())
    }

    /// Marks the tasks that an earlier run did, given the files that it made for each of them. A file that two inputs list counts
    /// only for the first one.
    pub(super) fn leave_out(&mut self, made: Vec<Option<Vec<PathBuf>>>) {
        for (task, made) in self.tasks.iter_mut().zip(made) {
            let (Ok(output), Some(made)) = (&task.output, made) else { continue };
            if !self.by_clip && !task.contested && !made.contains(output) {
                self.claims.release([output.as_path()], &task.input);
            }
            let unplanned = made
                .iter()
                .map(PathBuf::as_path)
                .filter(|path| self.by_clip || task.contested || path != output);
            task.done = self.claims.claim_all(unplanned, &task.input).is_ok();
        }
    }
}

impl Task {
    /// Whether a path is that of the input or of the output.
    fn uses(&self, path: &Path) -> bool {
        // Only paths with the same file name are compared on disk.
        let is_it = |other: &Path| other.file_name() == path.file_name() && real(other) == real(path);
        is_it(&self.input) || self.output.as_ref().is_ok_and(|output| is_it(output))
    }
}

/// The failure of a manifest in place of a file that a run reads or writes.
pub(super) fn elsewhere(path: &Path, what: &str) -> Failure {
    Failure::io(format!("{} is {what}: choose another place for the manifest", label(path)))
}

/// Leaves out results of an earlier run, which a search finds among the inputs, unless they are named.
fn leave_out(results: &HashSet<PathBuf>, found: &mut Vec<Found>, named: &[PathBuf]) {
    if results.is_empty() {
        return;
    }
    let named = existing(named.iter());
    found.retain(|found| {
        let path = fs::canonicalize(&found.input);
        !path.is_ok_and(|path| results.contains(&path) && !named.contains(&path))
    });
}

/// The real paths of those files that exist.
fn existing<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> HashSet<PathBuf> {
    paths.filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// The paths of inputs that were found.
fn inputs(found: &[Found]) -> impl Iterator<Item = &Path> {
    found.iter().map(|found| found.input.as_path())
}
