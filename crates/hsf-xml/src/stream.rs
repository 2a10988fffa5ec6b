//! The HOOPS stream file that contains a document, and writing the document back into it.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::extract::{self, MAX_RATIO, Place};

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
    /// animations differ.
    pub(crate) fn with(&self, texts: &[Vec<u8>]) -> Cow<'_, [u8]> {
        if texts == self.texts {
            return Cow::Borrowed(&self.bytes);
        }
        let is_together = |texts: &[Vec<u8>]| texts.get(1).is_some_and(Vec::is_empty);
        let every = is_together(texts) || is_together(&self.texts);
        let changed = |index: &usize| every || texts.get(*index) != self.texts.get(*index);
        let changes: Vec<(&Place, &[u8])> = (0..self.places.len())
            .filter(changed)
            .filter_map(|index| Some((self.places.get(index)?, texts.get(index)?.as_slice())))
            .collect();
        Cow::Owned(self.replaced(&changes))
    }

    /// The file with these texts at these ascending locations.
    fn replaced(&self, changes: &[(&Place, &[u8])]) -> Vec<u8> {
        let mut pieces: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        for group in changes.chunk_by(|(a, _), (b, _)| a.is_in_same_stream(b)) {
            let texts = group.iter().map(|(place, text)| (place.data.clone(), extract::user_data(text)));
            match group.first().and_then(|(place, _)| place.zlib.clone()) {
                None => pieces.extend(texts),
                Some(zlib) => {
                    let stream = self.bytes.get(zlib.clone()).unwrap_or_default();
                    let inflated = splice(&extract::inflated(stream), texts);
                    pieces.push((zlib, deflated(&inflated, level(stream))));
                }
            }
        }
        splice(&self.bytes, pieces.into_iter())
    }

    /// The bytes around the animations, decompressed where animations are compressed.
    fn around(&self) -> Vec<u8> {
        let (mut around, mut at) = (Vec::new(), 0);
        for group in self.places.chunk_by(Place::is_in_same_stream) {
            let Some(first) = group.first() else { continue };
            let outside = first.zlib.as_ref().unwrap_or(&first.data);
            around.extend_from_slice(self.bytes.get(at..outside.start).unwrap_or_default());
            at = outside.end;
            if first.zlib.is_some() {
                let inflated = extract::inflated(self.bytes.get(outside.clone()).unwrap_or_default());
                around.extend(splice(&inflated, group.iter().map(|place| (place.data.clone(), Vec::new()))));
            }
        }
        around.extend_from_slice(self.bytes.get(at..).unwrap_or_default());
        around
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes || self.around() == other.around()
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, places, .. } = self;
        f.debug_struct("Stream").field("bytes", &bytes.len()).field("places", places).finish_non_exhaustive()
    }
}

/// Bytes in which ascending ranges are replaced.
fn splice(bytes: &[u8], pieces: impl Iterator<Item = (Range<usize>, Vec<u8>)>) -> Vec<u8> {
    let (mut made, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for (range, piece) in pieces {
        made.extend_from_slice(bytes.get(at..range.start).unwrap_or_default());
        made.extend(piece);
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
