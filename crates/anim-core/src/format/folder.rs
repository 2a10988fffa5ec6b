//! A file on disk and the other files in its folder.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Beside, FileNames, Format, Sink, escaped_name, inner_path};

/// A file on disk and the other files in its folder.
///
/// A format with several files reads the others through this type. Paths and links that leave the folder are refused; only files
/// that options name may be elsewhere.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    name: Option<String>,
    listing: Listing,
}

/// The file names of the folder that was listed last. The files of a batch, most of them in one folder, share it.
#[derive(Clone, Debug, Default)]
pub struct Listing(Arc<Mutex<Option<Listed>>>);

/// A folder and the names of the files in it.
type Listed = (PathBuf, FileNames);

/// A file that cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error of the operating system.
    pub error: io::Error,
}

/// Why a document cannot be read from a file on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError<E> {
    /// The file cannot be read.
    File(FileError),
    /// The content does not parse as the format.
    Content {
        /// The file.
        path: PathBuf,
        /// The error of the format.
        error: E,
    },
}

impl Folder {
    /// The folder of a file, whether the file exists or not.
    pub fn of(path: impl AsRef<Path>) -> Self {
        Self::listed(path, &Listing::default())
    }

    /// [`Folder::of`] for one file of many: consecutive files of one folder that share `listing` list the folder once.
    pub fn listed(path: impl AsRef<Path>, listing: &Listing) -> Self {
        let path = path.as_ref();
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let name = path.file_name().map(escaped_name);
        Self { path: parent.unwrap_or(Path::new(".")).to_owned(), name, listing: listing.clone() }
    }

    /// The names of all files in the folder, in no order.
    pub fn all_names(&self) -> impl Iterator<Item = String> + use<> {
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let files = files.filter(move |entry| !is_folder(entry));
        files.filter_map(|entry| entry.file_name().into_string().ok())
    }
}

impl Beside for Folder {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let real = fs::canonicalize(self.path.join(inner_path(path)?)).ok()?;
        // A link may point outside the folder, and reading a pipe may never end.
        let inside = real.starts_with(fs::canonicalize(&self.path).ok()?);
        if inside && real.is_file() { fs::read(real).ok() } else { None }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        // A thread that panicked cannot leave a partial listing: the listing is replaced as one value.
        let mut listed = self.listing.0.lock().unwrap_or_else(PoisonError::into_inner);
        let names = match &*listed {
            Some((path, names)) if *path == self.path => names,
            _ => &listed.insert((self.path.clone(), self.all_names().collect())).1,
        };
        names.with_extension(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }
}

/// No folder: a file that is on no disk, such as one that goes to a pipe or a server. The files that options name are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFolder;

impl Beside for NoFolder {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }
}

/// Reads a document from a file on disk.
///
/// Errors: [`OpenError::File`] if the file cannot be read, [`OpenError::Content`] if it is not one of the format.
#[doc(hidden)]
pub fn open<F: Format>(
    path: &Path,
    options: &F::ReadOptions,
    sink: &mut dyn Sink,
) -> Result<F, OpenError<F::Error>> {
    let bytes = read_file(path)?;
    F::read(&bytes, options, &Folder::of(path), sink)
        .map_err(|error| OpenError::Content { path: path.to_owned(), error })
}

/// Reads a complete file.
fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError { path: path.to_owned(), error })
}

impl FileError {
    /// The error of an operation on a file.
    pub fn new(path: impl Into<PathBuf>, error: io::Error) -> Self {
        Self { path: path.into(), error }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl<E: fmt::Display> fmt::Display for OpenError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Content { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for OpenError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File(error) => Some(&error.error),
            Self::Content { error, .. } => Some(error),
        }
    }
}

impl<E> From<FileError> for OpenError<E> {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_refused() {
        for path in ["a.bin", "sub/a.bin", "./a.bin"] {
            assert!(inner_path(path).is_some(), "{path}");
        }
        for path in ["", ".", "..", "../a.bin", "sub/../../a.bin", "/etc/passwd", "sub/.."] {
            assert!(inner_path(path).is_none(), "{path}");
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
        let beside = Folder::of(folder.join("b.bin"));
        let names = (beside.name().map(str::to_owned), beside.names("bin"), beside.names(""));
        let given = beside.given(&root.join("secret").to_string_lossy());
        let found = ["a.bin", "inside", "outside", "../secret", "missing", "."].map(|path| beside.read(path));
        fs::remove_dir_all(root).unwrap();
        assert_eq!(found, [Some(b"a".to_vec()), Some(b"a".to_vec()), None, None, None, None]);
        assert_eq!(names.0.as_deref(), Some("b.bin"));
        assert_eq!(
            (&*names.1, &*names.2),
            (&["a.bin".to_owned()][..], &["inside", "outside"].map(str::to_owned)[..])
        );
        assert_eq!(given, Some(b"s".to_vec()));
    }

    #[test]
    fn a_folder_is_listed_once_for_files_that_share_a_listing() {
        let folder = std::env::temp_dir().join(format!("anim-listing-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.bin"), "a").unwrap();
        let first = Folder::of(folder.join("a.bin"));
        let second = Folder::listed(folder.join("b.bin"), &first.listing);
        let before = first.names("bin");
        fs::write(folder.join("b.bin"), "b").unwrap();
        let (same_run, other_run) = (second.names("bin"), Folder::of(folder.join("a.bin")).names("bin"));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!([&*before, &*same_run], [["a.bin"], ["a.bin"]]);
        assert_eq!(*other_run, ["a.bin", "b.bin"]);
        assert!(Arc::ptr_eq(&before, &same_run));
        // Another folder is not mistaken for the last one.
        let elsewhere = Folder::listed(folder.join("c/a.bin"), &first.listing);
        assert!(elsewhere.names("bin").is_empty());
    }

    #[test]
    fn errors_name_the_file() {
        let missing = || FileError::new("no/such.tod", io::Error::other("gone"));
        assert_eq!(missing().to_string(), "no/such.tod: gone");
        assert_eq!(OpenError::<io::Error>::from(missing()).to_string(), "no/such.tod: gone");
        let content = OpenError::Content { path: "walk.tod".into(), error: io::Error::other("cut short") };
        assert_eq!(content.to_string(), "walk.tod: cut short");
    }
}
