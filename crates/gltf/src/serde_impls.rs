//! Documents as data for serde: the container, the JSON, and the bytes of each buffer as a data URI.

use serde::de::{self, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::container::Chunk;
use crate::document::Source;
use crate::{Gltf, Root, read, uri};

/// A document as data. A buffer in a file has a `uri` in the JSON; an embedded buffer has none.
#[derive(Serialize, Deserialize)]
struct Form<R> {
    binary: bool,
    json: R,
    /// A data URI for each buffer, or `null` if an extension provides its bytes.
    buffers: Vec<Option<String>>,
    /// The chunks of a .glb that no buffer uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<ChunkForm>,
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
        Form { binary: self.binary, json: &self.root, buffers, chunks }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Gltf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Form { binary, json: mut root, buffers, chunks } = Form::<Root>::deserialize(deserializer)?;
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
                (None, Some(data)) if binary && index == 0 => {
                    let data = uri::decode(&data).map_err(D::Error::custom)?;
                    has_chunk = !data.is_empty();
                    if has_chunk {
                        chunks.insert(0, Chunk::bin(data));
                    }
                }
                (None, data) => buffer.uri = data,
                (Some(path), None) => {
                    return Err(D::Error::custom(format_args!("the bytes of `{path}` are missing")));
                }
            }
        }
        let document: Self =
            read::assemble(binary, root, chunks, &files, &mut ()).map_err(D::Error::custom)?;
        let same = matches!(document.sources.first(), Some(Source::Chunk(_))) == has_chunk;
        if same { Ok(document) } else { Err(D::Error::custom("no buffer uses the chunk of the .glb")) }
    }
}
