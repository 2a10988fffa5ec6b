//! Bytes to a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Location, Sink, Span};

use crate::container::{self, Chunk, JSON_START, MAGIC};
use crate::document::Source;
use crate::json::TOO_DEEP;
use crate::{Buffer, Error, ErrorKind, Gltf, Root, codes, uri};

/// A byte order mark, which readers may pass over.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How sure it is that these bytes are glTF.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(MAGIC) {
        return Confidence::Certain;
    }
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    if text.first() != Some(&b'{') {
        return Confidence::No;
    }
    // The members come in any order, so the one that every file has may be anywhere.
    let marked = text.windows(ASSET.len()).any(|window| window == ASSET);
    if marked { Confidence::Likely } else { Confidence::Maybe }
}

const ASSET: &[u8] = b"\"asset\"";

/// Reads a file in any container.
pub(crate) fn document(bytes: &[u8], beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Gltf, Error> {
    if bytes.starts_with(MAGIC) {
        let parts = container::split(bytes, sink)?;
        let root = json(parts.json, JSON_START)?;
        assemble(true, root, parts.chunks, beside, sink)
    } else {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        assemble(false, json(text, bytes.len().saturating_sub(text.len()))?, Vec::new(), beside, sink)
    }
}

/// Whether a text is the JSON of a document.
pub(crate) fn is_json(text: &[u8]) -> bool {
    json(text, 0).is_ok()
}

fn json(text: &[u8], start: usize) -> Result<Root, Error> {
    serde_json::from_slice(text).map_err(|error| json_error(&error, text, start))
}

/// The parser's error with the place it stopped at; `start` is the text's first byte in the file.
pub(crate) fn json_error(error: &serde_json::Error, text: &[u8], start: usize) -> Error {
    let (line, column) = (error.line(), error.column());
    let line_start = match line.checked_sub(2) {
        None => 0,
        Some(newline) => {
            let mut newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            newlines.nth(newline).map_or(text.len(), |(at, _)| at.saturating_add(1))
        }
    };
    let offset = line_start.saturating_add(column.saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let what = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    let kind = if what.starts_with("recursion limit") || what == TOO_DEEP {
        ErrorKind::Nesting { line, column }
    } else {
        ErrorKind::Json { line, column, what: what.to_owned() }
    };
    let end = usize::from(offset < text.len());
    Error::new(kind, Location::span(Span::at(start.saturating_add(offset), end)))
}

/// Finds the bytes of every buffer; of the chunks those are kept that hold none of them.
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
    for (index, buffer) in root.buffers.iter_mut().enumerate() {
        let found = match buffer.uri.take() {
            None if index == 0 => {
                Ok(bin.take().map_or(Source::Absent, |at| settle(buffer, chunks.remove(at).data)))
            }
            None => Ok(Source::Absent),
            Some(data) if uri::is_data(&data) => uri::decode(&data).map(Source::Embedded),
            Some(path) => file(&path, beside).map(|bytes| {
                buffer.uri = Some(path);
                Source::File(bytes)
            }),
        };
        sources
            .push(found.map_err(|kind| Error::new(kind, Location::path(format!("buffers[{index}]/uri"))))?);
    }
    if bin.is_some() {
        let message = "the chunk BIN is of no use: the first buffer, if any, is elsewhere";
        sink.report(codes::UNUSED_CHUNK.at(Location::path("buffers"), message));
    }
    Ok(Gltf { binary, root, sources, chunks })
}

/// The chunk, which is not empty, without the padding behind the buffer's own length.
fn settle(buffer: &Buffer, mut chunk: Vec<u8>) -> Source {
    if buffer.byte_length > 0 && container::padded(buffer.byte_length) == chunk.len() {
        chunk.truncate(buffer.byte_length);
    }
    Source::Chunk(chunk)
}

fn file(uri: &str, beside: &dyn Beside) -> Result<Vec<u8>, ErrorKind> {
    let path = uri::path(uri)?;
    beside.read(&path).ok_or(ErrorKind::MissingBuffer(path))
}
