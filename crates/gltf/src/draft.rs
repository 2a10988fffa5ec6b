//! A document that is being built or changed.

use anim_core::{Location, Report};

use crate::container::{Chunk, Layout};
use crate::document::{Source, Stored};
use crate::glb::Glb;
use crate::{Container, Error, ErrorKind, Gltf, Root, uri, write};

/// The parts of a document.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// Whether it becomes a .glb.
    pub(crate) binary: bool,
    pub(crate) root: Root,
    /// One for each of the root's buffers.
    pub(crate) sources: Vec<Source>,
    /// The bytes of [`Source::Chunk`].
    pub(crate) chunk: Vec<u8>,
    /// The chunks of a .glb that no buffer uses.
    pub(crate) others: Vec<Chunk>,
    /// The number of these chunks before the chunk of the first buffer.
    pub(crate) before: usize,
    pub(crate) layout: Layout,
}

impl Draft {
    /// The bytes of a buffer; `None` if there is no such buffer or an extension provides its bytes.
    pub(crate) fn bytes_mut(&mut self, buffer: usize) -> Option<&mut Vec<u8>> {
        match self.sources.get_mut(buffer)? {
            Source::Absent => None,
            Source::Chunk => Some(&mut self.chunk),
            Source::Embedded(bytes) | Source::File(bytes) => Some(bytes),
        }
    }

    /// The document, with this text or else with this crate's spelling of the root. Error: a .glb of more than 4 GiB.
    pub(crate) fn finish(self, text: Option<Vec<u8>>) -> Result<Gltf, Error> {
        let Self { binary, root, sources, chunk, others, before, layout } = self;
        if !binary {
            return Ok(Gltf { root, sources, stored: Stored::Text(text) });
        }
        let text = text.unwrap_or_else(|| write::canonical(true, &root, &sources));
        let own = matches!(sources.first(), Some(Source::Chunk)).then_some(chunk);
        let glb = Glb::join(&text, own, &others, before, &layout);
        let glb = glb.ok_or_else(|| Error::new(ErrorKind::TooLarge, Location::default()))?;
        Ok(Gltf { root, sources, stored: Stored::Glb(glb) })
    }

    /// Mends what is wrong around the chunks. Reports the bytes after the last one, which are left out.
    pub(crate) fn mend(&mut self, report: &mut Report) {
        std::mem::take(&mut self.layout).lost().into_iter().for_each(|loss| report.lose(loss));
    }

    /// The bytes of each buffer, `None` for one whose bytes an extension provides.
    pub(crate) fn into_buffers(self) -> (Root, Vec<Option<Vec<u8>>>) {
        let mut chunk = Some(self.chunk);
        let bytes = self.sources.into_iter().map(|source| match source {
            Source::Absent => None,
            Source::Chunk => chunk.take(),
            Source::Embedded(bytes) | Source::File(bytes) => Some(bytes),
        });
        (self.root, bytes.collect())
    }

    /// The document in another container, with a named file for its buffer, and numbered files for further buffers; `None` if the
    /// file is not below the folder, or a .glb would be larger than 4 GiB. Reports the chunks that only a .glb has.
    pub(crate) fn stored_in(
        mut self,
        container: Container,
        file: Option<&str>,
        report: &mut Report,
    ) -> Option<Gltf> {
        self.mend(report);
        let others = std::mem::take(&mut self.others);
        let (mut root, bytes) = self.into_buffers();
        if let Some(file) = file {
            for (number, buffer) in root.buffers.iter_mut().enumerate() {
                buffer.uri = Some(uri::from_path(&numbered(file, number)).ok()?);
            }
        }
        let stored = Gltf::new(container, root, bytes).ok()?;
        for chunk in &others {
            report.lose(chunk.lost());
        }
        Some(stored)
    }
}

impl Gltf {
    /// The document without its spelling, to be changed.
    pub(crate) fn into_draft(self) -> Draft {
        let Self { root, sources, stored } = self;
        let Stored::Glb(glb) = stored else { return Draft { root, sources, ..Draft::default() } };
        let others = glb.others().map(Chunk::owned).collect();
        let (before, layout) = (glb.before(), glb.layout().clone());
        Draft { binary: true, root, sources, others, before, layout, chunk: glb.into_buffer() }
    }
}

/// The file of the buffer with this index: the given file, or one with a number, such as `walk-1.bin`.
fn numbered(file: &str, number: usize) -> String {
    let dot = file.rfind('.').filter(|dot| *dot > file.rfind('/').map_or(0, |slash| slash + 1));
    let (stem, extension) = file.split_at(dot.unwrap_or(file.len()));
    if number == 0 { file.to_owned() } else { format!("{stem}-{number}{extension}") }
}
