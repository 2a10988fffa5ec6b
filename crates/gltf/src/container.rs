//! The binary container, .glb: a header, a chunk of JSON, a chunk of bytes (glTF 2.0, 4).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use anim_core::{Extent, Location, Loss, Sink, Span, counted};

use crate::syntax::bare;
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
    pub(crate) layout: Layout,
}

/// What is wrong around the chunks of a file. Most programs ignore it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// Whether chunks end where their data does: some length is not a multiple of 4.
    pub(crate) is_unpadded: bool,
    /// The bytes after the last chunk.
    pub(crate) rest: Vec<u8>,
    /// How many of them the stated length of the file includes: fewer than a chunk's header has.
    pub(crate) stated: usize,
}

impl Layout {
    /// The loss of the bytes after the last chunk, in a file that is written without them.
    pub(crate) fn lost(&self) -> Option<Loss> {
        let message = match self.rest.len() {
            0 => return None,
            1 => "the byte after the last chunk of the file is left out".to_owned(),
            count => format!("the {count} bytes after the last chunk of the file are left out"),
        };
        Some(codes::AFTER_END.dropped(message))
    }
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
    /// Its length is a multiple of 4 in a sound file.
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
        let (kind, length) = (String::from_utf8_lossy(&self.kind), counted(self.data.as_ref().len(), "byte"));
        let message = format!("only a .glb can hold the chunk of type {kind:?}, {length}");
        codes::UNUSED_CHUNK.dropped(message)
    }

    /// Whether its type is that of the buffer that has no URI.
    pub(crate) fn is_bin(&self) -> bool {
        self.kind == BIN
    }
}

/// The length of a chunk's header in bytes.
pub(crate) const HEADER: usize = 8;

/// The first byte of the first chunk.
const FIRST: usize = 12;

/// The first byte of the JSON in a .glb.
const JSON_START: usize = 20;

