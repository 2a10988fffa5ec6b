//! The bytes of inputs.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anim_core::Folder;

use super::limit::{MOST_STREAMED, most_streamed, read_stream};
use super::place::Place;
use super::{archive, gzip, image};
use crate::exit::Failure;
use crate::paths::{is_stream, label};
use crate::suggest::did_you_mean;

/// The largest number of names in a folder that are compared with a missing one.
const MOST_NAMES: usize = 10_000;

/// The bytes of a file or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    read_into(path, &mut bytes)?;
    Ok(bytes)
}

/// [`read`] into existing memory: filling fresh memory takes several times as long. Returns the place of the bytes.
pub(crate) fn read_into(path: &Path, bytes: &mut Vec<u8>) -> Result<Place, Failure> {
    let most = most_streamed(MOST_STREAMED)?;
    bytes.clear();
    // Most inputs are plain files, for which no other check is needed.
    let opened = if is_stream(path) { None } else { open(path).ok() };
    let place = if opened.is_some() { Place::File } else { Place::of(path) };
    match &place {
        Place::Stream => read_stdin(bytes, most),
        Place::File => opened.map_or_else(|| open(path), Ok).and_then(|file| read_file(file, bytes, most)),
        Place::Member { archive, name } => {
            archive::read(archive, name, bytes, most, &label(path))?;
            Ok(())
        }
        Place::Part { image, offset } => {
            *bytes = image::read(image, *offset, &label(path))?;
            Ok(())
        }
    }
    .map_err(|error| unopened(path, &error))?;
    gzip::unpack(bytes, most, path)?;
    Ok(place)
}

/// Reads standard input, of which nothing is left for a second input.
fn read_stdin(bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is already an input, and can be read once"));
    }
    read_stream(io::stdin().lock(), bytes, most)
}

fn open(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path).map_err(|error| {
        // Some systems open folders, others report that this is not allowed.
        if path.is_dir() { io::ErrorKind::IsADirectory.into() } else { error }
    })
}

fn read_file(file: fs::File, bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    let there = file.metadata()?;
    if !there.is_file() {
        return read_stream(file, bytes, most);
    }
    // The memory grows once, unless the file does.
    bytes.reserve(usize::try_from(there.len()).unwrap_or(0));
    file.take(u64::MAX).read_to_end(bytes).map(drop)
}

/// The failure for an error of opening an input; for a missing file it names the nearest existing one.
pub(crate) fn unopened(path: &Path, error: &io::Error) -> Failure {
    let mut failure = Failure::system(&label(path), error);
    if error.kind() == io::ErrorKind::NotFound
        && let Some(name) = path.file_name().and_then(|name| name.to_str())
    {
        let mut names: Vec<_> = Folder::of(path).all_names().collect();
        names.sort_unstable();
        // A common extension alone does not make names similar.
        let stem = |name: &'_ str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
        // Dangling links are included.
        let is_near =
            |other: &&String| *other != name && !did_you_mean(&stem(name), [&*stem(other)]).is_empty();
        let near = names.iter().take(MOST_NAMES).filter(is_near);
        failure.message.push_str(&did_you_mean(name, near.map(String::as_str)));
    }
    failure
}
