//! Which input becomes which output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anim_formats::Registry;

use super::args::Args;
use crate::claims::Claims;
use crate::exit::Failure;
use crate::input::{extension, is_stream, label};
use crate::output::require_folder;

/// All that is to be done, in order.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) tasks: Vec<Task>,
    /// The file that the inputs of all tasks become together, where each does not become its own.
    pub(super) into: Option<PathBuf>,
    /// The files that the tasks write.
    pub(super) claims: Claims,
}

/// One input and what it becomes.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) input: PathBuf,
    /// The output, or why there is none.
    pub(super) output: Result<PathBuf, Failure>,
}

impl Plan {
    /// Looks at folders, reads no file.
    pub(super) fn new(args: &Args, extension: &str) -> Result<Self, Failure> {
        match (&args.output, &args.out_dir) {
            (Some(output), _) => Ok(Self::one(args, output)),
            (None, Some(out_dir)) => Self::many(args, out_dir, extension),
            (None, None) => Err(Failure::usage("choose where to write with -o or --out-dir")),
        }
    }

    /// All inputs into one file. It may be one of them: they are read before it is written.
    fn one(args: &Args, output: &Path) -> Self {
        let alone = matches!(args.inputs.as_slice(), [input] if !(args.recursive && input.is_dir()));
        let task =
            |found: Found| Task { input: found.input, output: found.folder.map(|_| output.to_owned()) };
        let tasks = find(args, output).into_iter().map(task).collect();
        Self { tasks, into: (!alone).then(|| output.to_owned()), claims: Claims::default() }
    }

    /// Each input into a file of its own.
    fn many(args: &Args, out_dir: &Path, extension: &str) -> Result<Self, Failure> {
        if !args.parents || out_dir.exists() {
            require_folder(out_dir)?;
        }
        let found = find(args, out_dir);
        let claims = Claims::new(found.iter().map(|found| found.input.as_path()));
        let task = |Found { input, folder }: Found| {
            let output = folder.and_then(|folder| match input.file_name() {
                _ if input.is_dir() => Err(folder_needs_r(&input)),
                Some(name) if !is_stream(&input) => {
                    let named = args.name.as_ref().map(|template| template.path(&input, None, extension));
                    let output = match named {
                        None => folder.join(name).with_extension(extension),
                        Some(path) => path.ok_or_else(|| leads_out(&input))?,
                    };
                    let output = out_dir.join(output);
                    // The names of clips come to light later.
                    match &args.name {
                        Some(template) if template.has_clip() => Ok(output),
                        _ => claims.claim(&output, &input).map(|()| output),
                    }
                }
                _ => Err(Failure::usage("standard input has no file name: choose the output with -o")),
            });
            Task { input, output }
        };
        let tasks = found.into_iter().map(task).collect();
        Ok(Self { tasks, into: None, claims })
    }
}

/// The failure of a folder among the inputs where folders are not searched.
pub(super) fn folder_needs_r(input: &Path) -> Failure {
    let failure = Failure::system(&label(input), &io::ErrorKind::IsADirectory.into());
    Failure { message: format!("{}; -r takes the files in it", failure.message), ..failure }
}

/// The failure of an output that a template names outside of the folder of all outputs.
pub(super) fn leads_out(input: &Path) -> Failure {
    Failure::usage(format!("{}: --name leads out of the folder of --out-dir", label(input)))
}

/// An input.
struct Found {
    input: PathBuf,
    /// The folder of its output below that of all, or why it is no input.
    folder: Result<PathBuf, Failure>,
}

/// The files that the arguments mean: themselves, and with -r those in folders. What is at `results`, or below, is left
/// by an earlier run.
fn find(args: &Args, results: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    let results = fs::canonicalize(results).ok();
    for input in &args.inputs {
        if args.recursive && input.is_dir() {
            search(input, results.as_deref(), &mut found);
        } else {
            found.push(Found { input: input.clone(), folder: Ok(PathBuf::new()) });
        }
    }
    found
}

/// The files of known extensions in a folder and those below it.
fn search(folder: &Path, results: Option<&Path>, found: &mut Vec<Found>) {
    let is_result = |entry: &fs::DirEntry| {
        // What is neither a link nor named so is not worth a walk along its path.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let is_named = results.and_then(Path::file_name) == Some(&entry.file_name());
        (is_link || is_named) && fs::canonicalize(entry.path()).ok().as_deref() == results
    };
    let mut folders = vec![(folder.to_owned(), PathBuf::new())];
    while let Some((from, to)) = folders.pop() {
        let entries = fs::read_dir(&from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                let failure = Failure::system(&label(&from), &error);
                found.push(Found { input: from, folder: Err(failure) });
                continue;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut inner = Vec::new();
        for entry in entries {
            let path = entry.path();
            // A link to a folder may lead round in a circle.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !is_result(&entry) {
                    inner.push((path, to.join(entry.file_name())));
                }
            } else if is_known(&path) && !is_result(&entry) {
                found.push(Found { input: path, folder: Ok(to.clone()) });
            }
        }
        folders.extend(inner.into_iter().rev());
    }
}

/// Whether a path has a known extension and is nothing but a file: reading a pipe might never end.
fn is_known(path: &Path) -> bool {
    let is_named =
        extension(path).is_some_and(|extension| Registry::builtin().by_extension(extension).is_some());
    // A link that leads nowhere is worth an error.
    is_named && fs::metadata(path).map_or(true, |there| there.is_file())
}