/// Splits a .glb into its chunks. Reports chunks of unknown types, repeated chunks of known types, chunks that are not padded and
/// bytes after the last chunk.
pub(crate) fn split(bytes: &[u8], sink: &mut dyn Sink) -> Result<Parts, Error> {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let error = |kind, start, len| Err(Error::new(kind, Location::span(Span::at(start, len))));
    let (Some(version), Some(declared)) = (word(4), word(8)) else {
        return error(ErrorKind::Chunk("a header of 12 bytes"), 0, bytes.len());
    };
    if version != 2 {
        return error(ErrorKind::Version(version), 4, 4);
    }
    let Some(file) = usize::try_from(declared).ok().and_then(|end| bytes.get(..end)) else {
        return error(ErrorKind::Length { declared, found: bytes.len() }, 8, 4);
    };
    let (mut json, mut chunks, mut has_bin, mut is_unpadded) = (None, Vec::new(), false, false);
    let mut walk = Chunks { file, at: FIRST };
    while let Some(found) = walk.next_chunk()? {
        let Found { kind, at } = &found;
        let start = at.start.saturating_sub(HEADER);
        if !at.len().is_multiple_of(4) && !is_unpadded {
            is_unpadded = true;
            let message = format!("the chunk has {}, expected a multiple of 4", counted(at.len(), "byte"));
            sink.report(codes::CHUNK.at(Location::span(Span::at(start, 4)), message));
        }
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
    let Some(json) = json else { return error(ErrorKind::Chunk("a first chunk of type JSON"), FIRST, 0) };
    let rest = bytes.get(walk.at..).unwrap_or_default();
    if !rest.is_empty() {
        let message = match rest.len() {
            1 => "1 byte follows the last chunk, expected the end of the file".to_owned(),
            count => format!("{count} bytes follow the last chunk, expected the end of the file"),
        };
        sink.report(codes::LENGTH.at(Location::span(Span::at(walk.at, rest.len())), message));
    }
    let layout = Layout { is_unpadded, rest: rest.to_vec(), stated: file.len().saturating_sub(walk.at) };
    Ok(Parts { json, chunks, layout })
}

/// The extent of a .glb that these bytes may begin with. `is_json` decides whether its JSON can be read.
pub(crate) fn extent(bytes: &[u8], is_json: impl FnOnce(&[u8]) -> bool) -> Extent {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied();
    let number = |at: usize| word(at).map(|word| u32::from_le_bytes(word) as usize);
    let is = |at: usize, expected: &[u8; 4]| word(at).is_none_or(|found| found == *expected);
    let (declared, json) = (number(8).unwrap_or(usize::MAX), number(12).unwrap_or(0));
    let fits = json.saturating_add(JSON_START) <= declared;
    if !(is(0, MAGIC) && is(4, &2u32.to_le_bytes()) && is(16, JSON) && fits) {
        return Extent::No { examined: JSON_START };
    }
    match bytes.get(..declared).map(|file| split(file, &mut ())) {
        None => Extent::Truncated { examined: JSON_START },
        Some(Ok(parts)) if bytes.get(parts.json.clone()).map(bare).is_some_and(is_json) => {
            Extent::Complete { len: declared, evidence: EVIDENCE }
        }
        Some(_) => Extent::No { examined: declared },
    }
}

/// The evidence for a .glb, in bits: the magic number, the type of the first chunk, the version, chunks that fill the stated
/// length, and JSON that can be read.
const EVIDENCE: u32 = 32 + 32 + 32 + 16 + 32;

/// The .glb of a JSON text and of chunks: `before`, that of the first buffer, if there is one, and `after`. `None` if it is larger
/// than 4 GiB.
///
/// The file is made in place of the buffer, which is most of it.
pub(crate) fn join(
    json: &[u8],
    before: &[Chunk],
    own: Option<Vec<u8>>,
    after: &[Chunk],
    layout: &Layout,
) -> Option<Vec<u8>> {
    let pad = |len| if layout.is_unpadded { len } else { padded(len) };
    let others = before.iter().chain(after).map(|chunk| chunk.data.len());
    let chunks = others.chain(own.as_ref().map(Vec::len));
    let length = chunks.fold(pad(json.len()).saturating_add(JSON_START), |length, chunk| {
        length.saturating_add(pad(chunk)).saturating_add(HEADER)
    });
    let stated = u32::try_from(length.saturating_add(layout.stated)).ok()?;
    let length = length.saturating_add(layout.rest.len());
    // The header of a chunk, and the length of the file after its data is padded.
    let header = |kind: [u8; 4], len| {
        let length = u32::try_from(pad(len)).unwrap_or(u32::MAX).to_le_bytes();
        [length, kind].concat()
    };
    let put = |file: &mut Vec<u8>, kind, data: &[u8], filler| {
        file.extend(header(kind, data.len()));
        file.extend(data);
        file.resize(pad(file.len()), filler);
    };
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
            head.extend(header(BIN, own.len()));
            own.reserve_exact(length.saturating_sub(own.len()));
            own.splice(..0, head);
            own.resize(pad(own.len()), 0);
            own
        }
    };
    for chunk in after {
        put(&mut file, chunk.kind, &chunk.data, 0);
    }
    file.extend(&layout.rest);
    Some(file)
}

/// The length rounded up to a multiple of 4.
pub(crate) fn padded(len: usize) -> usize {
    len.checked_next_multiple_of(4).unwrap_or(len)
}

/// The chunks of a file, from a byte on.
struct Chunks<'a> {
    /// The file, as far as its header states.
    file: &'a [u8],
    /// The first byte of the next chunk.
    at: usize,
}

