//! Bytes to a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Location, Sink};

use crate::container::{self, Chunk, JSON_START, MAGIC};
use crate::document::{Source, Text};
use crate::{Buffer, Error, ErrorKind, Gltf, Root, codes, syntax, uri};

/// A byte order mark, which readers may ignore.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The member that every file has.
const ASSET: &[u8] = b"\"asset\"";

/// How sure it is that these bytes are glTF.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(MAGIC) {
        return Confidence::Certain;
    }
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    if text.first() != Some(&b'{') {
        return Confidence::No;
    }
    // Members come in any order, so the asset may be anywhere.
    let has_asset = text.windows(ASSET.len()).any(|window| window == ASSET);
    if has_asset { Confidence::Likely } else { Confidence::Maybe }
}

/// Reads a file in any container.
pub(crate) fn document(bytes: &[u8], beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Gltf, Error> {
    if bytes.starts_with(MAGIC) {
        let parts = container::split(bytes, sink)?;
        let root = json(parts.json, JSON_START)?;
        let document = assemble(true, root, parts.chunks, beside, sink)?;
        Ok(Gltf { text: Text(Some(parts.json.to_vec())), ..document })
    } else {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        assemble(false, json(text, bytes.len().saturating_sub(text.len()))?, Vec::new(), beside, sink)
    }
}

/// Whether a text is the JSON of a document.
pub(crate) fn is_json(text: &[u8]) -> bool {
    json(text, 0).is_ok()
}

/// The JSON of a text that begins at the byte `start` of the file.
pub(crate) fn json(text: &[u8], start: usize) -> Result<Root, Error> {
    serde_json::from_slice(text).map_err(|error| syntax::error(&error, text, start))
}

/// A document with the bytes of every buffer. Chunks that no buffer uses stay in the document.
pub(crate) fn assemble(
    binary: bool,
    mut root: Root,
    mut chunks: Vec<Chunk>,
    beside: &dyn Beside,
    sink: &mut dyn Sink,
) -> Result<Gltf, Error> {
    let mut sources = Vec::with_capacity(root.buffers.len());
    let bin = chunks.iter().enumerate().find(|(_, chunk)| chunk.is_bin());
    let mut bin = bin.filter(|(_, chunk)| !chunk.data.is_empty()).map(|(at, _)| at);
    let chunks_before = bin.unwrap_or(0);
    for (index, buffer) in root.buffers.iter_mut().enumerate() {
        let source = match buffer.uri.take() {
            None if index == 0 => {
                Ok(bin.take().map_or(Source::Absent, |at| unpadded(buffer, chunks.remove(at).data)))
            }
            None => Ok(Source::Absent),
            Some(data) if uri::is_data(&data) => uri::decode(&data).map(Source::Embedded),
            Some(path) => file(&path, beside).map(|bytes| {
                buffer.uri = Some(path);
                Source::File(bytes)
            }),
        };
        let at = || Location::path(format!("buffers[{index}]/uri"));
        sources.push(source.map_err(|kind| Error::new(kind, at()))?);
    }
    if bin.is_some() {
        let message = "no buffer uses the chunk BIN: the first buffer is missing or stored elsewhere";
        sink.report(codes::UNUSED_CHUNK.at(Location::path("buffers"), message));
    }
    Ok(Gltf { binary, root, sources, chunks, chunks_before, text: Text::default() })
}

/// The bytes of a chunk, which is not empty, without the zeros that pad the length that the buffer states.
fn unpadded(buffer: &Buffer, mut chunk: Vec<u8>) -> Source {
    let is_padded = buffer.byte_length > 0 && container::padded(buffer.byte_length) == chunk.len();
    let padding = chunk.get(buffer.byte_length..).unwrap_or_default();
    if is_padded && padding.iter().all(|byte| *byte == 0) {
        chunk.truncate(buffer.byte_length);
    }
    Source::Chunk(chunk)
}

fn file(uri: &str, beside: &dyn Beside) -> Result<Vec<u8>, ErrorKind> {
    let path = uri::path(uri)?;
    beside.read(&path).ok_or(ErrorKind::MissingBuffer(path))
}
