//! The document: the JSON and its buffers, in one of three containers.

use crate::container::Chunk;
use crate::{Container, Root};

/// A glTF 2.0 file: the JSON part and the buffers.
///
/// The JSON and the buffers must agree, so a document is changed by decomposing it with [`Gltf::into_parts`] and building a
/// new one with [`Gltf::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct Gltf {
    /// Whether the file is a .glb.
    pub(crate) binary: bool,
    pub(crate) root: Root,
    /// One for each of the root's buffers.
    pub(crate) sources: Vec<Source>,
    /// The chunks of a .glb that no buffer uses, in the order of the file.
    pub(crate) chunks: Vec<Chunk>,
    /// The number of these chunks that are before the chunk of the first buffer.
    pub(crate) chunks_before: usize,
    pub(crate) text: Text,
}

/// The JSON text to write: for a .glb that was read or whose length had to be known, and for a document that keeps the text of
/// another file. It has the same content as the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text(pub(crate) Option<Vec<u8>>);

/// The spelling of a document does not affect equality.
impl PartialEq for Text {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The location of a buffer's bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// The bytes are not here: an extension provides them.
    Absent,
    /// In the chunk of a .glb, which is not empty. Only buffer 0 can be there.
    Chunk(Vec<u8>),
    /// In a data URI.
    Embedded(Vec<u8>),
    /// In a file next to the text. Only such a buffer keeps its `uri` in memory.
    File(Vec<u8>),
}

impl Gltf {
    /// The JSON part.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// How the document is stored: [`Container::Separate`] if it is a text with at least one separate file.
    pub fn container(&self) -> Container {
        let has_file = self.sources.iter().any(|source| matches!(source, Source::File(_)));
        match (self.binary, has_file) {
            (true, _) => Container::Glb,
            (false, true) => Container::Separate,
            (false, false) => Container::Embedded,
        }
    }

    /// The bytes of a buffer; `None` if there is no such buffer or an extension provides its bytes.
    pub fn buffer(&self, index: usize) -> Option<&[u8]> {
        self.sources.get(index)?.bytes()
    }
}

impl Source {
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Absent => None,
            Self::Chunk(bytes) | Self::Embedded(bytes) | Self::File(bytes) => Some(bytes),
        }
    }

    pub(crate) fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Absent => None,
            Self::Chunk(bytes) | Self::Embedded(bytes) | Self::File(bytes) => Some(bytes),
        }
    }
}
