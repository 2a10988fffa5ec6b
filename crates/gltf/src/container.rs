//! The binary container, .glb: a header, a chunk of JSON, a chunk of bytes (glTF 2.0, 4).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use anim_core::{Extent, Location, Loss, Sink, Span};

use crate::{Error, ErrorKind, codes};

/// The first four bytes of a .glb.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
/// The type of the chunk with the bytes of the buffer that has no URI.
pub(crate) const BIN: [u8; 4] = *b"BIN\0";

/// Where the parts of a .glb are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parts {
    pub(crate) json: Range<usize>,
    /// The other chunks, in the order of the file.
    pub(crate) chunks: Vec<Found>,
}

impl Parts {
    /// The index of the chunk for the first buffer: the first of type BIN, if it is not empty.
    pub(crate) fn buffer(&self) -> Option<usize> {
        let index = self.chunks.iter().position(|found| found.kind == BIN)?;
        self.chunks.get(index).is_some_and(|found| !found.at.is_empty()).then_some(index)
    }
}

/// Where the data of a chunk is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) kind: [u8; 4],
    pub(crate) at: Range<usize>,
}

impl Found {
    /// The chunk in the bytes of its file.
    pub(crate) fn chunk<'a>(&self, file: &'a [u8]) -> Chunk<&'a [u8]> {
        Chunk { kind: self.kind, data: file.get(self.at.clone()).unwrap_or_default() }
    }
}

/// A chunk after the JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chunk<Data = Vec<u8>> {
    pub(crate) kind: [u8; 4],
    /// In a file its length is a multiple of 4.
    pub(crate) data: Data,
}

impl Chunk {
    /// A chunk with the bytes of the buffer that has no URI.
    pub(crate) fn bin(data: Vec<u8>) -> Self {
        Self { kind: BIN, data }
    }
}

impl Chunk<&[u8]> {
    pub(crate) fn owned(self) -> Chunk {
        Chunk { kind: self.kind, data: self.data.to_vec() }
    }
}

impl<Data: AsRef<[u8]>> Chunk<Data> {
    /// The loss of the chunk in a container other than a .glb.
    pub(crate) fn lost(&self) -> Loss {
        let (kind, length) = (String::from_utf8_lossy(&self.kind), self.data.as_ref().len());
        let message = format!("only a .glb can hold the chunk of type {kind:?}, {length} bytes");
        codes::UNUSED_CHUNK.dropped(message)
    }

    /// Whether its type is that of the buffer that has no URI.
    pub(crate) fn is_bin(&self) -> bool {
        self.kind == BIN
    }
}

/// The length of a chunk's header in bytes.
const HEADER: usize = 8;

/// The first byte of the JSON in a .glb.
pub(crate) const JSON_START: usize = 20;

/// Splits a .glb into its chunks. Chunks of unknown types, and repeated chunks of known types, are reported.
pub(crate) fn split(bytes: &[u8], sink: &mut dyn Sink) -> Result<Parts, Error> {
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
    while let Some(found) = rest.next_chunk()? {
        let Found { kind, at } = &found;
        let start = at.start.saturating_sub(HEADER);
        match kind {
            JSON if json.is_none() => {
                json = Some(found.at);
                continue;
            }
            _ if json.is_none() => {
                return error(ErrorKind::Chunk("a first chunk of type JSON"), start, HEADER);
            }
            &BIN if !has_bin => has_bin = true,
            _ => {
                let place = Location::span(Span::at(start, at.len().saturating_add(HEADER)));
                let message = format!("the chunk of type {:?} is not used", String::from_utf8_lossy(kind));
                sink.report(codes::UNUSED_CHUNK.at(place, message));
            }
        }
        chunks.push(found);
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
        Some(Ok(parts)) if bytes.get(parts.json.clone()).is_some_and(is_json) => {
            Extent::Whole { len: declared, evidence: EVIDENCE }
        }
        Some(_) => Extent::No { walked: declared },
    }
}

/// The evidence for a .glb, in bits: the magic number, the type of the first chunk, the version, chunks that fill the stated
/// length, and JSON that can be read.
const EVIDENCE: u32 = 32 + 32 + 32 + 16 + 32;

