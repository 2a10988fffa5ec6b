//! The paths of outputs: what is there, and why nothing can be written there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::input::{is_archive, is_stream, label};

/// What exists at the path of a new file.
pub(super) enum Place {
    Free,
    /// A file that may be replaced, with its permissions.
    File(fs::Permissions),
    /// Something that is written in place.
    Device,
}

/// Examines a path to be written. The errors are those of writing it, such as a name that the system does not allow.
pub(super) fn look(path: &Path, force: bool) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(Place::Device),
        Ok(_) if !force => Err(io::ErrorKind::AlreadyExists.into()),
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => Ok(Place::File(there.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Place::Free),
        Err(error) => Err(error),
    }
}

/// The failure of writing a file to a path, as far as it is known before.
pub(crate) fn expect_place(path: &Path, force: bool) -> Result<(), Failure> {
    if is_stream(path) {
        return Ok(());
    }
    look(path, force).map(drop).map_err(|error| refused(path, &error))
}

/// The file that a path names, at the end of its links: a link stays a link, and its target is written, whether it exists or not.
pub(super) fn end_of_links(path: &Path) -> PathBuf {
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let what = if folder.is_dir() {
        "the system creates no files in this folder"
    } else {
        "the folder does not exist"
    };
    Failure::io(format!("{}: {what}", label(folder)))
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
        io::ErrorKind::NotADirectory => Failure::io(format!(
            "{label}: a part of the path is a file, and nothing is written into archives"
        )),
        io::ErrorKind::InvalidFilename => {
            let len = path.file_name().map_or(0, std::ffi::OsStr::len);
            Failure::io(format!(
                "{label}: the system does not take a name of {len} bytes; most take up to 255"
            ))
        }
        _ => Failure::system(&label, error),
    }
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
            Err(Failure::io(format!("{}: the folder does not exist", label(folder))))
        }
        Err(error) => Err(Failure::system(&label(folder), &error)),
    }
}
