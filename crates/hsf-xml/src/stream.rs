//! The HOOPS stream file that contains a document, and writing the document back into it.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod dictionary;
mod moves;

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

use anim_core::Report;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::extract::{self, MAX_RATIO, Place};
use crate::{Hsf, blocks, codes};

/// A range of a file, and what replaces it.
type Piece<'a> = (Range<usize>, Cow<'a, [u8]>);

/// A HOOPS stream file with animation blocks, into which a document is written.
///
/// Two are equal if they differ only in the animations.
#[derive(Clone)]
pub struct Stream {
    bytes: Vec<u8>,
    places: Vec<Place>,
    /// The text of each block of the file, in canonical form.
    texts: Vec<Vec<u8>>,
}

impl Stream {
    /// The stream file with these canonical texts at these locations.
    pub(crate) fn new(bytes: Vec<u8>, places: Vec<Place>, texts: Vec<Vec<u8>>) -> Self {
        Self { bytes, places, texts }
    }

    /// The number of animation blocks.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file with these texts in its blocks. Every other byte is unchanged, except for the compression of the blocks whose
    /// animations differ, and for the positions in the dictionary of the file.
    pub(crate) fn with(&self, texts: &[Vec<u8>]) -> Cow<'_, [u8]> {
        if texts == self.texts {
            return Cow::Borrowed(&self.bytes);
        }
        Cow::Owned(self.replaced(self.edited(texts)))
    }

    /// Whether the dictionary of the file is not understood, and its positions are not those of the file with these texts.
    pub(crate) fn is_stale_with(&self, texts: &[Vec<u8>]) -> bool {
        texts != self.texts && dictionary::adapted(&self.bytes, &self.edited(texts)).is_none()
    }

    /// The places of the blocks with these texts.
    fn edited(&self, texts: &[Vec<u8>]) -> Vec<Piece<'_>> {
        let is_together = |texts: &[Vec<u8>]| texts.get(1).is_some_and(Vec::is_empty);
        let every = is_together(texts) || is_together(&self.texts);
        let changed = |index: &usize| every || texts.get(*index) != self.texts.get(*index);
        let text = |index| Some(index).filter(changed).and_then(|index| texts.get(index)).map(Vec::as_slice);
        let changes: Vec<Option<&[u8]>> = (0..self.places.len()).map(text).collect();
        self.pieces(&changes, |stream, inflated| deflated(&inflated, level(stream)))
    }

    /// What is in the place of each block that is not compressed, and of each compressed stream with blocks, if these texts replace
    /// those of the blocks. `packed` compresses bytes in the way of another stream.
    fn pieces(
        &self,
        changes: &[Option<&[u8]>],
        packed: impl Fn(&[u8], Vec<u8>) -> Vec<u8>,
    ) -> Vec<Piece<'_>> {
        let blocks: Vec<(&Place, Option<&[u8]>)> = self.places.iter().zip(changes.iter().copied()).collect();
        let groups = blocks.chunk_by(|(a, _), (b, _)| a.is_in_same_stream(b));
        let piece = |group: &[(&Place, Option<&[u8]>)]| {
            let (first, _) = *group.first()?;
            let outside = first.zlib.as_ref().unwrap_or(&first.data);
            let old = self.bytes.get(outside.clone()).unwrap_or_default();
            let mut texts = group
                .iter()
                .filter_map(|(place, text)| Some((place.data.clone(), extract::user_data((*text)?))))
                .peekable();
            let new = match (texts.peek(), &first.zlib) {
                (None, _) => Cow::Borrowed(old),
                (Some((_, text)), None) => Cow::Owned(text.clone()),
                (Some(_), Some(_)) => Cow::Owned(packed(old, splice(&extract::inflated(old), texts))),
            };
            Some((outside.clone(), new))
        };
        groups.filter_map(piece).collect()
    }

    /// The file with these ascending pieces, and with their positions in its dictionary.
    fn replaced(&self, mut pieces: Vec<Piece<'_>>) -> Vec<u8> {
        pieces.extend(dictionary::adapted(&self.bytes, &pieces).unwrap_or_default());
        pieces.sort_by_key(|(range, _)| range.start);
        splice(&self.bytes, pieces.into_iter())
    }

    /// The bytes around the animations, decompressed where animations are compressed.
    fn around(&self) -> Vec<u8> {
        let nothing = vec![Some(&[][..]); self.places.len()];
        self.replaced(self.pieces(&nothing, |_, inflated| inflated))
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes || self.around() == other.around()
    }
}

/// Reports a dictionary that is not adapted to the document.
pub(crate) fn report_dictionary(hsf: &Hsf, report: &mut Report) {
    if hsf.has_stale_dictionary() {
        let message = "the dictionary of the stream file is not understood, and has the positions of the original: \
             programs that find parts of the file by it cannot read them";
        report.lose(codes::DICTIONARY.dropped(message));
    }
}

impl Hsf {
    /// Whether the document is written into a stream file with a dictionary whose positions are then wrong.
    pub(crate) fn has_stale_dictionary(&self) -> bool {
        self.stream.as_ref().is_some_and(|stream| stream.is_stale_with(&blocks::texts(self, stream.len())))
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, places, .. } = self;
        f.debug_struct("Stream").field("bytes", &bytes.len()).field("places", places).finish_non_exhaustive()
    }
}

/// Bytes in which ascending ranges are replaced.
fn splice(bytes: &[u8], pieces: impl Iterator<Item = (Range<usize>, impl AsRef<[u8]>)>) -> Vec<u8> {
    let (mut made, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for (range, piece) in pieces {
        made.extend_from_slice(bytes.get(at..range.start).unwrap_or_default());
        made.extend_from_slice(piece.as_ref());
        at = range.end;
    }
    made.extend_from_slice(bytes.get(at..).unwrap_or_default());
    made
}

/// The compression level that the header of a zlib stream states.
fn level(stream: &[u8]) -> Compression {
    match stream.get(1).map_or(2, |flags| flags >> 6) {
        0 => Compression::fast(),
        3 => Compression::best(),
        _ => Compression::default(),
    }
}

/// A zlib stream of some bytes. If the compression ratio is so high that a reader would reject the file, the bytes are stored
/// without compression.
fn deflated(bytes: &[u8], level: Compression) -> Vec<u8> {
    let with = |level| {
        let mut encoder = ZlibEncoder::new(Vec::new(), level);
        // Writing to memory does not fail.
        let _ = encoder.write_all(bytes);
        encoder.finish().unwrap_or_default()
    };
    let stream = with(level);
    if stream.len().saturating_mul(MAX_RATIO) < bytes.len() { with(Compression::none()) } else { stream }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_within_the_limit_of_reading() {
        for (bytes, is_compressed) in [(vec![b' '; 1 << 22], false), (b"<a b='12345'/>".repeat(4), true)] {
            let stream = deflated(&bytes, Compression::best());
            assert!(stream.len() * MAX_RATIO >= bytes.len());
            assert_eq!(stream.len() < bytes.len(), is_compressed);
            assert_eq!(extract::inflated(&stream), bytes);
        }
    }
}
