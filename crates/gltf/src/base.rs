//! Existing files to which animations are added.

use anim_core::{Diagnostic, FileContent};
use anim_retarget::Figure;

use crate::container::{self, Chunk, Layout, MAGIC};
use crate::nodes::nodes_of;
use crate::rest::weights;
use crate::syntax::{self, BOM};
use crate::{Error, FREE_NUMBERS, Root, avatar};

/// A `.glb`, `.vrm` or `.gltf` to which animations are added: everything else in it is kept, byte for byte, except bytes after the
/// last chunk.
///
/// Buffers and images in other files are not read: the result refers to them as before.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    pub(crate) binary: bool,
    /// The JSON text of the file.
    pub(crate) text: Vec<u8>,
    pub(crate) root: Root,
    /// The chunks of a .glb after the JSON, padded.
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) layout: Layout,
}

impl Base {
    /// Reads a file in any container.
    ///
    /// Errors: those of reading a document, except for errors of its buffers.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.starts_with(MAGIC) {
            let parts = container::split(bytes, &mut ())?;
            let (text, start) = syntax::in_chunk(bytes, &parts.json, &mut ());
            let (root, text) = (Root::parse(text, start)?, text.to_vec());
            let mut chunks: Vec<_> = parts.chunks.iter().map(|found| found.chunk(bytes).owned()).collect();
            for Chunk { data, .. } in &mut chunks {
                data.resize(container::padded(data.len()), 0);
            }
            return Ok(Self { binary: true, text, root, chunks, layout: parts.layout });
        }
        let root = Root::parse(bytes.strip_prefix(BOM).unwrap_or(bytes), 0)?;
        let (chunks, layout) = (Vec::new(), Layout::default());
        Ok(Self { binary: false, text: bytes.to_vec(), root, chunks, layout })
    }

    /// The figure: the nodes of the file at rest. Their bones are those stated by a VRM, or else recognised by name; its
    /// expressions are those of a VRM.
    pub fn figure(&self) -> Figure {
        let mut figure = Figure::new(nodes_of(&self.root));
        // Nodes may share a mesh, whose targets then count for each of them.
        let mut room = FREE_NUMBERS;
        for (index, node) in self.root.nodes.iter().enumerate() {
            if let Some(mesh) = node.mesh.and_then(|mesh| self.root.meshes.get(mesh)) {
                let count = mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
                let Some(left) = room.checked_sub(count) else { continue };
                room = left;
                let weights = weights(&self.root, index, count);
                figure = figure.with_weights(index, weights);
            }
        }
        figure.with_expressions(avatar::expressions(&self.root))
    }
}

impl FileContent for Base {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        Ok(Self::parse(bytes)?)
    }
}
