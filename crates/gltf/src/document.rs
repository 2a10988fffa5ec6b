//! The document: the JSON and its buffers, in one of three containers.

use crate::glb::Glb;
use crate::{Container, Root};

/// A glTF 2.0 file: the JSON part and the buffers.
///
/// The JSON and the buffers must agree, so a document is changed by decomposing it with [`Gltf::into_parts`] and building a
/// new one with [`Gltf::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct Gltf {
    pub(crate) root: Root,
    /// One for each of the root's buffers.
    pub(crate) sources: Vec<Source>,
    pub(crate) stored: Stored,
}

/// How the file itself is stored.
#[derive(Clone, Debug)]
pub(crate) enum Stored {
    /// As a text: the text of another file, which is kept, or else the root in this crate's spelling.
    Text(Option<Vec<u8>>),
    Glb(Glb),
}

/// The spelling of a document does not affect equality.
impl PartialEq for Stored {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(_), Self::Text(_)) => true,
            (Self::Glb(one), Self::Glb(other)) => one.has_chunks_of(other),
            _ => false,
        }
    }
}

/// The location of a buffer's bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// The bytes are not here: an extension provides them.
    Absent,
    /// In the chunk of a .glb, which is not empty. Only buffer 0 can be there.
    Chunk,
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
        match (&self.stored, has_file) {
            (Stored::Glb(_), _) => Container::Glb,
            (Stored::Text(_), true) => Container::Separate,
            (Stored::Text(_), false) => Container::Embedded,
        }
    }

    /// The bytes of a buffer; `None` if there is no such buffer or an extension provides its bytes.
    pub fn buffer(&self, index: usize) -> Option<&[u8]> {
        match self.sources.get(index)? {
            Source::Absent => None,
            Source::Chunk => self.glb()?.buffer(),
            Source::Embedded(bytes) | Source::File(bytes) => Some(bytes),
        }
    }

    /// The bytes of all buffers that are here.
    pub(crate) fn buffers(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.sources.len()).filter_map(|index| self.buffer(index))
    }

    /// The bytes of a document that is a .glb.
    pub(crate) fn glb(&self) -> Option<&Glb> {
        match &self.stored {
            Stored::Text(_) => None,
            Stored::Glb(glb) => Some(glb),
        }
    }
}
