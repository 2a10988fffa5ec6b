//! Files on disk, written as a whole or not at all.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::names::inner_path;
use super::rename::{Renaming, rename_all};
use crate::FileError;

/// The number of temporary files that other writers may have in a folder.
const MOST: u32 = 100;

/// Writes a file and its companion files. If one of them cannot be written, none is replaced: all are written under temporary names
/// in their folders first, and then renamed together.
///
/// Errors: the path of the first file that cannot be written, and the error of the system.
#[doc(hidden)]
pub fn save(path: &Path, bytes: &[u8], companions: &[(String, Cow<'_, [u8]>)]) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    // Companion names stay inside the folder. A file with any other name is not written.
    let companions =
        companions.iter().filter_map(|(name, bytes)| Some((folder.join(inner_path(name)?), &**bytes)));
    // The file itself is last: whoever finds it finds its companions.
    let files = companions.chain([(path.to_owned(), bytes)]);
    let new: Vec<New> = files.map(|(path, bytes)| New::write(path, bytes)).collect::<Result<_, _>>()?;
    let (paths, files): (Vec<PathBuf>, Vec<Renaming>) = new.into_iter().filter_map(New::finished).unzip();
    rename_all(&files).map_err(|(failed, error)| {
        for file in &files {
            remove(&file.temporary);
        }
        FileError::new(paths.get(failed).map_or(path, PathBuf::as_path), error)
    })
}

/// A file under a temporary name, which is removed unless the file gets its own.
struct New {
    path: PathBuf,
    /// `None` for what was written in place.
    place: Option<Renaming>,
}

impl New {
    fn write(path: PathBuf, bytes: &[u8]) -> Result<Self, FileError> {
        let written = match fs::metadata(&path) {
            // A device, or a link to no file.
            Ok(there) if !there.is_file() => fs::write(&path, bytes).map(|()| None),
            Err(_) if path.is_symlink() => fs::write(&path, bytes).map(|()| None),
            Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            // A link stays a link: its target is replaced.
            Ok(there) => fs::canonicalize(&path)
                .and_then(|target| beside(target, bytes, Some(there.permissions())))
                .map(Some),
            Err(_) => beside(path.clone(), bytes, None).map(Some),
        };
        match written {
            Ok(place) => Ok(Self { path, place }),
            Err(error) => Err(FileError::new(path, error)),
        }
    }

    /// The path of the file, and how it gets there.
    fn finished(mut self) -> Option<(PathBuf, Renaming)> {
        let renaming = self.place.take()?;
        Some((std::mem::take(&mut self.path), renaming))
    }
}

impl Drop for New {
    fn drop(&mut self) {
        if let Some(renaming) = &self.place {
            remove(&renaming.temporary);
        }
    }
}

/// Writes a file under a temporary name next to its target.
fn beside(target: PathBuf, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<Renaming> {
    let names = (0..MOST).map(|number| target.with_file_name(format!(".anim-{number}.tmp")));
    for temporary in names {
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        if let Some(permissions) = permissions {
            // If the system forbids this, the file keeps the default permissions.
            let _ = fs::set_permissions(&temporary, permissions);
        }
        return match file.write_all(bytes) {
            Ok(()) => Ok(Renaming { temporary, target, replaces: true }),
            Err(error) => {
                remove(&temporary);
                Err(error)
            }
        };
    }
    Err(io::Error::other("the folder is full of temporary files"))
}

/// Removes a temporary file. Nothing more can be done about one that stays.
fn remove(temporary: &Path) {
    let _ = fs::remove_file(temporary);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("anim-save-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// The names and contents of the files in a folder.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<_> =
            names.map(|name| (name.clone(), fs::read_to_string(folder.join(name)).unwrap())).collect();
        files.sort();
        files
    }

    fn named(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn files_and_companions_replace_older_ones() {
        let folder = folder("replace");
        let companions =
            [("a.bin".to_owned(), Cow::Borrowed(&b"new"[..])), ("../b".to_owned(), Cow::default())];
        fs::write(folder.join("a.bin"), "old").unwrap();
        save(&folder.join("a.gltf"), b"text", &companions).unwrap();
        assert_eq!(files(&folder), named(&[("a.bin", "new"), ("a.gltf", "text")]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn if_one_cannot_be_written_all_stay_as_they_were() {
        let folder = folder("whole");
        fs::write(folder.join("a.bin"), "old").unwrap();
        fs::write(folder.join("a.gltf"), "old").unwrap();
        let companions = ["a.bin", "missing/b.bin"].map(|name| (name.to_owned(), Cow::Borrowed(&b"new"[..])));
        let error = save(&folder.join("a.gltf"), b"text", &companions).unwrap_err();
        assert_eq!(error.path, folder.join("missing/b.bin"));
        assert_eq!(files(&folder), named(&[("a.bin", "old"), ("a.gltf", "old")]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn if_one_cannot_be_replaced_all_stay_as_they_were() {
        let folder = folder("folder");
        fs::create_dir(folder.join("a.gltf")).unwrap();
        fs::write(folder.join("a.bin"), "old").unwrap();
        let companions = ["a.bin", "b.bin"].map(|name| (name.to_owned(), Cow::Borrowed(&b"new"[..])));
        let error = save(&folder.join("a.gltf"), b"text", &companions).unwrap_err();
        assert_eq!(error.path, folder.join("a.gltf"));
        fs::remove_dir(folder.join("a.gltf")).unwrap();
        assert_eq!(files(&folder), named(&[("a.bin", "old")]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder("links");
        fs::write(folder.join("real"), "old").unwrap();
        fs::set_permissions(folder.join("real"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("real", folder.join("link")).unwrap();
        symlink("later", folder.join("dangling")).unwrap();
        save(&folder.join("link"), b"new", &[]).unwrap();
        save(&folder.join("dangling"), b"there", &[]).unwrap();
        save(Path::new("/dev/null"), b"gone", &[]).unwrap();
        assert!(["link", "dangling"].iter().all(|name| folder.join(name).is_symlink()));
        assert_eq!(fs::metadata(folder.join("real")).unwrap().permissions().mode() & 0o777, 0o640);
        let expected = [("dangling", "there"), ("later", "there"), ("link", "new"), ("real", "new")];
        assert_eq!(files(&folder), named(&expected));
        fs::remove_dir_all(folder).unwrap();
    }
}
