//! New accessors, buffer views and animations in the text and the buffer of an existing file.

use anim_core::Report;
use serde::Serialize;

use super::super::rest_matrices::with_matrix;
use super::text::Changes;
use crate::container::Chunk;
use crate::document::Source;
use crate::draft::Draft;
use crate::rest::rest;
use crate::{Base, Error, Gltf, Node, Root, syntax, uri};

/// The file with the additions, whose buffer views refer to `bytes`: as a .glb if `binary`, else as a text. Reports the chunks
/// that a text cannot hold.
pub(super) fn document(
    base: &Base,
    mut added: Root,
    bytes: Vec<u8>,
    binary: bool,
    report: &mut Report,
) -> Result<Gltf, Error> {
    let start = if base.text.starts_with(syntax::BOM) { syntax::BOM.len() } else { 0 };
    let mut changes = Changes::new(&base.text, start);
    base.layout.lost().into_iter().for_each(|loss| report.lose(loss));
    let mut chunks = base.chunks.clone();
    let grows = !bytes.is_empty();
    if grows {
        let (buffer, from) = place(base, &mut chunks, bytes, binary, &mut changes);
        for view in &mut added.buffer_views {
            view.buffer = buffer;
            view.byte_offset += from;
        }
    }
    if let Some((length, chunk)) = own_buffer(base, &mut chunks).filter(|_| grows || !binary) {
        let length = if grows { chunk.data.len() } else { length };
        let data = chunk.data.get(..length).unwrap_or_default();
        let embedded = if binary { String::new() } else { format!(",\"uri\":\"{}\"", uri::encode(data)) };
        changes.replace("buffers", "byteLength", [(0, format!("\"byteLength\":{length}{embedded}"))]);
        if !binary {
            chunks.retain(|chunk| !chunk.is_bin());
        }
    }
    if !binary {
        chunks.drain(..).for_each(|chunk| report.lose(chunk.lost()));
    }
    added.follow(base.root.accessors.len(), base.root.buffer_views.len());
    changes.append("bufferViews", &texts(&added.buffer_views));
    changes.append("accessors", &texts(&added.accessors));
    let moved = with_matrix(&base.root, &added.animations)
        .into_iter()
        .map(|node| (node, parts(&base.root.nodes[node])));
    changes.replace("nodes", "matrix", moved);
    changes.append("animations", &texts(&added.animations));
    finish(binary, changes.made(), start, chunks)
}

/// The matrix of a node, decomposed into members for translation, rotation and scale.
fn parts(node: &Node) -> String {
    let (parts, _) = rest(node);
    let (translation, rotation, scale) =
        (text(&parts.translation), text(&parts.rotation), text(&parts.scale));
    format!("\"translation\":{translation},\"rotation\":{rotation},\"scale\":{scale}")
}

/// The chunk of the first buffer, with the length that the buffer states.
fn own_buffer<'c>(base: &Base, chunks: &'c mut [Chunk]) -> Option<(usize, &'c mut Chunk)> {
    let first = base.root.buffers.first().filter(|first| base.binary && first.uri.is_none())?;
    let chunk = chunks.iter_mut().find(|chunk| chunk.is_bin())?;
    // Bytes that a buffer states beyond its chunk must not become the added bytes.
    (first.byte_length <= chunk.data.len()).then_some((first.byte_length, chunk))
}

/// Adds bytes to the first buffer of a .glb, or else as a new buffer. Returns the buffer and the offset of the bytes in it.
fn place(
    base: &Base,
    chunks: &mut Vec<Chunk>,
    bytes: Vec<u8>,
    binary: bool,
    changes: &mut Changes<'_>,
) -> (usize, usize) {
    if let Some((_, chunk)) = own_buffer(base, chunks) {
        let from = chunk.data.len();
        chunk.data.extend(bytes);
        return (0, from);
    }
    if binary && base.root.buffers.is_empty() && !chunks.iter().any(Chunk::is_bin) {
        changes.append("buffers", &[format!("{{\"byteLength\":{}}}", bytes.len())]);
        chunks.insert(0, Chunk::bin(bytes));
        return (0, 0);
    }
    let buffer = format!("{{\"byteLength\":{},\"uri\":\"{}\"}}", bytes.len(), uri::encode(&bytes));
    changes.append("buffers", &[buffer]);
    (base.root.buffers.len(), 0)
}

/// The document of a text that is written unchanged. Buffers in other files remain there.
fn finish(binary: bool, mut text: Vec<u8>, start: usize, mut chunks: Vec<Chunk>) -> Result<Gltf, Error> {
    let mut root = Root::parse(&text[start..], start)?;
    if binary {
        // A chunk cannot contain the byte order mark of a text.
        text.drain(..start);
    }
    let mut made = Draft { binary, ..Draft::default() };
    for (index, buffer) in root.buffers.iter_mut().enumerate() {
        let embedded = buffer.uri.take_if(|uri| uri::is_data(uri)).map(|data| uri::decode(&data));
        let bin = chunks.iter().position(Chunk::is_bin).filter(|_| index == 0 && buffer.uri.is_none());
        made.sources.push(match (embedded, bin) {
            (Some(Ok(bytes)), _) => Source::Embedded(bytes),
            (None, Some(bin)) if !chunks[bin].data.is_empty() => {
                made.before = bin;
                made.chunk = chunks.remove(bin).data;
                Source::Chunk
            }
            _ => Source::Absent,
        });
    }
    Draft { root, others: chunks, ..made }.finish(Some(text))
}

fn texts<T: Serialize>(values: &[T]) -> Vec<String> {
    values.iter().map(text).collect()
}

/// A value as JSON; all of these values can be serialised.
fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
