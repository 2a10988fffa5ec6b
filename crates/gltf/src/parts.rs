//! Documents from the JSON and the bytes of its buffers, and back.

use std::collections::HashSet;

use anim_core::{Location, Report};

use crate::document::{Source, Text};
use crate::{Buffer, Container, Error, ErrorKind, Gltf, Root, extras, uri, write};

impl Gltf {
    /// A document of these parts. `bytes` has the bytes of each of the root's buffers, `None` for a buffer whose bytes an
    /// extension provides; if `bytes` has more entries than there are buffers, buffers are added.
    ///
    /// The length of each buffer with bytes is set. In a [`Container::Separate`] a buffer keeps the path from which it was
    /// read; one without a path gets `bufferN.bin`, where N is its index. Error: more than 4 GiB in a [`Container::Glb`].
    pub fn new(container: Container, mut root: Root, bytes: Vec<Option<Vec<u8>>>) -> Result<Self, Error> {
        let count = root.buffers.len().max(bytes.len());
        root.buffers.resize_with(count, Buffer::default);
        let mut sources = Vec::with_capacity(count);
        let mut paths = HashSet::new();
        let bytes = bytes.into_iter().chain(std::iter::repeat(None));
        for (index, (buffer, bytes)) in root.buffers.iter_mut().zip(bytes).enumerate() {
            let path = buffer.uri.take();
            let first = container == Container::Glb && index == 0;
            let Some(bytes) = bytes.filter(|bytes| !(first && bytes.is_empty())) else {
                sources.push(Source::Absent);
                continue;
            };
            buffer.byte_length = bytes.len();
            sources.push(match container {
                Container::Glb if first => Source::Chunk(bytes),
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
        let binary = container == Container::Glb;
        let (chunks, text) = (Vec::new(), Text::default());
        let mut document = Self { binary, root, sources, chunks, chunks_before: 0, text };
        if binary {
            document.text = Text(Some(write::json(&document).into_owned()));
        }
        let fits = !document.binary || u32::try_from(write::glb_length(&document)).is_ok();
        if fits { Ok(document) } else { Err(Error::new(ErrorKind::TooLarge, Location::default())) }
    }

    /// The parts, as [`Gltf::new`] takes them. Chunks of a .glb that no buffer uses are left out.
    pub fn into_parts(self) -> (Container, Root, Vec<Option<Vec<u8>>>) {
        let container = self.container();
        (container, self.root, self.sources.into_iter().map(Source::into_bytes).collect())
    }

    /// The same document in another container, with a named file for its buffer, and numbered files for further buffers; `None` if
    /// the file is not below the folder, or a .glb would be larger than 4 GiB. Reports the chunks that only a .glb has.
    pub(crate) fn stored_in(
        &self,
        container: Container,
        file: Option<&str>,
        report: &mut Report,
    ) -> Option<Self> {
        if container == Container::Glb && self.binary {
            return Some(self.clone());
        }
        let (_, mut root, bytes) = self.clone().into_parts();
        if let Some(file) = file {
            for (number, buffer) in root.buffers.iter_mut().enumerate() {
                buffer.uri = Some(uri::from_path(&numbered(file, number)).ok()?);
            }
        }
        let stored = Self::new(container, root, bytes).ok()?;
        for chunk in &self.chunks {
            report.lose(chunk.lost());
        }
        Some(stored)
    }

    /// The document with one of its animations; `None` if there is none with this index, or if the document has clips that are
    /// not animations.
    pub(crate) fn with_animation(&self, index: usize) -> Option<Self> {
        let has_still = extras::still_clips(self.root.extras.as_ref()).is_some();
        let mut kept = self.root.animations.get(index).filter(|_| !has_still)?.clone();
        // Otherwise it would get the default name of the first animation.
        kept.name.get_or_insert_with(|| format!("animation {index}"));
        let mut part = Self { text: Text::default(), ..self.clone() };
        part.root.animations = vec![kept];
        Some(part)
    }
}

/// The file of the buffer with this index: the given file, or one with a number, such as `walk-1.bin`.
fn numbered(file: &str, number: usize) -> String {
    let dot = file.rfind('.').filter(|dot| *dot > file.rfind('/').map_or(0, |slash| slash + 1));
    let (stem, extension) = file.split_at(dot.unwrap_or(file.len()));
    if number == 0 { file.to_owned() } else { format!("{stem}-{number}{extension}") }
}
