//! The binary container, .glb: a header, a chunk of JSON, a chunk of bytes (glTF 2.0, 4).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Extent, Location, Loss, Sink, Span};

use crate::{Error, ErrorKind, codes};

/// The first four bytes of a .glb.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
/// The type of the chunk with the bytes of the buffer that has no URI.
pub(crate) const BIN: [u8; 4] = *b"BIN\0";

/// The parts of a .glb.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) json: &'a [u8],
    /// The other chunks, in the order of the file.
    pub(crate) chunks: Vec<Chunk>,
}

/// A chunk after the JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    pub(crate) kind: [u8; 4],
    /// In a file its length is a multiple of 4.
    pub(crate) data: Vec<u8>,
}

impl Chunk {
    /// A chunk with the bytes of the buffer that has no URI.
    pub(crate) fn bin(data: Vec<u8>) -> Self {
        Self { kind: BIN, data }
    }

    /// The loss of the chunk in a container other than a .glb.
    pub(crate) fn lost(&self) -> Loss {
        let kind = String::from_utf8_lossy(&self.kind);
        let message = format!("only a .glb can hold the chunk of type {kind:?}, {} bytes", self.data.len());
        codes::UNUSED_CHUNK.dropped(message)
    }

    /// Whether its type is that of the buffer that has no URI.
    pub(crate) fn is_bin(&self) -> bool {
        self.kind == BIN
    }
}

/// The first byte of the JSON in a .glb.
pub(crate) const JSON_START: usize = 20;

/// Splits a .glb into its chunks. Chunks of unknown types, and repeated chunks of known types, are reported.
pub(crate) fn split<'a>(bytes: &'a [u8], sink: &mut dyn Sink) -> Result<Parts<'a>, Error> {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let error = |kind, start, len| Err(Error::new(kind, Location::span(Span::at(start, len))));
    let (Some(version), Some(declared)) = (word(4), word(8)) else {
        return error(ErrorKind::Chunk("a header of 12 bytes"), 0, bytes.len());
    };
    if version != 2 {
        return error(ErrorKind::Version(version), 4, 4);
    }
    if usize::try_from(declared) != Ok(bytes.len()) {
        return error(ErrorKind::Length { declared, found: bytes.len() }, 8, 4);
    }
    let (mut json, mut chunks, mut has_bin) = (None, Vec::new(), false);
    let mut rest = Chunks { bytes, at: 12 };
    while let Some(Found { at, kind, data }) = rest.next_chunk()? {
        match kind {
            JSON if json.is_none() => {
                json = Some(data);
                continue;
            }
            _ if json.is_none() => return error(ErrorKind::Chunk("a first chunk of type JSON"), at, 8),
            &BIN if !has_bin => has_bin = true,
            _ => {
                let place = Location::span(Span::at(at, data.len().saturating_add(8)));
                let message = format!("the chunk of type {:?} is not used", String::from_utf8_lossy(kind));
                sink.report(codes::UNUSED_CHUNK.at(place, message));
            }
        }
        chunks.push(Chunk { kind: *kind, data: data.to_vec() });
    }
    match json {
        Some(json) => Ok(Parts { json, chunks }),
        None => error(ErrorKind::Chunk("a first chunk of type JSON"), 12, 0),
    }
}

/// The extent of a .glb that these bytes may begin with. `is_json` decides whether its JSON can be read.
pub(crate) fn extent(bytes: &[u8], is_json: impl FnOnce(&[u8]) -> bool) -> Extent {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied();
    let number = |at: usize| word(at).map(|word| u32::from_le_bytes(word) as usize);
    let is = |at: usize, expected: &[u8; 4]| word(at).is_none_or(|found| found == *expected);
    let (declared, json) = (number(8).unwrap_or(usize::MAX), number(12).unwrap_or(0));
    let fits = json.is_multiple_of(4) && json.saturating_add(JSON_START) <= declared;
    if !(is(0, MAGIC) && is(4, &2u32.to_le_bytes()) && is(16, JSON) && fits) {
        return Extent::No { walked: JSON_START };
    }
    match bytes.get(..declared).map(|file| split(file, &mut ())) {
        None => Extent::Cut { walked: JSON_START },
        Some(Ok(parts)) if is_json(parts.json) => Extent::Whole { len: declared, evidence: EVIDENCE },
        Some(_) => Extent::No { walked: declared },
    }
}

/// The evidence for a .glb, in bits: the magic number, the type of the first chunk, the version, chunks that fill the stated
/// length, and JSON that can be read.
const EVIDENCE: u32 = 32 + 32 + 32 + 16 + 32;