/// The .glb of a JSON text and of chunks: `before`, that of the first buffer, if there is one, and `after`. `None` if it is larger
/// than 4 GiB.
///
/// The file is made in place of the buffer, which is most of it.
pub(crate) fn join(json: &[u8], before: &[Chunk], own: Option<Vec<u8>>, after: &[Chunk]) -> Option<Vec<u8>> {
    let others = before.iter().chain(after).map(|chunk| chunk.data.len());
    let chunks = others.chain(own.as_ref().map(Vec::len));
    let length = chunks.fold(padded(json.len()).saturating_add(JSON_START), |length, chunk| {
        length.saturating_add(padded(chunk)).saturating_add(HEADER)
    });
    let stated = u32::try_from(length).ok()?;
    let buffer = own.as_ref().map_or(0, Vec::len);
    let mut head = Vec::with_capacity(length.saturating_sub(buffer));
    head.extend(MAGIC);
    head.extend(2u32.to_le_bytes());
    head.extend(stated.to_le_bytes());
    put(&mut head, *JSON, json, b' ');
    for chunk in before {
        put(&mut head, chunk.kind, &chunk.data, 0);
    }
    let mut file = match own {
        None => head,
        Some(mut own) => {
            put_header(&mut head, BIN, own.len());
            own.reserve_exact(length.saturating_sub(own.len()));
            own.splice(..0, head);
            own.resize(padded(own.len()), 0);
            own
        }
    };
    for chunk in after {
        put(&mut file, chunk.kind, &chunk.data, 0);
    }
    Some(file)
}

fn put(bytes: &mut Vec<u8>, kind: [u8; 4], data: &[u8], filler: u8) {
    put_header(bytes, kind, data.len());
    bytes.extend(data);
    bytes.resize(padded(bytes.len()), filler);
}

/// The header of a chunk whose data has this length before it is padded.
fn put_header(bytes: &mut Vec<u8>, kind: [u8; 4], length: usize) {
    bytes.extend(u32::try_from(padded(length)).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(kind);
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

impl Chunks<'_> {
    fn next_chunk(&mut self) -> Result<Option<Found>, Error> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(None);
        }
        let error = |what| Error::new(ErrorKind::Chunk(what), Location::span(Span::at(start, rest.len())));
        let (length, rest) = rest.split_first_chunk().ok_or_else(|| error("a chunk header of 8 bytes"))?;
        let (kind, rest) = rest.split_first_chunk().ok_or_else(|| error("a chunk header of 8 bytes"))?;
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if !length.is_multiple_of(4) {
            return Err(error("a chunk length that is a multiple of 4"));
        }
        if length > rest.len() {
            return Err(error("all bytes that the header of the chunk states"));
        }
        let data = start.saturating_add(HEADER);
        self.at = data.saturating_add(length);
        Ok(Some(Found { kind: *kind, at: data..self.at }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file whose buffer has one byte.
    fn one() -> Vec<u8> {
        join(b"{}", &[], Some(vec![1]), &[]).unwrap()
    }

    #[test]
    fn parts_join_to_the_bytes_of_the_specification() {
        let bytes = join(b"{}", &[], Some(vec![1, 2, 3, 4, 5]), &[]).unwrap();
        let expected = b"glTF\x02\0\0\0\x28\0\0\0\x04\0\0\0JSON{}  \x08\0\0\0BIN\0\x01\x02\x03\x04\x05\0\0\0";
        assert_eq!(bytes, expected);
        let parts = split(&bytes, &mut ()).unwrap();
        assert_eq!(bytes[parts.json], *b"{}  ");
        let chunks: Vec<_> = parts.chunks.iter().map(|found| found.chunk(&bytes).owned()).collect();
        assert_eq!(chunks, [Chunk::bin(vec![1, 2, 3, 4, 5, 0, 0, 0])]);
        let alone = join(b"{}", &[], None, &[]).unwrap();
        assert_eq!(split(&alone, &mut ()).unwrap().chunks, []);
    }

    #[test]
    fn chunks_stay_in_order() {
        let [first, last] =
            [(1, vec![6, 7]), (2, vec![])].map(|(kind, data)| Chunk { kind: [kind; 4], data });
        let bytes = join(b"{}", &[first], Some(vec![9]), &[last]).unwrap();
        let expected = b"glTF\x02\0\0\0\x38\0\0\0\x04\0\0\0JSON{}  \x04\0\0\0\x01\x01\x01\x01\x06\x07\0\0\x04\0\0\0BIN\0\x09\0\0\0\0\0\0\0\x02\x02\x02\x02";
        assert_eq!(bytes, expected);
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = one();
        for end in 0..bytes.len() {
            assert!(split(&bytes[..end], &mut ()).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn a_file_ends_where_its_header_states() {
        let bytes = [&one()[..], b"glTF and more"].concat();
        let len = one().len();
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
            let mut bytes = one();
            bytes[at] = byte;
            assert!(split(&bytes, &mut ()).is_err(), "byte {at} = {byte}");
        }
    }
}
