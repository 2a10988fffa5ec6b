//! The input files: the arguments themselves, and with `-r` the files in folders and zip archives.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anim_formats::Registry;

use crate::console::Console;
use crate::exit::Failure;
use crate::input::{is_archive, members};
use crate::paths::{extension, label};

/// Whether folders are searched.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Also use the files in folders and zip archives that have known extensions
    #[arg(short, long)]
    pub(crate) recursive: bool,
}

impl SearchArgs {
    /// Whether a path is searched for files, instead of being a file itself.
    pub(crate) fn is_tree(self, path: &Path) -> bool {
        self.recursive && is_tree(path)
    }

    /// [`search`] for files that are only read.
    pub(crate) fn files(self, arguments: &[PathBuf], console: &Console) -> Vec<Found> {
        search(arguments, self.recursive, None, console)
    }
}

/// Whether there are files below a path: a folder, or a zip archive.
pub(crate) fn is_tree(path: &Path) -> bool {
    path.is_dir() || is_archive(path)
}

/// The failure for a folder among the inputs without `-r`.
fn folder_needs_r(input: &Path) -> Failure {
    let failure = Failure::system(&label(input), &io::ErrorKind::IsADirectory.into());
    Failure { message: format!("{}; -r takes the files in it", failure.message), ..failure }
}

/// An input.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) input: PathBuf,
    /// Its folder, relative to the argument under which it was found, or why it is not an input.
    pub(crate) folder: Result<PathBuf, Failure>,
}

/// The input files, in order: the arguments themselves and, if folders are searched, files with known extensions in folders and zip
/// archives. A folder that is not searched is not an input. Files at or below `results` are skipped: an earlier run made them. A
/// folder or an archive without any such file gets a warning.
pub(crate) fn search(
    arguments: &[PathBuf],
    folders: bool,
    results: Option<&Path>,
    console: &Console,
) -> Vec<Found> {
    let mut found = Vec::new();
    let results = results.and_then(|results| fs::canonicalize(results).ok());
    for argument in arguments {
        let before = found.len();
        match argument.is_dir() {
            true if folders => walk(argument, results.as_deref(), &mut found),
            false if folders && is_archive(argument) => list(argument, &mut found),
            is_folder => {
                let folder = if is_folder { Err(folder_needs_r(argument)) } else { Ok(PathBuf::new()) };
                found.push(Found { input: argument.clone(), folder });
            }
        }
        if found.len() == before {
            console.warn(&format!("{}: there are no files of known extensions in it", label(argument)));
        }
    }
    found
}

/// The files of known extensions in a folder and those below it, by name.
fn walk(folder: &Path, results: Option<&Path>, found: &mut Vec<Found>) {
    let is_result = |entry: &fs::DirEntry| {
        let Some(results) = results else { return false };
        // Only a link, or an entry with the name of the results, can be the results: only then is its path resolved.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let is_named = results.file_name() == Some(&entry.file_name());
        (is_link || is_named) && fs::canonicalize(entry.path()).is_ok_and(|path| path == results)
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
        entries.sort_by_cached_key(fs::DirEntry::file_name);
        let mut inner = Vec::new();
        for entry in entries {
            let path = entry.path();
            let kind = entry.file_type().ok();
            // A link to a folder may form a cycle.
            if kind.is_some_and(|kind| kind.is_dir()) {
                if !is_result(&entry) {
                    inner.push((path, to.join(entry.file_name())));
                }
            } else if is_named(&path) && is_readable(kind, &path) && !is_result(&entry) {
                found.push(Found { input: path, folder: Ok(to.clone()) });
            }
        }
        folders.extend(inner.into_iter().rev());
    }
}

/// The members of known extensions in a zip archive, by name.
fn list(archive: &Path, found: &mut Vec<Found>) {
    let members = members(archive).unwrap_or_else(|failure| vec![Err(failure)]);
    let mut members = members.into_iter().peekable();
    while let Some(member) = members.next() {
        match member {
            Ok(name) if is_named(Path::new(&name)) => {
                if matches!(members.peek(), Some(Ok(next)) if *next == name) {
                    let what = format!("several members have the name `{name}`: only the last is read");
                    let failure = Failure::unreadable(what).in_file(&label(archive));
                    found.push(Found { input: archive.to_owned(), folder: Err(failure) });
                    continue;
                }
                let folder = Path::new(&name).parent().map(Path::to_owned).unwrap_or_default();
                found.push(Found { input: archive.join(&name), folder: Ok(folder) });
            }
            Ok(_) => {}
            Err(failure) => found.push(Found { input: archive.to_owned(), folder: Err(failure) }),
        }
    }
}

/// Whether a name has a known extension, which may be followed by `.gz`.
fn is_named(path: &Path) -> bool {
    let name = match extension(path) {
        Some(extension) if extension.eq_ignore_ascii_case("gz") => path.file_stem().map(Path::new),
        _ => Some(path),
    };
    let extension = name.and_then(extension);
    extension.is_some_and(|extension| Registry::builtin().by_extension(extension).is_some())
}

/// Whether a path is a regular file, or a link to one: reading a pipe might never end.
fn is_readable(kind: Option<fs::FileType>, path: &Path) -> bool {
    // A dangling link is kept, so that it is reported as an error.
    kind.is_some_and(|kind| kind.is_file()) || fs::metadata(path).map_or(true, |there| there.is_file())
}