/// The .glb of these parts: the JSON, then chunks with their types.
///
/// Its length must fit in 32 bits, which is the case for every document.
pub(crate) fn join(json: &[u8], chunks: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let length = length(json.len(), chunks);
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(2u32.to_le_bytes());
    bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    put(&mut bytes, *JSON, json, b' ');
    for (kind, data) in chunks {
        put(&mut bytes, *kind, data, 0);
    }
    bytes
}

/// The length of a .glb whose parts have these lengths.
pub(crate) fn length(json: usize, chunks: &[([u8; 4], &[u8])]) -> usize {
    chunks.iter().fold(padded(json).saturating_add(JSON_START), |length, (_, data)| {
        length.saturating_add(padded(data.len())).saturating_add(8)
    })
}

fn put(bytes: &mut Vec<u8>, kind: [u8; 4], data: &[u8], filler: u8) {
    bytes.extend(u32::try_from(padded(data.len())).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(kind);
    bytes.extend(data);
    bytes.resize(padded(bytes.len()), filler);
}

/// The length rounded up to a multiple of 4.
pub(crate) fn padded(len: usize) -> usize {
    len.checked_next_multiple_of(4).unwrap_or(len)
}

/// The chunks of a file, from a byte on.
struct Chunks<'a> {
    bytes: &'a [u8],
    /// The first byte of the next chunk.
    at: usize,
}

/// A chunk and the byte where its header begins.
struct Found<'a> {
    at: usize,
    kind: &'a [u8; 4],
    data: &'a [u8],
}

impl<'a> Chunks<'a> {
    fn next_chunk(&mut self) -> Result<Option<Found<'a>>, Error> {
        let at = self.at;
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(None);
        }
        let error = |what| Error::new(ErrorKind::Chunk(what), Location::span(Span::at(at, rest.len())));
        let (length, rest) = rest.split_first_chunk().ok_or_else(|| error("a chunk header of 8 bytes"))?;
        let (kind, rest) = rest.split_first_chunk().ok_or_else(|| error("a chunk header of 8 bytes"))?;
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if !length.is_multiple_of(4) {
            return Err(error("a chunk length that is a multiple of 4"));
        }
        let data =
            rest.get(..length).ok_or_else(|| error("all bytes that the header of the chunk states"))?;
        self.at = at.saturating_add(8).saturating_add(length);
        Ok(Some(Found { at, kind, data }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_join_to_the_bytes_of_the_specification() {
        let bytes = join(b"{}", &[(BIN, &[1, 2, 3, 4, 5])]);
        let expected = b"glTF\x02\0\0\0\x28\0\0\0\x04\0\0\0JSON{}  \x08\0\0\0BIN\0\x01\x02\x03\x04\x05\0\0\0";
        assert_eq!(bytes, expected);
        let parts = split(&bytes, &mut ()).unwrap();
        let buffer = Chunk::bin(vec![1, 2, 3, 4, 5, 0, 0, 0]);
        assert_eq!((parts.json, parts.chunks), (&b"{}  "[..], vec![buffer]));
        assert_eq!(split(&join(b"{}", &[]), &mut ()).unwrap().chunks, []);
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = join(b"{}", &[(BIN, &[1])]);
        for end in 0..bytes.len() {
            assert!(split(&bytes[..end], &mut ()).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn a_file_ends_where_its_header_states() {
        let bytes = [&join(b"{}", &[(BIN, &[1])])[..], b"glTF and more"].concat();
        let len = join(b"{}", &[(BIN, &[1])]).len();
        assert_eq!(extent(&bytes, |json| json == b"{}  "), Extent::Whole { len, evidence: EVIDENCE });
        assert_eq!(extent(&bytes, |_| false), Extent::No { walked: len });
        for end in 0..len {
            assert_eq!(extent(&bytes[..end], |_| true), Extent::Cut { walked: JSON_START }, "{end} bytes");
        }
        for (at, byte) in [(0, b'G'), (4, 1), (8, 16), (12, 6), (13, 1), (16, b'j'), (24, 3)] {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            assert!(matches!(extent(&bytes, |_| true), Extent::No { .. }), "byte {at} = {byte}");
        }
    }

    #[test]
    fn a_malformed_header_of_a_chunk_is_an_error() {
        for (at, byte) in [(4, 1), (8, 0), (12, 2), (12, 200), (16, b'j'), (24, 3), (24, 250)] {
            let mut bytes = join(b"{}", &[(BIN, &[1])]);
            bytes[at] = byte;
            assert!(split(&bytes, &mut ()).is_err(), "byte {at} = {byte}");
        }
    }
}
