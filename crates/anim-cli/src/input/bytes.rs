//! The bytes of inputs, and the limit of their size.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anim_core::{Beside as _, Folder};

use super::gzip::{GZIP, Unpacked};
use super::place::Place;
use super::{archive, image, is_stream, label};
use crate::exit::Failure;
use crate::suggest::did_you_mean;
use crate::text::{counted, spelled};

/// The largest number of names in a folder that are compared with a missing one.
const MOST_NAMES: usize = 10_000;

/// The size limit in bytes of an input that does not state its size: standard input, a pipe or a device, which may be endless,
/// and the content of a compressed file, which may be a thousand times larger than the file.
pub(super) const MOST_STREAMED: u64 = 1 << 30;

/// The environment variable that overrides [`MOST_STREAMED`].
const LIMIT: &str = "ANIM_MAX_INPUT";

/// The size limit in bytes of an input that does not state its size: `usual`, unless the environment sets another.
pub(crate) fn most_streamed(usual: u64) -> Result<u64, Failure> {
    let Some(given) = std::env::var_os(LIMIT).filter(|given| !given.is_empty()) else {
        return Ok(usual);
    };
    let number = given.to_str().and_then(|given| given.parse().ok());
    number.ok_or_else(|| {
        Failure::usage(format!("{LIMIT}: expected a number of bytes, found `{}`", spelled(&given)))
    })
}

/// Reads an input that does not state its size; an input larger than the limit is an error, since it may be endless.
pub(super) fn read_stream(stream: impl io::Read, bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    let count = stream.take(most.saturating_add(1)).read_to_end(bytes)? as u64;
    if count <= most { Ok(()) } else { Err(endless(most)) }
}

/// The error for an input that exceeds the limit.
pub(crate) fn endless(most: u64) -> io::Error {
    let message =
        format!("the input goes on after {most} bytes and may be endless; {LIMIT}=BYTES allows more");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

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
    unpack(bytes, most).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Failure::system(&label(path), &error),
        _ => Failure::unreadable(format!("{}: not readable as gzip: {error}", label(path))),
    })?;
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

/// Decompresses gzip data, whatever its name.
fn unpack(bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    if !bytes.starts_with(&GZIP) {
        return Ok(());
    }
    let packed = std::mem::take(bytes);
    let mut unpacked = Unpacked::Between(&packed[..]);
    read_stream(&mut unpacked, bytes, most).map_err(|error| match unpacked.rest() {
        Some(rest) if !rest.is_empty() => {
            let (count, at) = (counted(rest.len(), "byte"), packed.len() - rest.len());
            let message = format!("{count} from byte {at} on are neither compressed data nor zeros");
            io::Error::new(io::ErrorKind::InvalidData, message)
        }
        _ => error,
    })
}

/// The failure for an error of opening an input; for a missing file it names the nearest existing one.
pub(crate) fn unopened(path: &Path, error: &io::Error) -> Failure {
    let mut failure = Failure::system(&label(path), error);
    if error.kind() == io::ErrorKind::NotFound
        && let Some(name) = path.file_name().and_then(|name| name.to_str())
    {
        let names = Folder::of(path).names();
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
