//! Finished files that get their names together.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A finished file under a temporary name, and the name that it gets.
#[doc(hidden)]
#[derive(Debug)]
pub struct Renaming {
    /// The path of the file.
    pub temporary: PathBuf,
    /// Its path afterwards, in the same folder.
    pub target: PathBuf,
    /// Whether a file that has this path is replaced.
    pub replaces: bool,
}

/// Renames files. If one of them cannot be renamed, the others that had been are removed, and the files that they replaced are back.
///
/// Error: the index of the file that could not be renamed. Only between the renames, which take microseconds, can the end of the
/// process leave new files next to old ones.
#[doc(hidden)]
pub fn rename_all(files: &[Renaming]) -> Result<(), (usize, io::Error)> {
    // The last rename is not undone: nothing can fail after it.
    let kept = files.split_last().map_or(&[][..], |(_, others)| others);
    let before: Vec<Before> = kept.iter().map(Renaming::keep).collect();
    let failed = files.iter().enumerate().find_map(|(index, file)| Some((index, file.rename().err()?)));
    for (index, (file, before)) in kept.iter().zip(&before).enumerate() {
        let is_undone = failed.as_ref().is_some_and(|(first, _)| index < *first);
        // Nothing more can be done about files that the system does not let go.
        let _ = match before {
            Before::File(old) if is_undone => fs::rename(old, &file.target),
            Before::File(old) => fs::remove_file(old),
            Before::Nothing if is_undone => fs::remove_file(&file.target),
            Before::Nothing | Before::Unkept => Ok(()),
        };
    }
    failed.map_or(Ok(()), Err)
}

/// What was at a path before a file was renamed to it.
enum Before {
    Nothing,
    /// A file, which has this name too.
    File(PathBuf),
    /// A file, on a file system where a file has one name.
    Unkept,
}

impl Renaming {
    /// Gives the file that is replaced a second name.
    fn keep(&self) -> Before {
        let old = with_suffix(&self.temporary, ".old");
        // A file that must not be replaced was not there if the rename succeeds.
        if !self.replaces {
            return Before::Nothing;
        }
        match fs::hard_link(&self.target, &old) {
            Ok(()) => Before::File(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Before::Nothing,
            Err(_) => Before::Unkept,
        }
    }

    fn rename(&self) -> io::Result<()> {
        if self.replaces {
            return fs::rename(&self.temporary, &self.target);
        }
        // Unlike a rename, a link replaces nothing: another program may have made the file meanwhile.
        match fs::hard_link(&self.temporary, &self.target) {
            Ok(()) => fs::remove_file(&self.temporary),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // The file system has no links.
            Err(_) => fs::rename(&self.temporary, &self.target),
        }
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names and contents of files in a new folder after renaming `a.tmp`, `b.tmp`, `c.tmp` to these names, and which could not be
    /// renamed.
    fn renamed(name: &str, targets: [(&str, bool); 3], there: &[&str]) -> (Vec<String>, Option<usize>) {
        let folder = std::env::temp_dir().join(format!("anim-rename-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("dir/inner")).unwrap();
        for name in there {
            fs::write(folder.join(name), "old").unwrap();
        }
        let renaming = |(index, (target, replaces)): (usize, (&str, bool))| {
            let temporary = folder.join(format!("{index}.tmp"));
            fs::write(&temporary, "new").unwrap();
            Renaming { temporary, target: folder.join(target), replaces }
        };
        let files: Vec<_> = targets.into_iter().enumerate().map(renaming).collect();
        let failed = rename_all(&files).err().map(|(index, _)| index);
        let found = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let told = |path: PathBuf| {
            let name = path.file_name().unwrap().display().to_string();
            Some(format!("{name} {}", fs::read_to_string(&path).ok()?))
        };
        let mut found: Vec<_> = found.filter_map(told).collect();
        found.sort();
        fs::remove_dir_all(folder).unwrap();
        (found, failed)
    }

    #[test]
    fn files_get_their_names_together() {
        let found = renamed("all", [("a", true), ("b", true), ("c", false)], &["a"]);
        assert_eq!(found, (vec!["a new".into(), "b new".into(), "c new".into()], None));
    }

    #[test]
    fn if_one_is_in_the_way_everything_is_as_before() {
        let found = renamed("file", [("a", true), ("b", false), ("c", false)], &["a", "c"]);
        assert_eq!(found, (vec!["2.tmp new".into(), "a old".into(), "c old".into()], Some(2)));
        let found = renamed("folder", [("a", true), ("b", true), ("dir", true)], &["a"]);
        assert_eq!(found, (vec!["2.tmp new".into(), "a old".into()], Some(2)));
        let found = renamed("first", [("a", false), ("b", true), ("c", true)], &["a", "b"]);
        assert_eq!(
            found,
            (["0.tmp new", "1.tmp new", "2.tmp new", "a old", "b old"].map(String::from).to_vec(), Some(0))
        );
    }
}
