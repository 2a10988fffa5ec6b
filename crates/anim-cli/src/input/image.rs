//! Files inside of images, at an offset.

use std::fs::File;
use std::path::Path;

use anim_core::AnyFormat;
use anim_formats::Registry;
use anim_scan::file_at;

use super::label;
use crate::exit::Failure;

/// Reads the file at an offset, to the end that its format states, or to that of the image. `what` is what people call it.
pub(super) fn read(image: &Path, offset: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error: &std::io::Error| Failure::system(&label(image), error);
    let file = File::open(image).map_err(|error| failed(&error))?;
    let len = file.metadata().map_err(|error| failed(&error))?.len();
    if offset >= len {
        return Err(Failure::io(format!(
            "{what}: the offset is past the end: {} has {len} bytes",
            label(image)
        )));
    }
    let formats: Vec<AnyFormat> = Registry::builtin().formats().iter().map(|entry| **entry).collect();
    let found = file_at(file, &formats, offset).map_err(|error| failed(&error))?;
    found.ok_or_else(|| {
        Failure::io(format!("{what}: the offset is outside of the user data of its sector of 2,352 bytes"))
    })
}
