//! Document to bytes.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::document::Source;
use crate::{Gltf, Root, container, uri};

/// The bytes of the file itself.
pub(crate) fn bytes(document: &Gltf) -> Vec<u8> {
    let json = json(document);
    if !document.binary {
        return json;
    }
    container::join(&json, buffer(document), &document.chunks)
}

/// The bytes of the buffer in the chunk; empty if no buffer is there.
fn buffer(document: &Gltf) -> &[u8] {
    match document.sources.first() {
        Some(Source::Chunk(bytes)) => bytes,
        _ => &[],
    }
}

/// The files of separate buffers, each file once.
pub(crate) fn companions(document: &Gltf) -> Vec<(String, Cow<'_, [u8]>)> {
    let mut files = Vec::new();
    let mut known = HashSet::new();
    for (buffer, source) in document.root.buffers.iter().zip(&document.sources) {
        if let (Some(uri), Source::File(bytes)) = (&buffer.uri, source)
            && let Ok(path) = uri::path(uri)
            && known.insert(path.clone())
        {
            files.push((path, Cow::Borrowed(bytes.as_slice())));
        }
    }
    files
}

/// The length of the document as a .glb.
pub(crate) fn glb_length(document: &Gltf) -> usize {
    container::length(json(document).len(), buffer(document).len(), &document.chunks)
}

fn json(document: &Gltf) -> Vec<u8> {
    if let Some(text) = &document.text.0 {
        return text.clone();
    }
    let root = with_data(document);
    // People read a .gltf, but not a .glb.
    let text = if document.binary { serde_json::to_vec(&*root) } else { serde_json::to_vec_pretty(&*root) };
    let mut text = text.unwrap_or_default();
    if !document.binary {
        text.push(b'\n');
    }
    text
}

/// The root, with the data URIs of embedded buffers.
fn with_data(document: &Gltf) -> Cow<'_, Root> {
    let embedded = |source: &Source| matches!(source, Source::Embedded(_));
    if !document.sources.iter().any(embedded) {
        return Cow::Borrowed(&document.root);
    }
    let mut root = document.root.clone();
    for (buffer, source) in root.buffers.iter_mut().zip(&document.sources) {
        if let Source::Embedded(bytes) = source {
            buffer.uri = Some(uri::encode(bytes));
        }
    }
    Cow::Owned(root)
}
