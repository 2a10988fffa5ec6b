//! Files inside images, at an offset.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use anim_core::AnyFormat;
use anim_formats::Registry;
use anim_scan::file_at;

use super::gzip::{self, GZIP};
use super::limit::{MOST_STREAMED, most_streamed};
use crate::exit::Failure;
use crate::paths::label;

/// Reads the file at an offset, up to the end that its format states, or to the end of the image. `what` is its name in messages.
pub(super) fn read(image: &Path, offset: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error: &std::io::Error| Failure::system(&label(image), error);
    let mut file = File::open(image).map_err(|error| failed(&error))?;
    let mut head = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut head).map_err(|error| failed(&error))?;
    if head == GZIP {
        // Offsets refer to the decompressed content, as in `scan`.
        let mut bytes = head;
        file.read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        gzip::unpack(&mut bytes, most_streamed(MOST_STREAMED)?, image)?;
        let len = bytes.len() as u64;
        return read_from(io::Cursor::new(bytes), len, (image, offset), what);
    }
    file.rewind().map_err(|error| failed(&error))?;
    let len = file.metadata().map_err(|error| failed(&error))?.len();
    read_from(file, len, (image, offset), what)
}

/// [`read`] from the content of an image with this length.
fn read_from(
    content: impl Read + Seek,
    len: u64,
    (image, offset): (&Path, u64),
    what: &str,
) -> Result<Vec<u8>, Failure> {
    if offset >= len {
        let past = format!("the offset is past the end: {} has {len} bytes", label(image));
        return Err(Failure::io(past).in_file(what));
    }
    let formats: Vec<AnyFormat> = Registry::builtin().formats().iter().map(|entry| **entry).collect();
    let found = file_at(content, &formats, offset);
    let found = found.map_err(|error| Failure::system(&label(image), &error))?;
    found.ok_or_else(|| {
        Failure::io("the offset is outside of the user data of its sector of 2,352 bytes").in_file(what)
    })
}
