//! The place of an input: a file, or inside a file.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::paths::is_stream;

/// The place of the bytes of an input.
#[derive(Debug, PartialEq)]
pub(crate) enum Place {
    /// On standard input.
    Stream,
    /// In a file, which may not exist.
    File,
    /// In a zip archive: `takes.zip/walk/walk.tod`.
    Member { archive: PathBuf, name: String },
    /// In a file, beginning at an offset: `disc.bin@0x1A2B0`.
    Part { image: PathBuf, offset: u64 },
}

impl Place {
    /// The place that a path means. An existing file takes precedence over anything inside another file.
    pub(crate) fn of(path: &Path) -> Self {
        if is_stream(path) {
            return Self::Stream;
        }
        if fs::symlink_metadata(path).is_ok() {
            return Self::File;
        }
        part(path).or_else(|| member(path)).unwrap_or(Self::File)
    }

    /// The name of the file at this place: without the `.gz` of a compressed file, and for a part of an image named after its
    /// offset, as `scan` names extracted files. `None` for a stream.
    pub(crate) fn file_name(&self, path: &Path) -> Option<OsString> {
        match self {
            Self::Stream => None,
            Self::Part { image, offset } => {
                let mut name = image.file_stem()?.to_owned();
                name.push(format!("-{offset:08x}"));
                if let Some(extension) = image.extension() {
                    name.push(".");
                    name.push(extension);
                }
                Some(name)
            }
            Self::File | Self::Member { .. } => match path.extension() {
                Some(extension) if extension.eq_ignore_ascii_case("gz") => path.file_stem().map(Into::into),
                _ => path.file_name().map(Into::into),
            },
        }
    }
}

/// The offset after the last `@`, decimal or hexadecimal, in a file that exists.
fn part(path: &Path) -> Option<Place> {
    let (name, offset) = path.file_name()?.to_str()?.rsplit_once('@')?;
    let hexadecimal = offset.strip_prefix("0x").or_else(|| offset.strip_prefix("0X"));
    let is_number = |digits: &&str| digits.chars().all(|digit| digit.is_ascii_hexdigit());
    let offset = match hexadecimal {
        Some(digits) => u64::from_str_radix(Some(digits).filter(is_number)?, 16),
        None => Some(offset).filter(is_number)?.parse(),
    };
    let image = path.with_file_name(name);
    image.is_file().then_some(Place::Part { image, offset: offset.ok()? })
}

/// The archive within a path, with the member after it.
fn member(path: &Path) -> Option<Place> {
    let archive = path.ancestors().skip(1).find(|ancestor| ancestor.is_file())?;
    let name = path.strip_prefix(archive).ok()?.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(Place::Member { archive: archive.to_owned(), name: name.collect::<Option<Vec<_>>>()?.join("/") })
}

/// Whether a path points inside a file: to a member of an archive, or to an offset.
pub(crate) fn is_inside(path: &Path) -> bool {
    matches!(Place::of(path), Place::Member { .. } | Place::Part { .. })
}

/// The files that contain some of these inputs: archives and images.
pub(crate) fn containers<'a>(paths: impl IntoIterator<Item = &'a Path>) -> HashSet<PathBuf> {
    let (mut folders, mut containers) = (HashSet::new(), HashSet::new());
    for path in paths {
        let may_be_part = path.as_os_str().as_encoded_bytes().contains(&b'@');
        // Of the paths in one folder, either all are members of an archive or none is.
        if may_be_part || path.parent().is_some_and(|folder| folders.insert(folder)) {
            match Place::of(path) {
                Place::Member { archive: file, .. } | Place::Part { image: file, .. } => {
                    containers.insert(file);
                }
                Place::Stream | Place::File => {}
            }
        }
    }
    containers
}

/// The file name of an input: see [`Place::file_name`].
pub(crate) fn file_name(path: &Path) -> Option<OsString> {
    // A path without `@` is not a part of an image; all other inputs are named in the same way.
    let may_be_part = path.as_os_str().as_encoded_bytes().contains(&b'@');
    let place = if may_be_part || is_stream(path) { Place::of(path) } else { Place::File };
    place.file_name(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_into_a_file_unless_it_is_one_itself() {
        let folder = std::env::temp_dir().join(format!("anim-place-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["disc.bin", "a@12", "takes.zip"] {
            fs::write(folder.join(name), "x").unwrap();
        }
        let part = |name: &str, offset| Place::Part { image: folder.join(name), offset };
        let member = |archive: &str, name: &str| Place::Member {
            archive: folder.join(archive),
            name: name.to_owned(),
        };
        let cases = [
            ("disc.bin", Place::File),
            ("disc.bin@0x1A", part("disc.bin", 26)),
            ("disc.bin@26", part("disc.bin", 26)),
            ("disc.bin@", Place::File),
            ("disc.bin@0x", Place::File),
            ("disc.bin@+5", Place::File),
            ("disc.bin@-1", Place::File),
            ("disc.bin@99999999999999999999", Place::File),
            ("gone.bin@5", Place::File),
            ("a@12", Place::File),
            ("a@12@3", part("a@12", 3)),
            ("takes.zip/walk/walk.tod", member("takes.zip", "walk/walk.tod")),
            ("takes.zip/./walk.tod", member("takes.zip", "walk.tod")),
            ("takes.zip/../walk.tod", Place::File),
            ("gone/walk.tod", Place::File),
        ];
        let found: Vec<_> = cases.iter().map(|(path, _)| Place::of(&folder.join(path))).collect();
        let names = ["disc.bin@0x7B4", "takes.zip/walk/walk.tod", "b/walk.tod.GZ", "walk.tod"]
            .map(|path| file_name(&folder.join(path)));
        fs::remove_dir_all(&folder).unwrap();
        for ((path, expected), found) in cases.iter().zip(&found) {
            assert_eq!(found, expected, "{path}");
        }
        assert_eq!(
            names,
            ["disc-000007b4.bin", "walk.tod", "walk.tod", "walk.tod"].map(|name| Some(name.into()))
        );
        assert_eq!((Place::of(Path::new("-")), file_name(Path::new("-"))), (Place::Stream, None));
    }
}
