//! The paths of outputs: what is there, and why nothing can be written there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::input::is_archive;
use crate::paths::{is_stream, label};

/// What exists at the path of a new file. A link stays a link: the file that it names is written, whether it exists or not.
pub(super) enum Place {
    /// Nothing, at this path.
    Free(PathBuf),
    /// A file that may be replaced, with its permissions.
    File(PathBuf, fs::Permissions),
    /// Something that is written in place.
    Device,
}

/// Examines a path to be written. The errors are those of writing it, such as a name that the system does not allow.
pub(super) fn look(path: &Path, force: bool) -> io::Result<Place> {
    let own = fs::symlink_metadata(path);
    let is_link = own.as_ref().is_ok_and(fs::Metadata::is_symlink);
    let (there, target) =
        if is_link { (fs::metadata(path), end_of_links(path)) } else { (own, path.to_owned()) };
    match there {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(Place::Device),
        Ok(_) if !force => Err(io::ErrorKind::AlreadyExists.into()),
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => Ok(Place::File(target, there.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if names_folder(path) {
                Err(io::ErrorKind::IsADirectory.into())
            } else {
                Ok(Place::Free(target))
            }
        }
        Err(error) => Err(error),
    }
}

/// Whether a path can only mean a folder, because it ends with a separator.
fn names_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|last| std::path::is_separator(char::from(*last)))
}

/// What is done about a missing folder of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Nothing: the output fails.
    Refused,
    /// It is created.
    Created,
}

/// The failure of writing a file to a path, as far as it is known before.
pub(crate) fn expect_place(path: &Path, force: bool, folders: Missing) -> Result<(), Failure> {
    if is_stream(path) {
        return Ok(());
    }
    match look(path, force).map_err(|error| refused(path, &error))? {
        Place::Device => Ok(()),
        Place::Free(target) | Place::File(target, _) => {
            expect_files(folder_of(&target), folders).map_err(|error| refused(&target, &error))
        }
    }
}

/// The failure of writing any file to the folder of a path, as far as it is known before.
pub(crate) fn expect_folder(path: &Path, folders: Missing) -> Result<(), Failure> {
    let folder = folder_of(path);
    expect_files(folder, folders).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => refused(path, &error),
        _ => Failure::system(&label(folder), &error),
    })
}

/// The error of creating a file in a folder, as far as it is known before.
fn expect_files(folder: &Path, folders: Missing) -> io::Result<()> {
    match fs::metadata(folder) {
        Ok(there) if there.is_dir() => permission(folder),
        Ok(_) => Err(io::ErrorKind::NotADirectory.into()),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && folders == Missing::Created
                && folder != Path::new(".") =>
        {
            expect_files(folder_of(folder), folders)
        }
        Err(error) => Err(error),
    }
}

/// The error of the system for creating files in a folder, where it can be asked.
#[cfg(unix)]
fn permission(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
}

/// Only creating a file tells.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems can be asked")]
fn permission(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder of a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a path names, at the end of its links.
fn end_of_links(path: &Path) -> PathBuf {
    /// The number of links that Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.with_file_name("").join(target);
    }
    path
}

/// The failure for a file whose folder is missing or accepts no files.
pub(super) fn folder_gone(path: &Path) -> Failure {
    let folder = folder_of(path);
    let what = if folder.is_dir() {
        "the system creates no files in this folder"
    } else {
        "the folder does not exist"
    };
    Failure::io(what).in_file(&label(folder))
}

/// The failure for a file that exists.
pub(super) fn there(label: &str) -> Failure {
    Failure::io(format!("{label} exists; --force replaces it"))
}

/// The failure for an error of the system at the path of a new file.
pub(super) fn refused(path: &Path, error: &io::Error) -> Failure {
    let label = label(path);
    match error.kind() {
        io::ErrorKind::AlreadyExists => there(&label),
        io::ErrorKind::NotFound => folder_gone(path),
        io::ErrorKind::NotADirectory => {
            Failure::io("a part of the path is a file, and nothing is written into archives").in_file(&label)
        }
        io::ErrorKind::InvalidFilename => {
            let len = path.file_name().map_or(0, std::ffi::OsStr::len);
            let what = format!("the system does not take a name of {len} bytes; most take up to 255");
            Failure::io(what).in_file(&label)
        }
        _ => Failure::system(&label, error),
    }
}

/// Refuses a folder to which no results can be written.
pub(crate) fn require_place(folder: &Path) -> Result<(), Failure> {
    require_folder(folder)?;
    permission(folder).map_err(|error| Failure::system(&label(folder), &error))
}

/// Refuses a missing folder for results.
pub(crate) fn require_folder(folder: &Path) -> Result<(), Failure> {
    match fs::metadata(folder) {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) if is_archive(folder) => Err(Failure::io(format!(
            "{} is not a folder, and nothing is written into archives",
            label(folder)
        ))),
        Ok(_) => Err(Failure::io(format!("{} is not a folder", label(folder)))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Failure::io("the folder does not exist").in_file(&label(folder)))
        }
        Err(error) => Err(Failure::system(&label(folder), &error)),
    }
}
