//! The file at a known offset.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::io::{self, Read, Seek, SeekFrom};

use anim_core::{AnyFormat, Extent};

use crate::sectors::{SECTOR, USER_DATA, UserData, start};
use crate::window::PIECE;

/// The file that begins at an offset in a blob, as in [`Find::offset`](crate::Find::offset): it counts the blob's own bytes,
/// including those around the user data of raw sectors.
///
/// The end of the file is determined by the format that has its signature and finds the most evidence for it; without such a
/// format, it is the end of the blob. `None` if there is no such byte: past the end of the blob, or in a raw sector outside its
/// user data.
///
/// Errors: those of reading the blob.
pub fn file_at(
    mut blob: impl Read + Seek,
    formats: &[AnyFormat],
    offset: u64,
) -> io::Result<Option<Vec<u8>>> {
    if offset >= blob.seek(SeekFrom::End(0))? {
        return Ok(None);
    }
    blob.rewind()?;
    let is_raw = UserData::new(&mut blob)?.is_raw();
    let within = if is_raw { offset.checked_rem(SECTOR as u64).unwrap_or(0) } else { 0 };
    blob.seek(SeekFrom::Start(offset.saturating_sub(within)))?;
    let mut skipped = 0;
    if is_raw {
        let mut sector = Vec::new();
        (&mut blob).take(SECTOR as u64).read_to_end(&mut sector)?;
        let Some(inside) = start(&sector).and_then(|start| within.checked_sub(u64::from(start))) else {
            return Ok(None);
        };
        if inside >= USER_DATA as u64 {
            return Ok(None);
        }
        skipped = inside as usize;
        blob.seek(SeekFrom::Start(offset.saturating_sub(within)))?;
    }
    let mut source = UserData::continued(blob, is_raw);
    let (mut data, mut wanted) = (Vec::new(), PIECE);
    let mut has_ended = false;
    let mut candidates: Vec<_> = formats.iter().filter(|format| !format.signature().is_empty()).collect();
    loop {
        while !has_ended && data.len() < skipped.saturating_add(wanted) {
            has_ended = !source.fill(&mut data, PIECE)?;
        }
        data.drain(..skipped.min(data.len()));
        skipped = 0;
        if data.is_empty() {
            return Ok(None);
        }
        candidates.retain(|format| data.starts_with(format.signature()));
        match ending(&candidates, &data, has_ended) {
            Ending::At(len) => {
                data.truncate(len);
                return Ok(Some(data));
            }
            Ending::Unknown if has_ended => return Ok(Some(data)),
            Ending::Unknown => wanted = data.len().saturating_mul(2),
        }
    }
}

/// The end of a file.
enum Ending {
    At(usize),
    /// Not in these bytes.
    Unknown,
}

/// The end according to the format with the most evidence.
fn ending(candidates: &[&AnyFormat], data: &[u8], has_ended: bool) -> Ending {
    let mut best = None;
    for format in candidates {
        match format.extent(data) {
            // The file may continue in bytes that are not read yet.
            Extent::Truncated { .. } if !has_ended => return Ending::Unknown,
            Extent::Complete { len, .. } if len >= data.len() && !has_ended => return Ending::Unknown,
            Extent::Complete { len, evidence } if len > 0 => best = best.max(Some((evidence, len))),
            _ => {}
        }
    }
    best.map_or(Ending::Unknown, |(_, len)| Ending::At(len))
}
