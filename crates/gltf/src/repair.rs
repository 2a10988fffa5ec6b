//! Binary containers with flaws that most programs ignore: chunks that are not padded, and bytes after the end.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Location, Sink, Span};

use crate::codes;
use crate::container::{MAGIC, padded};

/// The lengths of the headers of a file and of a chunk.
const HEAD: usize = 12;
const CHUNK: usize = 8;

/// The file with padded chunks and without bytes after its stated end; `None` for one that is sound, or has other flaws. Reports
/// what is repaired.
pub(crate) fn glb(bytes: &[u8], sink: &mut dyn Sink) -> Option<Vec<u8>> {
    let end = number(bytes, 8).filter(|_| bytes.starts_with(MAGIC) && number(bytes, 4) == Some(2))?;
    let file = bytes.get(..end)?;
    let (mut at, mut unpadded) = (HEAD, None);
    while let Some(chunk) = chunk(file, at) {
        if padded(chunk.data.len()) != chunk.data.len() {
            unpadded.get_or_insert((at, chunk.data.len()));
        }
        at = chunk.end;
    }
    let rest = bytes.get(at..)?;
    if file.len().saturating_sub(at) >= CHUNK || rest.is_empty() && unpadded.is_none() {
        return None;
    }
    if let Some((at, length)) = unpadded {
        let message = format!("the chunk has {length} bytes, expected a multiple of 4");
        sink.report(codes::CHUNK.at(Location::span(Span::at(at, 4)), message));
    }
    if !rest.is_empty() {
        let message = match rest.len() {
            1 => "1 byte follows the last chunk, expected the end of the file".to_owned(),
            count => format!("{count} bytes follow the last chunk, expected the end of the file"),
        };
        sink.report(codes::LENGTH.at(Location::span(Span::at(at, rest.len())), message));
    }
    whole(file)
}

/// A chunk: its type, its data, and the offset after them.
struct Chunk<'a> {
    kind: &'a [u8],
    data: &'a [u8],
    end: usize,
}

/// The chunk at an offset; `None` at the end, and if the file ends in it.
fn chunk(file: &[u8], at: usize) -> Option<Chunk<'_>> {
    let start = at.checked_add(CHUNK)?;
    let end = start.checked_add(number(file, at)?)?;
    Some(Chunk { kind: file.get(at.checked_add(4)?..start)?, data: file.get(start..end)?, end })
}

/// The file of the chunks of a file, padded.
fn whole(file: &[u8]) -> Option<Vec<u8>> {
    let (mut at, mut made) = (HEAD, file.get(..HEAD)?.to_vec());
    made.reserve(file.len());
    while let Some(Chunk { kind, data, end }) = chunk(file, at) {
        made.extend(u32::try_from(padded(data.len())).ok()?.to_le_bytes());
        made.extend(kind);
        made.extend(data);
        made.resize(padded(made.len()), if kind == b"JSON" { b' ' } else { 0 });
        at = end;
    }
    let length = u32::try_from(made.len()).ok()?;
    made.splice(8..HEAD, length.to_le_bytes());
    Some(made)
}

/// The 32-bit number at an offset.
fn number(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of these chunks, with this many bytes more than it states.
    fn file(chunks: &[(&[u8; 4], &[u8])], more: usize) -> Vec<u8> {
        let mut file = [&MAGIC[..], &[2, 0, 0, 0, 0, 0, 0, 0]].concat();
        for (kind, data) in chunks {
            file.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            file.extend([&kind[..], data].concat());
        }
        let length = u32::try_from(file.len()).unwrap();
        file.splice(8..12, length.to_le_bytes());
        file.extend(vec![b'!'; more]);
        file
    }

    #[test]
    fn chunks_are_padded_and_a_file_ends_where_it_states() {
        let sound = file(&[(b"JSON", b"{}  "), (b"BIN\0", &[1, 2, 3, 0])], 0);
        for (flawed, found) in [
            (file(&[(b"JSON", b"{}"), (b"BIN\0", &[1, 2, 3])], 0), vec!["gltf::chunk"]),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[1, 2, 3, 0])], 1), vec!["gltf::length"]),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[1, 2, 3])], 30), vec!["gltf::chunk", "gltf::length"]),
        ] {
            let mut findings: Vec<anim_core::Diagnostic> = Vec::new();
            assert_eq!(glb(&flawed, &mut findings).as_ref(), Some(&sound));
            assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), found);
            // A part of a file is not a file.
            for end in 0..flawed.len().min(sound.len()).saturating_sub(4) {
                assert_eq!(glb(&flawed[..end], &mut ()), None, "{end} bytes");
            }
        }
        assert_eq!(glb(&sound, &mut ()), None);
    }
}
