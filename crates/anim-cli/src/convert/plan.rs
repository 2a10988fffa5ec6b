//! Which input becomes which output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Args;
use super::target::Target;
use crate::exit::Failure;
use crate::input::{extension, is_stream, label};
use crate::output::Claims;

/// All that is to be done, in order.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) tasks: Vec<Task>,
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
    pub(super) fn new(args: &Args, target: &Target) -> Result<Self, Failure> {
        let claims = Claims::default();
        let tasks = match (&args.output, &args.out_dir, args.inputs.as_slice()) {
            (Some(output), _, [input]) if !(args.recursive && input.is_dir()) => {
                vec![Task { input: input.clone(), output: Ok(output.clone()) }]
            }
            (_, Some(out_dir), inputs) => {
                require_folder(out_dir)?;
                let mut tasks = Vec::new();
                for input in inputs {
                    add(args, out_dir, target, input, &mut tasks);
                }
                tasks
            }
            _ => {
                return Err(Failure::usage(
                    "-o takes one file: several go into a folder, --to EXT --out-dir DIR",
                ));
            }
        };
        let tasks = tasks.into_iter().map(|task| task.claimed(&claims)).collect();
        Ok(Self { tasks, claims })
    }
}

impl Task {
    /// The same, or a failure if another task writes the same file.
    fn claimed(self, claims: &Claims) -> Self {
        let output = self.output.and_then(|output| {
            if is_stream(&output) || claims.claim(&output) {
                Ok(output)
            } else {
                Err(taken(&self.input, &output))
            }
        });
        Self { output, ..self }
    }
}

/// The failure of an input whose output is another's.
pub(super) fn taken(input: &Path, output: &Path) -> Failure {
    Failure::io(format!("{}: {} is written from another input", label(input), label(output)))
}

fn require_folder(folder: &Path) -> Result<(), Failure> {
    match fs::metadata(folder) {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) => Err(Failure::io(format!("{} is not a folder", label(folder)))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Failure::io(format!("{}: there is no such folder", label(folder))))
        }
        Err(error) => Err(Failure::system(&label(folder), &error)),
    }
}

/// Adds the tasks of one argument: a file, or with -r a folder.
fn add(args: &Args, out_dir: &Path, target: &Target, input: &Path, tasks: &mut Vec<Task>) {
    let mut task = |input: &Path, folder: &Path| {
        let output = match input.file_name() {
            Some(name) if !is_stream(input) => Ok(folder.join(name).with_extension(&target.extension)),
            _ => Err(Failure::usage("standard input has no name for its output: -o gives one")),
        };
        tasks.push(Task { input: input.to_owned(), output });
    };
    if !(args.recursive && input.is_dir()) {
        return task(input, out_dir);
    }
    let skipped = fs::canonicalize(out_dir).ok();
    let mut folders = vec![(input.to_owned(), out_dir.to_owned())];
    while let Some((from, to)) = folders.pop() {
        let entries = fs::read_dir(&from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                let failure = Failure::system(&label(&from), &error);
                tasks.push(Task { input: from, output: Err(failure) });
                continue;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut inner = Vec::new();
        for entry in entries {
            let path = entry.path();
            // A link to a folder may lead round in a circle; results of an earlier run are no inputs.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if skipped.is_none() || fs::canonicalize(&path).ok() != skipped {
                    inner.push((path, to.join(entry.file_name())));
                }
            } else if extension(&path)
                .is_some_and(|extension| anim_formats::by_extension(extension).is_some())
            {
                let output = Ok(to.join(entry.file_name()).with_extension(&target.extension));
                tasks.push(Task { input: path, output });
            }
        }
        folders.extend(inner.into_iter().rev());
    }
}
