//! Documents as data for serde: the container, the JSON, the bytes of each buffer as a data URI, and the spelling of a .glb.

use std::borrow::Cow;

use anim_core::Beside;
use serde::de::{self, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::container::{self, Chunk};
use crate::document::{Source, Text};
use crate::{Gltf, Root, read, uri, write};

/// A document as data. A buffer in a file has a `uri` in the JSON; an embedded buffer has none.
#[derive(Serialize, Deserialize)]
struct Form<'a, R> {
    binary: bool,
    json: R,
    /// A data URI for each buffer, or `null` if an extension provides its bytes.
    buffers: Vec<Option<String>>,
    /// The chunks of a .glb that no buffer uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<ChunkForm>,
    /// The number of these chunks before the chunk of the first buffer.
    #[serde(default, skip_serializing_if = "is_zero")]
    chunks_before: usize,
    /// Whether the first buffer of a .glb is a data URI in the JSON instead of a chunk.
    #[serde(default, skip_serializing_if = "is_false")]
    embedded: bool,
    /// The JSON as the file spells it, if this crate spells it differently. Without effect if `json` has other content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spelling: Option<Cow<'a, str>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A chunk: its type as the number in the file, its bytes as a data URI.
#[derive(Serialize, Deserialize)]
struct ChunkForm {
    kind: u32,
    data: String,
}

impl ChunkForm {
    fn new(chunk: &Chunk) -> Self {
        Self { kind: u32::from_le_bytes(chunk.kind), data: uri::encode(&chunk.data) }
    }

    fn chunk<E: de::Error>(self) -> Result<Chunk, E> {
        let data = uri::decode(&self.data).map_err(E::custom)?;
        if data.len().is_multiple_of(4) {
            Ok(Chunk { kind: self.kind.to_le_bytes(), data })
        } else {
            Err(E::custom("expected a chunk whose length is a multiple of 4"))
        }
    }
}

impl Serialize for Gltf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let buffers = self.sources.iter().map(|source| source.bytes().map(uri::encode)).collect();
        let chunks = self.chunks.iter().map(ChunkForm::new).collect();
        let (binary, json, chunks_before) = (self.binary, &self.root, self.chunks_before);
        let embedded = binary && matches!(self.sources.first(), Some(Source::Embedded(_)));
        let spelling = spelling(self);
        Form { binary, json, buffers, chunks, chunks_before, embedded, spelling }.serialize(serializer)
    }
}

/// The JSON text of a .glb, with its padding, unless it is the canonical text.
fn spelling(document: &Gltf) -> Option<Cow<'_, str>> {
    let text = document.text.0.as_ref().filter(|_| document.binary)?;
    let padded = |text: &[u8]| [text, &b"   "[..container::padded(text.len()) - text.len()]].concat();
    // JSON that was read is UTF-8.
    (padded(&write::canonical(document)) != padded(text)).then(|| String::from_utf8_lossy(text))
}

/// Whether a text has the content of the JSON of a .glb.
fn is_spelling(text: &[u8], document: &Gltf, files: &dyn Beside) -> bool {
    let other = read::json(text, 0).and_then(|root| read::assemble(true, root, Vec::new(), files, &mut ()));
    other.is_ok_and(|other| write::canonical(&other) == write::canonical(document))
}

impl<'de> Deserialize<'de> for Gltf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Form { binary, json: mut root, buffers, chunks, chunks_before, embedded, spelling } =
            Form::<Root>::deserialize(deserializer)?;
        if buffers.len() != root.buffers.len() {
            return Err(D::Error::custom("expected one entry of `buffers` for each buffer of the JSON"));
        }
        if !binary && !chunks.is_empty() {
            return Err(D::Error::custom("expected no chunks: only a .glb has them"));
        }
        let mut chunks: Vec<Chunk> = chunks.into_iter().map(ChunkForm::chunk).collect::<Result<_, _>>()?;
        // Buffer 0 of a .glb is put back into its chunk. The other buffers are read as from a file.
        let mut has_chunk = false;
        let mut files = Vec::new();
        for (index, (buffer, data)) in root.buffers.iter_mut().zip(buffers).enumerate() {
            match (&buffer.uri, data) {
                (Some(path), Some(data)) => {
                    let bytes = uri::decode(&data).map_err(D::Error::custom)?;
                    files.push((uri::path(path).map_err(D::Error::custom)?, bytes));
                }
                (None, Some(data)) if binary && index == 0 && !embedded => {
                    let data = uri::decode(&data).map_err(D::Error::custom)?;
                    has_chunk = !data.is_empty();
                    if has_chunk {
                        chunks.insert(chunks_before.min(chunks.len()), Chunk::bin(data));
                    }
                }
                (None, data) => buffer.uri = data,
                (Some(path), None) => {
                    return Err(D::Error::custom(format_args!("the bytes of `{path}` are missing")));
                }
            }
        }
        let mut document: Self =
            read::assemble(binary, root, chunks, &files, &mut ()).map_err(D::Error::custom)?;
        if matches!(document.sources.first(), Some(Source::Chunk(_))) != has_chunk {
            return Err(D::Error::custom("no buffer uses the chunk of the .glb"));
        }
        let text = spelling.map(|text| text.into_owned().into_bytes());
        document.text = Text(text.filter(|text| binary && is_spelling(text, &document, &files)));
        Ok(document)
    }
}
