//! What is beside a file.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anim_core::Beside;

use crate::input::is_stream;
use crate::text::spelled;

/// Where a file is: formats that consist of several files find the others in its folder, and, but for those that options
/// name, nowhere else. A stream has neither a folder nor a name.
#[derive(Debug)]
pub(crate) struct Place {
    folder: Option<PathBuf>,
    name: Option<String>,
    listing: Listing,
}

/// The names in the folder that was listed last, since most inputs are in the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing(Arc<Mutex<Option<Folder>>>);

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    names: Vec<String>,
}

impl Place {
    pub(crate) fn of(path: &Path) -> Self {
        if is_stream(path) {
            return Self { folder: None, name: None, listing: Listing::default() };
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Self {
            folder: Some(parent.unwrap_or(Path::new(".")).to_owned()),
            name: path.file_name().map(spelled),
            listing: Listing::default(),
        }
    }

    /// [`Place::of`], where the folder may have been listed already.
    pub(crate) fn listed(path: &Path, listing: &Listing) -> Self {
        Self { listing: listing.clone(), ..Self::of(path) }
    }
}

impl Beside for Place {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let folder = self.folder.as_deref()?;
        let real = fs::canonicalize(folder.join(inner(path)?)).ok()?;
        // A link may not lead out, and reading a pipe might never end.
        let inside = real.starts_with(fs::canonicalize(folder).ok()?);
        if inside && real.is_file() { fs::read(real).ok() } else { None }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn names(&self) -> Vec<String> {
        let Some(folder) = self.folder.as_deref() else { return Vec::new() };
        // What a thread that panicked left behind is whole: it is set at once.
        let mut listed = self.listing.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*listed {
            Some(Folder { path, names }) if path == folder => names.clone(),
            _ => listed.insert(Folder { path: folder.to_owned(), names: file_names(folder) }).names.clone(),
        }
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }
}

/// The names of the files in a folder, sorted.
fn file_names(folder: &Path) -> Vec<String> {
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names =
        entries.filter(|entry| !is_folder(entry)).filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}

/// A relative path that stays in the folder it is relative to.
pub(crate) fn inner(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (stays && path.file_name().is_some()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_refused() {
        for path in ["a.bin", "sub/a.bin", "./a.bin"] {
            assert!(inner(path).is_some(), "{path}");
        }
        for path in ["", ".", "..", "../a.bin", "sub/../../a.bin", "/etc/passwd", "sub/.."] {
            assert!(inner(path).is_none(), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_beside_are_read_and_links_that_lead_out_are_not() {
        let root = std::env::temp_dir().join(format!("anim-beside-{}", std::process::id()));
        let folder = root.join("folder");
        fs::create_dir_all(folder.join("c.bin")).unwrap();
        fs::write(root.join("secret"), "s").unwrap();
        fs::write(folder.join("a.bin"), "a").unwrap();
        std::os::unix::fs::symlink("a.bin", folder.join("inside")).unwrap();
        std::os::unix::fs::symlink("../secret", folder.join("outside")).unwrap();
        let beside = Place::of(&folder.join("b.bin"));
        let names = (beside.name().map(str::to_owned), beside.names());
        let given = beside.given(&root.join("secret").to_string_lossy());
        let found = ["a.bin", "inside", "outside", "../secret", "missing", "."].map(|path| beside.read(path));
        fs::remove_dir_all(root).unwrap();
        assert_eq!(found, [Some(b"a".to_vec()), Some(b"a".to_vec()), None, None, None, None]);
        assert_eq!(names.0.as_deref(), Some("b.bin"));
        assert_eq!(names.1, ["a.bin", "inside", "outside"]);
        assert_eq!(given, Some(b"s".to_vec()));
        let stream = Place::of(Path::new("-"));
        assert_eq!((stream.read("Cargo.toml"), stream.name(), stream.names()), (None, None, vec![]));
    }

    #[test]
    fn a_folder_is_listed_once_in_a_run() {
        let folder = std::env::temp_dir().join(format!("anim-listing-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.bin"), "a").unwrap();
        let first = Place::of(&folder.join("a.bin"));
        let second = Place::listed(&folder.join("b.bin"), &first.listing);
        let before = first.names();
        fs::write(folder.join("b.bin"), "b").unwrap();
        let (same_run, other_run) = (second.names(), Place::of(&folder.join("a.bin")).names());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!([before, same_run], [["a.bin"], ["a.bin"]]);
        assert_eq!(other_run, ["a.bin", "b.bin"]);
        // Another folder is not taken for the last one.
        let elsewhere = Place::listed(&folder.join("c/a.bin"), &first.listing);
        assert!(elsewhere.names().is_empty());
    }
}
