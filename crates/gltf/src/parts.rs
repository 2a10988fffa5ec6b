//! Documents from the JSON and the bytes of its buffers, and back.

use std::collections::HashSet;

use anim_core::Report;

use crate::document::Source;
use crate::draft::Draft;
use crate::{Buffer, Container, Error, Gltf, Root, extras, uri};

impl Gltf {
    /// A document of these parts. `bytes` has the bytes of each of the root's buffers, `None` for a buffer whose bytes an
    /// extension provides; if `bytes` has more entries than there are buffers, buffers are added.
    ///
    /// The length of each buffer with bytes is set. In a [`Container::Separate`] a buffer keeps the path from which it was
    /// read; one without a path gets `bufferN.bin`, where N is its index. Error: more than 4 GiB in a [`Container::Glb`].
    pub fn new(container: Container, mut root: Root, bytes: Vec<Option<Vec<u8>>>) -> Result<Self, Error> {
        let count = root.buffers.len().max(bytes.len());
        root.buffers.resize_with(count, Buffer::default);
        let mut made = Draft { binary: container == Container::Glb, ..Draft::default() };
        let mut paths = HashSet::new();
        let bytes = bytes.into_iter().chain(std::iter::repeat(None));
        for (index, (buffer, bytes)) in root.buffers.iter_mut().zip(bytes).enumerate() {
            let path = buffer.uri.take();
            let is_first = container == Container::Glb && index == 0;
            let Some(bytes) = bytes.filter(|bytes| !(is_first && bytes.is_empty())) else {
                made.sources.push(Source::Absent);
                continue;
            };
            buffer.byte_length = bytes.len();
            made.sources.push(match container {
                Container::Glb if is_first => {
                    made.chunk = bytes;
                    Source::Chunk
                }
                Container::Glb | Container::Embedded => Source::Embedded(bytes),
                Container::Separate => {
                    let mut name = path.unwrap_or_else(|| format!("buffer{index}.bin"));
                    // Two spellings of one path are the same file.
                    while !paths.insert(uri::path(&name).unwrap_or_else(|_| name.clone())) {
                        name = format!("buffer{index}-{name}");
                    }
                    buffer.uri = Some(name);
                    Source::File(bytes)
                }
            });
        }
        Draft { root, ..made }.finish(None)
    }

    /// The parts, as [`Gltf::new`] takes them. Chunks of a .glb that no buffer uses are left out.
    pub fn into_parts(self) -> (Container, Root, Vec<Option<Vec<u8>>>) {
        let container = self.container();
        let (root, bytes) = self.into_draft().into_buffers();
        (container, root, bytes)
    }

    /// The same document in another container: see [`Draft::stored_in`].
    pub(crate) fn stored_in(
        &self,
        container: Container,
        file: Option<&str>,
        report: &mut Report,
    ) -> Option<Self> {
        if container == Container::Glb && self.glb().is_some() {
            return Some(self.clone());
        }
        self.clone().into_draft().stored_in(container, file, report)
    }

    /// The document with one of its animations; `None` if there is none with this index, or if the document has clips that are
    /// not animations.
    pub(crate) fn with_animation(&self, index: usize) -> Option<Self> {
        let has_still = extras::still_clips(self.root.extras.as_ref()).is_some();
        let mut kept = self.root.animations.get(index).filter(|_| !has_still)?.clone();
        // Otherwise it would get the default name of the first animation.
        kept.name.get_or_insert_with(|| format!("animation {index}"));
        let mut part = self.clone().into_draft();
        part.root.animations = vec![kept];
        part.finish(None).ok()
    }
}
