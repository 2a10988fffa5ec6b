//! A .glb in memory: the bytes of the file, and where its parts are.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use crate::container::{self, Chunk, Layout, Parts};

/// A .glb. It is written without being copied.
#[derive(Clone, Debug)]
pub(crate) struct Glb {
    file: Vec<u8>,
    parts: Parts,
    own: Option<Own>,
}

/// The chunk of the first buffer.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// Its place among the chunks after the JSON.
    pub(crate) index: usize,
    /// Its bytes, without the zeros that pad the length that the buffer states.
    at: Range<usize>,
}

impl Own {
    /// The chunk with this index, of a buffer that states its length.
    pub(crate) fn of(file: &[u8], parts: &Parts, index: usize, stated: usize) -> Option<Self> {
        let at = parts.chunks.get(index)?.at.clone();
        let end = at.start.saturating_add(stated);
        let is_padded = !parts.layout.is_unpadded && stated > 0 && container::padded(stated) == at.len();
        let is_zero = |padding: &[u8]| padding.iter().all(|byte| *byte == 0);
        let end = if is_padded && file.get(end..at.end).is_some_and(is_zero) { end } else { at.end };
        Some(Self { index, at: at.start..end })
    }
}

impl Glb {
    /// A file with its parts.
    pub(crate) fn new(file: Vec<u8>, parts: Parts, own: Option<Own>) -> Self {
        Self { file, parts, own }
    }

    /// The file of a JSON text, of the bytes of the first buffer if they are in a chunk, and of other chunks, `before` of which
    /// precede that chunk; `None` if it is larger than 4 GiB.
    pub(crate) fn join(
        json: &[u8],
        own: Option<Vec<u8>>,
        others: &[Chunk],
        before: usize,
        layout: &Layout,
    ) -> Option<Self> {
        let (before, after) = others.split_at(before.min(others.len()));
        let stated = own.as_ref().map(Vec::len);
        let file = container::join(json, before, own, after, layout)?;
        let parts = container::split(&file, &mut ()).ok()?;
        let own = stated.and_then(|stated| Own::of(&file, &parts, before.len(), stated));
        Some(Self { file, parts, own })
    }

    /// All bytes of the file.
    pub(crate) fn file(&self) -> &[u8] {
        &self.file
    }

    /// The JSON text, with the spaces that pad it.
    #[cfg(feature = "serde")]
    pub(crate) fn json(&self) -> &[u8] {
        self.file.get(self.parts.json.clone()).unwrap_or_default()
    }

    /// What is wrong around its chunks.
    pub(crate) fn layout(&self) -> &Layout {
        &self.parts.layout
    }

    /// The bytes of the first buffer, if they are in a chunk.
    pub(crate) fn buffer(&self) -> Option<&[u8]> {
        self.file.get(self.own.as_ref()?.at.clone())
    }

    /// The chunks that no buffer uses, in the order of the file.
    pub(crate) fn others(&self) -> impl Iterator<Item = Chunk<&[u8]>> {
        let own = self.own.as_ref().map(|own| own.index);
        let others = self.parts.chunks.iter().enumerate().filter(move |(index, _)| Some(*index) != own);
        others.map(|(_, found)| found.chunk(&self.file))
    }

    /// The number of other chunks before that of the first buffer.
    pub(crate) fn before(&self) -> usize {
        self.own.as_ref().map_or(0, |own| own.index)
    }

    /// The bytes of the first buffer, without a copy.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        let mut file = self.file;
        let at = self.own.map_or(0..0, |own| own.at);
        file.truncate(at.end);
        file.drain(..at.start.min(file.len()));
        file
    }

    /// Whether the chunks after the JSON are those of another file.
    pub(crate) fn has_chunks_of(&self, other: &Self) -> bool {
        self.buffer() == other.buffer() && self.before() == other.before() && self.others().eq(other.others())
    }
}
