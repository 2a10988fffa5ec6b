//! Members of zip archives.

mod directory;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::iter;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anim_core::{FileNames, inner_path};
use zip::ZipArchive;
use zip::result::ZipError;

use super::limit::read_stream;
use crate::exit::Failure;
use crate::paths::label;
use crate::suggest::did_you_mean;

/// The archive that was opened last: the members of one archive are read one after another.
static LAST: Mutex<Option<(PathBuf, Archive)>> = Mutex::new(None);

/// An open archive.
struct Archive {
    zip: ZipArchive<BufReader<File>>,
    /// The names of the members that are files, sorted, each with its index.
    names: Vec<(String, usize)>,
    /// A folder whose members were listed, and their names without its path: members of one folder are read one after another.
    listed: Option<(String, FileNames)>,
}

/// The first bytes of a zip archive, with and without members.
const SIGNATURES: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// Whether these bytes begin a zip archive.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    SIGNATURES.iter().any(|signature| bytes.starts_with(signature))
}

/// Whether a file is a zip archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    let mut head = [0; 4];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && is_zip(&head)
}

/// Reads a member, which may have no more bytes than the limit. `label` is its name in messages.
pub(super) fn read(
    path: &Path,
    name: &str,
    bytes: &mut Vec<u8>,
    most: u64,
    label: &str,
) -> Result<(), Failure> {
    with(path, |archive| {
        let Some(index) = archive.find(name) else {
            let folder = format!("{}/", name.trim_end_matches('/'));
            if archive.names.iter().any(|(name, _)| name.starts_with(&folder)) {
                let archive = crate::paths::label(path);
                let what = format!(
                    "is a folder in the archive: name a file in it, or take the whole archive: {archive} -r"
                );
                return Err(Failure::io(what).in_file(label));
            }
            let near = archive.near(name);
            let what = format!("there is no such member in the archive{near}");
            return Err(Failure::io(what).in_file(label));
        };
        let member = archive.zip.by_index(index).map_err(|error| unreadable(label, &error))?;
        read_stream(member, bytes, most).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => Failure::system(label, &error),
            _ => Failure::unreadable(format!("the member is damaged: {error}")).in_file(label),
        })
    })
    .map_err(|failure| failure.in_file(label))?
}

/// The names of the members, sorted; a member whose name is not a path below a folder gets its own error. Of members of one name,
/// only the last is read.
pub(crate) fn members(path: &Path) -> Result<Vec<Result<String, Failure>>, Failure> {
    let refuse = |name: &str, why: &str| {
        Err(Failure::unreadable(format!("the name `{name}` {why}")).in_file(&label(path)))
    };
    let checked = |(name, _): &(String, usize)| match inner_path(name) {
        _ if name.contains('\0') => refuse(name, "has a NUL character, which file names cannot have"),
        Some(_) => Ok(name.clone()),
        None if leads_out(name) => refuse(name, "is a path outside the archive"),
        None => refuse(name, "has `..`, which is not supported in archives"),
    };
    with(path, |archive| archive.names.iter().map(checked).collect())
}

/// The names of the members in one folder with an extension, without the path of the folder, which ends with `/` or is empty.
pub(super) fn members_in(path: &Path, folder: &str, extension: &str) -> Arc<[String]> {
    with(path, |archive| archive.names_in(folder).with_extension(extension)).unwrap_or_default()
}

/// Calls a function with an archive.
fn with<T>(path: &Path, work: impl FnOnce(&mut Archive) -> T) -> Result<T, Failure> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, archive)) = &mut *last
        && known == path
    {
        return Ok(work(archive));
    }
    if !is_archive(path) {
        return Err(Failure::io(format!("{} is neither a folder nor a zip archive", label(path))));
    }
    let file = File::open(path).map_err(|error| Failure::system(&label(path), &error))?;
    let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(&label(path), &error))?;
    let repeated = directory::repeated(path, zip.central_directory_start());
    let repeated = repeated.map_err(|error| Failure::system(&label(path), &error))?;
    Ok(work(&mut last.insert((path.to_owned(), Archive::new(zip, repeated))).1))
}

impl Archive {
    /// An archive. `repeated` has the stored names that occur more than once, each with the number of further members: the reader only
    /// knows the last member of a name.
    fn new(mut zip: ZipArchive<BufReader<File>>, mut repeated: HashMap<Vec<u8>, usize>) -> Self {
        let mut names = Vec::with_capacity(zip.len());
        for index in 0..zip.len() {
            let Some((name, stored)) = name_of(&mut zip, index) else { continue };
            let times = 1 + repeated.remove(&stored).unwrap_or(0);
            names.extend(iter::repeat_n((normal(&name), index), times));
        }
        names.retain(|(name, _)| !name.ends_with('/'));
        names.sort_unstable();
        Self { zip, names, listed: None }
    }

    /// The names of the members in one folder, which ends with `/` or is empty.
    fn names_in(&mut self, folder: &str) -> &FileNames {
        let listed = match self.listed.take() {
            Some(listed) if listed.0 == folder => listed,
            _ => {
                let first = self.names.partition_point(|(name, _)| name.as_str() < folder);
                let inside = self.names.iter().skip(first).map_while(|(name, _)| name.strip_prefix(folder));
                let names = inside.filter(|name| !name.contains('/')).map(str::to_owned).collect();
                (folder.to_owned(), names)
            }
        };
        &self.listed.insert(listed).1
    }

    /// The member with a name; of several, the last, which was added last.
    fn find(&self, name: &str) -> Option<usize> {
        let after = self.names.partition_point(|(other, _)| other.as_str() <= name);
        let (found, index) = self.names.get(after.checked_sub(1)?)?;
        (found == name).then_some(*index)
    }

    /// The member that a misspelt name may mean: one with a similar name, or with the same name in another folder.
    fn near(&self, name: &str) -> String {
        let names = || self.names.iter().map(|(name, _)| name.as_str());
        let near = did_you_mean(name, names());
        if !near.is_empty() {
            return near;
        }
        let last = |name: &str| name.rsplit('/').next().map(str::to_owned);
        let elsewhere = names().find(|other| last(other) == last(name));
        elsewhere.map_or_else(String::new, |other| format!("; did you mean `{other}`?"))
    }
}

/// The name of a member, and how it is stored. Zip programs on Unix write UTF-8 in place of code page 437 without setting the flag
/// for it.
fn name_of(zip: &mut ZipArchive<BufReader<File>>, index: usize) -> Option<(String, Vec<u8>)> {
    let name = zip.name_for_index(index)?.to_owned();
    if name.is_ascii() {
        let stored = name.clone().into_bytes();
        return Some((name, stored));
    }
    let stored = zip.by_index_raw(index).ok().map(|member| member.name_raw().to_vec()).unwrap_or_default();
    let name = str::from_utf8(&stored).map_or(name, str::to_owned);
    Some((name, stored))
}

/// Whether a name leads out of the folder of the archive.
fn leads_out(name: &str) -> bool {
    let mut depth = 0usize;
    Path::new(name).components().any(|part| {
        match part {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
        }
        false
    })
}

/// A normalised name. Some programs write `\` between folders, or begin with `./`.
fn normal(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").map(str::to_owned).unwrap_or(name)
}

fn unreadable(label: &str, error: &ZipError) -> Failure {
    match error {
        ZipError::Io(error) if error.kind() != io::ErrorKind::InvalidData => Failure::system(label, error),
        error => Failure::unreadable(format!("the archive is not readable: {error}")).in_file(label),
    }
}