impl Chunks<'_> {
    /// `None` where no header of a chunk follows.
    fn next_chunk(&mut self) -> Result<Option<Found>, Error> {
        let start = self.at;
        let whole = self.file.get(start..).unwrap_or_default();
        let Some((length, rest)) = whole.split_first_chunk() else { return Ok(None) };
        let Some((kind, rest)) = rest.split_first_chunk() else { return Ok(None) };
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > rest.len() {
            let expected = ErrorKind::Chunk("all bytes that the header of the chunk states");
            return Err(Error::new(expected, Location::span(Span::at(start, whole.len()))));
        }
        let data = start.saturating_add(HEADER);
        self.at = data.saturating_add(length);
        Ok(Some(Found { kind: *kind, at: data..self.at }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(before: &[Chunk], own: Option<Vec<u8>>, after: &[Chunk]) -> Vec<u8> {
        join(b"{}", before, own, after, &Layout::default()).unwrap()
    }

    /// A file whose buffer has one byte.
    fn one() -> Vec<u8> {
        sound(&[], Some(vec![1]), &[])
    }

    #[test]
    fn parts_join_to_the_bytes_of_the_specification() {
        let bytes = sound(&[], Some(vec![1, 2, 3, 4, 5]), &[]);
        let expected = b"glTF\x02\0\0\0\x28\0\0\0\x04\0\0\0JSON{}  \x08\0\0\0BIN\0\x01\x02\x03\x04\x05\0\0\0";
        assert_eq!(bytes, expected);
        let parts = split(&bytes, &mut ()).unwrap();
        assert_eq!(bytes[parts.json], *b"{}  ");
        let chunks: Vec<_> = parts.chunks.iter().map(|found| found.chunk(&bytes).owned()).collect();
        assert_eq!(chunks, [Chunk::bin(vec![1, 2, 3, 4, 5, 0, 0, 0])]);
        let alone = sound(&[], None, &[]);
        assert_eq!(split(&alone, &mut ()).unwrap().chunks, []);
    }

    #[test]
    fn chunks_stay_in_order() {
        let [first, last] =
            [(1, vec![6, 7]), (2, vec![])].map(|(kind, data)| Chunk { kind: [kind; 4], data });
        let bytes = sound(&[first], Some(vec![9]), &[last]);
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
        assert_eq!(extent(&bytes, |json| json == b"{}  "), Extent::Complete { len, evidence: EVIDENCE });
        assert_eq!(extent(&bytes, |_| false), Extent::No { examined: len });
        for end in 0..len {
            assert_eq!(
                extent(&bytes[..end], |_| true),
                Extent::Truncated { examined: JSON_START },
                "{end} bytes"
            );
        }
        for (at, byte) in [(0, b'G'), (4, 1), (8, 16), (12, 6), (13, 1), (16, b'j'), (24, 5)] {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            assert!(matches!(extent(&bytes, |_| true), Extent::No { .. }), "byte {at} = {byte}");
        }
    }

    #[test]
    fn flaws_around_chunks_are_reported_and_kept() {
        let chunks = [Chunk { kind: [1; 4], data: vec![6, 7] }, Chunk { kind: [2; 4], data: vec![8] }];
        for (is_unpadded, rest, stated, found) in [
            (true, vec![], 0, vec!["gltf::chunk"]),
            (false, vec![1], 0, vec!["gltf::length"]),
            (false, vec![1; 30], 7, vec!["gltf::length"]),
            (true, vec![1, 2, 3], 3, vec!["gltf::chunk", "gltf::length"]),
        ] {
            let layout = Layout { is_unpadded, rest, stated };
            let bytes = join(b"{} ", &chunks, Some(vec![9]), &[], &layout).unwrap();
            let mut findings: Vec<anim_core::Diagnostic> = Vec::new();
            let parts = split(&bytes, &mut findings).unwrap();
            findings.retain(|finding| finding.code != &codes::UNUSED_CHUNK);
            assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), found);
            assert_eq!(parts.layout, layout);
            let own = parts.chunks[2].chunk(&bytes).owned();
            assert_eq!(own.data, if is_unpadded { vec![9] } else { vec![9, 0, 0, 0] });
            // A file that ends earlier than it states is not read.
            for end in 0..bytes.len() - layout.rest.len() + stated {
                assert!(split(&bytes[..end], &mut ()).is_err(), "{end} bytes");
            }
        }
    }

    #[test]
    fn a_malformed_header_of_a_chunk_is_an_error() {
        for (at, byte) in [(4, 1), (8, 0), (12, 2), (12, 200), (16, b'j'), (24, 5), (24, 250)] {
            let mut bytes = one();
            bytes[at] = byte;
            assert!(split(&bytes, &mut ()).is_err(), "byte {at} = {byte}");
        }
    }
}
