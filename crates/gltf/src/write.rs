//! A document to bytes.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::container;
use crate::document::{Gltf, Source};
use crate::{Root, uri};

/// The bytes of the file itself.
pub(crate) fn bytes(document: &Gltf) -> Vec<u8> {
    let json = json(document);
    if !document.binary {
        return json;
    }
    match document.sources.first() {
        Some(Source::Chunk(chunk)) => container::join(&json, chunk),
        _ => container::join(&json, &[]),
    }
}

/// The files of separate buffers, each once.
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
    let chunk = match document.sources.first() {
        Some(Source::Chunk(chunk)) => container::padded(chunk.len()).saturating_add(8),
        _ => 0,
    };
    container::padded(json(document).len()).saturating_add(container::JSON_START).saturating_add(chunk)
}

fn json(document: &Gltf) -> Vec<u8> {
    let root = with_data(document);
    // A .gltf is read by people too, a .glb is not.
    let text = if document.binary { serde_json::to_vec(&*root) } else { serde_json::to_vec_pretty(&*root) };
    let mut text = text.unwrap_or_default();
    if !document.binary {
        text.push(b'\n');
    }
    text
}

/// The root with the data URIs of embedded buffers.
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
