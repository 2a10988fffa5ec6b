//! Document to bytes.

mod embedded;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;

use serde::Serialize;

use crate::document::Source;
use crate::{Gltf, container, uri};
use embedded::Embedded;

/// The bytes of the file itself.
pub(crate) fn bytes(document: &Gltf) -> Vec<u8> {
    let json = json(document);
    if !document.binary {
        return json.into_owned();
    }
    container::join(&json, &chunks(document))
}

/// The types and the bytes of the chunks after the JSON.
fn chunks(document: &Gltf) -> Vec<([u8; 4], &[u8])> {
    let mut chunks: Vec<_> =
        document.chunks.iter().map(|chunk| (chunk.kind, chunk.data.as_slice())).collect();
    if let Some(Source::Chunk(bytes)) = document.sources.first()
        && !bytes.is_empty()
    {
        chunks.insert(document.chunks_before.min(chunks.len()), (container::BIN, bytes.as_slice()));
    }
    chunks
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
    container::length(json(document).len(), &chunks(document))
}

/// The text of the JSON.
pub(crate) fn json(document: &Gltf) -> Cow<'_, [u8]> {
    match &document.text.0 {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(canonical(document)),
    }
}

/// The text of the JSON in this crate's spelling.
pub(crate) fn canonical(document: &Gltf) -> Vec<u8> {
    let has_data = document.sources.iter().any(|source| matches!(source, Source::Embedded(_)));
    let text = if has_data {
        text(&Embedded::of(document), document.binary)
    } else {
        text(&document.root, document.binary)
    };
    let mut text = text.unwrap_or_default();
    if !document.binary {
        text.push(b'\n');
    }
    text
}

/// A .gltf is indented, because people read it, unlike a .glb.
fn text(root: &impl Serialize, is_binary: bool) -> serde_json::Result<Vec<u8>> {
    if is_binary {
        return serde_json::to_vec(root);
    }
    // Indented numbers take several times their size in memory, so the buffer is allocated exactly for the text and its last
    // line feed.
    let mut length = Length(1);
    serde_json::to_writer_pretty(&mut length, root)?;
    let mut text = Vec::with_capacity(length.0);
    serde_json::to_writer_pretty(&mut text, root)?;
    Ok(text)
}

/// Counts bytes.
struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_of_a_gltf_is_as_large_as_its_text() {
        let nodes = r#"{"translation":[1,2,3]},"#.repeat(1000);
        let text = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}{{}}]}}"#);
        let document = Gltf::parse(text.as_bytes()).unwrap();
        let written = bytes(&document);
        assert!(written.ends_with(b"}\n") && written.len() > 2 * text.len());
        assert_eq!(written.capacity(), written.len());
    }
}
