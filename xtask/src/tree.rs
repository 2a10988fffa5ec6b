//! The files of a folder and of all folders in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

/// The files of one folder, by name.
pub(crate) struct Folder {
    /// The folder.
    pub(crate) path: PathBuf,
    /// Name and contents of each file.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// A folder and all folders in it, in order of their paths. Links to folders are not followed.
pub(crate) fn folders(path: &Path) -> Result<Vec<Folder>> {
    let mut found = Vec::new();
    walk(path, &mut found).map_err(|error| Failure::broken(format!("{}: {error}", path.display())))?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn walk(path: &Path, found: &mut Vec<Folder>) -> std::io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), found)?;
        } else if entry.path().is_file() {
            files.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
    }
    files.sort();
    found.push(Folder { path: path.to_owned(), files });
    Ok(())
}
