//! The files of a document, which appear together.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anim_core::{Document, inner_path};

use super::{Missing, Output, expect_place};
use crate::claims::real;
use crate::exit::Failure;
use crate::paths::{is_stream, label};

/// A document's files: its own bytes and its companions, by path.
pub(crate) struct Files<'a>(Vec<(PathBuf, Cow<'a, [u8]>)>);

impl<'a> Files<'a> {
    /// The files of a document that is written to this path, the document's own last.
    pub(crate) fn of(document: &'a dyn Document, path: &Path) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for (name, bytes) in document.companions() {
            if is_stream(path) {
                return Err(Failure::usage(format!(
                    "the output has a second file, {name}, written next to it: name an output file, not `-`"
                )));
            }
            let Some(inner) = inner_path(&name) else {
                return Err(Failure::unreadable(format!(
                    "the output's second file, {name}, would be outside the folder of the output"
                )));
            };
            let beside = path.with_file_name("").join(inner);
            if real(&beside) == real(path) {
                return Err(Failure::usage(format!(
                    "{} is the name both of the output and of its second file",
                    label(path)
                )));
            }
            files.push((beside, bytes));
        }
        files.push((path.to_owned(), document.to_bytes()));
        Ok(Self(files))
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, _)| path.as_path())
    }

    /// Each path with its bytes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0.iter().map(|(path, bytes)| (path.as_path(), &**bytes))
    }

    /// The existing files that would change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &Path> {
        self.iter().filter(|(path, bytes)| path.exists() && !is_there(path, bytes)).map(|(path, _)| path)
    }

    /// The files that have to be written: a copy may share its companions with the original.
    fn missing(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let own = self.0.last().map(|(path, _)| path.as_path());
        self.iter().filter(move |(path, bytes)| own == Some(*path) || !is_there(path, bytes))
    }

    /// Checks that all files can be written, without changing anything. Missing folders are not a failure: which of them are created
    /// is decided before.
    pub(crate) fn rehearse(&self, force: bool) -> Result<(), Failure> {
        self.missing().try_for_each(|(path, _)| expect_place(path, force, Missing::Created))
    }

    /// Writes all files, and only then gives them their final names.
    pub(crate) fn write(&self, force: bool) -> Result<(), Failure> {
        self.make_folders().map_err(|error| Failure::system("the output's folder", &error))?;
        let missing: Vec<_> = self.missing().collect();
        let create = if missing.len() == 1 { Output::create } else { Output::create_among };
        let mut outputs = Vec::with_capacity(missing.len());
        for (path, bytes) in missing {
            let mut output = create(path, force)?;
            output.write_all(bytes).map_err(|error| output.failure(&error))?;
            output.complete()?;
            outputs.push(output);
        }
        Output::commit_all(outputs)
    }

    /// Creates the folders of companions, below an existing folder.
    fn make_folders(&self) -> io::Result<()> {
        let Some((own, companions)) = self.0.split_last() else { return Ok(()) };
        let base = own.0.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folders = companions.iter().filter_map(|(path, _)| path.parent());
        folders
            .filter(|_| base.is_dir())
            .filter(|folder| !folder.as_os_str().is_empty())
            .try_for_each(fs::create_dir_all)
    }
}

/// Whether a file already has these bytes.
fn is_there(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|there| there.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|there| there == bytes)
}
