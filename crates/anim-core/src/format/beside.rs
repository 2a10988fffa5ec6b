//! A file and the other files in its folder.

use std::sync::Arc;

use crate::FileNames;

/// The name of a file that is read or written, and the files next to it by relative path.
///
/// `()` is a file alone. A `Vec` of names and bytes is a folder in memory, and `("walk.anim", folder)` is a file with that name
/// in the folder. [`Folder`](crate::Folder) is a folder on disk, and [`NoFolder`](crate::NoFolder) a file alone, for which options may
/// name files on disk.
pub trait Beside {
    /// The contents of another file, by a path relative to the folder; `None` if the file is missing or must not be read.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// The name of the file itself with its extension, if it has one.
    fn name(&self) -> Option<&str> {
        None
    }

    /// The sorted names of the files in the folder with this extension, compared without case, as [`FileNames`] finds them; none if
    /// the folder is unknown.
    fn names(&self, _extension: &str) -> Arc<[String]> {
        Arc::default()
    }

    /// The contents of the file that an option of the kind [`Values::File`](crate::Values::File) names. Such a path is
    /// chosen by the caller, not by the file, and may therefore leave the folder.
    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path)
    }
}

impl dyn Beside + '_ {
    /// The name of the file without its extension; `None` if it has no name.
    pub fn stem(&self) -> Option<&str> {
        let name = self.name()?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        (!stem.is_empty()).then_some(stem)
    }
}

impl Beside for () {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

impl Beside for Vec<(String, Vec<u8>)> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.clone())
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        self.iter().map(|(name, _)| name.clone()).collect::<FileNames>().with_extension(extension)
    }
}

/// A file with this name, next to others.
impl<B: Beside> Beside for (&str, B) {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.1.read(path)
    }

    fn name(&self) -> Option<&str> {
        Some(self.0)
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        self.1.names(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.1.given(path)
    }
}

impl<B: Beside + ?Sized> Beside for &B {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (**self).read(path)
    }

    fn name(&self) -> Option<&str> {
        (**self).name()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        (**self).names(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        (**self).given(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_file_is_next_to_the_files_of_its_folder() {
        let folder = vec![("b.bin".to_owned(), vec![2]), ("a.bin".to_owned(), vec![1])];
        let named = ("walk.v2.anim", folder);
        let beside: &dyn Beside = &named;
        assert_eq!((beside.name(), beside.stem()), (Some("walk.v2.anim"), Some("walk.v2")));
        assert_eq!(*beside.names("bin"), ["a.bin", "b.bin"]);
        assert_eq!(["a.bin", "c.bin"].map(|path| beside.read(path)), [Some(vec![1]), None]);
        assert_eq!(beside.given("b.bin"), Some(vec![2]));
    }
}
